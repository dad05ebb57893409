"""The file's layout: its versions, and what a file must pass before it is trusted."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from klaverjas_server.log.log import LogDamaged, LogTooNew, Unavailable

Step = tuple[str, ...]

# "KLAV" in the file's header tells our files from other programs' SQLite files.
APPLICATION = 0x4B4C4156

# Step n brings a file from version n - 1 to n. A released step is never edited: add the next one.
STEPS: tuple[Step, ...] = (
    (
        "CREATE TABLE stream (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
        """CREATE TABLE entry (
            stream INTEGER NOT NULL REFERENCES stream,
            seq INTEGER NOT NULL,
            at INTEGER NOT NULL,
            by TEXT NOT NULL,
            ask INTEGER,
            spent_ms INTEGER,
            body BLOB NOT NULL,
            sum INTEGER NOT NULL,
            PRIMARY KEY (stream, seq)
        ) WITHOUT ROWID""",
    ),
    (
        """CREATE TABLE recent (
            place INTEGER PRIMARY KEY,
            stream INTEGER NOT NULL REFERENCES stream,
            seq INTEGER NOT NULL,
            at INTEGER NOT NULL,
            by TEXT NOT NULL,
            ask INTEGER,
            spent_ms INTEGER,
            body BLOB NOT NULL,
            sum INTEGER NOT NULL
        )""",
        "CREATE TABLE filed (place INTEGER NOT NULL)",
        "INSERT INTO filed VALUES (0)",
    ),
)


def prepare(connection: sqlite3.Connection, path: Path, steps: Sequence[Step] = STEPS) -> None:
    """Examine the file, then bring it to the newest version.

    Nothing is written before the file has passed.
    Raises `LogTooNew`, `LogDamaged`, or `Unavailable` where it cannot be read or written.
    """
    try:
        _examine(connection, path, len(steps))
        _keep_ahead(connection)
        _migrate(connection, steps)
    except sqlite3.OperationalError as error:
        raise Unavailable(f"{path}: {error}") from error
    except sqlite3.DatabaseError as error:
        raise LogDamaged(f"{path}: {error}") from error


def _examine(connection: sqlite3.Connection, path: Path, newest: int) -> None:
    version = _number(connection, "user_version")
    mark = _number(connection, "application_id")
    if mark != APPLICATION and (mark or version or _number(connection, "schema_version")):
        raise LogDamaged(f"{path} is not a log of klaverjas")
    if version > newest:
        raise LogTooNew(f"{path} has version {version}, this release knows {newest}")
    findings = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if findings != ("ok",):
        raise LogDamaged(f"{path} is damaged: {findings[0]}")


def _keep_ahead(connection: sqlite3.Connection) -> None:
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        raise sqlite3.OperationalError("no write-ahead log can be kept on this file system")


def _migrate(connection: sqlite3.Connection, steps: Sequence[Step]) -> None:
    version = _number(connection, "user_version")
    for number, step in enumerate(steps[version:], version + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in step:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])
