"""The errors of the library.

::

    KlaverjasError (ValueError)
     +-- InvalidText      a card, rule set or record that cannot be read
     |    +-- InvalidRules    names the switch and the values it may have
     |    +-- InvalidRecord   names the line, and what replaying it gives instead
     +-- IllegalAction    an action the rules refuse: with a reason, and what is legal
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from klaverjas.actions import Action

__all__ = [
    "IllegalAction",
    "InvalidRecord",
    "InvalidRules",
    "InvalidText",
    "KlaverjasError",
    "Reason",
]


class Reason(StrEnum):
    """Why an action is refused: the first that fits, in this order (DESIGN §4)."""

    WRONG_PHASE = "wrong-phase"
    """an action of another phase"""
    WRONG_MOMENT = "wrong-moment"
    """roem, close or claim while none is open, or out of turn"""
    NOT_HELD = "not-held"
    """a card, or a sequence to declare, that is not in the hand"""
    FOLLOW = "follow"
    """another suit while holding the led one"""
    BEAT = "beat"
    """trump led, and a trump played that is too low"""
    RUFF = "ruff"
    """no trump where one is due"""
    OVERRUFF = "overruff"
    """not the higher trump where it is held and due"""
    UNDERRUFF = "underruff"
    """a lower trump where it is banned"""
    SUIT_NAMED = "suit-named"
    """a suit that may not be named now"""
    FORCED = "forced"
    """a pass by one who must name"""
    NOT_IN_SET = "not-in-set"
    """a call this rule set does not have"""
    NO_SEVEN = "no-seven"
    """a swap without the seven of trump"""
    NO_BELA = "no-bela"
    """bela called without both cards"""


class KlaverjasError(ValueError):
    """Everything this library raises on purpose."""


class InvalidText(KlaverjasError):
    """Text or data from outside that cannot be read."""


class InvalidRules(InvalidText):
    """A rule set that does not exist: `key` is the switch, `allowed` the values it may have."""

    def __init__(self, text: str, *, key: str | None = None, allowed: Iterable[object] = ()):
        super().__init__(text)
        self.key = key
        self.allowed = tuple(allowed)


class InvalidRecord(InvalidText):
    """A record that cannot be read, or that replaying contradicts at `line` (from 1)."""

    def __init__(self, line: int, text: str):
        super().__init__(f"line {line}: {text}")
        self.line = line


class IllegalAction(KlaverjasError):
    """An action the rules refuse; `legal` is what the seat might have done instead."""

    def __init__(self, reason: Reason, legal: Sequence[Action] = ()):
        super().__init__(reason.value)
        self.reason = reason
        self.legal = legal
