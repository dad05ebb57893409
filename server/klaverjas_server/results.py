"""Results: what every finished match came to, in a stream of its own beside the table's.

Lists and standings read these, and never replay a card; a restart passes such tables over.
"""

from __future__ import annotations

from typing import Final

from klaverjas_server import rows
from klaverjas_server.log import Append, Row
from klaverjas_server.table_state import TableState

__all__ = ["RESULTS", "result_of"]

RESULTS: Final = "result/"
"""What the name of a stream of results begins with; the table's id follows."""


def result_of(state: TableState, written: int, at: int) -> Append:
    """Write down what a finished match came to, after so many rows that said otherwise.

    Or that it is not finished after all.
    """
    assert state.match is not None
    body = rows.Finished(
        rules=state.rules.name,
        names={seat: who.name for seat, who in state.seats.items()},
        totals=state.rules.game.by_side(state.match.totals),
        winner=state.match.winner,
        stand_ins=state.stand_in_shares,
        reopened=not state.over,
    )
    row = Row(written + 1, at, "house", None, None, rows.encode_row(body))
    return Append(RESULTS + state.table, written, (row,))
