"""Playing as a sound club player does: by rules of thumb, and remembering the cards."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from klaverjas import Ask, Game, InvalidRules, Phase, RuleSet, View
from klaverjas.actions import Play, PlayerAction, Roem
from klaverjas.events import SeenEvent
from klaverjas.four.rules import KlaverjasRules
from klaverjas_bots.four.bidding import call_of
from klaverjas_bots.four.following import card_to_follow
from klaverjas_bots.four.leading import card_to_lead
from klaverjas_bots.four.position import Position
from klaverjas_bots.memory import Memory
from klaverjas_bots.strategy import Strategy, strategy

__all__ = ["Club"]

ROEM = Roem()


@strategy("club")
class Club(Strategy):
    """Plays by rules of thumb, and leaves nothing to chance.

    It calls every roem, before it leads and before it closes a deal. It needs to have noticed
    nothing: without the events it plays by what the view shows.
    """

    def __init__(self, chance: Random) -> None:
        super().__init__(chance)
        self._memory = Memory()

    def notice(self, event: SeenEvent) -> None:
        """Remember the cards of this deal, and what the others showed not to have."""
        self._memory.notice(event)

    def choose(self, view: View, ask: Ask) -> PlayerAction | None:
        """Choose as the rules of thumb say; never None."""
        if ROEM in ask.legal:
            return ROEM
        if len(ask.legal) == 1:
            return ask.legal[0]
        rules = rules_of(view.rules, view.game)
        assert isinstance(rules, KlaverjasRules)
        if view.phase is Phase.CALLING:
            return call_of(view, ask, rules)
        position = Position(view, ask, rules, self._memory)
        return Play(card_to_follow(position) if position.trick else card_to_lead(position))


@lru_cache(maxsize=64)
def rules_of(name: str, game: Game) -> RuleSet:
    """Find the rules a view names, or those most usual where they are a club's own.

    What is legal comes with every ask; the rules only serve to judge the others' cards.
    """
    try:
        return RuleSet.load(name)
    except InvalidRules:
        return next(rules for rules in RuleSet.all() if rules.game is game)
