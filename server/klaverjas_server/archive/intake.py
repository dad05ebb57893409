"""Taking an archive in: into a folder without a log, whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from klaverjas_server.archive.errors import ArchiveError
from klaverjas_server.archive.form import Archive, Stream, verify
from klaverjas_server.archive.reopening import Reopened, reopen
from klaverjas_server.chance import Chance, SystemChance
from klaverjas_server.clock import Clock, SystemClock
from klaverjas_server.config import KEY_FILE, LOG_FILE
from klaverjas_server.log import Append, Row, SqliteLog
from klaverjas_server.log.backup import back_up
from klaverjas_server.log.ownership import Ownership
from klaverjas_server.table import PREFIX as TABLES
from klaverjas_server.token_key import KEY_BYTES, read_key, write_key

__all__ = ["CODES_FILE", "Imported", "import_archive"]

CODES_FILE: Final = "klaverjas-codes.txt"
"""The new codes, in the data folder, for the director."""


class Imported(NamedTuple):
    """What came in: how many streams, whether seats are as they were, and who needs new codes."""

    streams: int
    carries_on: bool
    reopened: tuple[Reopened, ...] = ()


async def import_archive(
    source: Path, data: Path, *, clock: Clock | None = None, chance: Chance | None = None
) -> Imported:
    """Take an archive in, into a data folder that has no log yet.

    It is held against its checksum first, then made ready in a folder of its own: until all of it
    is there, the data folder stays as it was. Raises `ArchiveError`, `LogError` and OSError.
    """
    verify(source)
    with Archive(source) as archive, _without_log(data), _workshop(data) as workshop:
        key = _choose_key(data / KEY_FILE, archive.head.key)
        intake = _Intake(key, clock or SystemClock(), chance or SystemChance())
        imported = await intake.take(archive, workshop / LOG_FILE)
        write_key(data / KEY_FILE, key)
        _write_codes(data / CODES_FILE, imported.reopened)
        back_up(workshop / LOG_FILE, data / LOG_FILE)
        return imported


@contextmanager
def _without_log(data: Path) -> Iterator[None]:
    """Hold the place of the log, so that no server begins one there meanwhile."""
    data.mkdir(parents=True, exist_ok=True)
    ownership = Ownership(data / LOG_FILE)
    try:
        if (data / LOG_FILE).exists():
            raise ArchiveError(
                f"{data} has a log already ({LOG_FILE}): an archive goes into an empty folder"
            )
        yield
    finally:
        ownership.release()


@contextmanager
def _workshop(data: Path) -> Iterator[Path]:
    """Lend a folder on the same disk, which only its owner may enter."""
    folder = Path(tempfile.mkdtemp(prefix=".import-", dir=data))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _choose_key(path: Path, brought: bytes | None) -> bytes:
    """Take the key the archive brings; a plain one works with any."""
    if brought is not None and len(brought) != KEY_BYTES:
        raise ArchiveError("the key in this archive is none")
    if not path.exists():
        return brought or secrets.token_bytes(KEY_BYTES)
    there = read_key(path)
    if brought not in (None, there):
        raise ArchiveError(f"{path} is another key than the one in the archive: put it away first")
    return there


class _Intake:
    def __init__(self, key: bytes, clock: Clock, chance: Chance):
        self._key = key
        self._at = clock.wall_ms()
        self._chance = chance
        self._reopened: list[Reopened] = []

    async def take(self, archive: Archive, path: Path) -> Imported:
        """Write all streams to a new log."""
        log, count = SqliteLog(path), 0
        try:
            for stream in archive.streams():
                await log.append([Append(stream.name, 0, self._rows(stream))])
                count += 1
        finally:
            await log.close()
        self._reopened.sort(key=lambda table: int(table.table))
        return Imported(count, archive.head.key is not None, tuple(self._reopened))

    def _rows(self, stream: Stream) -> tuple[Row, ...]:
        if not stream.reopens:
            return stream.rows
        table = stream.name.removeprefix(TABLES)
        try:
            rows, reopened = reopen(table, stream.rows, self._key, self._chance, self._at)
        except (ValueError, AssertionError, KeyError) as fault:
            raise ArchiveError(f"table {table} cannot go on here: {fault}") from fault
        self._reopened.append(reopened)
        return rows


def _write_codes(path: Path, tables: Iterable[Reopened]) -> None:
    """Write the codes down for the director alone."""
    lines = [line for table in tables for line in table.lines()]
    if lines:
        path.unlink(missing_ok=True)
        flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY
        with open(os.open(path, flags, 0o600), "w", encoding="utf-8") as file:
            file.write("".join(f"{line}\n" for line in lines))
