"""Following to a trick: what may be laid, and why anything else may not (RULES §2.2, §5.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from klaverjas.cards import BEATERS, POINTS, POWER, Card, Suit
from klaverjas.errors import Reason

__all__ = ["TRUMPING", "Trumping", "legal_mask", "points_in", "refusal", "winner_of"]

Trumping: TypeAlias = Callable[[int, int, int, bool, bool], int]
"""A city's rule for one void in the led plain suit who holds a trump.

Called with three masks of his hand – the trumps that beat the card now winning, those that do
not, the rest – and whether his partner is winning, and whether that winning card is a trump.
Answers with the mask of what he may lay.
"""


def amsterdam(higher: int, lower: int, rest: int, partner: bool, trumped: bool) -> int:
    """Ruff an opponent, never one's partner unless one likes; under-ruff only for lack of else."""
    if partner:
        return higher | rest if not trumped else (higher | rest) or lower
    return higher or rest or lower


def rotterdam(higher: int, lower: int, rest: int, partner: bool, trumped: bool) -> int:
    """Always lay a trump, the higher one where there is one."""
    return higher or lower


def amsterdam_underruff(higher: int, lower: int, rest: int, partner: bool, trumped: bool) -> int:
    """Be as free as in Amsterdam under the partner; on an opponent always lay a trump."""
    if partner:
        return amsterdam(higher, lower, rest, partner, trumped)
    return higher or lower


TRUMPING: Final[dict[str, Trumping]] = {
    "amsterdam": amsterdam,
    "rotterdam": rotterdam,
    "amsterdam-underruff": amsterdam_underruff,
}
"""The policies a rule set's `trumping` may name."""


def legal_mask(
    hand: int, led: Suit, best: Card, partner: bool, trump: Suit, trumping: Trumping
) -> int:
    """Compute the cards of `hand` that may be laid on a trick.

    `led` is its suit, `best` the card now winning it, `partner` whether one's partner laid that.
    """
    trumped = best.suit is trump
    over = BEATERS[best.number] if trumped else trump.mask
    follow = hand & led.mask
    if led is trump:
        return follow & over or follow or hand
    trumps = hand & trump.mask
    if follow or not trumps:
        return follow or hand
    higher = trumps & over
    return trumping(higher, trumps ^ higher, hand ^ trumps, partner, trumped)


def refusal(card: Card, hand: int, legal: int, trick: Sequence[Card], trump: Suit) -> Reason:
    """Say why a card that is not among the legal ones is refused."""
    if not hand & card.bit:
        return Reason.NOT_HELD
    led, best = trick[0].suit, trick[winner_of(trick, trump)]
    if hand & led.mask and card.suit is not led:
        return Reason.FOLLOW
    if led is trump:
        return Reason.BEAT
    if card.suit is not trump:
        return Reason.RUFF
    return Reason.OVERRUFF if not legal & ~BEATERS[best.number] else Reason.UNDERRUFF


def winner_of(trick: Sequence[Card], trump: Suit) -> int:
    """Find the place in the trick of the card that wins it."""
    strengths = POWER[trump.number][trick[0].suit.number]
    return max(range(len(trick)), key=lambda place: strengths[trick[place].number])


def points_in(cards: Sequence[Card], trump: Suit) -> int:
    """Count the card points, without the ten of a last trick."""
    worth = POINTS[trump.number]
    return sum(worth[card.number] for card in cards)
