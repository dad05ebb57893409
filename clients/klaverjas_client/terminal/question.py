"""The question that stands open, in a sentence."""

from __future__ import annotations

from klaverjas import KlaberjassView, Phase, View
from klaverjas.actions import (
    Accept,
    Claim,
    Close,
    Declare,
    Keep,
    Name,
    Pass,
    Play,
    PlayerAction,
    Refuse,
    Roem,
    Silent,
    Swap,
    Take,
)
from klaverjas_client.terminal.wording import Party, Wording, capital

__all__ = ["question"]

_BY_ACTION: tuple[tuple[type[PlayerAction], str], ...] = (
    (Accept, "prompt.answer"),
    (Refuse, "prompt.answer"),
    (Swap, "prompt.exchange"),
    (Keep, "prompt.exchange"),
    (Declare, "prompt.declare"),
    (Silent, "prompt.declare"),
)


def question(view: View, wording: Wording, party: Party) -> str:
    """Put what is asked of the viewer in words, or say what the table waits for."""
    if not view.legal:
        return _waiting(view, wording, party)
    kinds = {type(action) for action in view.legal}
    if Play in kinds:
        return " ".join(wording.say(key) for key in _play_keys(view, kinds))
    if Roem in kinds or Close in kinds:
        return wording.say(_closing_key(kinds))
    if Name in kinds or Take in kinds or Pass in kinds:
        return _making_trump(view, wording, kinds)
    return wording.say(next(key for kind, key in _BY_ACTION if kind in kinds))


def _waiting(view: View, wording: Wording, party: Party) -> str:
    if view.phase is Phase.OVER:
        return wording.say("prompt.over")
    if view.phase is Phase.WAITING:
        missing = len(view.game.seats) - len(view.players)
        return wording.say("prompt.waiting", count=missing)
    if view.turn is None or view.turn is view.me:
        return wording.say("prompt.wait")
    return wording.say("prompt.turn", name=party.name(view.turn))


def _play_keys(view: View, kinds: set[type[PlayerAction]]) -> list[str]:
    keys = ["prompt.roem"] if Roem in kinds else []
    keys += ["prompt.claim"] if Claim in kinds else []
    return [*keys, "prompt.play" if view.trick else "prompt.lead"]


def _closing_key(kinds: set[type[PlayerAction]]) -> str:
    if Close not in kinds:
        return "prompt.roem"
    return "prompt.close" if Roem in kinds else "prompt.close-only"


def _making_trump(view: View, wording: Wording, kinds: set[type[PlayerAction]]) -> str:
    if Take in kinds and isinstance(view, KlaberjassView) and view.upcard:
        return capital(wording.say("prompt.take", suit=wording.suit(view.upcard.suit)))
    suits = [action.suit for action in view.legal if isinstance(action, Name)]
    if len(suits) == 1:
        key = "prompt.turned" if Pass in kinds else "prompt.forced"
        return capital(wording.say(key, suit=wording.suit(suits[0])))
    return wording.say("prompt.name" if Pass in kinds else "prompt.must-name")
