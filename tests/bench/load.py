"""Load on one server: its tables are played at full speed, or at a pace, for a window of time."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from collections import deque
from random import Random
from typing import Final, NamedTuple

from tests.bench.patience import until
from tests.bench.process import Process
from tests.bench.seat import SeatClient
from tests.bench.table import DrivenTable, Tally

__all__ = ["RULES", "Load", "Window"]

RULES: Final = "amsterdam"
WARM_SECONDS: Final = 0.3
TOGETHER: Final = 50
"""How many tables are seated at the same time."""
SETTLE_SECONDS: Final = 10.0


class Window(NamedTuple):
    """What one window showed: cards, seconds, the server's CPU, and how long each card took."""

    cards: int
    seconds: float
    cpu: float
    waits: tuple[float, ...]


class Load:
    """The tables of one server, `playing` of them at a time; those that end give way to others."""

    def __init__(
        self, server: Process, playing: int, seed: int, client: type[SeatClient] = SeatClient
    ):
        self.tally = Tally()
        self.tables: list[DrivenTable] = []
        self._server = server
        self._playing = playing
        self._client = client
        self._chance = Random(seed)
        self._queue: deque[DrivenTable] = deque()
        self._at_play: set[DrivenTable] = set()
        self._pace: int | None = None
        self._running = False

    # Before and after

    async def sit(self, tables: int) -> None:
        """Open so many tables at the real server, and seat four at each."""
        await self._connect(tables)
        for start in range(0, tables, TOGETHER):
            some = self.tables[start : start + TOGETHER]
            await asyncio.gather(*(table.sit(RULES) for table in some))
        await self.asking()

    async def place(self, tables: int) -> None:
        """Take all seats of so many tables at the floor."""
        await self._connect(tables)
        for number, table in enumerate(self.tables):
            table.place(number)
        await self.asking()

    async def resume(self, tokens: list[list[str]]) -> None:
        """Take the seats of these sessions up again, four at each table."""
        for start in range(0, len(tokens), TOGETHER):
            some = tokens[start : start + TOGETHER]
            await self._connect(len(some))
            seated = zip(self.tables[start:], some, strict=True)
            await asyncio.gather(*(table.resume(four) for table, four in seated))
        await self.asking()

    async def asking(self) -> int:
        """Wait until every table asks one of its seats; how many do, when it takes too long."""
        await until(lambda: all(table.waiting is not None for table in self.tables))
        return sum(table.waiting is not None for table in self.tables)

    async def _connect(self, tables: int) -> None:
        new = [
            DrivenTable(self.tally, self._chance, self._ready, self._over, self._client)
            for _ in range(tables)
        ]
        self.tables += new
        for table in new:
            await table.connect(self._server)

    def close(self) -> None:
        """Hang up everywhere."""
        for table in self.tables:
            table.close()

    # Playing

    async def window(self, seconds: float, pace: int | None = None) -> Window:
        """Play for so many seconds: as fast as can be, or so many cards a second.

        It lasts longer where no card was told to everybody in that time.
        """
        gc.collect()
        gc.disable()
        self._begin(pace)
        await asyncio.sleep(WARM_SECONDS)
        cards, cpu, since = self.tally.cards, self._server.cpu(), time.perf_counter()
        self.tally.waits.clear()
        await asyncio.sleep(seconds)
        await until(lambda: self.tally.cards > cards and bool(self.tally.waits))
        lasted = time.perf_counter() - since
        spent, told = self._server.cpu() - cpu, self.tally.cards - cards
        waits = tuple(self.tally.waits)
        await self._end()
        gc.enable()
        return Window(told, lasted, spent, waits)

    async def play_deals(self, deals: int) -> int:
        """Play as fast as can be until each table has come to so many; the cards told by then."""
        self._begin(None)
        await until(lambda: min(table.deals for table in self.tables) >= deals)
        await self._end()
        return self.tally.cards

    def _begin(self, pace: int | None) -> None:
        self._running, self._pace = True, pace
        for table in self.tables:
            if len(self._at_play) < self._playing and table.waiting is not None:
                self._at_play.add(table)
                self._ready(table)
        if pace is not None:
            beat = (pace, asyncio.get_running_loop())
            threading.Thread(target=self._beat, args=beat, daemon=True).start()

    def _ready(self, table: DrivenTable) -> None:
        if not self._running or table not in self._at_play:
            return
        if self._pace is None:
            table.act()
        else:
            self._queue.append(table)

    def _beat(self, pace: int, loop: asyncio.AbstractEventLoop) -> None:
        """Give one card after the other, evenly; in a thread, as the loop's timers are too coarse.

        Several cards a tick would spare the server a wake-up for each, which players do not.
        """
        due = time.perf_counter()
        while self._running:
            due += 1 / pace
            time.sleep(max(0.0, due - time.perf_counter()))
            loop.call_soon_threadsafe(self._give)

    def _give(self) -> None:
        """Let the table that has waited longest play; what is no card goes along with the next."""
        while self._running and self._queue and not self._queue.popleft().act():
            pass

    def _over(self, table: DrivenTable) -> None:
        self._at_play.discard(table)
        if self._running:
            spare = next(each for each in self.tables if self._is_spare(each))
            self._at_play.add(spare)
            self._ready(spare)

    def _is_spare(self, table: DrivenTable) -> bool:
        return table.waiting is not None and table not in self._at_play

    async def _end(self) -> None:
        """Play no more, and wait until everybody has been told of what was played."""
        self._running = False
        self._queue.clear()
        self._at_play.clear()
        await until(lambda: not any(table.flying for table in self.tables), SETTLE_SECONDS)
