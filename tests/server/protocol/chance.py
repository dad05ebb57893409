"""Chance of a scene: stacked packs first, then seeded ones; secrets that look like secrets."""

import base64
from collections import deque
from collections.abc import Iterable, Sequence
from random import Random

from klaverjas import PACK, Card, Suit

Pack = tuple[Card, ...]


class SceneChance:
    """Keeps every pack it gave, so that a transcript can be played again with the same cards."""

    def __init__(self, packs: Iterable[Pack] = (), seed: int = 1) -> None:
        self.stacked = deque(packs)
        self.given: list[Pack] = []
        self._packs = Random(seed)
        self._names = Random(seed + 1)
        self._seeds = Random(seed + 2)

    def stack(self, *packs: Pack) -> None:
        """Put packs that will be dealt next."""
        self.stacked.extend(packs)

    def pack(self) -> Pack:
        pack = self.stacked.popleft() if self.stacked else self._shuffled()
        self.given.append(pack)
        return pack

    def _shuffled(self) -> Pack:
        return tuple(self._packs.sample(PACK, len(PACK)))

    def suit(self, choices: Sequence[Suit]) -> Suit:
        return choices[0]

    def seed(self) -> int:
        return self._seeds.getrandbits(64)

    def name(self) -> str:
        return self._names.randbytes(4).hex()

    def secret(self) -> str:
        return base64.urlsafe_b64encode(self._names.randbytes(16)).rstrip(b"=").decode()
