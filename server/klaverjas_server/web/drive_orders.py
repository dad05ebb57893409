"""The forms of an evening's pages, read as orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from klaverjas_server.drives import orders
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.orders import Order
from klaverjas_server.drives.refused import Refused
from klaverjas_server.drives.score import Score, Slip, Trump
from klaverjas_server.drives.sheets import read_entries
from klaverjas_server.web.drive_form import Form
from klaverjas_server.web.drive_setup import changed_settings

__all__ = ["draw_mark", "read_order", "totals_mark"]

Side: TypeAlias = int | None
Reader: TypeAlias = Callable[[Form, Evening, Side], Order]
"""Reads a form that was sent by a side of a table, or by the desk (None)."""


def read_order(form: Form, evening: Evening, side: Side = None) -> Order:
    """Read the order that a form is; `Refused` when it cannot be read, or comes too late."""
    reader = _READERS.get(form.raw("act"))
    if reader is None:
        raise Refused("no-act", "there is no such form")
    order = reader(form, evening, side)
    order = msgspec.structs.replace(order, override=form.override)
    try:
        # What was typed may be too long, or too much.
        return msgspec.convert(msgspec.to_builtins(order), type(order))
    except msgspec.ValidationError as fault:
        raise Refused("bad-form", str(fault)) from None


def draw_mark(evening: Evening) -> str:
    """Name the draw that is looked at, so that no other one is published by mistake."""
    drawn = evening.drawn
    return "" if drawn is None else f"{drawn.number}/{drawn.seed}/{len(drawn.swaps)}"


def totals_mark(score: Score | None) -> str:
    """Name the result that is looked at, so that no other one is corrected by mistake."""
    return "" if score is None else f"{score.totals[0]}/{score.totals[1]}"


def _require_same(form: Form, mark: str) -> None:
    if form.raw("was") != mark:
        raise Refused("changed-meanwhile", "somebody else has changed this: look again")


# Entrants


def _enter(form: Form, evening: Evening, side: Side) -> Order:
    return orders.Enter(
        names=form.names(evening.settings.names),
        short=form.text("short"),
        here=form.ticked("here"),
    )


def _enter_all(form: Form, evening: Evening, side: Side) -> Order:
    entries = tuple(read_entries(form.raw("list"), evening.settings.names))
    if not entries:
        raise Refused("empty-list", "there is no name in the list")
    return orders.EnterAll(entries=entries)


def _present(form: Form, evening: Evening, side: Side) -> Order:
    number = form.number("number")
    entrant = evening.entrants.get(number)
    if entrant is not None and entrant.withdrawn and form.ticked("here"):
        return orders.Return(number=number)
    return orders.Present(number=number, here=form.ticked("here"))


def _notice(form: Form, evening: Evening, side: Side) -> Order:
    return orders.Notice(number=form.number("number"), away=form.ticked("away"))


def _rename(form: Form, evening: Evening, side: Side) -> Order:
    return orders.Rename(
        number=form.number("number"),
        names=form.names(evening.settings.names),
        short=form.text("short"),
    )


def _withdraw(form: Form, evening: Evening, side: Side) -> Order:
    return orders.Withdraw(number=form.number("number"), reason=form.text("reason", 200))


def _return(form: Form, evening: Evening, side: Side) -> Order:
    return orders.Return(number=form.number("number"))


def _replace(form: Form, evening: Evening, side: Side) -> Order:
    return orders.Replace(
        number=form.number("number"),
        names=form.names(evening.settings.names),
        short=form.text("short"),
        reason=form.text("reason", 200),
    )


def _fix(form: Form, evening: Evening, side: Side) -> Order:
    return orders.Fix(number=form.number("number"), table=form.maybe_number("table", 1, 999))


_HOWS: Final = ("together", "apart")


def _relate(form: Form, evening: Evening, side: Side) -> Order:
    how: Literal["together", "apart", "free"] = "free"
    for each in _HOWS:
        how = each if form.raw("how") == each else how
    return orders.Relate(one=form.number("one"), other=form.number("other"), how=how)


# Rounds


def _place(form: Form, evening: Evening, side: Side) -> Order:
    return orders.Place(table=form.number("table", 1, 999), paper=form.ticked("paper"))


def _draw(form: Form, evening: Evening, side: Side) -> Order:
    _require_same(form, draw_mark(evening))
    return orders.Draw(seed=form.text("seed", 64), again=evening.drawn is not None)


def _swap(form: Form, evening: Evening, side: Side) -> Order:
    _require_same(form, draw_mark(evening))
    one, other = form.number("one"), form.number("other")
    return orders.Swap(one=one, other=other, reason=form.text("reason", 200))


def _publish(form: Form, evening: Evening, side: Side) -> Order:
    _require_same(form, draw_mark(evening))
    return orders.Publish(round=form.number("round", 1, 999))


def _seat_late(form: Form, evening: Evening, side: Side) -> Order:
    return orders.SeatLate(numbers=form.numbers("number"))


def _close(form: Form, evening: Evening, side: Side) -> Order:
    return orders.Close(round=form.number("round", 1, 999))


def _freeze(form: Form, evening: Evening, side: Side) -> Order:
    return orders.Freeze(after=form.maybe_number("after", 0, 999))


def _end(form: Form, evening: Evening, side: Side) -> Order:
    return orders.End(again=form.ticked("again"))


def _links(form: Form, evening: Evening, side: Side) -> Order:
    return orders.RenewLinks()


def _pin(form: Form, evening: Evening, side: Side) -> Order:
    role = form.raw("role")
    if role == "deputy":
        return orders.SetPin(role="deputy", pin=form.text("pin", 64))
    return orders.SetPin(role="director", pin=form.text("pin", 64))


def _settings(form: Form, evening: Evening, side: Side) -> Order:
    return orders.AdjustSettings(settings=changed_settings(form, evening.settings))


# Results


def _score(form: Form) -> Score:
    """Read two totals, and the pits, nats and roem that were written beside them."""
    totals = form.number("ours", 0, 99_999), form.number("theirs", 0, 99_999)
    pits, nats, roem = (_beside(form, name) for name in ("pits", "nats", "roem"))
    known = any(f"{name}-{side}" in form for name in ("pits", "nats", "roem") for side in (0, 1))
    return Score(totals, pits, nats, roem, known=known)


def _beside(form: Form, name: str) -> tuple[int, int]:
    return form.maybe_number(f"{name}-0") or 0, form.maybe_number(f"{name}-1") or 0


def _slip(form: Form) -> Slip:
    """Read a deal as a table writes it down: one side's points, whichever side's they are."""
    points = form.number("points", 0, 162)
    pit = form.maybe_number("pit", 0, 1)
    trump = form.raw("trump")
    suits: dict[str, Trump] = {suit: suit for suit in get_args(Trump)}
    return Slip(
        maker=form.number("maker", 0, 1),
        points=162 - points if form.raw("points-of") == "1" else points,
        roem=(form.maybe_number("roem-0") or 0, form.maybe_number("roem-1") or 0),
        trump=suits.get(trump),
        pit=pit,
    )


def _write_slip(form: Form, evening: Evening, side: Side) -> Order:
    return orders.WriteSlip(
        round=form.number("round"),
        table=form.number("table"),
        deal=form.number("deal", 1, 64),
        slip=_slip(form),
        side=side,
        again=form.ticked("again"),
    )


def _report(form: Form, evening: Evening, side: Side) -> Order:
    return orders.Report(
        round=form.number("round"),
        table=form.number("table"),
        score=_score(form),
        side=side,
        again=form.ticked("again"),
    )


def _confirm(form: Form, evening: Evening, side: Side) -> Order:
    told = form.number("side", 0, 1) if side is None else side
    return orders.Confirm(
        round=form.number("round"),
        table=form.number("table"),
        side=told,
        totals=(form.number("ours"), form.number("theirs")),
    )


def _correct(form: Form, evening: Evening, side: Side) -> Order:
    round, table = form.number("round"), form.number("table")
    try:
        old = evening.round(round).at(table).score
    except KeyError:
        raise Refused("no-table", f"round {round} has no table {table}") from None
    _require_same(form, totals_mark(old))
    return orders.Correct(round=round, table=table, score=_score(form), reason=form.reason())


def _stand_in(form: Form, evening: Evening, side: Side) -> Order:
    return orders.StandIn(
        round=form.number("round"),
        table=form.number("table"),
        number=form.number("number"),
        name=form.text("name"),
        reason=form.text("reason", 200),
    )


def _void(form: Form, evening: Evening, side: Side) -> Order:
    return orders.Void(round=form.number("round"), table=form.number("table"), reason=form.reason())


def _adjust(form: Form, evening: Evening, side: Side) -> Order:
    return orders.Adjust(
        number=form.number("number"),
        points=form.number("points", -100_000, 100_000),
        reason=form.reason(),
        round=form.maybe_number("round"),
        member=form.maybe_number("member", 0, 1),
    )


_READERS: Final[Mapping[str, Reader]] = {
    "enter": _enter,
    "enter-all": _enter_all,
    "present": _present,
    "notice": _notice,
    "rename": _rename,
    "withdraw": _withdraw,
    "return": _return,
    "replace": _replace,
    "fix": _fix,
    "relate": _relate,
    "place": _place,
    "draw": _draw,
    "swap": _swap,
    "publish": _publish,
    "seat-late": _seat_late,
    "close": _close,
    "freeze": _freeze,
    "end": _end,
    "links": _links,
    "pin": _pin,
    "settings": _settings,
    "slip": _write_slip,
    "report": _report,
    "confirm": _confirm,
    "correct": _correct,
    "stand-in": _stand_in,
    "void": _void,
    "adjust": _adjust,
}
"""By the name that a form has in its field ``act``."""
