"""Masks of cards, for players who think about many of them at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from klaverjas import PACK, Card, Suit
from klaverjas.cards import POWER

__all__ = ["ABOVE", "ALL_CARDS", "mask_of", "strongest"]

ALL_CARDS: Final = (1 << 32) - 1


def mask_of(cards: Iterable[Card]) -> int:
    """Gather cards in a mask."""
    mask = 0
    for card in cards:
        mask |= card.bit
    return mask


def _above(card: Card, trump: Suit) -> int:
    strength = POWER[trump.number][card.suit.number]
    return mask_of(
        other
        for other in PACK
        if other.suit is card.suit and strength[other.number] > strength[card.number]
    )


ABOVE: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(_above(card, trump) for card in PACK) for trump in Suit
)
"""By trump and card, the stronger cards of the card's own suit, as a mask."""


def strongest(cards: int, trump: Suit) -> int:
    """Find the strongest of some cards of one suit, as a mask; 0 where there are none."""
    above, rest = ABOVE[trump.number], cards
    while rest:
        low = rest & -rest
        if not above[low.bit_length() - 1] & cards:
            return low
        rest ^= low
    return 0
