"""Making trump in Klaverjas: what a hand promises, and when to name.

The figures are points of a deal, ours less theirs; they were found by playing some thousands of
deals out, and rounded.
"""

from __future__ import annotations

from typing import Final

from klaverjas import Ask, Hand, Rank, Suit, View
from klaverjas.actions import Name, PlayerAction
from klaverjas.four.rules import KlaverjasRules
from klaverjas.four.trump_making import TRUMP_MAKING

__all__ = ["call_of", "promise"]

NOTHING: Final = -95
"""What a hand without anything promises."""
EACH_TRUMP: Final = 22
TRUMPS: Final = {Rank.JACK: 52, Rank.NINE: 14, Rank.ACE: 13, Rank.TEN: 3}
JACK_AND_NINE: Final = 15
SIDE_ACE: Final = 24
TEN_WITH_ACE: Final = 14
GUARDED_TEN: Final = 6
VOID: Final = 12

ENOUGH_IF_OURS: Final = 30.0
"""What a hand must promise where this side has to name after everybody's pass."""
ENOUGH_IF_THEIRS: Final = 30.0
"""The same where it is the opponents who would have to."""


def call_of(view: View, ask: Ask, rules: KlaverjasRules) -> PlayerAction:
    """Name the suit that promises most, or pass if that is not enough and one may."""
    assert view.hand is not None
    hand = Hand.of(*view.hand)
    names = [action for action in ask.legal if isinstance(action, Name)]
    best = max(names, key=lambda name: promise(hand, name.suit))
    others = [action for action in ask.legal if not isinstance(action, Name)]
    if others and promise(hand, best.suit) < _enough(view, rules):
        return others[0]
    return best


def _enough(view: View, rules: KlaverjasRules) -> float:
    making = TRUMP_MAKING[rules.trump_making]
    assert view.dealer is not None and view.me is not None
    burdened = making.speaker(view.dealer, making.passes)
    ours = view.game.side(burdened) == view.game.side(view.me)
    return ENOUGH_IF_OURS if ours else ENOUGH_IF_THEIRS


def promise(hand: Hand, trump: Suit) -> float:
    """Estimate by how many points this hand's side will lead if it makes this trump."""
    trumps = hand.in_suit(trump)
    ranks = {card.rank for card in trumps}
    total = NOTHING + EACH_TRUMP * len(trumps)
    total += sum(TRUMPS.get(rank, 0) for rank in ranks)
    if {Rank.JACK, Rank.NINE} <= ranks:
        total += JACK_AND_NINE
    return total + sum(_side(hand, suit) for suit in Suit if suit is not trump)


def _side(hand: Hand, suit: Suit) -> int:
    """Estimate what the cards of a plain suit add."""
    ranks = {card.rank for card in hand.in_suit(suit)}
    if not ranks:
        return VOID
    total = SIDE_ACE if Rank.ACE in ranks else 0
    if Rank.TEN in ranks:
        total += TEN_WITH_ACE if Rank.ACE in ranks else GUARDED_TEN * (len(ranks) > 1)
    return total
