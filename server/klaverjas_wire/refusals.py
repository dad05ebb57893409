"""The errors that say what would have been right, made of what the rules raise."""

from __future__ import annotations

from collections.abc import Iterable

from klaverjas.actions import PLAYER_ACTIONS, PlayerAction
from klaverjas.errors import IllegalAction, InvalidRules
from klaverjas_wire.faults import ErrorCode
from klaverjas_wire.forms import action_form, action_forms
from klaverjas_wire.messages import Error

__all__ = ["answered", "bad_rules", "illegal", "unknown_name"]


def illegal(refusal: IllegalAction, re: int | None = None) -> Error:
    """Refuse an action for its reason, with what is legal: for the seat asked, and no other."""
    legal = action_forms(one for one in refusal.legal if isinstance(one, PLAYER_ACTIONS))
    text = f"not legal: {refusal.reason}"
    return Error(ErrorCode.ILLEGAL, text, reason=refusal.reason, legal=legal, re=re)


def answered(action: PlayerAction, re: int | None = None) -> Error:
    """Refuse a second, different answer to an ask, with the one that was taken."""
    return Error(ErrorCode.ANSWERED, "already answered", action=action_form(action), re=re)


def bad_rules(fault: InvalidRules, re: int | None = None) -> Error:
    """Refuse a rule set or an option, naming the key and what it may be."""
    allowed = fault.allowed or None
    return Error(ErrorCode.BAD_RULES, str(fault), key=fault.key, allowed=allowed, re=re)


def unknown_name(code: ErrorCode, text: str, known: Iterable[str], re: int | None = None) -> Error:
    """Refuse a name nobody has, with those that exist: `unknown-rules`, or an unknown strategy."""
    return Error(code, text, known=tuple(known), re=re)
