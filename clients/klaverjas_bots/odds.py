"""How likely others hold what has not been seen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

__all__ = ["Odds"]

_GROUPS: Final = {
    others: tuple(
        group for size in range(1, others + 1) for group in combinations(range(others), size)
    )
    for others in (1, 2, 3)
}
"""By the number of other players, the groups of them that may share a card."""


class Odds:
    """Chances for the unseen cards, taken as lying independently of each other.

    Players are numbered from 0, as in `could` – the cards each may hold, as masks – and `room`,
    how many each has. Cards of `kept` lie `weight` times as easily with the player `keeper`, who
    has shown that he likes them.
    """

    __slots__ = ("_kinds",)

    def __init__(
        self,
        could: Sequence[int],
        room: Sequence[float],
        kept: int = 0,
        keeper: int | None = None,
        weight: float = 1.0,
    ) -> None:
        self._kinds: tuple[list[tuple[int, float]], ...] = tuple([] for _ in could)
        for group in _GROUPS[len(could)]:
            cards = _shared(could, group)
            for part, scale in ((cards & ~kept, 1.0), (cards & kept, weight)):
                if part:
                    shares = [room[p] * (scale if p == keeper else 1.0) for p in group]
                    self._share_out(part, group, shares)

    def _share_out(self, cards: int, group: Sequence[int], shares: Sequence[float]) -> None:
        whole = sum(shares)
        for player, share in zip(group, shares, strict=True):
            if share:
                self._kinds[player].append((cards, 1.0 - share / whole))

    def lacks(self, player: int, cards: int) -> float:
        """Give the chance that a player holds none of these cards."""
        chance = 1.0
        for kind, miss in self._kinds[player]:
            count = (kind & cards).bit_count()
            if count:
                chance *= miss**count
        return chance

    def holds(self, player: int, cards: int) -> float:
        """Give the chance that a player holds at least one of these cards."""
        return 1.0 - self.lacks(player, cards)

    def expects(self, player: int, cards: int) -> float:
        """Give the number of these cards a player holds on average."""
        return sum((kind & cards).bit_count() * (1.0 - miss) for kind, miss in self._kinds[player])


def _shared(could: Sequence[int], group: Sequence[int]) -> int:
    """Gather the cards that exactly the players of this group may hold."""
    cards = ~0
    for player, mask in enumerate(could):
        cards &= mask if player in group else ~mask
    return cards & 0xFFFFFFFF
