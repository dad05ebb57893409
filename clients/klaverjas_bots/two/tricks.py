"""The card to lay in Klaberjass: to lead, or on the opponent's lead."""

from __future__ import annotations

from typing import Final

from klaverjas import Ask, Card
from klaverjas.actions import Play
from klaverjas_bots.two.keeping import keeping
from klaverjas_bots.two.position import Position

__all__ = ["play_of"]

ANSWER: Final = 2.0
"""The points that the opponent's card adds to a trick one leads, on average."""
DRAWING: Final = 12.0
"""What it is worth to the maker to draw a trump."""
TRUMP_AGAINST: Final = 8.0
"""What it costs the defender to lead trump."""


def play_of(position: Position, ask: Ask) -> Play:
    """Choose the card that brings most, and call the bela with it."""
    balance = _balance_of_lead if position.led is None else _balance_of_answer
    card = max(position.legal, key=lambda card: balance(position, card))
    plays = [action for action in ask.legal if isinstance(action, Play) and action.card is card]
    return max(plays, key=lambda play: play.call is not None)


def _balance_of_answer(position: Position, card: Card) -> float:
    assert position.led is not None
    points = position.worth[position.led.number] + position.worth[card.number]
    wins = position.power[card.number] > position.power[position.led.number]
    return (points if wins else -points) - keeping(position, card)


def _balance_of_lead(position: Position, card: Card) -> float:
    points = ANSWER + position.worth[card.number]
    now = (2 * _chance(position, card) - 1) * points
    return now - keeping(position, card) + _plan(position, card)


def _chance(position: Position, card: Card) -> float:
    """Give the chance that a card takes the trick it is led to."""
    unbeaten = position.lacks(position.above[card.number])
    if card.suit is position.trump:
        return unbeaten
    return max(0.0, unbeaten - position.danger(card.suit))


def _plan(position: Position, card: Card) -> float:
    """Tell what a lead prepares."""
    if card.suit is not position.trump:
        return 0.0
    if not position.making:
        return -TRUMP_AGAINST
    return DRAWING * min(1.0, position.expects(position.trump.mask))
