"""The settings of an evening as fields of a form, and back."""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec

from klaverjas_server.drives.refused import Refused
from klaverjas_server.drives.settings import (
    TARIFFS,
    Format,
    Fourth,
    Prize,
    Settings,
    Tariff,
    TieBreak,
)
from klaverjas_server.web.drive_form import Form

__all__ = ["TARIFF_FIELDS", "changed_settings", "prize_lines", "tariff_name"]

TARIFF_FIELDS: Final = ("rest", "missed", "notice", "absent", "left")
"""What may be worth something without being played."""


def changed_settings(form: Form, settings: Settings) -> Settings:
    """Put what a form holds in the place of what it was; what it does not hold stays."""
    changes: dict[str, Any] = {}
    for name, most in (("rounds", 99), ("deals", 64)):
        if name in form:
            changes[name] = form.number(name, 1, most)
    for name, kinds in (("format", Format), ("fourth", Fourth)):
        if name in form:
            changes[name] = _one_of(form, name, get_args(kinds))
    for name in TARIFF_FIELDS:
        if form.raw(name) in TARIFFS:
            changes[name] = TARIFFS[form.raw(name)]
    if "rules" in form:
        changes["rules"] = form.text("rules")
    if form.ticked("whole"):
        changes["paper"] = form.ticked("paper")
        steps = get_args(TieBreak)
        chosen = [form.raw(f"tie-{place}") for place in range(1, len(steps) + 1)]
        changes["ties"] = tuple(dict.fromkeys(step for step in chosen if step in steps))
        changes["prizes"] = read_prizes(form.raw("prizes"))
    return msgspec.structs.replace(settings, **changes)


def _one_of(form: Form, name: str, kinds: tuple[str, ...]) -> str:
    chosen = form.raw(name)
    if chosen not in kinds:
        raise Refused("bad-form", f"{name} is one of {', '.join(kinds)}")
    return chosen


def tariff_name(tariff: Tariff) -> str:
    """Find the club custom that a tariff is; empty for another one."""
    return next((name for name, known in TARIFFS.items() if known == tariff), "")


# Prizes, a line for each: "Taart: 1-3", "Fles: 1, 4, 8", "Vlees: 1/4", "Poedel: last", "Reep: all"


def prize_lines(prizes: tuple[Prize, ...]) -> str:
    """Write prizes as lines that `read_prizes` reads."""
    return "\n".join(f"{prize.name}: {_rule(prize)}" for prize in prizes)


def _rule(prize: Prize) -> str:
    if prize.everybody:
        return "*"
    if prize.last:
        return "-1"
    if prize.one_in:
        return f"1/{prize.one_in}"
    if prize.places:
        return ", ".join(map(str, prize.places))
    return f"1-{prize.top}"


def read_prizes(text: str) -> tuple[Prize, ...]:
    """Read prizes: a name and, after a colon, whom it is for.

    ``1-3`` the first three, ``1, 4, 8`` these places, ``1/4`` the first of every four, ``-1``
    the last, ``*`` everybody.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > 40:
        raise Refused("too-many-prizes", "40 prizes at most")
    return tuple(_prize(line) for line in lines)


def _prize(line: str) -> Prize:
    name, _, rule = (part.strip() for part in line.rpartition(":"))
    try:
        if rule == "*":
            return Prize(name[:60], everybody=True)
        if rule == "-1":
            return Prize(name[:60], last=True)
        if rule.startswith("1/"):
            return Prize(name[:60], one_in=_positive(rule[2:]))
        if rule.startswith("1-"):
            return Prize(name[:60], top=_positive(rule[2:]))
        return Prize(name[:60], places=tuple(_positive(part) for part in rule.split(",")))
    except ValueError:
        raise Refused("bad-prize", f"cannot read {line[:60]!r}: write Cake: 1-3") from None


def _positive(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 999:
        raise ValueError(text)
    return number
