"""A table's settings, as `open` gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple, get_args

import msgspec

from klaverjas_bots import STRATEGIES

__all__ = ["OPTIONS", "AtZero", "BadOptions", "Options", "read_options"]

AtZero = Literal["wait", "play-forced-then-bot", "bot", "forfeit-deal"]
"""What happens when a seat's time is up: nothing; a strategy plays on, after every card that is
the only one; a strategy plays on at once; or the deal is lost."""


MOST_DELAY: Final = 64
"""The tricks that spectators may be behind at most: eight deals of Klaverjas."""


class Options(msgspec.Struct, frozen=True, omit_defaults=True):
    """The settings of one table; times are in seconds, and None is without end.

    A private table is not listed, and is entered by code alone. `think` is the time for each
    decision, `bank` what a seat has beside that for the whole match, `away` how long the table
    waits in all for a seat whose connection is lost. `stand_in` is the strategy that plays on.
    `delay` is how many tricks late spectators see the table.
    """

    private: bool = False
    think: int | None = None
    bank: int | None = None
    away: int | None = None
    at_zero: AtZero = "wait"
    stand_in: str = "club"
    delay: int = 0

    @property
    def clocked(self) -> bool:
        """Thinking takes time here."""
        return self.think is not None or self.bank is not None

    @property
    def timed(self) -> bool:
        """Some clock runs here: to think, or to be away."""
        return self.clocked or self.away is not None

    def beyond_think(self, ms: int) -> int:
        """Tell how much of a time of thought, in milliseconds, comes out of the bank."""
        return max(0, ms - 1_000 * (self.think or 0)) if self.clocked else 0


class BadOptions(ValueError):
    """Settings that do not exist: `key` is the one that is wrong, `allowed` what it may be."""

    def __init__(self, text: str, key: str, allowed: tuple[object, ...]):
        super().__init__(text)
        self.key = key
        self.allowed = allowed


class Option(NamedTuple):
    """What a setting may be: how it is told to people, and how it is checked."""

    allowed: tuple[object, ...]
    fits: Callable[[object], bool]


def _one_of(*values: object) -> Option:
    # A truth is no number here, though Python takes True for 1.
    return Option(values, lambda v: any(type(v) is type(one) and v == one for one in values))


def _seconds(longest: int) -> Option:
    def fits(value: object) -> bool:
        return value is None or (type(value) is int and 1 <= value <= longest)

    return Option((None, f"1–{longest}"), fits)


def _number(least: int, most: int) -> Option:
    return Option((f"{least}–{most}",), lambda v: type(v) is int and least <= v <= most)


OPTIONS: Final[dict[str, Option]] = {
    "private": _one_of(True, False),
    "think": _seconds(3_600),
    "bank": _seconds(36_000),
    "away": _seconds(36_000),
    "at_zero": _one_of(*get_args(AtZero)),
    "stand_in": _one_of(*STRATEGIES),
    "delay": _number(0, MOST_DELAY),
}
"""The settings there are."""


def read_options(body: Mapping[str, object] | None) -> Options:
    """Read the settings of `open`; `BadOptions` for an unknown one or a wrong value."""
    for key, value in (body or {}).items():
        option = OPTIONS.get(key)
        if option is None:
            known = ", ".join(OPTIONS)
            raise BadOptions(f"unknown option {key!r}; known: {known}", key, tuple(OPTIONS))
        if not option.fits(value):
            allowed = ", ".join(map(_spell, option.allowed))
            raise BadOptions(f"{key} may not be {value!r}; allowed: {allowed}", key, option.allowed)
    return msgspec.convert(body or {}, Options)


def _spell(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
