"""The rows in the SQLite file: one connection that writes, one that reads."""

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from zlib import crc32

from klaverjas_server.log.log import Append, Conflict, LogDamaged, Row, Unavailable

# NORMAL would answer before the write-ahead log is on the disk.
DURABILITY = "FULL"

# Rows a statement. Each statement hands the interpreter's lock over once; row by row, a busy event
# loop would delay a group of ten rows ten times.
WIDTH = 64
_VALUES = "(?, ?, ?, ?, ?, ?, ?, ?)"
_COLUMNS = _VALUES.count("?")
_INSERT = tuple(f"INSERT INTO entry VALUES {', '.join([_VALUES] * n)}" for n in range(WIDTH + 1))

# Rows written before the write-ahead log is carried over into the file: a page of 4 KiB each, as
# every row lies in a leaf of its own stream. Behind a long reader the log may grow beyond that;
# it is cut to `JOURNAL` bytes afterwards.
CHECKPOINT = 1_000
JOURNAL = 64 << 20

_NAME = "INSERT INTO stream (name, id) VALUES (?, ?)"
_LATEST = """SELECT id, (SELECT max(seq) FROM entry WHERE stream = id) FROM stream WHERE name = ?"""
_ENTRIES = """SELECT seq, at, by, ask, spent_ms, body, sum FROM entry
    WHERE stream = (SELECT id FROM stream WHERE name = ?) AND seq > ? ORDER BY seq"""
_NAMES = "SELECT name FROM stream WHERE name >= ? AND name < ? ORDER BY name"

# Makes a named tuple without a call of Python: once for every row of a recovery.
new = tuple.__new__

Value = int | str | bytes | None


def connect(path: Path) -> sqlite3.Connection:
    """Open the file for use by one thread at a time."""
    return sqlite3.connect(
        path,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=2 * WIDTH,
    )


class Group:
    """Collect what one commit adds: the rows' values in a row, where streams end, new streams."""

    def __init__(self, first_number: int) -> None:
        self.values: list[Value] = []
        self.ends: dict[str, int] = {}
        self.numbers: dict[str, int] = {}
        self._first_number = first_number

    @property
    def size(self) -> int:
        """Count the rows."""
        return len(self.values) // _COLUMNS

    def number(self, stream: str) -> int:
        """Return the number of a stream that gets its first rows here."""
        return self.numbers.setdefault(stream, self._first_number + len(self.numbers))

    def add(self, number: int, rows: Sequence[Row]) -> None:
        """Take in rows of the stream with this number."""
        values = self.values
        for row in rows:
            values += (number, *row, crc32(row.body))


class Store:
    """Write groups of batches. Used by one thread at a time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._ends: dict[str, int] = {}
        self._numbers: dict[str, int] = {}
        self._unsettled = 0
        connection.execute(f"PRAGMA synchronous = {DURABILITY}")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("PRAGMA cache_size = -8000")
        connection.execute(f"PRAGMA journal_size_limit = {JOURNAL}")
        self._next_number = self._unused_number()

    def write(self, batches: Sequence[Sequence[Append]]) -> list[Exception | None]:
        """Commit the batches together; return for each None, or why none of it was written.

        Where the commit fails, each batch is tried alone, so that none fails by its neighbours.
        """
        group = Group(self._next_number)
        try:
            outcomes: list[Exception | None] = [self._admit(batch, group) for batch in batches]
            self._commit(group)
        except Exception as error:
            self._forget()
            if len(batches) > 1:
                return [self.write([batch])[0] for batch in batches]
            return [self._reason(error, batches[0])]
        self._remember(group)
        return outcomes

    def checkpoint(self) -> None:
        """Carry the write-ahead log over into the file, if it has grown long.

        Called between commits, so that nobody waits for it. A failure is no loss: the rows are
        durable where they are, and the next call tries again.
        """
        if self._unsettled >= CHECKPOINT:
            self._unsettled = 0
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def close(self) -> None:
        """Close the connection; the last one out carries the write-ahead log over."""
        self._connection.close()

    def _admit(self, batch: Sequence[Append], group: Group) -> Conflict | None:
        conflict = self._conflict(batch, group)
        if conflict is None:
            for stream, expected, rows in batch:
                if rows:
                    group.ends[stream] = expected + len(rows)
                    group.add(self._numbers.get(stream) or group.number(stream), rows)
        return conflict

    def _conflict(self, batch: Sequence[Append], group: Group) -> Conflict | None:
        ends: dict[str, int] = {}
        for stream, expected, rows in batch:
            end = ends.get(stream)
            if end is None:
                end = group.ends.get(stream)
            if (self._end(stream) if end is None else end) != expected:
                return Conflict(stream, expected)
            ends[stream] = expected + len(rows)
        return None

    def _end(self, stream: str) -> int:
        end = self._ends.get(stream)
        if end is None:
            found = self._connection.execute(_LATEST, (stream,)).fetchone()
            end = 0
            if found:
                self._numbers[stream], end = found
            self._ends[stream] = end
        return end

    def _commit(self, group: Group) -> None:
        if not group.values:
            return
        if not group.numbers and group.size <= WIDTH:
            # A statement on its own is a transaction, and saves two more hand-overs.
            self._connection.execute(_INSERT[group.size], group.values)
            return
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany(_NAME, group.numbers.items())
        for chunk in _chunks(group.values):
            self._connection.execute(_INSERT[len(chunk) // _COLUMNS], chunk)
        self._connection.execute("COMMIT")

    def _remember(self, group: Group) -> None:
        self._ends.update(group.ends)
        self._numbers.update(group.numbers)
        self._next_number += len(group.numbers)
        self._unsettled += group.size

    def _forget(self) -> None:
        """Undo, and look everything up anew: what failed may be another owner's doing."""
        self._ends.clear()
        self._numbers.clear()
        with contextlib.suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            self._next_number = self._unused_number()

    def _reason(self, error: Exception, batch: Sequence[Append]) -> Exception:
        if isinstance(error, sqlite3.IntegrityError):
            found = self._conflict(batch, Group(self._next_number))
            return found or Conflict(batch[0].stream, batch[0].expected)
        return Unavailable(str(error)) if isinstance(error, sqlite3.Error) else error

    def _unused_number(self) -> int:
        found = self._connection.execute("SELECT coalesce(max(id), 0) + 1 FROM stream").fetchone()
        return int(found[0])


class Shelf:
    """Read what is committed. Used by one thread at a time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, stream: str, after: int) -> list[Row]:
        """Return a stream's rows above `after`. Raises `LogDamaged` or `Unavailable`."""
        with _told():
            found = self._connection.execute(_ENTRIES, (stream, after)).fetchall()
        for entry in found:
            if crc32(entry[5]) != entry[6]:
                raise LogDamaged(f"{stream}: row {entry[0]} is not what was written")
        return [new(Row, entry[:6]) for entry in found]

    def names(self, prefix: str) -> list[str]:
        """Return the names of the streams that begin with `prefix`."""
        with _told():
            found = self._connection.execute(_NAMES, (prefix, prefix + "\U0010ffff"))
            return [name for (name,) in found]

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def _chunks(values: list[Value]) -> Iterator[list[Value]]:
    for start in range(0, len(values), WIDTH * _COLUMNS):
        yield values[start : start + WIDTH * _COLUMNS]


@contextlib.contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except (sqlite3.OperationalError, sqlite3.ProgrammingError) as error:
        raise Unavailable(str(error)) from error
    except sqlite3.DatabaseError as error:
        raise LogDamaged(str(error)) from error
