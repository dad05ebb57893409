"""A finished match for the replay: what happened, in order, with all hands open.

What a director took back is left out, as if it had not happened; his points stay.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, TypeAlias, get_args

import msgspec

from klaverjas import Match, Phase, View
from klaverjas.events import Dealing, Event, PacketDealing, Played
from klaverjas_server import rows
from klaverjas_server.log import Row
from klaverjas_server.table_state import Happened, TableState
from klaverjas_wire.forms import event_form, view_form
from klaverjas_wire.table import RolledBack, Ruled

__all__ = ["replay_of", "replay_page"]

Body: TypeAlias = dict[str, Any]

OPEN: Final = (Dealing, PacketDealing)
"""Events that hold all hands."""
TOLD: Final = (*get_args(Event), Ruled)
"""The events of the game, and the rulings that change a score or end a deal."""


def replay_page(state: TableState, entries: list[Row]) -> bytes:
    """Write the replay of a table's match as JSON: `table`, `view` before it, and `events`."""
    body = {
        "table": state.table,
        "view": msgspec.to_builtins(view_form(_view_before(state))),
        "events": [_open_form(event) for event in replay_of(state.table, entries)],
    }
    return msgspec.json.encode(body)


def _view_before(state: TableState) -> View:
    totals = Match.start(state.rules).totals
    blank = View.blank(state.rules, None, Phase.WAITING, totals)
    return replace(blank, players=state.players(frozenset()))


def replay_of(table: str, entries: Iterable[Row]) -> list[Happened]:
    """Fold a table's stream, and list what stands of all that happened."""
    state: TableState | None = None
    told: list[Happened] = []
    for entry in entries:
        row = rows.decode_table_row(entry.body)
        if state is None:
            assert isinstance(row, rows.Opened)
            state = TableState.open(table, row)
            continue
        state, events = state.apply(row, entry.spent_ms)
        for event in events:
            if isinstance(event, RolledBack):
                told = _taken_back(told, event, len(state.rules.game.seats))
            elif isinstance(event, TOLD) and getattr(event, "act", None) != "replace":
                told.append(event)
    return told


def _taken_back(told: list[Happened], back: RolledBack, seats: int) -> list[Happened]:
    """Leave out everything from the first card of a trick on, but not the director's points."""
    begun = max(
        place
        for place, event in enumerate(told)
        if isinstance(event, Dealing) and event.deal == back.deal
    )
    cards = [place for place in range(begun, len(told)) if isinstance(told[place], Played)]
    wanted = (back.trick - 1) * seats
    if wanted >= len(cards):
        return told
    cut = cards[wanted]
    return told[:cut] + [event for event in told[cut:] if isinstance(event, Ruled) and event.points]


def _open_form(event: Any) -> Body:
    """Give an event as it travels, but with all hands."""
    if not isinstance(event, OPEN):
        form: Body = msgspec.to_builtins(event_form(event))
        return form
    seen: Body = msgspec.to_builtins(event_form(event.seen_by(None)))
    hands = {str(seat): [str(card) for card in hand] for seat, hand in event.hands.items()}
    return {**seen, "hands": hands}
