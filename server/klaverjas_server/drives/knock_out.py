"""Knock-out: whoever loses is out; the first seeds meet as late as can be, and rest first."""

from __future__ import annotations

from collections.abc import Sequence

from klaverjas_server.drives.acquaintance import Sides

__all__ = ["bracket", "knock_out_round"]


def bracket(entrants: int) -> tuple[int, ...]:
    """Order seeds 1 to 2^n in the bracket, so that neighbours meet: 1 8 4 5 2 7 3 6.

    Seeds above the number of entrants are rests of the first round.
    """
    order = [1]
    while len(order) < entrants:
        full = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, full - one)]
    return tuple(order)


def knock_out_round(left: Sequence[int]) -> tuple[tuple[Sides, ...], tuple[int, ...]]:
    """Give the tables and rests of a round for those who are left, in the order of the bracket.

    `left` has 2^n places, with 0 where nobody is. ValueError when fewer than two are left.
    """
    if sum(number > 0 for number in left) < 2:
        raise ValueError("a round of knock-out takes two")
    meetings = list(zip(left[::2], left[1::2], strict=True))
    tables = tuple(((one,), (other,)) for one, other in meetings if one and other)
    rests = tuple(sorted(one or other for one, other in meetings if bool(one) != bool(other)))
    return tables, rests
