"""Making trump in Klaberjass: taking, naming, throwing in, and answering that."""

from __future__ import annotations

from typing import Final

from klaverjas import Ask, Hand, KlaberjassView, Suit
from klaverjas.actions import Accept, Name, Pass, PlayerAction, Refuse, Schmeiss, Take
from klaverjas.two.sequences import runs_in
from klaverjas_bots.promise import SIX, promise

__all__ = ["answer_of", "call_of"]

RUN: Final = 20
"""What a sequence in the first six cards is worth."""
ENOUGH: Final = 26.0
"""What a hand must promise to make trump with it."""
HOPELESS: Final = 0.0
"""A hand that promises less than this in every suit is better thrown in."""
REFUSABLE: Final = 26.0
"""A hand that promises as much in the upcard's suit lets the other play it, as maker."""

PASS: Final = Pass()
SCHMEISS: Final = Schmeiss()


def call_of(view: KlaberjassView, ask: Ask) -> PlayerAction:
    """Make the trump that promises most, offer to throw a hopeless hand in, or pass."""
    hand = Hand.of(*(view.hand or ()))
    makings = [action for action in ask.legal if isinstance(action, Take | Name)]
    best = max(makings, key=lambda making: _promise(hand, _suit_of(making, view)))
    if PASS not in ask.legal or _promise(hand, _suit_of(best, view)) >= ENOUGH:
        return best
    if SCHMEISS in ask.legal and all(_promise(hand, suit) < HOPELESS for suit in Suit):
        return SCHMEISS
    return PASS


def answer_of(view: KlaberjassView) -> PlayerAction:
    """Throw the deal in with the other, unless one is strong in the suit he would have to play."""
    assert view.upcard is not None
    hand = Hand.of(*(view.hand or ()))
    return Refuse() if _promise(hand, view.upcard.suit) >= REFUSABLE else Accept()


def _suit_of(making: Take | Name, view: KlaberjassView) -> Suit:
    assert view.upcard is not None
    return making.suit if isinstance(making, Name) else view.upcard.suit


def _promise(hand: Hand, trump: Suit) -> int:
    return promise(hand, trump, SIX) + RUN * len(runs_in(hand))
