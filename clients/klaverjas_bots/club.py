"""Playing as a sound club player does: by rules of thumb, and remembering the cards."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from klaverjas import Ask, Game, InvalidRules, KlaberjassView, RuleSet, View
from klaverjas.actions import PlayerAction
from klaverjas.events import SeenEvent
from klaverjas.four.rules import KlaverjasRules
from klaverjas.two.rules import KlaberjassRules
from klaverjas_bots.four import player as four
from klaverjas_bots.memory import Memory
from klaverjas_bots.strategy import Strategy, strategy
from klaverjas_bots.two import player as two

__all__ = ["Club"]


@strategy("club")
class Club(Strategy):
    """Plays by rules of thumb, and leaves nothing to chance.

    It lets no option pass: every roem is called, before it leads and before it closes a deal, and
    every bela. It needs to have noticed nothing: without the events it plays by what the view
    shows.
    """

    def __init__(self, chance: Random) -> None:
        super().__init__(chance)
        self._memory = Memory()

    def notice(self, event: SeenEvent) -> None:
        """Remember the cards of this deal, and what the others showed to have or not to have."""
        self._memory.notice(event)

    def choose(self, view: View, ask: Ask) -> PlayerAction | None:
        """Choose as the rules of thumb say."""
        rules = rules_of(view.rules, view.game)
        if isinstance(view, KlaberjassView):
            assert isinstance(rules, KlaberjassRules)
            return two.choose(view, ask, rules, self._memory)
        assert isinstance(rules, KlaverjasRules)
        return four.choose(view, ask, rules, self._memory)


@lru_cache(maxsize=64)
def rules_of(name: str, game: Game) -> RuleSet:
    """Find the rules a view names, or those most usual where they are a club's own.

    What is legal comes with every ask; the rules only serve to judge the others' cards.
    """
    try:
        return RuleSet.load(name)
    except InvalidRules:
        return next(rules for rules in RuleSet.all() if rules.game is game)
