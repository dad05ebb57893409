"""What a table's round came to: per deal or in two totals, and whether that can be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from klaverjas import Game, Pair
from klaverjas.four.rules import KlaverjasRules
from klaverjas.four.settlement import CARD_POINTS, Settlement, settle
from klaverjas.view import Line

__all__ = ["Doubt", "Flaw", "Score", "Slip", "doubts", "flaws", "flaws_of_slip", "settle_slip"]

Two: TypeAlias = tuple[int, int]
"""A figure for either side, north and south first."""

Trump = Literal["C", "D", "H", "S"]

USUAL: Final = (31, 163)
"""Between what a side's points for each deal of a round usually lie: 500 to 2,600 in sixteen."""
USUAL_ROEM: Final = 75
"""The roem and pits of both sides for each deal that are still usual: 1,200 in sixteen."""


class Slip(msgspec.Struct, frozen=True, omit_defaults=True):
    """One deal as it is written at a table: the rest is worked out.

    `maker` is the side that made trump, 0 or 1, and `points` the card points of side 0, the last
    trick's ten included. `pit` is the side that took all eight tricks.
    """

    maker: int
    points: int
    roem: Two = (0, 0)
    trump: Trump | None = None
    pit: int | None = None


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table's round: what both sides wrote, and, where it is known, how.

    `pits`, `nats` and `roem` count by side; `known` says that they were told.
    """

    totals: Two
    pits: Two = (0, 0)
    nats: Two = (0, 0)
    roem: Two = (0, 0)
    known: bool = False
    slips: tuple[Slip, ...] = ()

    @classmethod
    def of_slips(cls, slips: Sequence[Slip], rules: KlaverjasRules) -> Score:
        """Add deals up, as these rules write them."""
        settled = [settle_slip(slip, rules) for slip in slips]
        return cls(
            totals=_sum(each.written for each in settled),
            pits=_marks(settled, "P"),
            nats=_marks(settled, "N"),
            roem=_sum(slip.roem for slip in slips),
            known=True,
            slips=tuple(slips),
        )

    @classmethod
    def of_sheet(cls, totals: Pair[int], sheet: Iterable[Line], game: Game) -> Score:
        """Take a finished match over from its score sheet."""
        lines = tuple(sheet)
        ours, theirs = game.sides
        pits, nats = (
            (
                sum(mark in line.marks[ours] for line in lines),
                sum(mark in line.marks[theirs] for line in lines),
            )
            for mark in ("P", "N")
        )
        roem = _sum((line.roem[ours], line.roem[theirs]) for line in lines if line.roem)
        return cls((totals[0], totals[1]), pits, nats, roem, known=True)


def _sum(figures: Iterable[Sequence[int]]) -> Two:
    ours = theirs = 0
    for one, other in figures:
        ours, theirs = ours + one, theirs + other
    return ours, theirs


def _marks(settled: Iterable[Settlement], mark: str) -> Two:
    return _sum([(mark in s.marks[0], mark in s.marks[1]) for s in settled])


def settle_slip(slip: Slip, rules: KlaverjasRules) -> Settlement:
    """Work out what both sides write for a deal."""
    points = Pair(slip.points, CARD_POINTS - slip.points)
    tricks = Pair(*(8 if slip.pit == side else 0 for side in (0, 1)))
    return settle(rules, slip.maker, points, Pair(*slip.roem), tricks)


class Flaw(NamedTuple):
    """Why a score cannot be: `code` for pages in any language, a sentence, and its figures."""

    code: str
    text: str
    figures: tuple[int, ...] = ()


class Doubt(Flaw):
    """Why a score is unusual, though it can be."""


def flaws_of_slip(slip: Slip) -> tuple[Flaw, ...]:
    """Find what is wrong with one deal."""
    found = []
    if slip.maker not in (0, 1) or slip.pit not in (None, 0, 1):
        found.append(Flaw("no-side", "a table has two sides"))
    if not 0 <= slip.points <= CARD_POINTS:
        found.append(
            Flaw("deal-points", f"the points of a deal make {CARD_POINTS}", (CARD_POINTS,))
        )
    for roem in slip.roem:
        found += _roem_flaws(roem)
    if slip.pit in (0, 1) and not _can_be_pit(slip):
        found.append(Flaw("no-pit", "who takes every trick has every point and all the roem"))
    return tuple(found)


def _can_be_pit(slip: Slip) -> bool:
    assert slip.pit is not None
    return slip.points == (0 if slip.pit else CARD_POINTS) and not slip.roem[1 - slip.pit]


def _roem_flaws(roem: int) -> list[Flaw]:
    if roem < 0 or roem % 10:
        return [Flaw("roem-tens", "roem is a multiple of ten", (roem,))]
    return []


def flaws(score: Score, deals: int) -> tuple[Flaw, ...]:
    """Find why the totals of so many deals of Klaverjas cannot be.

    All cards of a deal make 162, and roem, pit and penalties are multiples of ten: so both totals
    make at least 162 for each deal, and end as that does.
    """
    found = [flaw for slip in score.slips for flaw in flaws_of_slip(slip)]
    if min(score.totals) < 0:
        found.append(Flaw("negative", "a total is never below nothing", score.totals))
    both, least = sum(score.totals), CARD_POINTS * deals
    if both < least:
        text = f"both sides have {both} together; {deals} deals make at least {least}"
        found.append(Flaw("too-few", text, (both, least)))
    elif (both - least) % 10:
        text = (
            f"both sides have {both} together; {deals} deals make a sum that ends in {least % 10}"
        )
        found.append(Flaw("last-digit", text, (both, least % 10)))
    for roem in score.roem:
        found += _roem_flaws(roem)
    return tuple(found)


def doubts(score: Score, deals: int) -> tuple[Doubt, ...]:
    """Find what is unusual in the totals of so many deals of Klaverjas: to be looked at again."""
    found = []
    for total in score.totals:
        if not USUAL[0] * deals <= total <= USUAL[1] * deals:
            found.append(Doubt("unusual-total", f"{total} is unusual in {deals} deals", (total,)))
    beyond = sum(score.totals) - CARD_POINTS * deals
    if beyond > USUAL_ROEM * deals:
        found.append(Doubt("much-roem", f"{beyond} of roem and pit is unusual", (beyond,)))
    return tuple(found)
