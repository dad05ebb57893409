"""The rule sets of Klaverjas and their switches (RULES §2–4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from klaverjas.errors import InvalidRules
from klaverjas.four.roem import FOUR_OF_A_KIND
from klaverjas.four.trump_making import TRUMP_MAKING
from klaverjas.ruleset import RuleSet, switch
from klaverjas.seats import Game
from klaverjas.trick import TRUMPING

__all__ = ["CITIES", "PACKETS", "City", "KlaverjasRules"]

PACKETS: Final[dict[str, tuple[int, ...]]] = {"3-2-3": (3, 2, 3), "4-4": (4, 4)}
"""How the eight cards may be dealt, in packets to each seat in turn."""


class City(NamedTuple):
    """A city's rules: a pair of policies."""

    trump_making: str
    trumping: str


CITIES: Final[dict[str, City]] = {
    "amsterdam": City("free", "amsterdam"),
    "rotterdam": City("free", "rotterdam"),
    "utrecht": City("forced", "amsterdam"),
}
"""The cities. ``city`` in place of a switch sets both policies; every other pair is legal too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KlaverjasRules(RuleSet):
    """The switches of Klaverjas; the defaults are the set `amsterdam`.

    A match is `deals` deals, or, where `target` is set, as many as it takes a side to reach it.
    """

    game: ClassVar[Game] = Game.KLAVERJAS
    exclusive: ClassVar[frozenset[str]] = frozenset({"deals", "target"})

    trump_making: str = switch("free", TRUMP_MAKING)
    trumping: str = switch("amsterdam", TRUMPING)
    roem_calling: str = switch("called", ("called", "automatic"))
    four_of_a_kind: str = switch("court", FOUR_OF_A_KIND)
    stuk: bool = switch(True, (True, False))
    pit: str = switch("makers", ("none", "makers", "either"))
    deals: int = switch(16, (range(4, 65, 4),))
    target: int | None = switch(None, (None, range(100, 10001)))
    packets: str = switch("3-2-3", PACKETS)
    show_last_trick: bool = switch(True, (True, False))

    def _expand(self, switches: Mapping[str, object]) -> dict[str, object]:
        expanded = dict(switches)
        city = expanded.pop("city", None)
        if city is None:
            return expanded
        if not isinstance(city, str) or city not in CITIES:
            raise InvalidRules(
                f"city may not be {city!r}; allowed: {', '.join(CITIES)}",
                key="city",
                allowed=CITIES,
            )
        return {**CITIES[city]._asdict(), **expanded}

    @property
    def match_deals(self) -> int | None:
        """The number of deals in a match; None when it is played to a target."""
        return None if self.target is not None else self.deals


_PLAIN: Final[dict[str, object]] = {"four_of_a_kind": "none", "stuk": False, "pit": "none"}
_SETS: Final[dict[str, dict[str, object]]] = {
    "amsterdam": {},
    "rotterdam": {"city": "rotterdam"},
    "utrecht": {"city": "utrecht"},
    "amsterdam-plain": _PLAIN,
    "rotterdam-plain": {"city": "rotterdam", **_PLAIN},
    "utrecht-plain": {"city": "utrecht", **_PLAIN},
    "nku": {"trump_making": "dealer-first", "trumping": "rotterdam", "four_of_a_kind": "nku"},
    "utrecht-club": {"trump_making": "forced", "trumping": "amsterdam-underruff"},
}

for _name, _switches in _SETS.items():
    RuleSet.register(KlaverjasRules().with_switches(_switches, name=_name))
