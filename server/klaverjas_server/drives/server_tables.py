"""Tables of a round that play on this server: opened for their people, and read when finished."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from klaverjas import RuleSet, Seat
from klaverjas.four.rules import KlaverjasRules
from klaverjas_server import rows as table_rows
from klaverjas_server.drives.acquaintance import VACANT
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.links import seat_code, table_key
from klaverjas_server.drives.round import HallTable, Round
from klaverjas_server.drives.score import Score
from klaverjas_server.options import Options
from klaverjas_server.sessions import keyed_hash
from klaverjas_server.table_state import TableState

__all__ = ["Opening", "opening_of", "people_of", "score_of"]


class Opening(NamedTuple):
    """The first rows of a table on the server."""

    opened: table_rows.Opened
    seats: list[table_rows.Filled | table_rows.Invited]


def people_of(table: HallTable, rules: RuleSet) -> dict[Seat, tuple[int, int]]:
    """Tell who has each seat: an entrant's number, and which of a pair he is.

    North and south play for side 0; a single player of a pair's two is member 0.
    """
    ours, theirs = table.sides
    if len(rules.game.seats) == 2:
        return {Seat.N: (ours[0], 0), Seat.S: (theirs[0], 0)}
    if len(ours) == 1:
        (one,), (other,) = ours, theirs
        return {Seat.N: (one, 0), Seat.E: (other, 0), Seat.S: (one, 1), Seat.W: (other, 1)}
    return {
        Seat.N: (ours[0], 0),
        Seat.E: (theirs[0], 0),
        Seat.S: (ours[1], 0),
        Seat.W: (theirs[1], 0),
    }


def _rules_of(evening: Evening, round: Round) -> RuleSet:
    rules = RuleSet.load(evening.settings.rules)
    return rules.with_switches({"deals": round.deals}) if _by_deals(rules) else rules


def _by_deals(rules: RuleSet) -> bool:
    return isinstance(rules, KlaverjasRules)


def opening_of(key: bytes, evening: Evening, round: Round, table: HallTable) -> Opening:
    """Prepare a table: everybody has a code to his seat, and bots sit where nobody does."""
    rules = _rules_of(evening, round)
    bots = evening.settings.fourth != "stand-in"
    place = (evening.id, round.number, table.table)
    seats: list[table_rows.Filled | table_rows.Invited] = []
    for seat, (number, _) in people_of(table, rules).items():
        if number == VACANT and bots:
            seats.append(table_rows.Filled(seat, evening.settings.bot))
        else:
            code = seat_code(key, *place, seat)
            seats.append(table_rows.Invited(seat, keyed_hash(key, code)))
    opened = table_rows.Opened(
        game=rules.game,
        rules=rules.name,
        switches=rules.full,
        opener=f"drive/{evening.id}",
        key=keyed_hash(key, table_key(key, *place)),
        options=msgspec.to_builtins(Options(private=True)),
    )
    return Opening(opened, seats)


def score_of(state: TableState) -> Score | None:
    """Read what a table came to; None while it is played."""
    if state.match is None or not state.over:
        return None
    return Score.of_sheet(state.match.totals, state.match.sheet, state.rules.game)
