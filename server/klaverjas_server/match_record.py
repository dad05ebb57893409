"""The record of a table's match, made from its state and its stream."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from klaverjas import Match
from klaverjas.record import Back, Note, Record, Ruling, StandIn, place_of, record_of
from klaverjas_server import rows
from klaverjas_server.log import Row
from klaverjas_server.table_state import TableState

__all__ = ["record_of_table"]


def record_of_table(state: TableState, entries: list[Row]) -> Record:
    """Write down a table's match: who sat where, when it was opened, and who stood in.

    The tag `StandIns` has, by seat, how many of its cards a stand-in played, and of how many.
    """
    assert state.match is not None
    opened = datetime.fromtimestamp(entries[0].at / 1000, UTC)
    tags = {"Date": f"{opened:%Y.%m.%d}", "Table": state.table}
    seated = (seat for seat in state.rules.game.seats if seat in state.seats)
    tags |= {str(seat): state.seats[seat].name for seat in seated}
    shares = state.stand_in_shares.items()
    if shares:
        tags["StandIns"] = " ".join(f"{seat} {share}" for seat, share in shares)
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
        if isinstance(row, rows.StandIn | rows.Back | rows.Ruled) and state.match is not None:
            notes.append(_note(row, state.match))
        state, _ = state.apply(row, entry.spent_ms)
    return notes


def _note(row: rows.StandIn | rows.Back | rows.Ruled, match: Match) -> Note:
    deal, trick, card = place_of(match)
    if isinstance(row, rows.StandIn):
        return StandIn(deal=deal, trick=trick, seat=row.seat, strategy=row.strategy, card=card)
    if isinstance(row, rows.Back):
        return Back(deal=deal, trick=trick, seat=row.seat, card=card)
    return Ruling(deal=deal, trick=trick, kind=row.act, words=tuple(_words(row)), reason=row.reason)


def _words(ruled: rows.Ruled) -> Iterator[str]:
    """Say what a ruling needs beside its kind and its reason."""
    if ruled.act == "adjust":
        yield str(ruled.side)
        yield str(ruled.points)
    elif ruled.act == "rollback":
        yield f"{ruled.deal}.{ruled.trick}"
    elif ruled.seat is not None:
        yield str(ruled.seat)
