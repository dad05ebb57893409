"""Chance, injected: packs, draws, turned suits, secrets. The rules have none of their own."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from math import factorial
from typing import Final, Protocol

from klaverjas import PACK, Card, Match, Phase, Suit
from klaverjas.actions import Deal, Draw, HouseAction, Turn
from klaverjas.draw import draw_for
from klaverjas.errors import InvalidText
from klaverjas.match import HOUSE_PHASES

__all__ = ["ORDERS", "Chance", "SystemChance", "house_action", "order_of"]


class Chance(Protocol):
    """What the house leaves to chance."""

    def pack(self) -> tuple[Card, ...]:
        """Shuffle all 32 cards, the top one first."""

    def suit(self, choices: Sequence[Suit]) -> Suit:
        """Pick one of these suits."""

    def seed(self) -> int:
        """Pick a seed for a strategy."""

    def name(self) -> str:
        """Make up a short public name that nothing else has."""

    def secret(self) -> str:
        """Make up a token, key or code that nobody can guess."""


ORDERS: Final = factorial(len(PACK))
"""How many orders a pack has."""


class SystemChance:
    """The system's own source of chance."""

    def __init__(self) -> None:
        self._random = random.SystemRandom()

    def pack(self) -> tuple[Card, ...]:
        """Shuffle all 32 cards."""
        return order_of(self._random.randrange(ORDERS))

    def suit(self, choices: Sequence[Suit]) -> Suit:
        """Pick one of these suits."""
        return self._random.choice(choices)

    def seed(self) -> int:
        """Pick 64 bits."""
        return self._random.getrandbits(64)

    def name(self) -> str:
        """Make 8 hexadecimal digits."""
        return secrets.token_hex(4)

    def secret(self) -> str:
        """Make 128 bits, to be put into an address or typed."""
        return secrets.token_urlsafe(16)


def order_of(number: int) -> tuple[Card, ...]:
    """Give one of the orders of a pack by its number, from 0 to below `ORDERS`.

    Each order has one number: the next card is the remainder by how many are left. One number
    from the system is drawn in a fraction of the time of one for each card.
    """
    left, order = list(PACK), []
    for cards in range(len(PACK), 0, -1):
        number, place = divmod(number, cards)
        order.append(left.pop(place))
    return tuple(order)


def house_action(match: Match, chance: Chance) -> HouseAction | None:
    """Say what the house must do now; None while it is a player's turn, or over."""
    if match.phase not in HOUSE_PHASES:
        return None
    if match.phase is Phase.DRAWING:
        return _draw(match, chance)
    if match.phase is Phase.DEALING:
        return Deal(chance.pack())
    return Turn(chance.suit(match.turn_choices))


def _draw(match: Match, chance: Chance) -> Draw:
    while True:
        try:
            return draw_for(match.rules, chance.pack())
        except InvalidText:
            continue  # all 32 cards drawn without a decision: shuffle again
