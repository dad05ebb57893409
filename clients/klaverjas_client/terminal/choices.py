"""What the numbers stand for that a player may type: his cards, then whatever else he may do."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise, permutations

from klaverjas import Card, Suit, View
from klaverjas.actions import Play, PlayerAction
from klaverjas.cards import power

__all__ = ["choices", "sorted_hand"]


def sorted_hand(hand: Iterable[Card], trump: Suit | None) -> tuple[Card, ...]:
    """Sort a hand for the eye: trump first, then black and red in turn, high cards first."""
    held = tuple(hand)
    suits = _suit_order({card.suit for card in held}, trump)
    return tuple(sorted(held, key=lambda card: (suits.index(card.suit), -_strength(card, trump))))


def _suit_order(suits: set[Suit], trump: Suit | None) -> tuple[Suit, ...]:
    usual = [suit for suit in (Suit.S, Suit.H, Suit.C, Suit.D) if suit in suits]
    orders = [order for order in permutations(usual) if trump not in suits or order[0] is trump]
    # Two neighbours of one colour are easily misread.
    return max(orders, key=lambda order: sum(_red(a) != _red(b) for a, b in pairwise(order)))


def _red(suit: Suit) -> bool:
    return suit in (Suit.H, Suit.D)


def _strength(card: Card, trump: Suit | None) -> int:
    # Before there is a trump every suit counts as plain: as one that is led, under another trump.
    other = next(suit for suit in Suit if suit is not card.suit)
    return power(card, trump or other, card.suit)


def choices(view: View) -> tuple[PlayerAction, ...]:
    """List what 1, 2, 3 … mean while `view.legal` is asked.

    When a card is asked for, the numbers are those of the whole sorted hand, playable or not, and
    the other actions come after; otherwise they are the legal actions in order.
    """
    if not any(isinstance(action, Play) for action in view.legal):
        return view.legal
    cards = tuple(Play(card) for card in sorted_hand(view.hand or (), view.trump))
    return cards + tuple(action for action in view.legal if not isinstance(action, Play))
