"""The course of one act: its row, the rows of what the house does after it, and their events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import msgspec

from klaverjas import Seat
from klaverjas.actions import Deal, Draw, HouseAction, PlayerAction
from klaverjas.events import Written
from klaverjas_server import rows
from klaverjas_server.chance import Chance, house_action
from klaverjas_server.log import Row
from klaverjas_server.table_state import Happened, TableState
from klaverjas_wire.forms import action_form

__all__ = ["Course", "Deed", "acted", "entries_of", "house_deed", "play_out", "written_in"]


new: Final = tuple.__new__


class Deed(NamedTuple):
    """A row to be written, who did it, the ask it answers, and the thought that went into it."""

    row: rows.TableRow
    by: str
    ask: int | None = None
    spent_ms: int | None = None


class Course(NamedTuple):
    """Where an act leads: to this state, by these deeds, with these events."""

    state: TableState
    deeds: tuple[Deed, ...]
    events: tuple[Happened, ...]


def play_out(state: TableState, deeds: Iterable[Deed], chance: Chance) -> Course:
    """Apply deeds, and after each what the house has to do; `IllegalAction` as the rules say."""
    done: list[Deed] = []
    events: tuple[Happened, ...] = ()
    for deed in deeds:
        following: Deed | None = deed
        while following is not None:
            state, more = state.apply(following.row, following.spent_ms)
            done.append(_with_sums(following, more))
            events += more
            following = house_deed(state, chance)
    return Course(state, tuple(done), events)


_PLAYED: Final = (rows.Acted, rows.Forfeited)
"""The rows that may end a deal."""


def house_deed(state: TableState, chance: Chance) -> Deed | None:
    """Say what the house has to do at a table now, if anything."""
    house = None if state.match is None else house_action(state.match, chance)
    return None if house is None else Deed(_house_row(house), "house")


def _with_sums(deed: Deed, events: Sequence[Happened]) -> Deed:
    """Let the row that ends a deal carry what was written, for whoever replays it."""
    if type(deed.row) not in _PLAYED:
        return deed
    wrote = written_in(events)
    if wrote is None:
        return deed
    return deed._replace(row=msgspec.structs.replace(deed.row, wrote=wrote))


def written_in(events: Iterable[Happened]) -> dict[str, int] | None:
    """Find what these events say was written, by side."""
    for event in events:
        if isinstance(event, Written):
            return dict(event.written)
    return None


def _house_row(action: HouseAction) -> rows.TableRow:
    if isinstance(action, Draw):
        return rows.Drew(action.draws, action.dealer)
    if isinstance(action, Deal):
        return rows.Dealt("".join(action.pack))
    return rows.Turned(action.suit)


def acted(seat: Seat, action: PlayerAction) -> rows.Acted:
    """Write down what a seat does."""
    return rows.Acted(seat, action_form(action))


def entries_of(deeds: Iterable[Deed], seq: int, at: int) -> tuple[Row, ...]:
    """Make log entries of deeds that follow row `seq`, at a time in milliseconds."""
    return tuple(
        [
            new(Row, (place, at, by, ask, spent_ms, rows.encode_row(row)))
            for place, (row, by, ask, spent_ms) in enumerate(deeds, seq + 1)
        ]
    )
