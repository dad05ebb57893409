"""Acquaintance: how often people have been partners, opponents, and have rested."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

import msgspec

__all__ = ["FADING", "VACANT", "Acquaintance", "Meeting", "Season", "Sides", "pair_of"]

FADING: Final = 0.7
"""What a meeting counts after every further evening of the season."""
VACANT: Final = 0
"""The number in a seat that no entrant has; it is remembered like one, so that it goes round."""

Sides: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers of the entrants of either side of a table, north and south first."""
Pairing: TypeAlias = tuple[int, int]


class Meeting(msgspec.Struct, frozen=True, omit_defaults=True):
    """How often two entrants met, faded by the evenings that have passed since."""

    one: int
    other: int
    partners: float = 0.0
    opponents: float = 0.0


class Season(msgspec.Struct, frozen=True, omit_defaults=True):
    """What earlier evenings leave to the draws of this one, by this evening's numbers."""

    meetings: tuple[Meeting, ...] = ()
    rests: dict[int, int] = {}

    def faded(self) -> Season:
        """Let one more evening pass."""
        return Season(
            tuple(
                Meeting(m.one, m.other, m.partners * FADING, m.opponents * FADING)
                for m in self.meetings
            ),
            self.rests,
        )


def pair_of(one: int, other: int) -> Pairing:
    """Name two entrants in one order, whichever comes first."""
    return (one, other) if one < other else (other, one)


class Acquaintance(NamedTuple):
    """Who has met whom, tonight and, fading, before; `rested` counts tonight's rests only."""

    partners: Mapping[Pairing, float] = {}  # never written to
    opponents: Mapping[Pairing, float] = {}  # never written to
    rested: Mapping[int, int] = {}  # never written to
    rested_before: Mapping[int, int] = {}  # never written to

    @classmethod
    def of(
        cls, rounds: Iterable[tuple[Sequence[Sides], Sequence[int]]], season: Season | None = None
    ) -> Acquaintance:
        """Count the tables and rests of tonight's rounds, on top of the season's."""
        before = season or Season()
        partners = {pair_of(m.one, m.other): m.partners for m in before.meetings}
        opponents = {pair_of(m.one, m.other): m.opponents for m in before.meetings}
        rested: dict[int, int] = {}
        for tables, rests in rounds:
            for sides in tables:
                _count(partners, _partners(sides))
                _count(opponents, _opponents(sides))
            for number in rests:
                rested[number] = rested.get(number, 0) + 1
        return cls(partners, opponents, rested, before.rests)

    def season(self, season: Season | None = None) -> Season:
        """Hand on to the season's next evening what has been counted here, faded once."""
        keys = sorted({*self.partners, *self.opponents})
        meetings = tuple(
            Meeting(*key, self.partners.get(key, 0.0), self.opponents.get(key, 0.0)) for key in keys
        )
        rests = dict(self.rested_before)
        for number, times in self.rested.items():
            rests[number] = rests.get(number, 0) + times
        return Season(meetings, rests).faded()


def _count(counts: dict[Pairing, float], pairings: Iterable[Pairing]) -> None:
    for pairing in pairings:
        counts[pairing] = counts.get(pairing, 0.0) + 1.0


def _partners(sides: Sides) -> list[Pairing]:
    return [pair_of(*side) for side in sides if len(side) == 2]


def _opponents(sides: Sides) -> list[Pairing]:
    ours, theirs = sides
    return [pair_of(one, other) for one in ours for other in theirs]
