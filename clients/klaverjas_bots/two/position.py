"""The position a player of Klaberjass is in when it is his turn to play a card."""

from __future__ import annotations

from klaverjas import Ask, Card, Hand, KlaberjassView, Rank, Suit
from klaverjas.actions import Play
from klaverjas.cards import POINTS, POWER
from klaverjas.trick import TRUMPING
from klaverjas.two.rules import KlaberjassRules
from klaverjas_bots.cards import ABOVE, ALL_CARDS, mask_of
from klaverjas_bots.memory import Memory
from klaverjas_bots.odds import Odds

__all__ = ["Position"]

OPPONENT, STOCK = 0, 1
"""The two places where an unseen card may lie."""


class Position:
    """What a player knows when he is to play a card against one opponent."""

    __slots__ = (
        "above",
        "hand",
        "led",
        "legal",
        "making",
        "odds",
        "power",
        "trump",
        "unseen",
        "worth",
    )

    trump: Suit
    hand: int
    legal: Hand
    led: Card | None
    """The card to follow to."""
    making: bool
    """Whether this player made trump."""
    unseen: int
    """The cards in the opponent's hand and in the stock."""
    odds: Odds

    def __init__(
        self, view: KlaberjassView, ask: Ask, rules: KlaberjassRules, memory: Memory
    ) -> None:
        assert view.trump is not None and view.hand is not None
        self.trump, self.making = view.trump, view.maker is view.me
        self.above, self.worth = ABOVE[view.trump.number], POINTS[view.trump.number]
        self.hand = mask_of(view.hand)
        self.legal = Hand(mask_of(act.card for act in ask.legal if isinstance(act, Play)))
        self.led = view.trick[0].card if view.trick else None
        self.power = POWER[self.trump.number][(self.led.suit if self.led else self.trump).number]
        self._look_at_opponent(view, rules, memory)

    def _look_at_opponent(
        self, view: KlaberjassView, rules: KlaberjassRules, memory: Memory
    ) -> None:
        assert view.me is not None
        memory.recall(view, TRUMPING["rotterdam"])
        opponent = view.game.after(view.me)
        lying = mask_of(card for card in (view.upcard, view.bottom) if card)
        self.unseen = ALL_CARDS & ~(self.hand | memory.gone | lying)
        could = self.unseen & ~memory.excluded[opponent]
        if rules.bare_jass:
            # He may have kept it back where he would have had to ruff with any other trump.
            could |= self.unseen & Card.of(self.trump, Rank.JACK).bit
        held = could & memory.shown[opponent]
        room = view.counts[opponent]
        stock = self.unseen.bit_count() - room
        self.odds = Odds([could, self.unseen & ~held], [room - held.bit_count(), stock])

    @property
    def tricks_left(self) -> int:
        """How many tricks are still to be taken, this one too."""
        return self.hand.bit_count()

    def holds(self, cards: int) -> float:
        """Give the chance that the opponent holds at least one of these cards."""
        return self.odds.holds(OPPONENT, cards)

    def lacks(self, cards: int) -> float:
        """Give the chance that the opponent holds none of these cards."""
        return self.odds.lacks(OPPONENT, cards)

    def expects(self, cards: int) -> float:
        """Give the number of these cards the opponent holds on average."""
        return self.odds.expects(OPPONENT, cards)

    def danger(self, suit: Suit) -> float:
        """Give the chance that the opponent would ruff this plain suit."""
        return self.lacks(suit.mask) * self.holds(self.trump.mask)
