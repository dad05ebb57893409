"""A table from its stream, and whether the rules still say what was written then."""

from __future__ import annotations

from typing import Final, NamedTuple

from klaverjas import Seat
from klaverjas_server import rows
from klaverjas_server.course import acted, written_in
from klaverjas_server.delay import Delay, Shown
from klaverjas_server.log import Bodies
from klaverjas_server.table_state import HOUSE_ROWS, Act, TableState
from klaverjas_wire.forms import KNOWN_ACTIONS

__all__ = ["Refolded", "refold"]

ACTS: Final[dict[bytes, Act]] = {
    rows.encode_row(acted(seat, action)): (seat, action)
    for seat in Seat
    for action in KNOWN_ACTIONS
}
"""The acts that end no deal, by the bodies of their rows: nearly every row is one of these."""


_OF_PLAY: Final = (rows.Acted, *HOUSE_ROWS)
"""The rows that leave acts as plain as they were."""


class Refolded(NamedTuple):
    """A table's state, and whether some deal now comes to other sums than those on record."""

    state: TableState
    differs: bool
    delay: Delay
    """What spectators may know of it."""


def refold(table: str, stream: Bodies) -> Refolded:
    """Fold a table's stream; where sums differ, those on record stand.

    `IllegalAction` where the rules now refuse what was played.
    """
    bodies, thoughts = stream
    opened = rows.decode_table_row(bodies[0])
    assert isinstance(opened, rows.Opened)
    state, differs = TableState.open(table, opened), False
    changes: list[Shown] = []
    acts: list[Act] = []
    plain = False
    for body, spent_ms in zip(bodies[1:], thoughts[1:], strict=True):
        act = ACTS.get(body) if plain else None
        if act is not None:
            acts.append(act)
            continue
        row = rows.decode_table_row(body)
        state, acts = state.act_on(acts), []
        state, events = state.apply(row, spent_ms)
        if not isinstance(row, _OF_PLAY):
            plain = state.acts_are_plain
        if isinstance(row, rows.Acted | rows.Forfeited) and row.wrote is not None:
            computed = written_in(events)
            if computed != row.wrote:
                state, differs = _with_record(state, row.wrote, computed or {}), True
        if state.options.delay:
            _note_change(changes, row, Shown(state, state.numbered(events)))
    state = state.act_on(acts)
    return Refolded(state, differs, _delay_of(state, changes))


def _note_change(changes: list[Shown], row: rows.TableRow, change: Shown) -> None:
    """Let what the house does belong to the act before it: that is one change to spectators."""
    if changes and isinstance(row, HOUSE_ROWS):
        change = Shown(change.after, (*changes.pop().events, *change.events))
    changes.append(change)


def _delay_of(state: TableState, changes: list[Shown]) -> Delay:
    """Let as much be seen of a table as was before; without delay that is all of it."""
    delay = Delay(changes[0].after if changes else state)
    for change in changes:
        delay.pass_on(change)
    return delay


def _with_record(
    state: TableState, recorded: dict[str, int], computed: dict[str, int]
) -> TableState:
    """Give each side the difference between what was written and what would be now."""
    match = state.match
    assert match is not None
    for number, side in enumerate(state.rules.game.sides):
        match, _ = match.adjust(number, recorded.get(side, 0) - computed.get(side, 0))
    return state.with_match(match)
