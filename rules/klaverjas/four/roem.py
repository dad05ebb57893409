"""Roem: what lies in the four cards of a trick (RULES §3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import Final, Literal, NamedTuple

from klaverjas.cards import PACK, Card, Hand, Rank, Suit
from klaverjas.events import RoemPart

__all__ = ["FOUR_OF_A_KIND", "Roem", "every_roem", "roem_in", "roem_value"]

RUN_OF_THREE, RUN_OF_FOUR, STUK = 20, 50, 20

_COURT: Final = {Rank.TEN: 100, Rank.QUEEN: 100, Rank.KING: 100, Rank.ACE: 100, Rank.JACK: 200}
_LOW: Final = {Rank.SEVEN: 100, Rank.EIGHT: 100, Rank.NINE: 100}

FOUR_OF_A_KIND: Final[dict[str, Mapping[Rank, int]]] = {
    "none": {},
    "court": _COURT,
    "all": {**_LOW, **_COURT},
    "nku": dict.fromkeys(Rank, 100),
}
"""By the name a rule set's `four_of_a_kind` may have: what four of a rank are worth."""


class Roem(NamedTuple):
    """The roem of one trick: its whole worth, and what it is made of."""

    value: int
    parts: tuple[RoemPart, ...]


def _run_masks() -> dict[int, int]:
    """Give, for every set of ranks in one suit that holds a run of three or four, the run."""
    found = {}
    for ranks in range(256):
        for length in (4, 3):
            run = next((r for r in _windows(length) if ranks & r == r), 0)
            if run and ranks.bit_count() <= 4:
                found[ranks] = run
                break
    return found


def _windows(length: int) -> list[int]:
    return [((1 << length) - 1) << low for low in range(9 - length)]


_RUNS: Final[dict[int, int]] = _run_masks()
_RUN_VALUES: Final[tuple[int, ...]] = tuple(
    {0: 0, 3: RUN_OF_THREE, 4: RUN_OF_FOUR}[_RUNS.get(ranks, 0).bit_count()] for ranks in range(256)
)
_STUK_MASKS: Final[tuple[int, ...]] = tuple(
    Card.of(suit, Rank.KING).bit | Card.of(suit, Rank.QUEEN).bit for suit in Suit
)
_RANK_MASKS: Final[dict[int, Rank]] = {
    sum(card.bit for card in PACK if card.rank is rank): rank for rank in Rank
}


class _FourValues(dict[str, dict[int, int]]):
    """By policy, what four cards as a mask are worth; a policy is looked up when it is first used.

    So one that somebody registers later is known here too.
    """

    def __missing__(self, policy: str) -> dict[int, int]:
        worth = FOUR_OF_A_KIND[policy]
        values = {mask: worth[rank] for mask, rank in _RANK_MASKS.items() if rank in worth}
        self[policy] = values
        return values


_FOUR_VALUES: Final = _FourValues()


def roem_value(mask: int, trump: Suit, four_of_a_kind: str, stuk: bool) -> int:
    """Work out what the four cards of a trick, as a mask, are worth in roem."""
    runs = _RUN_VALUES
    value = runs[mask & 0xFF] + runs[mask >> 8 & 0xFF] + runs[mask >> 16 & 0xFF] + runs[mask >> 24]
    king_queen = _STUK_MASKS[trump.number]
    if stuk and mask & king_queen == king_queen:
        value += STUK
    return value or _FOUR_VALUES[four_of_a_kind].get(mask, 0)


def roem_in(mask: int, trump: Suit, four_of_a_kind: str, stuk: bool) -> Roem:
    """Take the roem of a trick apart: run, four of a kind, stuk."""
    parts = [
        _part("run", run << shift, _RUN_VALUES[run])
        for shift in (0, 8, 16, 24)
        if (run := _RUNS.get(mask >> shift & 0xFF, 0))
    ]
    four = _FOUR_VALUES[four_of_a_kind].get(mask, 0)
    if four:
        parts.append(_part("four", mask, four))
    king_queen = _STUK_MASKS[trump.number]
    if stuk and mask & king_queen == king_queen:
        parts.append(_part("stuk", king_queen, STUK))
    return Roem(sum(part.value for part in parts), tuple(parts))


@cache
def every_roem(trump: Suit, four_of_a_kind: str, stuk: bool) -> Mapping[int, Roem]:
    """Work out the roem of every four cards that hold some, by their mask."""
    fours = set(_FOUR_VALUES[four_of_a_kind])
    runs = {run << shift for run in _windows(3) for shift in (0, 8, 16, 24)}
    fours |= {run | card.bit for run in runs for card in PACK if not run & card.bit}
    king_queen = _STUK_MASKS[trump.number]
    if stuk:
        rest = [card.bit for card in PACK if not king_queen & card.bit]
        fours |= {king_queen | one | other for one, other in combinations(rest, 2)}
    # Most of them hold the same few things, which are kept once.
    return {mask: _once(roem_in(mask, trump, four_of_a_kind, stuk)) for mask in sorted(fours)}


@cache
def _once(roem: Roem) -> Roem:
    return roem


@cache
def _part(kind: Literal["run", "four", "stuk"], mask: int, value: int) -> RoemPart:
    """Make a part of roem; there are some seventy of them."""
    return RoemPart(kind, Hand(mask).by_run_order(), value)
