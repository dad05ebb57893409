"""The exchange, declaring, and claiming the match in Klaberjass."""

from __future__ import annotations

from typing import Final

from klaverjas import Card, Hand, KlaberjassView, Rank
from klaverjas.actions import Declare, Keep, PlayerAction, Silent, Swap
from klaverjas.two.bela import BELA_VALUE
from klaverjas.two.rules import KlaberjassRules
from klaverjas.two.sequences import sequences_in
from klaverjas_bots.promise import NINE, promise

__all__ = ["declaration_of", "exchange_of", "is_sure_to_win"]

HOPELESS: Final = -40.0
"""A maker who promises less than this, his sequences counted, keeps them to himself."""


def exchange_of(view: KlaberjassView, rules: KlaberjassRules) -> PlayerAction:
    """Take the upcard for the seven, unless that breaks a sequence worth more."""
    assert view.trump is not None and view.upcard is not None
    hand = Hand.of(*(view.hand or ()))
    seven = Hand.of(Card.of(view.trump, Rank.SEVEN))
    swapped = hand - seven | Hand.of(view.upcard)
    gain = promise(swapped, view.trump, NINE) - promise(hand, view.trump, NINE)
    return Swap() if gain + _worth(swapped, rules) >= _worth(hand, rules) else Keep()


def declaration_of(view: KlaberjassView, rules: KlaberjassRules) -> PlayerAction:
    """Declare, unless one made trump and would only give the sequences to the opponent."""
    assert view.trump is not None
    hand = Hand.of(*(view.hand or ()))
    sure_bate = promise(hand, view.trump, NINE) + _worth(hand, rules) < HOPELESS
    return Silent() if view.maker is view.me and sure_bate else Declare()


def _worth(hand: Hand, rules: KlaberjassRules) -> int:
    return sum(sequence.value for sequence in sequences_in(rules, hand))


def is_sure_to_win(view: KlaberjassView, rules: KlaberjassRules) -> bool:
    """Tell whether a claim would be right, going by what lies open alone.

    Under a rule set known by name only, the target is not known, and nothing is sure.
    """
    assert view.me is not None
    side = view.game.sides[view.game.side(view.me)]
    score = view.totals[side] + view.points[side]
    if view.shown is not None and view.shown.seat is view.me:
        score += view.shown.value
    if len(view.bela.get(side, ())) == 2:
        score += BELA_VALUE
    return rules.name == view.rules and score >= rules.target
