"""The desk of one evening: takes orders one after the other, and writes before anybody sees.

Two directors at once are served in turn; the second is told what the first has done. A failed
write changes nothing, and whoever restarts the server finds the evening as it was answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
import structlog

from klaverjas import Game
from klaverjas_server.chance import Chance
from klaverjas_server.clock import Clock
from klaverjas_server.drives import orders, rows
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.links import Who
from klaverjas_server.drives.orders import Order
from klaverjas_server.drives.pins import Misses, hash_pin, matches
from klaverjas_server.drives.plan import plan
from klaverjas_server.drives.refused import Refused
from klaverjas_server.drives.round import HallTable, Round
from klaverjas_server.drives.score import Doubt, Score, doubts
from klaverjas_server.drives.server_tables import opening_of, score_of
from klaverjas_server.log import Append, Log, Row, Unavailable
from klaverjas_server.tables import Tables

__all__ = ["Desk", "Outcome"]

log = structlog.get_logger()

T = TypeVar("T")


class Outcome(NamedTuple):
    """What an order came to: the evening after it, the rows it wrote, and what is unusual."""

    evening: Evening
    rows: tuple[rows.DriveRow, ...]
    doubts: tuple[Doubt, ...] = ()


class Desk:
    """One evening at work. `tables` is where its tables on this server are; None on a bare log."""

    def __init__(
        self,
        evening: Evening,
        store: Log,
        clock: Clock,
        chance: Chance,
        key: bytes,
        tables: Tables | None = None,
    ):
        self.evening = evening
        self.key = key
        self._store = store
        self._clock = clock
        self._chance = chance
        self._tables = tables
        self._turn = asyncio.Lock()
        self._changed = asyncio.Event()
        self._at_work: set[asyncio.Task[Any]] = set()
        self._misses = Misses(clock)

    async def take(self, order: Order, by: Who) -> Outcome:
        """Do what is ordered; it is in the log when this returns.

        Raises `Refused`, or `Unavailable` when nothing could be written. Whoever is cancelled
        while waiting does not know the outcome.
        """
        return await self._to_the_end(self._take(order, by))

    async def _to_the_end(self, work: Coroutine[Any, Any, T]) -> T:
        """Let nobody's impatience part what is written from what stands."""
        task = asyncio.get_running_loop().create_task(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
        return await asyncio.shield(task)

    async def _take(self, order: Order, by: Who) -> Outcome:
        async with self._turn:
            _check_form(order)
            _permit(self.evening, order, by)
            planned = await self._plan(order)
            await self._write(planned, str(by))
            if isinstance(order, orders.Publish | orders.SeatLate):
                await self._open_tables()
            return Outcome(self.evening, planned, _doubts(self.evening, order))

    async def _plan(self, order: Order) -> tuple[rows.DriveRow, ...]:
        if isinstance(order, orders.SetPin):
            pin = await hash_pin(self.key, order.pin)
            return (rows.PinSet(role=order.role, salt=pin.salt, hash=pin.hash),)
        if isinstance(order, orders.Draw) and not order.seed:
            order = msgspec.structs.replace(order, seed=self._chance.name())
        # A draw takes as long as a hundred cards: the tables must not wait for it.
        if isinstance(order, orders.Draw):
            return await asyncio.to_thread(plan, self.evening, order)
        return plan(self.evening, order)

    async def _write(self, planned: Iterable[rows.DriveRow], by: str) -> None:
        entries = self._entries(planned, by)
        if entries:
            await self._store.append([self._append(entries)])
            self._stand(entries)

    def _entries(self, planned: Iterable[rows.DriveRow], by: str) -> tuple[Row, ...]:
        at = self._clock.wall_ms()
        return tuple(
            Row(seq, at, by, None, None, rows.encode_row(row))
            for seq, row in enumerate(planned, self.evening.seq + 1)
        )

    def _append(self, entries: Sequence[Row]) -> Append:
        return Append(rows.PREFIX + self.evening.id, self.evening.seq, tuple(entries))

    def _stand(self, entries: Iterable[Row]) -> None:
        """Let what is written be seen."""
        for entry in entries:
            self.evening = self.evening.apply(entry)
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def news(self, after: int) -> Evening:
        """Wait until the evening has more rows than these, and give it."""
        while self.evening.seq <= after:
            await self._changed.wait()
        return self.evening

    # Directors

    async def role_of(self, pin: str, address: str = "") -> Who | None:
        """Tell whose PIN this is, if anybody's.

        An address that has sent too many wrong ones is refused for a while; others are not.
        """
        self._misses.watch(address)
        for role, kept in self.evening.pins.items():
            if await matches(self.key, kept, pin):
                return Who(role)
        self._misses.note(address)
        return None

    # Tables on this server

    async def look(self) -> None:
        """Open what should be open, and take the results of tables that have finished."""
        if self._tables is None or self.evening.running is None:
            return
        try:
            await self._to_the_end(self._look())
        except Unavailable as fault:
            log.warning("drive.unavailable", drive=self.evening.id, why=fault.why)
        except Exception:
            # Whatever it was, the other evenings are looked after all the same.
            log.exception("drive.internal", drive=self.evening.id)

    async def _look(self) -> None:
        async with self._turn:
            await self._open_tables()
            running = self.evening.running
            for table in () if running is None else running.unconfirmed:
                if running is not None and table.id is not None:
                    await self._collect(running.number, table.table, table.id)

    async def _collect(self, round: int, table: int, id: str) -> None:
        score = await self._score(id)
        if score is not None:
            await self._write([rows.Reported(round=round, table=table, score=score)], "house")
            log.info("drive.result", drive=self.evening.id, round=round, table=table)

    async def _score(self, id: str) -> Score | None:
        assert self._tables is not None
        table = await self._tables.find(id)
        return score_of(table.state)

    async def _open_tables(self) -> None:
        """Open the tables of the running round that play here and are not open yet."""
        running = self.evening.running
        if self._tables is None or running is None:
            return
        for table in running.tables:
            if not table.paper and table.id is None and not table.void:
                await self._open_table(running, table)

    async def _open_table(self, round: Round, table: HallTable) -> None:
        """Open a table; its first rows and the evening's word of it are written as one."""
        assert self._tables is not None
        opened, seats = opening_of(self.key, self.evening, round, table)
        written: list[Row] = []

        def beside(id: str) -> Append:
            row = rows.TableOpened(round=round.number, table=table.table, id=id)
            written.extend(self._entries([row], "house"))
            return self._append(written)

        await self._tables.open(opened.opener, opened, seats, beside)
        self._stand(written)

    async def close(self) -> None:
        """Finish what is in hand."""
        await asyncio.gather(*self._at_work, return_exceptions=True)


def _check_form(order: Order) -> None:
    """Refuse what could not have been sent: numbers out of range, signs no name has."""
    try:
        msgspec.convert(msgspec.to_builtins(order), type(order))
    except msgspec.ValidationError as fault:
        raise Refused("bad-order", str(fault)) from None


def _permit(evening: Evening, order: Order, by: Who) -> None:
    """Let directors do everything, and others tell the result of where they sit."""
    if by.directs:
        return
    if not isinstance(order, orders.WriteSlip | orders.Report | orders.Confirm) or order.override:
        raise Refused("forbidden", "only a director may do that")
    running = evening.running
    if running is None or running.number != order.round:
        raise Refused("closed", f"round {order.round} is not being played")
    if by.role == "table" and by.number == order.table and order.side is not None:
        return
    table = running.table_of(by.number) if by.role == "player" else None
    if table is None or table.table != order.table or table.side_of(by.number) != order.side:
        raise Refused("forbidden", "that is another table, or the other side of it")


def _doubts(evening: Evening, order: Order) -> tuple[Doubt, ...]:
    """Say what is unusual in a result that was told."""
    if evening.settings.game is not Game.KLAVERJAS:
        return ()
    if isinstance(order, orders.Report | orders.Correct):
        return doubts(order.score, evening.round(order.round).deals)
    return ()
