"""A strategy at a table: it hears what its seat sees, and answers what its seat is asked."""

from __future__ import annotations

from typing import Final, get_args

from klaverjas import Phase, View
from klaverjas.events import SeenEvent
from klaverjas_bots import Strategy
from klaverjas_client.errors import Refused
from klaverjas_client.happenings import Asked, Happened, Happening, Shown
from klaverjas_client.table import Table
from klaverjas_wire.faults import ErrorCode
from klaverjas_wire.table import Resumed

__all__ = ["play"]

_SEEN: Final = get_args(SeenEvent)
_OVERTAKEN: Final = frozenset(
    (
        ErrorCode.ANSWERED,
        ErrorCode.STALE,
        ErrorCode.NO_QUESTION,
        ErrorCode.ROEM_ALREADY_CALLED,
        ErrorCode.OVER,
        ErrorCode.PAUSED,
    )
)
"""Refusals that only say that somebody was quicker, or that the ask comes again."""
_TRY_AGAIN: Final = frozenset((ErrorCode.BUSY, ErrorCode.RATE, ErrorCode.UNAVAILABLE))
PAUSE_SECONDS: Final = 1.0


async def play(table: Table, strategy: Strategy) -> View:
    """Play a seat to the end of the match, and give the last view of it.

    Raises `Refused` when the strategy chooses what is not legal, and `Disconnected` when the
    server is lost for good.
    """
    async for happening in table:
        if isinstance(happening, Happened) and isinstance(happening.event, _SEEN):
            strategy.notice(happening.event)
        if isinstance(happening, Happened | Shown) and happening.view.phase is Phase.OVER:
            return happening.view
        if isinstance(happening, Asked):
            await _answer(table, strategy, happening)
        elif _resumes(happening) and table.ask is not None and table.view is not None:
            await _answer(table, strategy, Asked(table.ask, table.view))
    assert table.view is not None, "the seat was given up before anything was seen"
    return table.view


def _resumes(happening: Happening) -> bool:
    return isinstance(happening, Happened) and isinstance(happening.event, Resumed)


async def _answer(table: Table, strategy: Strategy, asked: Asked) -> None:
    """Answer an ask, unless it has been taken back or answered meanwhile."""
    ask = asked.ask
    if table.ask is None or table.ask.decision != ask.decision:
        return
    action = strategy.choose(asked.view, ask)
    while action is not None:
        try:
            await table.act(action, ask.decision)
            return
        except Refused as refusal:
            if refusal.code in _OVERTAKEN:
                return
            if refusal.code not in _TRY_AGAIN:
                raise
        await table.clock.sleep(PAUSE_SECONDS)
