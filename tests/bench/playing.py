"""The part of the bench that plays: CPU a card and sent to seen, beside two floors."""

from __future__ import annotations

import statistics
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests.bench.load import Load, Window
from tests.bench.process import Process
from tests.bench.recording import record
from tests.bench.reel import write_reel
from tests.bench.report import Bar, Figure, table

__all__ = ["PACED", "SATURATED", "Played", "Setting", "Taken", "judge", "play", "show"]


class Setting(NamedTuple):
    """How many tables play at once, and how many cards a second; None is as fast as can be."""

    tables: int
    pace: int | None = None

    @property
    def spare(self) -> int:
        """How many more tables are needed, for those whose match ends."""
        return max(4, 60 - self.tables // 4)


SATURATED: Final = (Setting(1), Setting(50), Setting(250), Setting(1_000))
PACED: Final = Setting(250, 2_000)

SEED: Final = 1
REEL_DEALS: Final = 4
CPU: Final = Bar("server CPU a card, against the bare fan-out at the same pace", 2.0, "×")
MEDIAN: Final = Bar("paced: card sent to seen by the other three seats, median", 8.0, "ms")
LATE: Final = Bar("paced: the same, 99th of 100", 25.0, "ms")


class Taken(NamedTuple):
    """What the windows of one server came to: CPU µs a card, cards a second, ms to be seen."""

    cpu: float
    pace: float
    median: float
    late: float


class Played(NamedTuple):
    """One setting, measured at the server and at the two floors."""

    setting: Setting
    server: Taken
    fan_out: Taken
    durable: Taken


async def play(setting: Setting, seconds: float, rounds: int) -> Played:
    """Measure one setting: windows of the three servers take turns, and medians count."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        loads = await _seat(stack, folder, setting)
        windows: list[list[Window]] = [[] for _ in loads]
        for _ in range(rounds):
            for load, taken in zip(loads, windows, strict=True):
                taken.append(await load.window(seconds, setting.pace))
        return Played(setting, *map(_taken, windows))


async def _seat(stack: AsyncExitStack, folder: Path, setting: Setting) -> list[Load]:
    """Start the server and both floors, and take all seats: real, fan-out, fan-out and log."""
    journal, reel = folder / "journal", folder / "reel"
    server = await Process.start("server", str(folder / "data"), journal=journal)
    stack.push_async_callback(server.stop)
    write_reel(reel, await record(server, REEL_DEALS, SEED))
    loads = [Load(server, setting.tables, SEED)]
    await loads[0].sit(setting.tables + setting.spare)
    for database in ((), (str(folder / "bare.db"),)):
        floor = await Process.start("floor", str(reel), *database, journal=journal)
        stack.push_async_callback(floor.stop)
        loads.append(Load(floor, setting.tables, SEED))
        await loads[-1].place(setting.tables)
    for load in loads:
        stack.callback(load.close)
    return loads


def _taken(windows: list[Window]) -> Taken:
    """Take the median of the CPU over all windows, and the waits of all of them together."""
    waits = sorted(wait for window in windows for wait in window.waits)
    if not waits:
        raise RuntimeError("no card was told to all four seats")
    return Taken(
        cpu=statistics.median(w.cpu / max(1, w.cards) for w in windows) * 1e6,
        pace=statistics.median(w.cards / w.seconds for w in windows),
        median=waits[len(waits) // 2] * 1e3,
        late=waits[len(waits) * 99 // 100] * 1e3,
    )


def show(played: list[Played]) -> str:
    """Set the figures out: for each setting the server, and what it is against either floor."""
    heads = ("tables", "", "cards/s", "CPU µs/card", "×", "p50 ms", "p99 ms")
    return table(heads, [line for one in played for line in _lines(one)])


def _lines(played: Played) -> list[tuple[object, ...]]:
    tables, pace = played.setting
    name = f"{tables:,} " + ("saturated" if pace is None else f"paced {pace:,}/s")
    rows = (("server", played.server), ("fan-out", played.fan_out), ("and log", played.durable))
    return [
        (
            name if who == "server" else "",
            who,
            round(taken.pace),
            taken.cpu,
            "" if who == "server" else played.server.cpu / taken.cpu,
            taken.median,
            taken.late,
        )
        for who, taken in rows
    ]


def judge(played: Played) -> list[Figure]:
    """Hold the paced setting against the bars."""
    return [
        Figure(CPU, played.server.cpu / played.fan_out.cpu),
        Figure(MEDIAN, played.server.median),
        Figure(LATE, played.server.late),
    ]
