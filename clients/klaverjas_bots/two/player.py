"""A club player's choices in Klaberjass."""

from __future__ import annotations

from klaverjas import Ask, KlaberjassView, Phase
from klaverjas.actions import Claim, PlayerAction
from klaverjas.two.rules import KlaberjassRules
from klaverjas_bots.memory import Memory
from klaverjas_bots.two.bidding import answer_of, call_of
from klaverjas_bots.two.declaring import declaration_of, exchange_of, is_sure_to_win
from klaverjas_bots.two.position import Position
from klaverjas_bots.two.tricks import play_of

__all__ = ["choose"]

CLAIM = Claim()


def choose(view: KlaberjassView, ask: Ask, rules: KlaberjassRules, memory: Memory) -> PlayerAction:
    """Choose as the rules of thumb say: a match is claimed as soon as it is surely won."""
    if len(ask.legal) == 1:
        return ask.legal[0]
    if view.phase is Phase.PLAYING:
        if CLAIM in ask.legal and is_sure_to_win(view, rules):
            return CLAIM
        return play_of(Position(view, ask, rules, memory), ask)
    if view.phase is Phase.ANSWERING:
        return answer_of(view)
    if view.phase is Phase.EXCHANGING:
        return exchange_of(view, rules)
    if view.phase is Phase.DECLARING:
        return declaration_of(view, rules)
    return call_of(view, ask)
