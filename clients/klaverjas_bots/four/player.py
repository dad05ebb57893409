"""A club player's choices in Klaverjas."""

from __future__ import annotations

from klaverjas import Ask, Phase, View
from klaverjas.actions import Play, PlayerAction, Roem
from klaverjas.four.rules import KlaverjasRules
from klaverjas_bots.four.bidding import call_of
from klaverjas_bots.four.following import card_to_follow
from klaverjas_bots.four.leading import card_to_lead
from klaverjas_bots.four.position import Position
from klaverjas_bots.memory import Memory

__all__ = ["choose"]

ROEM = Roem()


def choose(view: View, ask: Ask, rules: KlaverjasRules, memory: Memory) -> PlayerAction:
    """Choose as the rules of thumb say: roem is called before anything else."""
    if ROEM in ask.legal:
        return ROEM
    if len(ask.legal) == 1:
        return ask.legal[0]
    if view.phase is Phase.CALLING:
        return call_of(view, ask, rules)
    position = Position(view, ask, rules, memory)
    return Play(card_to_follow(position) if position.trick else card_to_lead(position))
