"""The record of a table's match, made from its state and its stream."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from klaverjas import Match
from klaverjas.record import Back, Note, Record, StandIn, record_of
from klaverjas_server import rows
from klaverjas_server.log import Row
from klaverjas_server.table_state import TableState

__all__ = ["record_of_table"]


def record_of_table(state: TableState, entries: list[Row]) -> Record:
    """Write down a table's match: who sat where, when it was opened, and who stood in."""
    assert state.match is not None
    opened = datetime.fromtimestamp(entries[0].at / 1000, UTC)
    tags = {"Date": f"{opened:%Y.%m.%d}", "Table": state.table}
    tags |= {str(seat): state.seats[seat].name for seat in state.rules.game.seats}
    return record_of(state.match, tags, _notes(state.table, entries))


def _notes(table: str, entries: Iterable[Row]) -> list[Note]:
    """Fold the stream once more, to find at which card each note belongs."""
    notes: list[Note] = []
    state: TableState | None = None
    for entry in entries:
        row = rows.decode_table_row(entry.body)
        if isinstance(row, rows.Opened):
            state = TableState.open(table, row)
            continue
        assert state is not None
        if isinstance(row, rows.StandIn | rows.Back):
            notes.append(_note(row, state.match))
        state, _ = state.apply(row)
    return notes


def _note(row: rows.StandIn | rows.Back, match: Match | None) -> Note:
    deal, trick, card = _place(match)
    if isinstance(row, rows.StandIn):
        return StandIn(deal=deal, trick=trick, seat=row.seat, strategy=row.strategy, card=card)
    return Back(deal=deal, trick=trick, seat=row.seat, card=card)


def _place(match: Match | None) -> tuple[int, int, int]:
    """Say where a match is: deal, trick, and the number of the card to be played next."""
    if match is None:
        return 0, 0, 0
    view = match.view(None)
    trick = sum(view.tricks.values()) + 1 if view.trump else 0
    return view.deal, trick, len(view.trick) + 1
