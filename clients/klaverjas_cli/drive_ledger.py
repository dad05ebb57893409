"""Where the command line finds evenings: in a server's files, or at a server that is running."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from klaverjas_cli.failure import Failure

if TYPE_CHECKING:
    import aiohttp

    from klaverjas_server.drives.door import Announced, Opening
    from klaverjas_server.drives.evening import Evening
    from klaverjas_server.drives.evenings import Evenings
    from klaverjas_server.drives.orders import Order
    from klaverjas_server.log import Row

__all__ = ["DEFAULT_SERVER", "Ledger", "evening_of", "open_ledger"]

DEFAULT_SERVER: Final = "http://127.0.0.1:7322"


class Ledger(Protocol):
    """Evenings, wherever they are kept. Everything raises `Failure` with a plain sentence."""

    async def announced(self) -> Sequence[Announced]:
        """List the evenings, the first one first."""

    async def open(self, opening: Opening) -> str:
        """Announce an evening; its id."""

    async def adopt(self, archive: bytes) -> str:
        """Take an evening over from a file; its new id."""

    async def entries(self, id: str) -> Sequence[Row]:
        """Read all that was done in an evening."""

    async def take(self, id: str, order: Order) -> Sequence[str]:
        """Give an order; words of doubt, if there are any."""


@asynccontextmanager
async def open_ledger(data: Path, server: str | None, pin: str | None) -> AsyncIterator[Ledger]:
    """Open the files in a data folder; or ask the server that has them open, or the one named."""
    from klaverjas_server.config import KEY_FILE, LOG_FILE
    from klaverjas_server.log import LogError, LogInUse, SqliteLog
    from klaverjas_server.token_key import read_key

    if server is not None and pin is not None:
        async with _at_server(server, f"Pin {pin}") as ledger:
            yield ledger
        return
    try:
        key = read_key(data / KEY_FILE)
        store = SqliteLog(data / LOG_FILE) if server is None else None
    except LogInUse:
        store = None
    except (LogError, OSError) as fault:
        raise Failure(str(fault)) from fault
    if store is None:
        async with _as_owner(server or DEFAULT_SERVER, key) as ledger:
            yield ledger
        return
    try:
        yield await _Files.read(store, key)
    finally:
        await store.close()


@asynccontextmanager
async def _as_owner(server: str, key: bytes) -> AsyncIterator[Ledger]:
    from klaverjas_server.drives.door import owner_token

    async with _at_server(server, f"Owner {owner_token(key)}") as ledger:
        yield ledger


@asynccontextmanager
async def _at_server(server: str, authorization: str) -> AsyncIterator[Ledger]:
    import aiohttp

    async with aiohttp.ClientSession(headers={"Authorization": authorization}) as session:
        yield _Server(session, server.rstrip("/"))


class _Files:
    """Evenings in a folder that no server has open."""

    def __init__(self, evenings: Evenings, store: Any):
        self._evenings = evenings
        self._store = store

    @classmethod
    async def read(cls, store: Any, key: bytes) -> _Files:
        """Recover every evening of a log."""
        from klaverjas_server.chance import SystemChance
        from klaverjas_server.clock import SystemClock
        from klaverjas_server.drives.evenings import Evenings

        evenings = Evenings(store, SystemClock(), SystemChance(), key)
        await evenings.recover()
        return cls(evenings, store)

    async def announced(self) -> Sequence[Announced]:
        from klaverjas_server.drives.door import announced

        return [announced(desk.evening) for desk in self._evenings]

    async def open(self, opening: Opening) -> str:
        from klaverjas_server.drives.refused import Refused

        try:
            desk = await self._evenings.open(
                opening.name, opening.settings, date=opening.date, pin=opening.pin
            )
        except Refused as refusal:
            raise Failure(str(refusal)) from refusal
        return desk.evening.id

    async def adopt(self, archive: bytes) -> str:
        from klaverjas_server.drives.archive import BadArchive, read_archive

        try:
            return (await self._evenings.adopt(read_archive(archive))).evening.id
        except BadArchive as fault:
            raise Failure(str(fault)) from fault

    async def entries(self, id: str) -> Sequence[Row]:
        from klaverjas_server.drives.rows import PREFIX

        found: Sequence[Row] = await self._store.read(PREFIX + id)
        if not found:
            raise Failure(f"there is no evening {id}")
        return found

    async def take(self, id: str, order: Order) -> Sequence[str]:
        from klaverjas_server.drives.links import Who
        from klaverjas_server.drives.refused import Refused

        try:
            outcome = await self._evenings[id].take(order, Who("director"))
        except KeyError:
            raise Failure(f"there is no evening {id}") from None
        except Refused as refusal:
            raise _refusal(str(refusal), refusal.may_override) from refusal
        return [doubt.text for doubt in outcome.doubts]


class _Server:
    """Evenings at a server, asked for over HTTP."""

    def __init__(self, session: aiohttp.ClientSession, address: str):
        self._session = session
        self._address = address

    async def _ask(self, method: str, path: str, body: bytes | None = None) -> bytes:
        import aiohttp

        from klaverjas_server.drives.door import Problem

        try:
            async with self._session.request(
                method, f"{self._address}/api/drives{path}", data=body
            ) as answer:
                said = await answer.read()
                if answer.status == 200:
                    return said
        except aiohttp.ClientError as fault:
            raise Failure(f"no server answers at {self._address}: {fault}") from fault
        try:
            problem = msgspec.json.decode(said, type=Problem)
        except msgspec.DecodeError:
            raise Failure(f"{self._address} has no evenings") from None
        raise _refusal(problem.text, problem.may_override)

    async def announced(self) -> Sequence[Announced]:
        from klaverjas_server.drives.door import Announced

        return msgspec.json.decode(await self._ask("GET", ""), type=list[Announced])

    async def open(self, opening: Opening) -> str:
        return await self._begin("", msgspec.json.encode(opening))

    async def adopt(self, archive: bytes) -> str:
        return await self._begin("/archive", archive)

    async def _begin(self, path: str, body: bytes) -> str:
        from klaverjas_server.drives.door import Announced

        return msgspec.json.decode(await self._ask("POST", path, body), type=Announced).id

    async def entries(self, id: str) -> Sequence[Row]:
        from klaverjas_server.drives.archive import read_archive

        return read_archive(await self._ask("GET", f"/{id}"))

    async def take(self, id: str, order: Order) -> Sequence[str]:
        from klaverjas_server.drives.door import Taken

        said = await self._ask("POST", f"/{id}/orders", msgspec.json.encode(order))
        return msgspec.json.decode(said, type=Taken).doubts


def _refusal(text: str, may_override: bool) -> Failure:
    return Failure(f"{text} (--override REASON takes it all the same)" if may_override else text)


async def evening_of(ledger: Ledger, id: str | None) -> tuple[Evening, Sequence[Row]]:
    """Read an evening and its rows: the last one announced, if none is named."""
    from klaverjas_server.drives.evening import Evening

    if id is None:
        announced = await ledger.announced()
        if not announced:
            raise Failure("there is no evening yet: klaverjas drive new NAME")
        id = announced[-1].id
    entries = await ledger.entries(id)
    return Evening.fold(id, entries), entries
