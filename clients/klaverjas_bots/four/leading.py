"""The card to lead to a trick."""

from __future__ import annotations

from typing import Final

from klaverjas import Card, Rank, Suit
from klaverjas_bots.cards import strongest
from klaverjas_bots.four.keeping import keeping
from klaverjas_bots.four.position import LEFT, PARTNER, RIGHT, Position
from klaverjas_bots.four.prospects import certain_roem, roem_ahead

__all__ = ["card_to_lead"]

FAT: Final = 11.0
"""The points that three others add to a trick, on average."""
DRAWING: Final = 20.0
"""What it is worth to makers to draw one trump from the opponents."""
TO_THE_MAKER: Final = 6.0
"""What it is worth to lead trump to a partner who made it."""
TRUMP_AGAINST: Final = 10.0
"""What it costs defenders to do the makers' work."""
OPENING: Final = 7.0
"""What it costs to be the first to lead a suit without its ace."""
TEN_INTO_ACE: Final = 8.0
"""What it costs on top to do that with the ten."""
RUFF_BY_PARTNER: Final = 9.0
"""What it is worth to let the partner ruff."""


def card_to_lead(position: Position) -> Card:
    """Choose the card that brings most: now, by what it prepares, and less what it is worth later.

    Makers draw trumps while opponents have some, defenders leave them alone; aces are led before
    they are ruffed; a suit is not opened for opponents to sit behind.
    """
    return max(position.legal, key=lambda card: _preference(position, card))


def _preference(position: Position, card: Card) -> tuple[float, int]:
    """Rank a lead by what it brings; of leads that bring the same the higher is more usual."""
    return round(_balance(position, card), 3), position.worth[card.number]


def _balance(position: Position, card: Card) -> float:
    chance = _chance(position, card)
    points = FAT + position.worth[card.number]
    roem = certain_roem(position, card) + roem_ahead(position, card)
    now = (2 * chance - 1) * (points + roem)
    plans = _trump_plans if card.suit is position.trump else _plain_plans
    return now - keeping(position, card) + plans(position, card)


def _chance(position: Position, card: Card) -> float:
    """Give the chance that this side takes the trick, should this card be led."""
    led = card.suit
    safe = 1.0
    for player in (LEFT, RIGHT):
        safe *= 1.0 - position.chance_to_beat(player, card, led)
    return safe + (1.0 - safe) * _partner_chance(position, led)


def _partner_chance(position: Position, led: Suit) -> float:
    """Give the chance that the partner takes a trick in which the card led is beaten."""
    unseen = position.unseen & led.mask
    lacks = position.odds.lacks
    if led is position.trump:
        return 1.0 - lacks(PARTNER, strongest(unseen, position.trump)) if unseen else 0.0
    ruffs = lacks(PARTNER, led.mask) * (1.0 - lacks(PARTNER, position.trump.mask))
    tops = (1.0 - lacks(PARTNER, strongest(unseen, position.trump))) if unseen else 0.0
    danger = position.danger(led)
    return min(1.0, tops * (1.0 - danger) + ruffs * (1.0 - danger / 2))


def _trump_plans(position: Position, card: Card) -> float:
    against = position.trumps_against()
    if not position.making:
        return -TRUMP_AGAINST
    if not against:
        return -DRAWING
    plan = DRAWING * min(2.0, against)
    return plan + TO_THE_MAKER if position.maker == PARTNER else plan


def _plain_plans(position: Position, card: Card) -> float:
    suit = card.suit.mask
    plan = 0.0
    if not position.led & suit and position.above[card.number] & position.unseen:
        plan -= OPENING
    if card.rank is Rank.TEN and position.above[card.number] & position.unseen:
        plan -= TEN_INTO_ACE
    ruffs = position.odds.lacks(PARTNER, suit) * position.odds.holds(PARTNER, position.trump.mask)
    return plan + RUFF_BY_PARTNER * ruffs * (1.0 - position.danger(card.suit))
