"""The course of one act: its row, the rows of what the house does after it, and their events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from klaverjas import Seat
from klaverjas.actions import Deal, Draw, HouseAction, PlayerAction
from klaverjas.events import Written
from klaverjas_server import rows
from klaverjas_server.chance import Chance, house_action
from klaverjas_server.clock import Clock
from klaverjas_server.log import Row
from klaverjas_server.table_state import Happened, TableState
from klaverjas_wire.forms import action_form

__all__ = ["Course", "acted", "entries_of", "play_out"]


class Course(NamedTuple):
    """Where an act leads: to this state, by these rows, with these events."""

    state: TableState
    rows: tuple[rows.TableRow, ...]
    events: tuple[Happened, ...]


def play_out(state: TableState, acts: Iterable[rows.TableRow], chance: Chance) -> Course:
    """Apply rows, and after each what the house has to do; `IllegalAction` as the rules say."""
    bodies: list[rows.TableRow] = []
    events: tuple[Happened, ...] = ()
    for act in acts:
        following: rows.TableRow | None = act
        while following is not None:
            state, more = state.apply(following)
            bodies.append(_with_sums(following, more))
            events += more
            house = None if state.match is None else house_action(state.match, chance)
            following = None if house is None else _house_row(house)
    return Course(state, tuple(bodies), events)


def _with_sums(row: rows.TableRow, events: Sequence[Happened]) -> rows.TableRow:
    """Let the row that ends a deal carry what was written, for whoever replays it."""
    for event in events:
        if isinstance(event, Written) and isinstance(row, rows.Acted):
            return msgspec.structs.replace(row, wrote=dict(event.written))
    return row


def _house_row(action: HouseAction) -> rows.TableRow:
    if isinstance(action, Draw):
        return rows.Drew(action.draws, action.dealer)
    if isinstance(action, Deal):
        return rows.Dealt("".join(action.pack))
    return rows.Turned(action.suit)


def acted(seat: Seat, action: PlayerAction) -> rows.Acted:
    """Write down what a seat does."""
    return rows.Acted(seat, action_form(action))


def entries_of(
    bodies: Sequence[rows.TableRow],
    seq: int,
    clock: Clock,
    by: str,
    ask: int | None = None,
    spent_ms: int | None = None,
) -> tuple[Row, ...]:
    """Make log entries of rows that follow row `seq`; all but the first are the house's."""
    at = clock.wall_ms()
    first = Row(seq + 1, at, by, ask, spent_ms, rows.encode_row(bodies[0]))
    rest = (
        Row(seq + place, at, "house", None, None, rows.encode_row(body))
        for place, body in enumerate(bodies[1:], 2)
    )
    return (first, *rest)
