"""A table's slips as rows of a page: what was written for each deal, and what they make."""

from __future__ import annotations

from typing import Any, NamedTuple

from klaverjas import RuleSet
from klaverjas.four.rules import KlaverjasRules
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.round import HallTable, Round
from klaverjas_server.drives.score import settle_slip

__all__ = ["SettledSlip", "next_deal", "slip_values"]


class SettledSlip(NamedTuple):
    """One deal: what both sides write, the marks ``N`` and ``P``, maker and trump."""

    deal: int
    written: tuple[int, int]
    marks: tuple[str, str]
    maker: int
    trump: str | None


def next_deal(round: Round, table: HallTable) -> int:
    """Give the first deal that is not written down; the last one when all are."""
    return next((n for n in range(1, round.deals + 1) if n not in table.slips), round.deals)


def _settled(evening: Evening, table: HallTable) -> list[SettledSlip]:
    rules = RuleSet.load(evening.settings.rules)
    if not isinstance(rules, KlaverjasRules):
        return []
    found = []
    for deal, slip in table.slips.items():
        settled = settle_slip(slip, rules)
        written = settled.written[0], settled.written[1]
        marks = settled.marks[0], settled.marks[1]
        found.append(SettledSlip(deal, written, marks, slip.maker, slip.trump))
    return found


def slip_values(evening: Evening, round: Round, table: HallTable, asked: str) -> dict[str, Any]:
    """Give the values that the forms and lists of a table's deals are filled with.

    `asked` is a deal to be written again; empty for the next one.
    """
    settled = _settled(evening, table)
    again = int(asked) if asked.isascii() and asked.isdecimal() else 0
    changing = again in table.slips
    return {
        "by_deal": isinstance(RuleSet.load(evening.settings.rules), KlaverjasRules),
        "deal": again if changing else next_deal(round, table),
        "changing": changing,
        "settled": settled,
        "sums": [sum(line.written[side] for line in settled) for side in (0, 1)],
    }
