"""Who owns a log file: one process at a time, until it ends."""

import contextlib
import os
import sqlite3
from pathlib import Path

from klaverjas_server.log.log import LogInUse, Unavailable


def create_private(path: Path) -> None:
    """Create the file if it is missing, and let nobody but its owner read it.

    An existing file is never opened here: closing any descriptor of a file drops the locks that
    this process holds on it.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    path.chmod(0o600)


def beside(path: Path, suffix: str) -> Path:
    """Name a file that belongs to `path`, as SQLite names its own: `klaverjas.db-lock`."""
    return path.with_name(path.name + suffix)


class Ownership:
    """Hold a file for this log alone, from construction until `release` or the process's end.

    The lock is SQLite's, on an empty file next to the log, so that it works wherever the log does.
    """

    def __init__(self, path: Path) -> None:
        lock = beside(path, "-lock")
        create_private(lock)
        self._lock = sqlite3.connect(lock, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            self._lock.execute("PRAGMA journal_mode = MEMORY")
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self._lock.close()
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise LogInUse(f"{path} is open in another server") from error
            raise Unavailable(f"{lock}: {error}") from error

    def release(self) -> None:
        """Let others open the file."""
        self._lock.close()
