"""Recording a reel: some deals at one table of the real server, every byte its seats are told."""

from __future__ import annotations

from random import Random

from tests.bench.load import RULES
from tests.bench.patience import until
from tests.bench.process import Process
from tests.bench.reel import Reel, Step
from tests.bench.table import DrivenTable, Tally

__all__ = ["record"]


async def record(server: Process, deals: int, seed: int) -> Reel:
    """Play so many deals, from the first call to the first call of the next deal."""
    table = DrivenTable(Tally(), Random(seed), lambda table: None, lambda table: None)
    table.recorded = True
    await table.connect(server)
    await table.sit(RULES)
    await _settle(table, 0)
    reel = [_take(table)]
    while table.deals <= deals:
        known = table.acknowledged
        table.act()
        await _settle(table, known + 1)
        reel.append(_take(table))
    table.close()
    return reel


async def _settle(table: DrivenTable, least: int) -> None:
    """Wait until an act that led at least to this event is answered, told and asked on."""
    if not await until(lambda: _is_settled(table, least)):
        raise RuntimeError("a table of the real server does not go on")


def _is_settled(table: DrivenTable, least: int) -> bool:
    told = min(seat.n for seat in table.seats)
    return table.waiting is not None and table.acknowledged >= least and told >= max(1, least)


def _take(table: DrivenTable) -> Step:
    north, east, south, west = (seat.take_heard() for seat in table.seats)
    return north, east, south, west
