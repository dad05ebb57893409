"""The rows in the SQLite file: one connection that writes, one that reads."""

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from operator import eq
from pathlib import Path
from zlib import crc32

from klaverjas_server.log.log import (
    Append,
    Bodies,
    Conflict,
    LogDamaged,
    Row,
    Unavailable,
    out_of_sequence,
)

# NORMAL would answer before the write-ahead log is on the disk.
DURABILITY = "FULL"

# Rows a statement. Each statement hands the interpreter's lock over once; row by row, a busy event
# loop would delay a group of ten rows ten times.
WIDTH = 64
_VALUES = "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
_COLUMNS = _VALUES.count("?")
_INSERT = tuple(
    f"INSERT INTO recent SELECT * FROM (VALUES {', '.join([_VALUES] * n)})"
    " WHERE ? = (SELECT place FROM filed)"
    for n in range(WIDTH + 1)
)

# Rows that arrive before all of them are filed under their streams, and the write-ahead log is
# carried over into the file. Both go by pages: the more rows share one, the less a row costs. But
# the next commit waits meanwhile, ten or twenty milliseconds for so many.
CHECKPOINT = 4_000
# Behind a long reader the log may grow beyond a checkpoint; it is cut to so many bytes afterwards.
JOURNAL = 64 << 20

_ROW = "seq, at, by, ask, spent_ms, body, sum"
_NUMBER = "(SELECT id FROM stream WHERE name = ?1)"
_FILING = (
    "BEGIN IMMEDIATE",
    # Places are sorted rather than whole rows, which takes a third of the time.
    f"""INSERT INTO entry SELECT stream, {_ROW}
        FROM (SELECT place FROM recent ORDER BY stream, place) CROSS JOIN recent USING (place)""",
    "UPDATE filed SET place = (SELECT max(place) FROM recent)",
    "DELETE FROM recent",
)
_NAME = "INSERT INTO stream (name, id) VALUES (?, ?)"
_FREE = "SELECT coalesce(max(id), 0) + 1 FROM stream"
_LATEST = """SELECT id, max(
        coalesce((SELECT max(seq) FROM entry WHERE stream = id), 0),
        coalesce((SELECT max(seq) FROM recent WHERE stream = id), 0)
    ) FROM stream WHERE name = ?"""
_PLACES = "SELECT place, coalesce((SELECT max(place) FROM recent), place) FROM filed"
_ENTRIES = f"""SELECT {_ROW} FROM entry WHERE stream = {_NUMBER} AND seq > ?2
    UNION ALL SELECT {_ROW} FROM recent WHERE stream = {_NUMBER} AND seq > ?2 ORDER BY seq"""
_BODIES = tuple(
    f"SELECT body, spent_ms, sum FROM {table} WHERE stream = {_NUMBER} ORDER BY seq"
    for table in ("entry", "recent")
)
_NAMES = "SELECT name FROM stream WHERE name >= ? AND name < ? ORDER BY name"

# Makes a named tuple without a call of Python: once for every row of a recovery.
new = tuple.__new__

Value = int | str | bytearray | None


def connect(path: Path) -> sqlite3.Connection:
    """Open the file for use by one thread at a time."""
    return sqlite3.connect(
        path,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=2 * WIDTH,
    )


class Tail:
    """Hold where a stream ends: its number in the file, 0 for none yet, and its last row's seq."""

    __slots__ = ("number", "seq")

    def __init__(self, number: int, seq: int) -> None:
        self.number = number
        self.seq = seq


class Store:
    """Write groups of batches. Used by one thread at a time.

    A row is added at the end of `recent`, so that a commit fills one page or two, however many
    streams it is about; from there many are filed at once in `entry`, each beside its stream's
    others. `recent` counts the rows of the whole log by their `place`. Whoever writes a row says
    which place it gets and up to which place the log is filed: an owner who missed what another
    one wrote is wrong about one or the other, and writes nothing.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._tails: dict[str, Tail] = {}
        self._newcomers: list[tuple[str, int]] = []
        self._filed, self._place, self._next_number = 0, 0, 1
        connection.execute(f"PRAGMA synchronous = {DURABILITY}")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("PRAGMA cache_size = -8000")
        connection.execute(f"PRAGMA journal_size_limit = {JOURNAL}")
        # What leaves `recent` stands in `entry`: to blank it out keeps nothing secret.
        connection.execute("PRAGMA secure_delete = OFF")
        self._look_up()
        self._tried, self._grown = self._place, self._place > self._filed
        with contextlib.suppress(sqlite3.Error):
            self._file()

    def write(self, batches: Sequence[Sequence[Append]]) -> list[Exception | None]:
        """Commit the batches together; return for each None, or why none of it was written.

        Where one cannot be taken, or the commit fails, each batch is tried alone, so that none
        fails by its neighbours.
        """
        try:
            self._commit(self._take_in(batches))
        except Exception:
            self._forget()
            return [self._write_alone(batch) for batch in batches]
        return [None] * len(batches)

    def checkpoint(self) -> None:
        """File the recent rows if there are many, or carry the write-ahead log over after that.

        Called between commits; one of the two at a time, as the next commit waits for it. A
        failure is no loss: the rows are durable where they are, and a later call tries again.
        """
        with contextlib.suppress(sqlite3.Error):
            if self._place - self._tried >= CHECKPOINT:
                self._tried, self._grown = self._place, True
                self._file()
            elif self._grown:
                self._grown = False
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def close(self) -> None:
        """Close the connection; the last one out carries the write-ahead log over."""
        self._connection.close()

    def _write_alone(self, batch: Sequence[Append]) -> Exception | None:
        try:
            self._commit(self._take_in([batch]))
        except Exception as error:
            self._forget()
            return self._reason(error, batch)
        return None

    def _take_in(self, batches: Sequence[Sequence[Append]]) -> list[Value]:
        """Move the tails on, and return the rows' values, one row's behind the other's."""
        values: list[Value] = []
        tails, place = self._tails, self._place
        for batch in batches:
            for stream, expected, rows in batch:
                tail = tails.get(stream) or self._find(stream)
                if tail.seq != expected:
                    raise Conflict(stream, expected)
                if rows and not tail.number:
                    self._enrol(stream, tail)
                number = tail.number
                for seq, at, by, ask, spent_ms, body in rows:
                    place, expected = place + 1, expected + 1
                    if seq != expected:
                        raise out_of_sequence(stream, seq, expected)
                    blob = bytearray(body)  # which sqlite3 takes without looking for an adapter
                    values += (place, number, seq, at, by, ask, spent_ms, blob, crc32(body))
                tail.seq = expected
        return values

    def _find(self, stream: str) -> Tail:
        found = self._connection.execute(_LATEST, (stream,)).fetchone()
        tail = self._tails[stream] = Tail(*(found or (0, 0)))
        return tail

    def _enrol(self, stream: str, tail: Tail) -> None:
        """Give a stream that gets its first rows the next number."""
        tail.number = self._next_number + len(self._newcomers)
        self._newcomers.append((stream, tail.number))

    def _commit(self, values: list[Value]) -> None:
        size = len(values) // _COLUMNS
        if self._newcomers or size > WIDTH:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(_NAME, self._newcomers)
            for chunk in _chunks(values):
                self._add(chunk)
            self._connection.execute("COMMIT")
            self._next_number += len(self._newcomers)
            self._newcomers.clear()
        elif size:
            # A statement on its own is a transaction, and saves two more hand-overs.
            self._add(values)
        self._place += size

    def _add(self, values: list[Value]) -> None:
        insert = _INSERT[len(values) // _COLUMNS]
        if not self._connection.execute(insert, [*values, self._filed]).rowcount:
            raise sqlite3.IntegrityError("another owner has filed rows")

    def _file(self) -> None:
        """Move the recent rows to where their streams are."""
        if self._place > self._filed:
            with self._connection:  # which commits, or undoes
                for statement in _FILING:
                    self._connection.execute(statement)
            self._filed = self._place

    def _forget(self) -> None:
        """Undo, and look everything up anew: what failed may be another owner's doing."""
        self._tails.clear()
        self._newcomers.clear()
        with contextlib.suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            self._look_up()

    def _look_up(self) -> None:
        """Look up the places and the number that are to be used next."""
        self._filed, self._place = self._connection.execute(_PLACES).fetchone()
        self._next_number = self._connection.execute(_FREE).fetchone()[0]

    def _reason(self, error: Exception, batch: Sequence[Append]) -> Exception:
        if isinstance(error, sqlite3.IntegrityError):
            return Conflict(batch[0].stream, batch[0].expected)
        return Unavailable(str(error)) if isinstance(error, sqlite3.Error) else error


class Shelf:
    """Read what is committed. Used by one thread at a time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, stream: str, after: int) -> list[Row]:
        """Return a stream's rows above `after`. Raises `LogDamaged` or `Unavailable`."""
        with _told():
            found = self._connection.execute(_ENTRIES, (stream, after)).fetchall()
        _require_sums(stream, after, [entry[5] for entry in found], [entry[6] for entry in found])
        return [new(Row, entry[:6]) for entry in found]

    def bodies(self, stream: str) -> Bodies:
        """Return what a stream is folded from. Raises `LogDamaged` or `Unavailable`."""
        with _told(), self._connection:
            self._connection.execute("BEGIN")  # so that no row is filed between the two
            found = [row for each in _BODIES for row in self._connection.execute(each, (stream,))]
        bodies, spent_ms, sums = zip(*found, strict=True) if found else ((), (), ())
        _require_sums(stream, 0, bodies, sums)
        return Bodies(bodies, spent_ms)

    def names(self, prefix: str) -> list[str]:
        """Return the names of the streams that begin with `prefix`."""
        with _told():
            found = self._connection.execute(_NAMES, (prefix, prefix + "\U0010ffff"))
            return [name for (name,) in found]

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def _require_sums(stream: str, after: int, bodies: Iterable[bytes], sums: Iterable[int]) -> None:
    right = [*map(eq, map(crc32, bodies), sums)]
    if not all(right):
        seq = after + 1 + right.index(False)
        raise LogDamaged(f"{stream}: row {seq} is not what was written")


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
