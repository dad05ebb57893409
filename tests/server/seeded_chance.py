"""Chance that turns out the same every time, and as a test wants it where it says so."""

from collections import deque
from collections.abc import Iterable, Sequence
from random import Random

from klaverjas import PACK, Card, Suit


class SeededChance:
    """Deals the packs it was given, then others; makes names and secrets up in a fixed order."""

    def __init__(self, seed: int = 1, packs: Iterable[Sequence[Card]] = ()) -> None:
        self.packs = deque(tuple(pack) for pack in packs)
        self._random = Random(seed)
        self._made = 0

    def pack(self) -> tuple[Card, ...]:
        if self.packs:
            return self.packs.popleft()
        return tuple(self._random.sample(PACK, len(PACK)))

    def suit(self, choices: Sequence[Suit]) -> Suit:
        return choices[0]

    def seed(self) -> int:
        return self._random.getrandbits(64)

    def name(self) -> str:
        self._made += 1
        return f"{self._made:08x}"

    def secret(self) -> str:
        self._made += 1
        return f"secret-{self._made}"
