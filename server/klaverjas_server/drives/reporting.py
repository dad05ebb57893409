"""Orders about results: slips, totals, the other side's word, corrections."""

from __future__ import annotations

from collections.abc import Iterator

from klaverjas import Game, RuleSet
from klaverjas.four.rules import KlaverjasRules
from klaverjas_server.drives import orders, rows
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.refused import Objections, Refused
from klaverjas_server.drives.round import DESK, HallTable, Round
from klaverjas_server.drives.rounds import round_of, table_of
from klaverjas_server.drives.score import Flaw, Score, flaws, flaws_of_slip
from klaverjas_server.drives.standings import standings

__all__ = ["confirm", "correct", "moves_by", "report", "void", "write_slip"]

Rows = Iterator[rows.DriveRow]


def _open_table(
    evening: Evening, order: orders.Report | orders.WriteSlip | orders.Confirm, by: Objections
) -> HallTable:
    """Find a table whose result may still be told, or refuse."""
    table = table_of(evening, order.round, order.table)
    if table.status == "void":
        raise Refused("void", f"table {order.table} was ended: {table.void}")
    if table.status == "confirmed":
        raise Refused("confirmed", f"table {order.table} is agreed: only a correction changes it")
    if table.id is not None:
        by.object("plays-here", f"table {order.table} plays on the server, and reports itself")
    _object_to_withdrawn(evening, round_of(evening, order.round), table, by)
    return table


def _object_to_withdrawn(
    evening: Evening, round: Round, table: HallTable, objections: Objections
) -> None:
    """Ask who played for somebody who went home while the round was being played."""
    stood_in = {number for number, _ in table.stand_ins}
    for number in table.numbers:
        entrant = evening.entrants[number]
        left_now = any(after == round.number for after, back in entrant.absences if back is None)
        if round.state == "published" and left_now and number not in stood_in:
            objections.object("withdrawn", f"{entrant.name} has gone home: who played for him?")


def _object_to(found: tuple[Flaw, ...], objections: Objections) -> None:
    for flaw in found:
        objections.object(flaw.code, flaw.text)


def _flaws(evening: Evening, score: Score, deals: int) -> tuple[Flaw, ...]:
    """Check totals as the game allows."""
    if evening.settings.game is Game.KLAVERJAS:
        return flaws(score, deals)
    if min(score.totals) < 0:
        return (Flaw("negative", "a total is never below nothing", score.totals),)
    return ()


def report(evening: Evening, order: orders.Report, objections: Objections) -> Rows:
    """Take a side's word for a round, or the desk's."""
    table = _open_table(evening, order, objections)
    if order.side is not None:
        told = table.told.get(order.side)
        if told == order.score:
            return
        if told is not None and not order.again:
            ours, theirs = told.totals
            raise Refused("told", f"your side has told {ours} : {theirs} already")
    _object_to(_flaws(evening, order.score, round_of(evening, order.round).deals), objections)
    yield rows.Reported(round=order.round, table=order.table, score=order.score, side=order.side)


def write_slip(evening: Evening, order: orders.WriteSlip, objections: Objections) -> Rows:
    """Write a deal down; with the last one the round's totals are told as well."""
    table = _open_table(evening, order, objections)
    deals = round_of(evening, order.round).deals
    rules = RuleSet.load(evening.settings.rules)
    if not isinstance(rules, KlaverjasRules):
        raise Refused("no-slips", "this game is told in totals")
    if order.deal > deals:
        raise Refused("unknown-deal", f"a round has {deals} deals")
    written = table.slips.get(order.deal)
    if written == order.slip:
        return
    if written is not None and not order.again:
        raise Refused("written", f"deal {order.deal} is written down already")
    _object_to(flaws_of_slip(order.slip), objections)
    yield rows.Slipped(
        round=order.round, table=order.table, deal=order.deal, slip=order.slip, side=order.side
    )
    slips = {**table.slips, order.deal: order.slip}
    if len(slips) == deals:
        score = Score.of_slips([slips[deal] for deal in sorted(slips)], rules)
        yield rows.Reported(round=order.round, table=order.table, score=score, side=order.side)


def confirm(evening: Evening, order: orders.Confirm, objections: Objections) -> Rows:
    """Take a side's agreement with the other."""
    table = _open_table(evening, order, objections)
    said = table.told.get(1 - order.side)
    if said is None:
        raise Refused("nothing-told", "the other side has not told its result yet")
    if order.totals is not None and order.totals != said.totals:
        ours, theirs = said.totals
        raise Refused("changed", f"the other side now says {ours} : {theirs}")
    yield rows.Confirmed(round=order.round, table=order.table, side=order.side)


def correct(evening: Evening, order: orders.Correct, objections: Objections) -> Rows:
    """Put a result right: the old one, the new one, why, and whom it moves are kept."""
    table = table_of(evening, order.round, order.table)
    old = table.score
    if old is None:
        raise Refused("nothing-told", "there is no agreed result to correct")
    if old == order.score:
        return
    _object_to(_flaws(evening, order.score, round_of(evening, order.round).deals), objections)
    corrected = table._replace(told={DESK: order.score}, void="")
    yield rows.Corrected(
        round=order.round,
        table=order.table,
        old=old,
        new=order.score,
        reason=order.reason,
        moves=moves_by(evening, evening.put_table(order.round, corrected)),
    )


def moves_by(before: Evening, after: Evening) -> tuple[rows.Move, ...]:
    """List whose place differs between two states of an evening, by the places after."""
    places = {line.number: line.place for line in standings(before)}
    return tuple(
        rows.Move(line.number, places[line.number], line.place)
        for line in standings(after)
        if places.get(line.number, line.place) != line.place
    )


def void(evening: Evening, order: orders.Void, objections: Objections) -> Rows:
    """End a table before its time."""
    table = table_of(evening, order.round, order.table)
    if table.void:
        return
    if table.score is not None:
        objections.object("confirmed", f"table {order.table} has an agreed result")
    yield rows.Voided(round=order.round, table=order.table, reason=order.reason)
