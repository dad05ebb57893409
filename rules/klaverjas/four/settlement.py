"""Writing a deal of Klaverjas down, and ending the match (RULES §4)."""

from __future__ import annotations

from typing import Final, NamedTuple

from klaverjas.four.rules import KlaverjasRules
from klaverjas.seats import Pair
from klaverjas.standing import Verdict

__all__ = ["CARD_POINTS", "PIT", "Settlement", "forfeit", "settle", "verdict"]

CARD_POINTS: Final = 162
"""All card points of a deal, the ten of the last trick included."""
PIT: Final = 100
new: Final = tuple.__new__


class Settlement(NamedTuple):
    """What each side writes, and the marks that go with it: N nat, P pit, F forfeited."""

    written: Pair[int]
    marks: Pair[str]


def settle(
    rules: KlaverjasRules,
    maker: int,
    points: tuple[int, int],
    roem: tuple[int, int],
    tricks: tuple[int, int],
) -> Settlement:
    """Write a deal down: `maker` is the makers' side, `points` include the last trick's ten.

    Makers need strictly more, their own roem counted; a tie is nat. Pit goes by tricks, never
    by points, since a trick can be worth nothing.
    """
    ours, theirs = roem
    written, marks = [points[0] + ours, points[1] + theirs], ["", ""]
    if written[maker] <= written[1 - maker]:
        written[maker], written[1 - maker] = 0, CARD_POINTS + ours + theirs
        marks[maker] = "N"
    if 8 in tricks:
        side = tricks.index(8)
        if rules.pit in ("either", "makers" if side == maker else "either"):
            written[side] += PIT
            marks[side] = "P"
    return new(Settlement, (new(Pair, written), new(Pair, marks)))


def forfeit(side: int, roem: tuple[int, int]) -> Settlement:
    """Write down a deal that this side forfeited: the other has it all, and no pit."""
    written, marks = [0, 0], ["", ""]
    written[1 - side] = CARD_POINTS + sum(roem)
    marks[side] = "F"
    return Settlement(Pair(*written), Pair(*marks))


def verdict(rules: KlaverjasRules, totals: Pair[int], written: int) -> Verdict | None:
    """End the match after its last deal, or once a side has the target and more than the other.

    `written` is how many deals were written down, this one included.
    """
    if rules.target is None and written < rules.deals:
        return None
    ours, theirs = totals
    winner = None if ours == theirs else int(theirs > ours)
    if rules.target is None:
        return Verdict(winner)
    reached = max(ours, theirs) >= rules.target
    return Verdict(winner) if reached and winner is not None else None
