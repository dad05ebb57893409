"""Long evenings: time that passes, connections that are lost, servers that go down and come up."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from klaverjas import Card, Seat
from klaverjas_server.config import LOG_FILE
from klaverjas_server.log import Log, SqliteLog
from klaverjas_server.rows import decode_readings
from klaverjas_server.table_state import TableState
from klaverjas_wire import AnyEvent, Unknown
from klaverjas_wire.messages import Snapshot
from tests.server.evening import Evening, Party, told_of
from tests.server.hand_clock import HandClock
from tests.server.raw_client import PATIENCE_SECONDS, RawClient

Hold: TypeAlias = Callable[[Evening], Awaitable[Evening]]

STEP_SECONDS: Final = 10.0
"""How long nobody gives a sign of life at most while time passes: less than ends in a ping."""


@dataclass
class Night(Party):
    """Four people at a table, any of whom may be gone; the bystander never is."""

    bystander: RawClient

    @property
    def state(self) -> TableState:
        """Look behind the door, at how the table stands."""
        return self.evening.table(self.table).state

    @property
    def away(self) -> frozenset[Seat]:
        """Look behind the door, at who is away."""
        return self.evening.table(self.table).away

    async def settle(self) -> None:
        """Wait until everybody who is there has heard what there is to hear."""
        for player in (self.bystander, *self.players.values()):
            if not player.lost:
                await player.settle()

    async def until(self, found: Callable[[], object]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not found():
                await self.bystander.settle()

    async def pass_time(self, seconds: float) -> None:
        """Let time pass; everybody who is there gives signs of life."""
        while seconds > 0:
            step = min(STEP_SECONDS, seconds)
            self.evening.clock.advance(step)
            await self.settle()
            seconds -= step

    async def noted(self) -> None:
        """Wait until what the clocks show by now is in the log."""
        table, log = self.evening.table(self.table), self.evening.log
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not (kept := await log.read("clocks")) or (
                decode_readings(kept[-1].body).tables[self.table] != table.clocks.reading()
            ):
                await self.bystander.settle()

    async def go(self, *seats: Seat) -> None:
        """Lose the connections of these seats; the others are told."""
        for seat in seats:
            self.players[seat].close()
            await self.players[seat].until_lost()
        await self.until(lambda: self.away >= set(seats))
        await self.settle()

    async def come(self, *seats: Seat) -> None:
        """Come back to these seats on new connections, and wait to be shown the table."""
        for seat in seats:
            client = await self.evening.guest(None, self.players[seat].token)
            self.players[seat] = client
            await client.hear(Snapshot)
        await self.settle()

    def events(self, seat: Seat) -> list[AnyEvent | Unknown]:
        """Give all that a seat was told on its connection, in order."""
        return told_of(self.players[seat].messages)

    def kinds(self, seat: Seat) -> list[str]:
        """Name all that a seat was told on its connection."""
        return [event.k for event in self.events(seat)]

    def ms(self, seat: Seat) -> int | None:
        """Give the time there was for a seat's last question when it was put."""
        return self.ask_of(seat).ms


async def night(
    evening: Evening,
    rules: str | dict[str, object] = "amsterdam",
    packs: Iterable[tuple[Card, ...]] = (),
    **options: Any,
) -> Night:
    """Seat four people at a table with these settings."""
    party = await evening.party(rules, packs, options=options)
    bystander = await evening.guest("Kijk")
    return Night(evening, party.table, party.key, party.players, bystander)


def on_disk(folder: Path) -> Evening:
    """Make an evening whose log is a file."""
    folder.mkdir()
    return Evening(log=SqliteLog(folder / LOG_FILE))


async def crash(hold: Hold, before: Night, folder: Path, clock: HandClock | None = None) -> Night:
    """Bring a server up on what the disk has now; nobody is connected to it yet.

    Its clock begins at zero again, as another process' does.
    """
    log, chance = _copy(before.evening.log, folder), before.evening.chance
    evening = await hold(Evening(log=log, chance=chance, clock=clock or HandClock()))
    for player in before.players.values():
        player.close()
    bystander = await evening.guest("Kijk")
    return Night(evening, before.table, before.key, dict(before.players), bystander)


def _copy(log: Log, folder: Path) -> SqliteLog:
    """Copy the files of a log in use, as they are."""
    assert isinstance(log, SqliteLog)
    folder.mkdir()
    for path in log.path.parent.glob(f"{LOG_FILE}*"):
        shutil.copy(path, folder)
    return SqliteLog(folder / LOG_FILE)
