"""Whether a draw leaves everybody partners he has not had, for the rounds still to come."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from klaverjas_server.drives.acquaintance import Acquaintance, Sides, pair_of

__all__ = ["leaves_partners"]

AHEAD: Final = 3
"""How many rounds are looked ahead at most."""
STEPS: Final = 5_000
"""After how many steps the search for partners is given up."""


def leaves_partners(
    known: Acquaintance, tables: Sequence[Sides], people: Iterable[int], rounds: int
) -> bool:
    """Tell whether so many more rounds with the same people are possible without a repeat.

    Where everybody has at least half of the others left there always is a round (Dirac); so only
    a small field is ever searched, and three rounds ahead at most. A search that takes too long
    counts as a yes.
    """
    had = {pair for pair, times in known.partners.items() if times >= 1}
    had |= {pair_of(*side) for table in tables for side in table if len(side) == 2}
    numbers = sorted(set(people))
    left = {
        one: {other for other in numbers if other != one and pair_of(one, other) not in had}
        for one in numbers
    }
    ahead = min(rounds, AHEAD)
    if len(numbers) % 2 or min(map(len, left.values())) - ahead >= len(numbers) // 2:
        return True
    return _Search().rounds(left, ahead)


class _Search:
    def __init__(self) -> None:
        self._steps = STEPS

    def rounds(self, left: dict[int, set[int]], ahead: int) -> bool:
        """Find partners for everybody, so many times over."""
        return ahead <= 0 or self._pair_off(left, sorted(left), [], ahead)

    def _pair_off(
        self,
        left: dict[int, set[int]],
        free: list[int],
        pairs: list[tuple[int, int]],
        ahead: int,
    ) -> bool:
        self._steps -= 1
        if self._steps <= 0:
            return True
        if not free:
            return self.rounds(_without(left, pairs), ahead - 1)
        one = min(free, key=lambda number: len(left[number].intersection(free)))
        return any(
            self._pair_off(
                left, [n for n in free if n not in (one, other)], [*pairs, (one, other)], ahead
            )
            for other in sorted(left[one].intersection(free))
        )


def _without(left: dict[int, set[int]], pairs: list[tuple[int, int]]) -> dict[int, set[int]]:
    rest = {number: set(others) for number, others in left.items()}
    for one, other in pairs:
        rest[one].discard(other)
        rest[other].discard(one)
    return rest
