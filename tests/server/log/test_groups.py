"""The writer: what shares a commit, when one starts, and when the file is carried over."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from klaverjas_server.log import (
    Append,
    Conflict,
    SqliteLog,
    Unavailable,
    store,
)
from klaverjas_server.log.store import Shelf, Store, connect
from klaverjas_server.log.writer import Writer
from tests.server.log.rows import added, row, rows

Write = Callable[[Store, Sequence[Sequence[Append]]], list[Exception | None]]


class HeldStore:
    """Keep the writer in its next commit until it is let go; count the batches of each.

    `meanwhile` is called before a commit of several batches.
    """

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[Write], object] | None = None
    ) -> None:
        self.sizes: list[int] = []
        self.entered = threading.Event()
        self.free = threading.Event()
        write = Store.write

        def held(store: Store, batches: Sequence[Sequence[Append]]) -> list[Exception | None]:
            self.sizes.append(len(batches))
            self.entered.set()
            assert self.free.wait(60)
            if meanwhile and len(batches) > 1:
                meanwhile(write)
            return write(store, batches)

        monkeypatch.setattr(Store, "write", held)


async def handed_in(
    log: SqliteLog, batches: Sequence[Sequence[Append]]
) -> list[asyncio.Task[None]]:
    tasks = [asyncio.ensure_future(log.append(batch)) for batch in batches]
    await asyncio.sleep(0)
    return tasks


async def test_what_comes_during_a_commit_shares_the_next(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = HeldStore(monkeypatch)
    first = await handed_in(log, [[added("table/0", 0)]])
    await asyncio.to_thread(held.entered.wait)
    others = await handed_in(log, [[added(f"table/{number}", 0, 3)] for number in range(1, 51)])
    held.free.set()
    await asyncio.gather(*first, *others)
    assert held.sizes == [1, 50]


async def test_a_cancelled_append_is_committed_once(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = HeldStore(monkeypatch)
    tasks = await handed_in(log, [[added("table/0", 0)], [added("table/1", 0)]])
    await asyncio.to_thread(held.entered.wait)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    held.free.set()
    await log.append([added("table/0", 1), added("table/1", 1)])
    assert await log.read("table/0") == await log.read("table/1") == [row(1), row(2)]


async def share_a_commit(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch, *others: Append, filed: bool
) -> list[object]:
    """Let another owner extend table/3, and file its row or not, before a commit that knows not."""
    monkeypatch.setattr(store, "CHECKPOINT", 1)
    await log.append([added(f"table/{number}", 0) for number in range(10)])
    told: list[Exception | None] = []
    with closing(connect(log.path)) as connection:

        def meanwhile(write: Write) -> None:
            other = Store(connection)
            told.extend(write(other, [[added("table/3", 1)]]))
            if filed:
                other.checkpoint()

        held = HeldStore(monkeypatch, meanwhile)
        first = await handed_in(log, [[added("table/first", 0)]])
        await asyncio.to_thread(held.entered.wait)
        appends = [*(added(f"table/{number}", 1) for number in range(10)), *others]
        tasks = await handed_in(log, [[append] for append in appends])
        held.free.set()
        outcomes: list[object] = [*await asyncio.gather(*first, *tasks, return_exceptions=True)]
    assert told == [None]
    return outcomes


async def only_the_conflict_fails(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch, *others: Append, filed: bool = True
) -> None:
    outcomes = await share_a_commit(log, monkeypatch, *others, filed=filed)
    conflict = outcomes.pop(4)
    assert isinstance(conflict, Conflict)
    assert (conflict.stream, conflict.expected) == ("table/3", 1)
    assert outcomes == [None] * (10 + len(others))
    assert await log.read("table/3") == [row(1), row(2)]
    assert len(await log.read("table/9")) == 2
    for stream, _, new in others:
        assert await log.read(stream) == list(new)


@pytest.mark.parametrize("filed", [False, True])
async def test_a_batch_that_fails_in_the_commit_takes_no_neighbour_along(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch, filed: bool
) -> None:
    await only_the_conflict_fails(log, monkeypatch, added("table/new", 0, 200), filed=filed)


@pytest.mark.parametrize("filed", [False, True])
async def test_a_statement_that_fails_takes_no_neighbour_along(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch, filed: bool
) -> None:
    await only_the_conflict_fails(log, monkeypatch, filed=filed)


@pytest.mark.parametrize(
    ("filed", "fence", "fault"),
    [
        (True, "? = (SELECT place FROM filed)", "? IS NOT NULL"),
        (False, "INSERT INTO", "INSERT OR REPLACE INTO"),
    ],
)
async def test_a_place_that_is_not_fenced_is_caught(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch, filed: bool, fence: str, fault: str
) -> None:
    unfenced = tuple(insert.replace(fence, fault) for insert in store._INSERT)
    assert unfenced != store._INSERT
    monkeypatch.setattr(store, "_INSERT", unfenced)
    with pytest.raises(AssertionError):
        await only_the_conflict_fails(log, monkeypatch, filed=filed)


async def test_a_commit_that_fails_as_a_whole_is_caught(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    def together(store: Store, batches: Sequence[Sequence[Append]]) -> list[Exception | None]:
        try:
            store._commit(store._take_in(batches))
        except sqlite3.Error as error:
            store._forget()
            return [Unavailable(str(error))] * len(batches)
        return [None] * len(batches)

    monkeypatch.setattr(Store, "write", together)
    with pytest.raises(AssertionError):
        await only_the_conflict_fails(log, monkeypatch)


async def test_a_log_that_does_not_undo_is_caught(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "_forget", lambda store: None)
    with pytest.raises(AssertionError):
        await only_the_conflict_fails(log, monkeypatch)


async def test_a_row_that_cannot_be_stored_takes_no_neighbour_along(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = HeldStore(monkeypatch)
    first = await handed_in(log, [[added("table/0", 0)]])
    await asyncio.to_thread(held.entered.wait)
    odd = [[added("table/\ud800", 0)], [Append("table/1", 0, (row(1)._replace(at=2**70),))]]
    tasks = await handed_in(log, [*odd, [added("table/2", 0)]])
    held.free.set()
    outcomes = await asyncio.gather(*first, *tasks, return_exceptions=True)
    assert [type(each).__name__ for each in outcomes] == [
        "NoneType",
        "UnicodeEncodeError",
        "OverflowError",
        "NoneType",
    ]
    assert await log.streams() == ["table/0", "table/2"]


class SpentStore(Store):
    """Commit nothing, in a set time; let the clock stand still otherwise."""

    def __init__(self, durations: Sequence[float]) -> None:
        self.now = 100.0
        self.durations = list(durations)
        self.slept: list[float] = []

    def write(self, batches: Sequence[Sequence[Append]]) -> list[Exception | None]:
        self.now += self.durations.pop(0)
        return [None] * len(batches)

    def checkpoint(self) -> None:
        pass

    def close(self) -> None:
        pass

    def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 6))
        self.now += seconds


async def test_commits_start_an_interval_apart() -> None:
    spent = SpentStore([0.001, 0.010, 0.004, 0.0, 0.0])
    writer = Writer(spent, 0.004, lambda: spent.now, spent.sleep)
    for _ in range(5):
        await writer.hand_in([added("table/1", 0)])
    await asyncio.to_thread(writer.finish)
    assert spent.slept == [0.003, 0.004]


@pytest.mark.parametrize(("limit", "bounded"), [(20, True), (10**9, False)])
async def test_the_write_ahead_log_is_carried_over_as_it_grows(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch, limit: int, bounded: bool
) -> None:
    monkeypatch.setattr(store, "CHECKPOINT", limit)
    for seq in range(300):
        await log.append([added("table/1", seq)])
    wal = log.path.with_name(log.path.name + "-wal")
    assert (wal.stat().st_size < 100 * 4_096) is bounded
    assert len(await log.read("table/1")) == 300


def unfiled(path: Path) -> int:
    with closing(sqlite3.connect(path)) as reading:
        return int(reading.execute("SELECT count(*) FROM recent").fetchone()[0])


@pytest.fixture
def opened(log: SqliteLog) -> Iterator[tuple[Store, Shelf]]:
    with closing(connect(log.path)) as writing, closing(connect(log.path)) as reading:
        yield Store(writing), Shelf(reading)


def test_rows_are_filed_when_there_are_many_of_them(
    log: SqliteLog, opened: tuple[Store, Shelf], monkeypatch: pytest.MonkeyPatch
) -> None:
    writing, shelf = opened
    monkeypatch.setattr(store, "CHECKPOINT", 30)
    for seq in range(25):
        assert (
            writing.write([[added("table/1", 2 * seq, 2)], [added("table/2", seq)]]) == [None] * 2
        )
        writing.checkpoint()
        assert unfiled(log.path) == (3 * seq + 3) % 30
        assert shelf.rows("table/1", 1) == list(rows(2, 2 * seq + 2))
        assert shelf.rows("table/2", 0) == list(rows(1, seq + 1))


@pytest.mark.parametrize("lost", range(1, 4))
def test_a_filing_that_leaves_something_out_is_caught(
    log: SqliteLog, opened: tuple[Store, Shelf], monkeypatch: pytest.MonkeyPatch, lost: int
) -> None:
    filing = list(store._FILING)
    del filing[lost]
    monkeypatch.setattr(store, "_FILING", filing)
    with pytest.raises(AssertionError):
        test_rows_are_filed_when_there_are_many_of_them(log, opened, monkeypatch)


def test_rows_that_cannot_be_filed_stay_where_they_are(
    log: SqliteLog, opened: tuple[Store, Shelf], monkeypatch: pytest.MonkeyPatch
) -> None:
    writing, shelf = opened
    monkeypatch.setattr(store, "CHECKPOINT", 4)
    filing = store._FILING
    monkeypatch.setattr(store, "_FILING", (*filing, "INSERT INTO nowhere VALUES (1)"))
    for seq in range(8):
        assert writing.write([[added("table/1", seq)]]) == [None]
        writing.checkpoint()
    assert unfiled(log.path) == 8
    assert shelf.rows("table/1", 0) == list(rows(1, 8))
    monkeypatch.setattr(store, "_FILING", filing)
    assert writing.write([[added("table/1", 8, 4)]]) == [None]
    writing.checkpoint()
    assert unfiled(log.path) == 0
    assert shelf.rows("table/1", 0) == list(rows(1, 12))


class HastyConnection(sqlite3.Connection):
    """Read one thing after the other, each as it stands then."""

    def execute(self, sql: str, values: Sequence[str] = (), /) -> sqlite3.Cursor:  # type: ignore[override]
        return super().execute("SELECT 1" if sql == "BEGIN" else sql, values)


def read_while_filing(path: Path, reading: sqlite3.Connection) -> None:
    """Read ten rows; they are filed after `entry` has been read, and before `recent` is."""
    with closing(connect(path)) as connection, closing(reading):
        writing = Store(connection)
        assert writing.write([[added("table/1", 0, 10)]]) == [None]

        def meanwhile(statement: str) -> None:
            if "FROM recent" in statement:
                writing.checkpoint()

        reading.set_trace_callback(meanwhile)
        bodies = Shelf(reading).bodies("table/1").bodies
        assert unfiled(path) == 0
        assert len(bodies) == 10


def test_no_row_is_missed_that_is_filed_meanwhile(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "CHECKPOINT", 10)
    read_while_filing(log.path, connect(log.path))


def test_a_reader_who_misses_what_is_filed_meanwhile_is_caught(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "CHECKPOINT", 10)
    hasty = sqlite3.connect(log.path, isolation_level=None, factory=HastyConnection)
    with pytest.raises(AssertionError):
        read_while_filing(log.path, hasty)


async def test_rows_left_unfiled_are_filed_on_opening(path: Path) -> None:
    log = SqliteLog(path, interval=0)
    await log.append([added("table/1", 0, 7)])
    assert unfiled(path) == 7
    await log.close()
    log = SqliteLog(path)
    assert unfiled(path) == 0
    assert await log.read("table/1") == list(rows(1, 7))
    await log.close()
