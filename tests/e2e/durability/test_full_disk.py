"""A full disk: nothing is taken that cannot be kept, and all goes on when there is space again.

The system refuses the real server every byte it wants to write to a file, its journal included.
"""

from __future__ import annotations

import resource
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from klaverjas import Seat
from klaverjas_wire import event_of
from klaverjas_wire.messages import (
    Act,
    Ask,
    Done,
    Error,
    Event,
    Hello,
    Open,
    Opened,
    Request,
    Seated,
    Sit,
    Snapshot,
    Watch,
    Welcome,
)
from tests.e2e.durability.audit import Audit
from tests.e2e.durability.books import Books
from tests.e2e.durability.server_process import ServerProcess
from tests.server.raw_client import RawClient, connect

N, E, S, W = Seat
BOTS: Final = dict.fromkeys((E, S, W), "random")


@dataclass
class Disk:
    """The disk of a server that runs, and somebody who is asked something at its first table."""

    server: ServerProcess
    player: RawClient
    opened: Opened

    def fill(self) -> None:
        """Leave no room for anything."""
        self._limit(0)

    def clear(self) -> None:
        """Make room."""
        self._limit(resource.RLIM_INFINITY)

    def _limit(self, size: int) -> None:
        assert self.server.pid is not None
        limits = (size, resource.RLIM_INFINITY)
        resource.prlimit(self.server.pid, resource.RLIMIT_FSIZE, limits)

    async def again(self) -> tuple[RawClient, Snapshot, Ask]:
        """Come back on another connection: how the table stands, and what is asked."""
        client = await connect(self.server.port)
        await client.greet(None, self.player.token)
        return client, await client.hear(Snapshot), await client.hear(Ask)


@asynccontextmanager
async def serving(folder: Path, fault: str = "none") -> AsyncIterator[Disk]:
    """Run a server; north plays against strategies, and it is her turn."""
    async with ServerProcess(folder / "data", fault) as server:
        await server.begin()
        assert await server.up()
        player = await connect(server.port)
        await player.greet()
        opened = await player.request(Open(rules="amsterdam", fill=BOTS))
        assert isinstance(await player.request(Sit(table=opened.table, seat=N)), Seated)
        await player.hear(Ask, must=True)
        yield Disk(server, player, opened)
        player.close()


WANTS: Final[dict[str, Callable[[Opened, Ask], Request]]] = {
    "act": lambda opened, ask: Act(table=opened.table, ask=ask.ask, action=ask.legal[-1]),
    "open": lambda opened, ask: Open(rules="amsterdam"),
    "sit": lambda opened, ask: Sit(table="2"),
}


async def refused_and_taken(disk: Disk, request: Request) -> tuple[Any, Any]:
    """Make a request while the disk is full, and again when it is not."""
    disk.fill()
    refused = await disk.player.request(request)
    disk.clear()
    return refused, await disk.player.request(request)


@pytest.mark.parametrize("want", ["act", "open", "sit"])
async def test_what_cannot_be_kept_is_not_taken(tmp_path: Path, want: str) -> None:
    async with serving(tmp_path) as disk:
        await disk.player.request(Open(rules="amsterdam"))
        ask = disk.player.open_ask()
        assert ask is not None
        refused, taken = await refused_and_taken(disk, WANTS[want](disk.opened, ask))
        assert isinstance(refused, Error)
        assert refused.code == "unavailable"
        assert not isinstance(taken, Error)


async def test_a_new_guest_is_told_to_come_back_later(tmp_path: Path) -> None:
    async with serving(tmp_path) as disk:
        client = await connect(disk.server.port)
        disk.fill()
        refused = await client.request(Hello(v=(1,), name="Joop"))
        assert isinstance(refused, Error)
        assert refused.code == "unavailable"
        disk.clear()
        assert isinstance(await client.request(Hello(v=(1,), name="Joop")), Welcome)


async def test_the_table_stands_as_it_stood(tmp_path: Path) -> None:
    async with serving(tmp_path) as disk:
        ask = disk.player.open_ask()
        assert ask is not None
        _, before, asked = await disk.again()
        disk.fill()
        player, *_ = await disk.again()
        for action in ask.legal:
            refused = await player.request(Act(table="1", ask=ask.ask, action=action))
            assert isinstance(refused, Error)
        _, after, still = await disk.again()
        assert (after, still) == (before, asked)


async def test_a_server_that_takes_what_it_cannot_keep_is_caught(tmp_path: Path) -> None:
    async with serving(tmp_path, fault="early") as disk:
        ask = disk.player.open_ask()
        assert ask is not None
        disk.fill()
        taken = await disk.player.request(Act(table="1", ask=ask.ask, action=ask.legal[-1]))
        assert isinstance(taken, Done)


async def test_strategies_go_on_and_nothing_is_missing(tmp_path: Path) -> None:
    async with serving(tmp_path) as disk:
        watcher = await connect(disk.server.port)
        await watcher.greet("Kijk")
        opened = await disk.player.request(Open(rules="amsterdam", fill={N: "random", **BOTS}))
        await watcher.request(Watch(table=opened.table))
        await watcher.hear(Event)
        disk.fill()
        ask = disk.player.open_ask()
        assert ask is not None
        refused = await disk.player.request(Act(table="1", ask=ask.ask, action=ask.legal[-1]))
        assert isinstance(refused, Error)
        await watcher.settle()
        stood = len(watcher.messages)
        assert not any(is_end(message) for message in watcher.messages)
        disk.clear()
        await watcher.wait_for(lambda: next(filter(is_end, watcher.messages), None))
        told = [message.n for message in watcher.messages if isinstance(message, Event)]
        assert told == list(range(told[0], told[-1] + 1))
        assert len(told) > stood
        disk.server.kill()
        await disk.server.ended()
    audit = Audit(tmp_path / "data")
    books = Books()
    for message in watcher.messages:
        if isinstance(message, Event):
            books.see(None, message)
    await audit.examine(books)
    assert audit.findings.clean
    assert audit.findings.compared == len(told)


def is_end(message: object) -> bool:
    """Tell whether this is the end of a match."""
    return isinstance(message, Event) and event_of(message.e).k == "finished"
