"""Measure the log's price a row beside a bare group-committing SQLite writer, in one run.

    python tests/bench/log.py [seconds]

250 streams, 2,000 rows a second, SQLite FULL, at least 4 ms between commit starts. The bare writer
does the least that makes a row durable on a keyed table: no fence, no checksum, no atomic groups.
`idle` is the producer with neither, and is taken off both. With a busy loop, every row also costs
the event loop some work, as a table does. Then: opening, and reading 1,000 streams of 360 rows.
"""

import asyncio
import queue
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import uvloop

from klaverjas_server.log import Append, Row, SqliteLog

STREAMS = 250
PACE = 2_000
INTERVAL = 0.004
BODY = bytes(56)
ROUNDS = 5

Put = Callable[[int, int], Awaitable[None]]


class Figures(NamedTuple):
    """Hold CPU µs a row, and seconds from append to durable."""

    cpu: float
    median: float
    late: float


class BareWriter:
    """Insert rows as they come, one transaction a group, with nothing checked."""

    def __init__(self, path: Path) -> None:
        self._rows: queue.SimpleQueue[tuple[tuple[object, ...], asyncio.Future[None]] | None]
        self._rows = queue.SimpleQueue()
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute(
            "CREATE TABLE entry (stream, seq, at, by, ask, spent_ms, body,"
            " PRIMARY KEY (stream, seq)) WITHOUT ROWID"
        )
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def put(self, stream: int, seq: int) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._rows.put(((stream, seq, 0, "N", 1, 1, BODY), done))
        return done

    def close(self) -> None:
        self._rows.put(None)
        self._thread.join()
        self._connection.close()

    def _run(self) -> None:
        while (first := self._rows.get()) is not None:
            started = time.monotonic()
            group = [first]
            while not self._rows.empty() and (more := self._rows.get()) is not None:
                group.append(more)
            self._connection.execute("BEGIN")
            self._connection.executemany(
                "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", [row for row, _ in group]
            )
            self._connection.execute("COMMIT")
            loop = group[0][1].get_loop()
            loop.call_soon_threadsafe(_settle, [done for _, done in group])
            time.sleep(max(0.0, started + INTERVAL - time.monotonic()))


def _settle(futures: list[asyncio.Future[None]]) -> None:
    for future in futures:
        future.set_result(None)


async def _pace(put: Put, seconds: float, work: float) -> Figures:
    """Put rows at the pace, and burn `work` seconds of the loop a row, which is taken off."""
    waits: list[float] = []

    async def one(number: int) -> None:
        asked = time.perf_counter()
        await put(number % STREAMS, number // STREAMS + 1)
        waits.append(time.perf_counter() - asked)

    rows = int(seconds * PACE)
    tasks: list[asyncio.Task[None]] = []
    begun, before = time.perf_counter(), time.process_time()
    while len(tasks) < rows:
        due = min(rows, int((time.perf_counter() - begun) * PACE))
        while len(tasks) < due:
            tasks.append(asyncio.ensure_future(one(len(tasks))))
            _burn(work)
        await asyncio.sleep(0.001)
    await asyncio.gather(*tasks)
    spent = time.process_time() - before - work * rows
    waits.sort()
    return Figures(spent / rows * 1e6, waits[rows // 2], waits[rows * 99 // 100])


def _burn(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


async def _idle(seconds: float, work: float, _: Path) -> Figures:
    async def put(stream: int, seq: int) -> None:
        await asyncio.sleep(0)

    return await _pace(put, seconds, work)


async def _bare(seconds: float, work: float, directory: Path) -> Figures:
    writer = BareWriter(directory / "bare.db")
    try:
        return await _pace(writer.put, seconds, work)
    finally:
        writer.close()


async def _log(seconds: float, work: float, directory: Path) -> Figures:
    log = SqliteLog(directory / "log.db", interval=INTERVAL)
    names = [f"table/{number:08x}" for number in range(STREAMS)]

    async def put(stream: int, seq: int) -> None:
        await log.append([Append(names[stream], seq - 1, (Row(seq, 0, "N", 1, 1, BODY),))])

    try:
        return await _pace(put, seconds, work)
    finally:
        await log.close()


def _measure(seconds: float, work: float) -> dict[str, Figures]:
    """Take each figure's median over interleaved rounds."""
    rounds: dict[str, list[Figures]] = {}
    for _ in range(ROUNDS):
        for name, run in (("idle", _idle), ("bare", _bare), ("log", _log)):
            with tempfile.TemporaryDirectory() as directory:
                figures = uvloop.run(run(seconds, work, Path(directory)))
            rounds.setdefault(name, []).append(figures)
    return {
        name: Figures(*map(statistics.median, zip(*taken, strict=True)))
        for name, taken in rounds.items()
    }


def _report(title: str, taken: dict[str, Figures]) -> None:
    idle, bare, log = taken["idle"], taken["bare"], taken["log"]
    print(title)
    print("         CPU µs/row   less idle   p50 ms   p99 ms")
    for name, figures in taken.items():
        own = figures.cpu - idle.cpu
        times = f"{figures.median * 1e3:8.2f} {figures.late * 1e3:8.2f}"
        print(f"  {name:5}{figures.cpu:12.1f}{own:12.1f} {times}")
    own = (log.cpu - idle.cpu) / (bare.cpu - idle.cpu)
    print(
        f"  log/bare   {log.cpu / bare.cpu:8.2f}{own:12.2f}"
        f" {log.median / bare.median:8.2f} {log.late / bare.late:8.2f}"
    )


async def _recovery(directory: Path) -> tuple[float, float, int]:
    """Write 1,000 streams of 360 rows; return the seconds to open and to read, and the bytes."""
    path = directory / "log.db"
    log = SqliteLog(path, interval=0)
    rows = tuple(Row(seq, 0, "N", 1, 1, BODY) for seq in range(1, 361))
    for number in range(1_000):
        await log.append([Append(f"table/{number:08x}", 0, rows)])
    await log.close()
    begun = time.perf_counter()
    log = SqliteLog(path)
    opened = time.perf_counter()
    found = [len(rows) async for _, rows in log.read_all("table/")]
    read = time.perf_counter()
    await log.close()
    assert sum(found) == 360_000
    return opened - begun, read - opened, path.stat().st_size


def main() -> None:
    """Print the figures."""
    seconds = float(sys.argv[1]) if sys.argv[1:] else 2.0
    _report(f"paced {PACE} rows/s, {STREAMS} streams", _measure(seconds, 0.0))
    _report("the same, loop busy 200 µs a row", _measure(seconds, 0.000_2))
    with tempfile.TemporaryDirectory() as directory:
        opening, reading, size = uvloop.run(_recovery(Path(directory)))
    print(f"1,000 streams, 360,000 rows, {size / 1e6:.0f} MB:", end=" ")
    print(f"open and examine {opening:.2f} s, read all {reading:.2f} s")


if __name__ == "__main__":
    main()
