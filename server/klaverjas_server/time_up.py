"""What happens when a seat's time is up."""

from __future__ import annotations

from klaverjas import Seat
from klaverjas_server import rows
from klaverjas_server.course import Deed, acted
from klaverjas_server.table_state import TableState
from klaverjas_server.timekeeper import Timekeeper

__all__ = ["time_up"]


def time_up(state: TableState, clocks: Timekeeper) -> list[Deed]:
    """Say what the clock does for the seat that must act; nothing where the table waits."""
    seat = state.must_act
    if seat is None or state.options.at_zero == "wait":
        return []
    return [*_absence(seat, clocks), _deed(state, seat, clocks.thought_ms)]


def _absence(seat: Seat, clocks: Timekeeper) -> list[Deed]:
    ms = clocks.absence_ms
    return [Deed(rows.Absent(seat, ms), "timer")] if ms else []


def _deed(state: TableState, seat: Seat, spent_ms: int) -> Deed:
    ask, options = state.ask_of(seat), state.options
    assert ask is not None
    if options.at_zero == "forfeit-deal":
        return Deed(rows.Forfeited(seat), "timer", ask.ask, spent_ms)
    if options.at_zero == "play-forced-then-bot" and len(ask.legal) == 1:
        return Deed(acted(seat, ask.legal[0]), "timer", ask.ask, spent_ms)
    return Deed(rows.StandIn(seat, options.stand_in), "timer", ask.ask, spent_ms)
