"""The card to lay on a trick that somebody else led."""

from __future__ import annotations

from typing import Final

from klaverjas import Card
from klaverjas_bots.four.keeping import keeping
from klaverjas_bots.four.position import LEFT, PARTNER, Position
from klaverjas_bots.four.prospects import certain_roem, roem_ahead

__all__ = ["card_to_follow"]

YET: Final = 4.5
"""The points that one still to come adds to a trick, on average."""
WON_BACK: Final = 0.4
"""How often a partner who could beat the card now winning also beats the opponent's."""
HELD: Final = 0.5
"""How often an opponent's better card does not spoil the trick the partner could take."""


def card_to_follow(position: Position) -> Card:
    """Choose the card that brings most: now, less what it would have brought later.

    So a sure trick of the partner gets the high card that is hard to bring home, an opponent's
    the low one, and a trick is taken when it is worth the card it takes.
    """
    return max(position.legal, key=lambda card: _balance(position, card))


def _balance(position: Position, card: Card) -> float:
    chance = _chance(position, card)
    points = position.lying + position.worth[card.number] + YET * len(position.to_come)
    roem = certain_roem(position, card) + roem_ahead(position, card)
    return (2 * chance - 1) * (points + roem) - keeping(position, card)


def _chance(position: Position, card: Card) -> float:
    """Give the chance that this side takes the trick, should this card be laid."""
    assert position.best is not None
    wins = position.wins(card)
    best = card if wins else position.best
    ours = wins or position.ours
    led = position.trick[0].suit
    if not position.to_come:
        return float(ours)
    beaten = position.chance_to_beat(LEFT, best, led)
    if PARTNER not in position.to_come:
        return 1.0 - beaten if ours else 0.0
    saved = position.chance_to_beat(PARTNER, best, led)
    if ours:
        return 1.0 - beaten * (1.0 - WON_BACK * saved)
    return saved * (1.0 - HELD * beaten)
