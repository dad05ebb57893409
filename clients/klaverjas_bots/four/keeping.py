"""What a card is worth to its player in the tricks after this one."""

from __future__ import annotations

from typing import Final

from klaverjas import Card
from klaverjas_bots.four.position import Position

__all__ = ["keeping"]

OTHERS: Final = 12.0
"""The points of others that a trick brings whoever takes it, on average."""
LAST_TRICK: Final = 10.0
RUFF: Final = 0.5
"""The chance of a low trump to take a trick by ruffing."""
MASTER: Final = 0.9
"""The chance to bring a master home that nobody can ruff now."""
NEXT_ROUND: Final = 0.7
GUARDED: Final = 0.55
BARE: Final = 0.3
LOW: Final = 0.08
BREAKING: Final = 4.0
"""What it costs to leave a ten or a nine of trump without the card that guards it."""


def keeping(position: Position, card: Card) -> float:
    """Estimate the points a card brings its side later, should it not be played now."""
    if position.tricks_left == 1:
        return 0.0
    wins = _trump_wins(position, card) if card.suit is position.trump else _wins(position, card)
    others = OTHERS + LAST_TRICK / position.tricks_left
    kept = position.worth[card.number] * (2 * wins - 1) + others * wins
    return kept + _guards(position, card)


def _trump_wins(position: Position, card: Card) -> float:
    """Give the chance of a trump to take a later trick."""
    higher = (position.above[card.number] & position.unseen).bit_count()
    if not higher:
        return 1.0
    own = (position.hand & position.trump.mask).bit_count()
    if position.worth[card.number] >= 10:
        return 0.75 if own > higher else 0.4
    return RUFF


def _wins(position: Position, card: Card) -> float:
    """Give the chance of a plain card to take a later trick."""
    unseen = position.unseen & card.suit.mask
    higher = (position.above[card.number] & unseen).bit_count()
    if higher > 1:
        return LOW
    safe = 1.0 - position.danger(card.suit)
    if position.trick and card.suit is position.trick[0].suit:
        # The suit is going round now, so it is the likelier to be ruffed next time.
        safe *= NEXT_ROUND
    if not higher:
        return MASTER * safe
    own = (position.hand & card.suit.mask).bit_count()
    return (GUARDED if own > 1 else BARE) * safe


def _guards(position: Position, card: Card) -> float:
    """Tell what a low card is worth as the only guard of a high one."""
    rest = position.hand & card.suit.mask & ~card.bit
    if rest.bit_count() != 1 or position.worth[card.number] >= 10:
        return 0.0
    number = rest.bit_length() - 1
    higher = (position.above[number] & position.unseen).bit_count()
    return BREAKING if position.worth[number] >= 10 and higher == 1 else 0.0
