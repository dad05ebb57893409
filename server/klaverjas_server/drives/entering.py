"""Orders about entrants: who is on the list, in the hall, gone home, replaced."""

from __future__ import annotations

from collections.abc import Iterator

from klaverjas_server.drives import orders, rows
from klaverjas_server.drives.entrant import Entrant, short_name
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.refused import Objections, Refused

__all__ = [
    "enter",
    "enter_all",
    "entrant_of",
    "fix",
    "notice",
    "present",
    "relate",
    "rename",
    "replace",
    "restore",
    "withdraw",
]

Rows = Iterator[rows.DriveRow]


def entrant_of(evening: Evening, number: int) -> Entrant:
    """Find an entrant, or refuse."""
    entrant = evening.entrants.get(number)
    if entrant is None:
        raise Refused("unknown-entrant", f"nobody has the number {number}")
    return entrant


def _spelt(evening: Evening, names: tuple[str, ...]) -> tuple[str, ...]:
    """Take names as they are typed, without spaces around them."""
    spelt = tuple(" ".join(name.split()) for name in names)
    due = evening.settings.names
    if len(spelt) != due:
        raise Refused("names", f"an entrant of this evening has {due} name{'s'[: due - 1]}")
    if not all(spelt):
        raise Refused("bad-name", "a name is more than spaces")
    return spelt


def _short(evening: Evening, names: tuple[str, ...], short: str, number: int) -> str:
    taken = [other.short for other in evening.entrants.values() if other.number != number]
    given = " ".join(short.split())
    if not given:
        return short_name(names, taken)
    if given.casefold() in map(str.casefold, taken):
        raise Refused("short-taken", f"somebody else is {given} on the screens")
    return given


def enter(evening: Evening, order: orders.Enter, objections: Objections) -> Rows:
    """Put an entrant on the list."""
    number = order.number or max(evening.entrants, default=0) + 1
    if number in evening.entrants:
        holder = evening.entrants[number].name
        raise Refused("number-taken", f"number {number} is {holder}'s, and stays so")
    names = _spelt(evening, order.names)
    yield rows.Entered(
        number=number, names=names, short=_short(evening, names, order.short, number)
    )
    if order.here:
        yield rows.Present(number=number)


def enter_all(evening: Evening, order: orders.EnterAll, objections: Objections) -> Rows:
    """Put a whole list of entrants down, in its order."""
    for entry in order.entries:
        for row in enter(evening, entry, objections):
            yield row
            if isinstance(row, rows.Entered):
                entrant = Entrant(row.number, row.names, row.short)
                evening = evening._replace(entrants={**evening.entrants, row.number: entrant})


def rename(evening: Evening, order: orders.Rename, objections: Objections) -> Rows:
    """Spell an entrant's name otherwise."""
    entrant_of(evening, order.number)
    names = _spelt(evening, order.names)
    short = _short(evening, names, order.short, order.number)
    yield rows.Renamed(number=order.number, names=names, short=short)


def present(evening: Evening, order: orders.Present, objections: Objections) -> Rows:
    """Mark an entrant as here or not; whoever went home must be let back in."""
    entrant = entrant_of(evening, order.number)
    if entrant.withdrawn:
        raise Refused("withdrawn", f"{entrant.name} has gone home; let him return first")
    if entrant.present != order.here:
        yield rows.Present(number=order.number, here=order.here)


def notice(evening: Evening, order: orders.Notice, objections: Objections) -> Rows:
    """Note that an entrant stays away."""
    entrant = entrant_of(evening, order.number)
    if order.away and entrant.present:
        raise Refused("is-here", f"{entrant.name} is here")
    if entrant.notice != order.away:
        yield rows.Noticed(number=order.number, away=order.away)


def withdraw(evening: Evening, order: orders.Withdraw, objections: Objections) -> Rows:
    """Let an entrant go home."""
    entrant = entrant_of(evening, order.number)
    if entrant.withdrawn:
        raise Refused("withdrawn", f"{entrant.name} has gone home already")
    yield rows.Withdrew(number=order.number, reason=order.reason)


def restore(evening: Evening, order: orders.Return, objections: Objections) -> Rows:
    """Let an entrant who went home play again."""
    entrant = entrant_of(evening, order.number)
    if not entrant.withdrawn:
        raise Refused("not-withdrawn", f"{entrant.name} has not gone home")
    yield rows.Returned(number=order.number)


def replace(evening: Evening, order: orders.Replace, objections: Objections) -> Rows:
    """Give a number to somebody else, with everything that goes with it."""
    entrant = entrant_of(evening, order.number)
    names = _spelt(evening, order.names)
    short = _short(evening, names, order.short, order.number)
    yield rows.Replaced(number=order.number, names=names, short=short, reason=order.reason)
    if entrant.withdrawn:
        yield rows.Returned(number=order.number)
    elif not entrant.present:
        yield rows.Present(number=order.number)


def fix(evening: Evening, order: orders.Fix, objections: Objections) -> Rows:
    """Give an entrant a table of his own."""
    entrant_of(evening, order.number)
    yield rows.Fixed(number=order.number, table=order.table)


def relate(evening: Evening, order: orders.Relate, objections: Objections) -> Rows:
    """Make two entrants partners for the evening, or keep them apart."""
    for number in (order.one, order.other):
        entrant_of(evening, number)
    if order.one == order.other:
        raise Refused("same-entrant", "that takes two")
    if order.how == "together" and evening.settings.side != 2:
        raise Refused("no-partners", "nobody changes partners in this format")
    yield rows.Related(one=order.one, other=order.other, how=order.how)
