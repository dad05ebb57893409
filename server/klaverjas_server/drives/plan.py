"""What comes of an order: the rows to be written, or a refusal. Pure, like the fold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from klaverjas_server.drives import directing, entering, orders, reporting, rounds, rows
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.orders import Order
from klaverjas_server.drives.refused import Objections, Refused

__all__ = ["plan"]

_Planner = Callable[[Evening, Any, Objections], Iterator[rows.DriveRow]]


def plan(evening: Evening, order: Order) -> tuple[rows.DriveRow, ...]:
    """Decide what an order does to an evening; no rows when it is so already.

    Raises `Refused`. Where the order's reason set something aside, the first row keeps it.
    """
    objections = Objections(order.override)
    if evening.ended and not isinstance(order, orders.End):
        objections.object("ended", "the evening has been ended")
    planned = tuple(_PLANNERS[type(order)](evening, order, objections))
    if not planned or not objections.set_aside:
        return planned
    first, *others = planned
    return (msgspec.structs.replace(first, override=objections.override), *others)


def _pin(evening: Evening, order: orders.SetPin, objections: Objections) -> Any:
    raise Refused("not-planned", "a PIN is hashed by the desk")


_PLANNERS: Final[dict[type[Order], _Planner]] = {
    orders.AdjustSettings: directing.adjust_settings,
    orders.SetPin: _pin,
    orders.TellSeason: directing.tell_season,
    orders.Enter: entering.enter,
    orders.EnterAll: entering.enter_all,
    orders.Rename: entering.rename,
    orders.Present: entering.present,
    orders.Notice: entering.notice,
    orders.Withdraw: entering.withdraw,
    orders.Return: entering.restore,
    orders.Replace: entering.replace,
    orders.Fix: entering.fix,
    orders.Relate: entering.relate,
    orders.Place: rounds.place,
    orders.Draw: rounds.draw,
    orders.Swap: rounds.swap,
    orders.Publish: rounds.publish,
    orders.SeatLate: rounds.seat_late,
    orders.StandIn: rounds.stand_in,
    orders.WriteSlip: reporting.write_slip,
    orders.Report: reporting.report,
    orders.Confirm: reporting.confirm,
    orders.Correct: reporting.correct,
    orders.Void: reporting.void,
    orders.Adjust: directing.adjust,
    orders.Close: rounds.close,
    orders.Freeze: directing.freeze,
    orders.End: directing.end,
    orders.RenewLinks: directing.renew_links,
}
