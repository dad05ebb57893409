"""What a card is worth to its player in the tricks after this one, against one opponent."""

from __future__ import annotations

from typing import Final

from klaverjas import Card
from klaverjas_bots.two.position import Position

__all__ = ["keeping"]

OTHERS: Final = 11.0
"""The points the opponent's card brings to a trick, on average."""
LAST_TRICK: Final = 18.0
RUFF: Final = 0.5
"""The chance of a low trump to take a trick."""
MASTER: Final = 0.9
"""The chance to bring a master home that nobody can ruff now."""
GUARDED: Final = 0.5
BARE: Final = 0.25
LOW: Final = 0.15


def keeping(position: Position, card: Card) -> float:
    """Estimate the points a card brings later, should it not be played now."""
    if position.tricks_left == 1:
        return 0.0
    wins = _trump_wins(position, card) if card.suit is position.trump else _wins(position, card)
    others = OTHERS + LAST_TRICK / position.tricks_left
    return position.worth[card.number] * (2 * wins - 1) + others * wins


def _trump_wins(position: Position, card: Card) -> float:
    """Give the chance of a trump to take a later trick."""
    higher = position.expects(position.above[card.number] & position.unseen)
    if not higher:
        return 1.0
    guards = (position.hand & position.trump.mask).bit_count() - 1
    if position.worth[card.number] >= 10:
        return max(1.0 - higher / (1 + guards), RUFF)
    return RUFF


def _wins(position: Position, card: Card) -> float:
    """Give the chance of a plain card to take a later trick."""
    unseen = position.unseen & card.suit.mask
    beaten = position.expects(position.above[card.number] & unseen)
    safe = 1.0 - position.danger(card.suit)
    if beaten == 0:
        return MASTER * safe
    if beaten > 1:
        return LOW * safe
    guarded = (position.hand & card.suit.mask).bit_count() > 1
    return max(MASTER * (1.0 - beaten), GUARDED if guarded else BARE) * safe
