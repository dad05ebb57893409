"""Orders about rounds: draw, swap, publish, seat the late, stand in, close."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from klaverjas import Game
from klaverjas_server.drives import orders, rows
from klaverjas_server.drives.acquaintance import VACANT
from klaverjas_server.drives.draw import CannotDraw, draw_round
from klaverjas_server.drives.entering import entrant_of
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.memory_draw import draw_tables
from klaverjas_server.drives.refused import Objections, Refused
from klaverjas_server.drives.round import HallTable, Round

__all__ = ["close", "draw", "place", "publish", "round_of", "seat_late", "stand_in", "swap"]

Rows = Iterator[rows.DriveRow]


def round_of(evening: Evening, number: int) -> Round:
    """Find a round that has been published, or refuse."""
    try:
        return evening.round(number)
    except KeyError:
        raise Refused("unknown-round", f"there is no round {number} yet") from None


def _running(evening: Evening, number: int | None = None) -> Round:
    """Find the round that is played, or refuse; the one of this number, if one is given."""
    running = evening.running
    if running is None:
        raise Refused("no-round", "no round is being played")
    if number not in (None, running.number):
        raise Refused("other-round", f"round {running.number} is being played, not {number}")
    return running


def _drawn(evening: Evening) -> Round:
    """Find the round that is drawn and not yet published, or refuse."""
    if evening.drawn is None:
        raise Refused("not-drawn", "no round is drawn: what is published stands")
    return evening.drawn


def draw(evening: Evening, order: orders.Draw, objections: Objections) -> Rows:
    """Draw the next round."""
    following = len(evening.rounds) + 1
    if evening.drawn is not None and not order.again:
        raise Refused("already-drawn", f"round {following} is drawn already")
    if following > evening.settings.rounds:
        objections.object("all-drawn", f"the evening has {evening.settings.rounds} rounds")
    if evening.settings.format == "knock-out" and evening.running is not None:
        raise Refused("round-running", "a knock-out goes on when its round is closed")
    try:
        yield draw_round(evening, order.seed)
    except CannotDraw as refusal:
        raise Refused(refusal.code, str(refusal)) from None


def swap(evening: Evening, order: orders.Swap, objections: Objections) -> Rows:
    """Exchange two entrants by hand, before anybody has seen the round."""
    drawn = _drawn(evening)
    if order.one == order.other:
        raise Refused("same-entrant", "that takes two")
    for number in (order.one, order.other):
        if drawn.table_of(number) is None and number not in drawn.rests:
            raise Refused("not-in-round", f"{number} is not in round {drawn.number}")
    yield rows.Swapped(round=drawn.number, one=order.one, other=order.other, reason=order.reason)


def publish(evening: Evening, order: orders.Publish, objections: Objections) -> Rows:
    """Show the round; nobody can rebuild it after that."""
    if order.round <= len(evening.rounds):
        raise Refused("published", f"round {order.round} is published, and stands")
    drawn = _drawn(evening)
    if order.round != drawn.number:
        raise Refused("other-round", f"round {drawn.number} is drawn, not {order.round}")
    if evening.running is not None:
        objections.object("round-running", f"round {evening.running.number} is not closed")
    gone = [n for t in drawn.tables for n in t.numbers if _gone(evening, n)]
    if gone:
        names = ", ".join(evening.entrants[n].name for n in gone)
        objections.object("gone", f"since the draw have left: {names}")
    paper = tuple(t.table for t in drawn.tables if evening.on_paper(t.table))
    if len(paper) < len(drawn.tables):
        _require_server_deals(evening, drawn.deals)
    yield rows.Published(round=drawn.number, paper=paper)


def _gone(evening: Evening, number: int) -> bool:
    entrant = evening.entrants[number]
    return entrant.withdrawn or not entrant.present


def _require_server_deals(evening: Evening, deals: int) -> None:
    if evening.settings.game is Game.KLAVERJAS and deals % 4:
        raise Refused("server-deals", f"tables on the server play 4, 8, 12 … deals, not {deals}")


def seat_late(evening: Evening, order: orders.SeatLate, objections: Objections) -> Rows:
    """Make a table of those who rest and those who came late; no other table is touched."""
    running = _running(evening)
    side = evening.settings.side
    numbers = dict.fromkeys(order.numbers)
    for number in numbers:
        entrant = entrant_of(evening, number)
        if running.table_of(number) is not None:
            raise Refused("plays", f"{entrant.name} plays at a table already")
        if _gone(evening, number):
            raise Refused("not-here", f"{entrant.name} is not here")
    short = 2 * side - len(numbers)
    if short not in ((0, 1) if evening.settings.fourth != "rest" and side == 2 else (0,)):
        raise Refused("no-table", f"{len(numbers)} make no table of {2 * side}")
    if any(t.told or t.slips for t in running.tables):
        objections.object("too-late", "tables have results of this round already")
    people = [*numbers, *[VACANT] * short]
    chance = Random(f"{running.seed}/late/{len(running.tables)}")
    (sides,) = draw_tables(people, evening.acquaintance, chance, side=side).tables
    number = max(t.table for t in running.tables) + 1
    paper = evening.on_paper(number)
    if not paper:
        _require_server_deals(evening, running.deals)
    yield rows.SeatedLate(round=running.number, table=rows.Table(number, sides), paper=paper)


def stand_in(evening: Evening, order: orders.StandIn, objections: Objections) -> Rows:
    """Let somebody play on in another's seat; both names are shown."""
    table = table_of(evening, order.round, order.table)
    if order.number not in (VACANT, *table.numbers) or (
        order.number == VACANT and not table.vacant
    ):
        raise Refused("not-seated", f"{order.number} has no seat at table {order.table}")
    yield rows.StoodIn(
        round=order.round,
        table=order.table,
        number=order.number,
        name=order.name,
        reason=order.reason,
    )


def table_of(evening: Evening, round: int, table: int) -> HallTable:
    """Find a table of a published round, or refuse."""
    try:
        return round_of(evening, round).at(table)
    except KeyError:
        raise Refused("unknown-table", f"round {round} has no table {table}") from None


def place(evening: Evening, order: orders.Place, objections: Objections) -> Rows:
    """Say what a table of the hall plays with, from the next round on."""
    if evening.on_paper(order.table) != order.paper:
        yield rows.Placed(table=order.table, paper=order.paper)


def close(evening: Evening, order: orders.Close, objections: Objections) -> Rows:
    """Close the round; tables without an agreed result stand in between."""
    if order.round <= evening.closed:
        raise Refused("closed", f"round {order.round} is closed already")
    running = _running(evening, order.round)
    if running.unconfirmed:
        tables = ", ".join(str(table.table) for table in running.unconfirmed)
        objections.object("unconfirmed", f"not agreed yet: table {tables}")
    yield rows.Closed(round=order.round)
