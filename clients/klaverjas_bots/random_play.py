"""Playing at random: any legal action is as good as another."""

from __future__ import annotations

from klaverjas import Ask, View
from klaverjas.actions import Claim, PlayerAction
from klaverjas_bots.strategy import Strategy, strategy

__all__ = ["RandomPlay"]


@strategy("random")
class RandomPlay(Strategy):
    """Chooses among the legal actions at random, and lets options pass as often as any of them.

    It never claims the match: a claim that is wrong loses it, and nearly all of them would be.
    """

    def choose(self, view: View, ask: Ask) -> PlayerAction | None:
        """Choose any legal action; where the ask is an option, perhaps none."""
        choices: list[PlayerAction | None] = [
            action for action in ask.legal if not isinstance(action, Claim)
        ]
        if not ask.must:
            choices.append(None)
        return self.chance.choice(choices)
