"""Making trump in Klaverjas: when to name, and which suit."""

from __future__ import annotations

from typing import Final

from klaverjas import Ask, Hand, View
from klaverjas.actions import Name, PlayerAction
from klaverjas.four.rules import KlaverjasRules
from klaverjas.four.trump_making import TRUMP_MAKING
from klaverjas_bots.promise import EIGHT, promise

__all__ = ["call_of"]

ENOUGH_IF_OURS: Final = 32.0
"""What a hand must promise where this side has to name after everybody's pass."""
ENOUGH_IF_THEIRS: Final = 40.0
"""The same where it is the opponents who would have to."""


def call_of(view: View, ask: Ask, rules: KlaverjasRules) -> PlayerAction:
    """Name the suit that promises most, or pass if that is not enough and one may."""
    hand = Hand.of(*(view.hand or ()))
    names = [action for action in ask.legal if isinstance(action, Name)]
    best = max(names, key=lambda name: promise(hand, name.suit, EIGHT))
    others = [action for action in ask.legal if not isinstance(action, Name)]
    if others and promise(hand, best.suit, EIGHT) < _enough(view, rules):
        return others[0]
    return best


def _enough(view: View, rules: KlaverjasRules) -> float:
    making = TRUMP_MAKING[rules.trump_making]
    assert view.dealer is not None and view.me is not None
    burdened = making.speaker(view.dealer, making.passes)
    ours = view.game.side(burdened) == view.game.side(view.me)
    return ENOUGH_IF_OURS if ours else ENOUGH_IF_THEIRS
