"""Writing an archive of a log."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from klaverjas_server import rows
from klaverjas_server.archive.form import ArchiveWriter, Head, Stream, write_archive
from klaverjas_server.archive.plain import plain_session, plain_table
from klaverjas_server.log import Log
from klaverjas_server.results import RESULTS
from klaverjas_server.sessions import PREFIX as SESSIONS
from klaverjas_server.table import PREFIX as TABLES
from klaverjas_server.tables import CLOCKS

__all__ = ["Exported", "export_log"]

_KNOWN: Final = (TABLES, RESULTS, SESSIONS, CLOCKS)
_UNREADABLE: Final = (ValueError, AssertionError, KeyError)


class Exported(NamedTuple):
    """What an archive holds: how many tables are over and how many go on.

    `left_out` names what is not in it, and says why: tables that could not be read, and streams
    that a plain archive has no place for.
    """

    over: int
    running: int
    left_out: tuple[str, ...] = ()


async def export_log(store: Log, target: Path, head: Head) -> Exported:
    """Write an archive: with a key in its head all there is, else what is finished.

    A plain archive has no stream that is not known here: what it is would not be known either.
    """
    with write_archive(target, head) as archive:
        export = _Export(store, archive, await _finished(store))
        return await (export.everything() if head.key else export.finished())


async def _finished(store: Log) -> frozenset[str]:
    """Name the tables whose match is over, as the results say."""
    last = {stream: entries[-1] async for stream, entries in store.read_all(RESULTS)}
    return frozenset(
        stream.removeprefix(RESULTS)
        for stream, result in last.items()
        if not rows.decode_result(result.body).reopened
    )


class _Export:
    def __init__(self, store: Log, archive: ArchiveWriter, over: frozenset[str]):
        self._store = store
        self._archive = archive
        self._over = over
        self._tables: list[str] = []
        self._left_out: list[str] = []

    async def everything(self) -> Exported:
        async for stream, entries in self._store.read_all():
            self._archive.add(Stream(stream, tuple(entries)))
            if stream.startswith(TABLES):
                self._tables.append(stream.removeprefix(TABLES))
        return self._exported()

    async def finished(self) -> Exported:
        people: set[str] = set()
        async for stream, entries in self._store.read_all(TABLES):
            table = stream.removeprefix(TABLES)
            try:
                kept = plain_table(table, entries, over=table in self._over)
            except _UNREADABLE as fault:
                self._left_out.append(f"table {table}: {fault or type(fault).__name__}")
                continue
            self._archive.add(Stream(stream, kept.rows, reopens=table not in self._over))
            self._tables.append(table)
            people |= kept.people
        await self._add_results()
        await self._add_sessions(people)
        for stream in await self._store.streams():
            if not stream.startswith(_KNOWN):
                self._left_out.append(f"{stream}: only --running takes it along")
        return self._exported()

    async def _add_results(self) -> None:
        async for stream, entries in self._store.read_all(RESULTS):
            if stream.removeprefix(RESULTS) in self._tables:
                self._archive.add(Stream(stream, tuple(entries)))

    async def _add_sessions(self, people: set[str]) -> None:
        for session in sorted(people):
            entries = await self._store.read(SESSIONS + session)
            if entries:
                self._archive.add(Stream(SESSIONS + session, plain_session(entries)))

    def _exported(self) -> Exported:
        over = sum(table in self._over for table in self._tables)
        return Exported(over, len(self._tables) - over, tuple(self._left_out))
