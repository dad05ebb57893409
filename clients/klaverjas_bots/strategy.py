"""What a player of its own kind must do, and the kinds there are, by name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import Final, TypeVar

from klaverjas import Ask, InvalidText, View
from klaverjas.actions import PlayerAction
from klaverjas.events import SeenEvent

__all__ = ["STRATEGIES", "Strategy", "UnknownStrategy", "make", "strategy"]


class UnknownStrategy(InvalidText):
    """A strategy that does not exist; `known` are the names of those that do."""

    def __init__(self, name: str):
        self.known = tuple(STRATEGIES)
        super().__init__(f"unknown strategy {name!r}; known: {', '.join(self.known)}")


class Strategy(ABC):
    """One player in one seat; `choose` is all it must have.

    A strategy does no I/O and knows no clock. All it hears of the match are the views and asks
    of its own seat, and the events in the form its seat may see. `chance` is its only source of
    randomness: with the same chance and the same asks it makes the same choices.
    """

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    @abstractmethod
    def choose(self, view: View, ask: Ask) -> PlayerAction | None:
        """Choose one of `ask.legal`; None lets an option (``ask.must`` is False) pass."""

    def notice(self, event: SeenEvent) -> None:  # noqa: B027  # who remembers nothing needs none
        """Take note of something the seat sees; called for every event, in order.

        Whoever takes a seat over in the middle of a match may never have noticed its beginning.
        """


STRATEGIES: Final[dict[str, type[Strategy]]] = {}
"""The strategies by name; `strategy` adds to them."""

_Kind = TypeVar("_Kind", bound=type[Strategy])


def strategy(name: str) -> Callable[[_Kind], _Kind]:
    """Make a class of strategies known under a name; a name that is taken is an `InvalidText`."""

    def register(kind: _Kind) -> _Kind:
        if name in STRATEGIES:
            raise InvalidText(f"there is a strategy {name!r} already")
        STRATEGIES[name] = kind
        return kind

    return register


def make(name: str, seed: int | None = None) -> Strategy:
    """Make a player of the strategy of this name; `UnknownStrategy` lists those there are.

    With a seed it plays the same way every time, without one as chance has it.
    """
    try:
        kind = STRATEGIES[name]
    except KeyError:
        raise UnknownStrategy(name) from None
    return kind(Random(seed))
