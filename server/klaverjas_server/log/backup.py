"""A copy of the log's file, taken while the log is in use."""

import contextlib
import os
import sqlite3
from pathlib import Path

from klaverjas_server.log.log import LogInUse, Unavailable
from klaverjas_server.log.ownership import beside, create_private


def back_up(source: Path, target: Path) -> None:
    """Copy what is committed in `source` to `target`, which appears complete or not at all.

    Blocks; appends go on meanwhile. Readable by its owner only. An earlier file there is replaced.
    Raises `LogInUse` for a target that is itself open, or `Unavailable`.
    """
    if target.resolve() == source.resolve() or beside(target, "-wal").exists():
        raise LogInUse(f"{target} is a log in use")
    part = beside(target, "-part")
    try:
        part.unlink(missing_ok=True)
        create_private(part)
        _copy(source, part)
        _synchronise(part, os.O_RDWR)
        part.replace(target)
        _synchronise_directory(target.parent)
    except (OSError, sqlite3.Error) as error:
        raise Unavailable(f"{target}: {error}") from error
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


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


def _synchronise_directory(directory: Path) -> None:
    # Windows opens no directories; there the rename is the file system's own affair.
    if os.name == "posix":
        _synchronise(directory, os.O_RDONLY)
