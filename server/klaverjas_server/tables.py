"""All tables of a server: those in memory, and those that sleep in the log until asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import structlog

from klaverjas_server import rows
from klaverjas_server.chance import Chance
from klaverjas_server.clock import Clock
from klaverjas_server.course import Deed, entries_of, play_out
from klaverjas_server.log import Append, Bodies, Log, LogError, Row, Unavailable
from klaverjas_server.refolding import refold
from klaverjas_server.refusal import Refusal
from klaverjas_server.results import RESULTS
from klaverjas_server.sessions import Sessions
from klaverjas_server.table import PREFIX, Table
from klaverjas_server.table_state import TableState
from klaverjas_server.timekeeper import Reading
from klaverjas_wire.faults import ErrorCode

__all__ = ["Tables"]

CLOCKS: Final = "clocks"
"""The stream of what the clocks showed."""

log = structlog.get_logger()


class Tables:
    """Finds, opens, recovers and frees tables. Iterating gives those in memory, in order."""

    def __init__(
        self, store: Log, clock: Clock, chance: Chance, sessions: Sessions, idle_seconds: float
    ):
        self._store = store
        self._clock = clock
        self._chance = chance
        self._sessions = sessions
        self._idle_seconds = idle_seconds
        self._awake: dict[str, Table] = {}
        self._waking: dict[str, asyncio.Task[Table]] = {}
        self._codes: dict[bytes, str] = {}
        """The invitations of tables that sleep, by the hash of their code."""
        self._opened = 0
        self._readings: dict[str, Reading] = {}
        """What the clocks show of the tables that sleep."""
        self._clocks_seq = 0
        self._clocks_turn = asyncio.Lock()

    def __iter__(self) -> Iterator[Table]:
        return iter(tuple(self._awake.values()))

    def __len__(self) -> int:
        return len(self._awake)

    def __getitem__(self, name: str) -> Table:
        """Give a table that is in memory; `KeyError` for any other."""
        return self._awake[name]

    def awake(self, name: str) -> Table | None:
        """Give a table if it is in memory."""
        return self._awake.get(name)

    def running(self, names: Iterable[str]) -> int:
        """Count those of these tables whose match is not over."""
        return sum(not (name in self._awake and self._awake[name].state.over) for name in names)

    async def recover(self) -> None:
        """Fold every table of the log that is played at, or was until lately; the others sleep."""
        await self._read_clocks()
        results = {
            stream.removeprefix(RESULTS): entries
            async for stream, entries in self._store.read_all(RESULTS)
        }
        over = {name for name, entries in results.items() if self._long_over(entries[-1])}
        names = [name.removeprefix(PREFIX) for name in await self._store.streams(PREFIX)]
        self._opened = max(map(int, names), default=0)
        async for stream, bodies in self._store.read_bodies(PREFIX):
            name = stream.removeprefix(PREFIX)
            if name not in over:
                await self._recover_one(name, bodies, len(results.get(name, ())))
        self._readings.clear()  # those left over are of tables that are long over
        if names:
            log.info("tables.recovered", awake=len(self), over=len(over))

    def _long_over(self, result: Row) -> bool:
        """Tell whether a match has been over for so long that nobody waits for its end."""
        if rows.decode_result(result.body).reopened:
            return False
        return self._clock.wall_ms() - result.at >= 1_000 * self._idle_seconds

    async def _recover_one(self, name: str, stream: Bodies, results: int) -> None:
        try:
            await self._wake(name, stream, results)
        except LogError:
            raise  # which concerns every table
        except Exception:
            # Whatever is wrong with its rows, it must not keep the others from coming back.
            log.exception("table.unreadable", table=name)

    async def open(
        self,
        opener: str,
        opened: rows.Opened,
        seats: Sequence[rows.Filled | rows.Invited],
        beside: Callable[[str], Append] | None = None,
    ) -> Table:
        """Write a new table down, with strategies and invitations in some seats.

        It is there when this returns. What `beside` makes of its id is written with it, or
        neither is.
        """
        self._opened += 1
        name = str(self._opened)
        deeds = [Deed(row, opener) for row in seats]
        course = play_out(TableState.open(name, opened), deeds, self._chance)
        entries = entries_of((Deed(opened, opener), *course.deeds), 0, self._clock.wall_ms())
        batch = [Append(PREFIX + name, 0, entries)]
        await self._store.append([*batch, beside(name)] if beside is not None else batch)
        return self._add(Table(course.state, self._store, self._clock, self._chance))

    def _add(self, table: Table) -> Table:
        self._awake[table.name] = table
        table.start()
        return table

    async def find(self, name: str) -> Table:
        """Find a table, and wake it if it sleeps; `unknown-table` when there is none."""
        table = self._awake.get(name)
        if table is not None:
            return table
        if not name.isdecimal() or not name.isascii() or not 0 < int(name) <= self._opened:
            raise Refusal(ErrorCode.UNKNOWN_TABLE, "there is no such table")
        if name not in self._waking:
            task = asyncio.get_running_loop().create_task(self._load(name))
            self._waking[name] = task
            task.add_done_callback(lambda _: self._waking.pop(name, None))
        return await asyncio.shield(self._waking[name])

    def invited_to(self, code: bytes | None) -> str | None:
        """Find the table that a code, given as its keyed hash, is for."""
        for table in self:
            if code in table.state.invitations:
                return table.name
        return None if code is None else self._codes.get(code)

    async def _load(self, name: str) -> Table:
        entries = await self._store.read(PREFIX + name)
        if not entries:
            raise Refusal(ErrorCode.UNKNOWN_TABLE, "there is no such table")
        stream = Bodies.of(entries)
        return await self._wake(name, stream, len(await self._store.read(RESULTS + name)))

    async def _wake(self, name: str, stream: Bodies, results: int) -> Table:
        """Fold a table's stream; where the rules have changed since, it opens paused."""
        refolded = refold(name, stream)
        state = refolded.state
        made = Table(
            state,
            self._store,
            self._clock,
            self._chance,
            self._readings.pop(name, None),
            results,
            refolded.delay,
        )
        table = self._add(made)
        for seat, who in state.seats.items():
            session = None if who.session is None else self._sessions.by_id(who.session)
            if session is not None:
                session.seats.add(name)
                table.away |= {seat}
        if refolded.differs and not state.paused and not state.over:
            log.warning("table.rules-changed", table=name)
            pause = Deed(rows.Ruled("pause", reason="rules-changed"), "house")
            table.publish(await table.commit(pause))
        return table

    async def free_idle(self) -> None:
        """Put to sleep every table that nobody has listened to for long; nothing is lost."""
        for table in self:
            if self._may_sleep(table):
                await table.stop()
                # Somebody may have come in while the table finished its job in hand.
                if self._may_sleep(table):
                    self._put_to_sleep(table)
                else:
                    table.start()

    def _may_sleep(self, table: Table) -> bool:
        state = table.state
        resting = state.match is None or state.over or state.paused or table.suspended
        return resting and table.idle_seconds >= self._idle_seconds

    def _put_to_sleep(self, table: Table) -> None:
        """Let go of a table; nobody is shown one that is over when he comes back."""
        del self._awake[table.name]
        reading = table.clocks.reading()
        if reading is not None and table.state.options.timed:
            self._readings[table.name] = reading
        self._codes |= dict.fromkeys(table.state.invitations, table.name)
        for peer in tuple(table.listeners):
            table.forget(peer)
        for who in table.state.seats.values() if table.state.over else ():
            session = None if who.session is None else self._sessions.by_id(who.session)
            if session is not None:
                session.seats.discard(table.name)

    async def _read_clocks(self) -> None:
        entries = await self._store.read(CLOCKS)
        if entries:
            self._clocks_seq = entries[-1].seq
            readings = rows.decode_readings(entries[-1].body).tables
            self._readings = {name: Reading(*reading) for name, reading in readings.items()}

    async def write_clocks(self) -> None:
        """Note what the running clocks show, so that a restart gives nobody his time anew."""
        async with self._clocks_turn:  # the log may be slower than the clocks
            running = self._running_clocks()
            if running:
                await self._append_clocks(rows.Readings(running))

    def _running_clocks(self) -> dict[str, tuple[int, int, int]]:
        """Read the clocks of the tables that have some: ask, thought and absence."""
        timed = (table for table in self if table.state.options.timed)
        shown = {table.name: table.clocks.reading() for table in timed} | self._readings
        return {name: reading[:] for name, reading in shown.items() if reading is not None}

    async def _append_clocks(self, readings: rows.Readings) -> None:
        body = rows.encode_row(readings)
        row = Row(self._clocks_seq + 1, self._clock.wall_ms(), "timer", None, None, body)
        try:
            await self._store.append([Append(CLOCKS, self._clocks_seq, (row,))])
        except Unavailable as fault:
            log.warning("clocks.unavailable", why=fault.why)
        else:
            self._clocks_seq += 1

    async def stop(self) -> None:
        """Finish the jobs in hand, and note the clocks."""
        await asyncio.gather(*(table.stop() for table in self._awake.values()))
        await self.write_clocks()
