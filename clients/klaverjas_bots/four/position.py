"""The position a player of Klaverjas is in when it is his turn to play a card."""

from __future__ import annotations

from typing import Final

from klaverjas import Ask, Card, Hand, Suit, View
from klaverjas.actions import Play
from klaverjas.cards import POINTS, POWER
from klaverjas.four.rules import KlaverjasRules
from klaverjas.trick import TRUMPING, points_in, winner_of
from klaverjas_bots.cards import ABOVE, ALL_CARDS, mask_of
from klaverjas_bots.memory import Memory
from klaverjas_bots.odds import Odds

__all__ = ["LEFT", "PARTNER", "RIGHT", "Position"]

LEFT, PARTNER, RIGHT = 0, 1, 2
"""The other players, in the order of play."""

MAKER_KEEPS: Final = 1.6
"""How much more easily an unseen trump lies with the maker than with another."""


class Position:
    """What a player knows when he is to play a card, put the way he thinks of it."""

    __slots__ = (
        "_dangers",
        "above",
        "best",
        "hand",
        "led",
        "legal",
        "lying",
        "maker",
        "making",
        "mask",
        "odds",
        "ours",
        "power",
        "rules",
        "to_come",
        "trick",
        "trump",
        "unseen",
        "worth",
    )

    rules: KlaverjasRules
    trump: Suit
    hand: int
    legal: Hand
    trick: tuple[Card, ...]
    mask: int
    """The cards of the trick."""
    lying: int
    """The card points of the trick."""
    best: Card | None
    """The card now winning the trick."""
    ours: bool
    """Whether the partner is winning it."""
    to_come: tuple[int, ...]
    """Who plays to the trick after this player: left, partner, right."""
    making: bool
    """Whether this side made trump."""
    maker: int | None
    """Who made trump: left, partner or right; None for the player himself."""
    unseen: int
    """The cards in the other hands."""
    led: int
    """The cards that were led to the tricks so far."""
    odds: Odds

    def __init__(self, view: View, ask: Ask, rules: KlaverjasRules, memory: Memory) -> None:
        assert view.trump is not None and view.hand is not None
        self.rules, self.trump = rules, view.trump
        self.above, self.worth = ABOVE[view.trump.number], POINTS[view.trump.number]
        self.hand = mask_of(view.hand)
        self.legal = Hand(mask_of(act.card for act in ask.legal if isinstance(act, Play)))
        self._dangers: dict[Suit, float] = {}
        self._look_at_trick(view)
        self._look_at_others(view, memory)

    def _look_at_trick(self, view: View) -> None:
        trick = tuple(lying.card for lying in view.trick)
        self.trick, self.mask = trick, mask_of(trick)
        self.to_come = (LEFT, PARTNER, RIGHT)[: 3 - len(trick)]
        self.lying, self.best, self.ours = 0, None, False
        self.power = POWER[self.trump.number][self.trump.number]
        if trick:
            place = winner_of(trick, self.trump)
            self.best, self.ours = trick[place], len(trick) - place == 2
            self.power = POWER[self.trump.number][trick[0].suit.number]
            self.lying = points_in(trick, self.trump)

    def _look_at_others(self, view: View, memory: Memory) -> None:
        memory.recall(view, TRUMPING[self.rules.trumping])
        assert view.me is not None and view.maker is not None
        seats = [view.game.after(view.me, places) for places in (1, 2, 3)]
        self.led = memory.led
        self.unseen = ALL_CARDS & ~(self.hand | memory.gone)
        self.maker = seats.index(view.maker) if view.maker is not view.me else None
        self.making = self.maker in (None, PARTNER)
        self.odds = Odds(
            [self.unseen & ~memory.excluded[seat] for seat in seats],
            [view.counts[seat] for seat in seats],
            kept=self.trump.mask,
            keeper=self.maker,
            weight=MAKER_KEEPS,
        )

    @property
    def tricks_left(self) -> int:
        """How many tricks are still to be taken, this one too."""
        return self.hand.bit_count()

    def wins(self, card: Card) -> bool:
        """Tell whether a card would be the best one on the table."""
        return self.best is None or self.power[card.number] > self.power[self.best.number]

    def chance_to_beat(self, player: int, best: Card, led: Suit) -> float:
        """Give the chance that a player still to come has a card that beats this one."""
        lacks, trump = self.odds.lacks, self.trump
        higher = self.above[best.number]
        if led is trump:
            return 1.0 - lacks(player, higher)
        ruffs = lacks(player, led.mask)
        if ruffs:
            ruffs *= 1.0 - lacks(player, higher if best.suit is trump else trump.mask)
        if best.suit is trump:
            return ruffs
        return min(1.0, 1.0 - lacks(player, higher) + ruffs)

    def danger(self, suit: Suit) -> float:
        """Give the chance that an opponent would ruff this plain suit now."""
        known = self._dangers.get(suit)
        if known is None:
            known = self._dangers[suit] = 1.0 - self._safety(suit)
        return known

    def _safety(self, suit: Suit) -> float:
        safety = 1.0
        for player in (LEFT, RIGHT):
            has_trumps = 1.0 - self.odds.lacks(player, self.trump.mask)
            if has_trumps:
                safety *= 1.0 - self.odds.lacks(player, suit.mask) * has_trumps
        return safety

    def trumps_against(self) -> float:
        """Give the number of trumps the two opponents hold on average."""
        mask = self.trump.mask
        return self.odds.expects(LEFT, mask) + self.odds.expects(RIGHT, mask)
