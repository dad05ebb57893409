"""A copy of the log's file, taken while the log is in use."""

import contextlib
import os
import sqlite3
from pathlib import Path

from klaverjas_server.log.log import LogDamaged, LogInUse, Unavailable
from klaverjas_server.log.ownership import beside, create_private
from klaverjas_server.log.schema import APPLICATION


def back_up(source: Path, target: Path) -> None:
    """Copy what is committed in `source` to `target`, which appears complete or not at all.

    Blocks; appends go on meanwhile. Readable by its owner only. An earlier file there is replaced.
    Raises `LogInUse` for a target that is itself open, `LogDamaged`, or `Unavailable`.
    """
    if target.resolve() == source.resolve() or beside(target, "-wal").exists():
        raise LogInUse(f"{target} is a log in use")
    part = beside(target, "-part")
    try:
        part.unlink(missing_ok=True)
        create_private(part)
        _copy(source, part)
        _examine(part)
        _synchronise(part, os.O_RDWR)
        part.replace(target)
        synchronise_directory(target.parent)
    except (OSError, sqlite3.Error) as error:
        raise Unavailable(f"{target}: {error}") from error
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def _examine(copy: Path) -> None:
    """Look a copy through: one that is as damaged as its source must not replace a good one."""
    address = f"{copy.resolve().as_uri()}?mode=ro"
    try:
        with contextlib.closing(sqlite3.connect(address, uri=True)) as reading:
            mark = reading.execute("PRAGMA application_id").fetchone()[0]
            findings = reading.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        raise LogDamaged(f"{copy}: {error}") from error
    if mark != APPLICATION or findings != "ok":
        raise LogDamaged("what was copied is damaged, or no log of klaverjas")


def _copy(source: Path, part: Path) -> None:
    with (
        contextlib.closing(sqlite3.connect(source)) as origin,
        contextlib.closing(sqlite3.connect(part)) as copy,
    ):
        # In one step: a copy in several starts over whenever somebody appends.
        origin.backup(copy, pages=-1)
        # Without a write-ahead log of its own the copy is a single file.
        copy.execute("PRAGMA journal_mode = DELETE")


def _synchronise(path: Path, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def synchronise_directory(directory: Path) -> None:
    """Put the names in a directory on the disk: a file that was moved there stays there."""
    # Windows opens no directories; there the rename is the file system's own affair.
    if os.name == "posix":
        _synchronise(directory, os.O_RDONLY)
