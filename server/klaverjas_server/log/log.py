"""What a log is: streams of rows, appended all or nothing, durable on return."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple, Protocol


class LogError(Exception):
    """Say that a log could not do what was asked.

    LogError
     ├─ Conflict      the stream does not end where the caller believes
     ├─ Unavailable   nothing was written; the same append may succeed later
     ├─ LogDamaged    what is stored is not what was written
     ├─ LogTooNew     a later release wrote the file
     └─ LogInUse      another server has the file open
    """


class Conflict(LogError):
    """Refuse an append whose stream has another last row than `expected`: another owner wrote."""

    def __init__(self, stream: str, expected: int) -> None:
        super().__init__(f"{stream} does not end at row {expected}")
        self.stream = stream
        self.expected = expected


class Unavailable(LogError):
    """Refuse because the store cannot be written or read now: full, read-only, broken, closed."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class LogDamaged(LogError):
    """Refuse a file whose content cannot be trusted."""


class LogTooNew(LogError):
    """Refuse a file written by a later release."""


class LogInUse(LogError):
    """Refuse a file that another log has open."""


class Row(NamedTuple):
    """Hold one entry of a stream.

    `seq` counts from 1 within the stream. `at` is milliseconds since the epoch, `by` the seat,
    house, bot, timer or director that acted, `ask` the decision it answers and `spent_ms` the
    thinking time, where there was one. `body` is opaque to the log.
    """

    seq: int
    at: int
    by: str
    ask: int | None
    spent_ms: int | None
    body: bytes


class Bodies(NamedTuple):
    """Hold what a whole stream is folded from, in order: bodies and thinking times alone.

    That takes half the time to read that its rows take.
    """

    bodies: tuple[bytes, ...]
    spent_ms: tuple[int | None, ...]

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Bodies:
        """Take what is needed of a stream's rows."""
        return cls(tuple(row.body for row in rows), tuple(row.spent_ms for row in rows))


class Append(NamedTuple):
    """Hold what to add to one stream: `rows` numbered from `expected` + 1.

    `expected` is the seq of the stream's last row, 0 for a stream without rows. Without rows it
    only asks that the stream ends there.
    """

    stream: str
    expected: int
    rows: tuple[Row, ...]


class Log(Protocol):
    """Keep streams of rows. Every implementation passes the same contract tests."""

    async def append(self, batch: Sequence[Append]) -> None:
        """Add the whole batch or none of it; on return it is durable and visible to readers.

        Whoever is cancelled while waiting does not know the outcome: an append handed in is
        carried out once all the same. Appends are carried out in the order handed in.

        Raises `Conflict`, `Unavailable`, or ValueError for rows out of sequence.
        """

    async def read(self, stream: str, after: int = 0) -> list[Row]:
        """Return the stream's rows with a seq above `after`, in order; none if it does not exist.

        Raises `Unavailable` or `LogDamaged`.
        """

    async def streams(self, prefix: str = "") -> list[str]:
        """Return the names, in order, of the streams that have rows and begin with `prefix`."""

    def read_all(self, prefix: str = "") -> AsyncIterator[tuple[str, list[Row]]]:
        """Yield each stream that begins with `prefix`, in order, with all of its rows."""

    def read_bodies(self, prefix: str = "") -> AsyncIterator[tuple[str, Bodies]]:
        """Yield the same streams with no more of their rows than it takes to fold them."""

    async def close(self) -> None:
        """Carry out what was handed in, then refuse everything else. Closing again is harmless."""


def require_sequence(batch: Sequence[Append]) -> None:
    """Raise ValueError unless each append's rows are numbered `expected` + 1 and on."""
    for stream, expected, rows in batch:
        for seq, row in enumerate(rows, expected + 1):
            if row.seq != seq:
                raise out_of_sequence(stream, row.seq, seq)


def out_of_sequence(stream: str, seq: int, due: int) -> ValueError:
    """Return what is raised for a row that is not numbered as it should be."""
    return ValueError(f"{stream}: row {seq} where row {due} is due")
