"""Bela: king and queen of trump in one hand, counted if called with the cards (RULES §5.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from klaverjas.actions import Call
from klaverjas.cards import Card, Rank, Suit

__all__ = ["BELA", "BELA_VALUE", "bela_counts", "bela_mask"]

BELA_VALUE: Final = 20


def _on_first(called: Iterable[bool]) -> bool:
    return next(iter(called))


BELA: Final[dict[str, Callable[[Iterable[bool]], bool]]] = {
    "either": any,
    "first": _on_first,
    "both": all,
}
"""By the name a rule set's `bela` may have: which of its two cards must be called."""


def bela_mask(trump: Suit) -> int:
    """Give king and queen of trump as the bits of a hand."""
    return Card.of(trump, Rank.KING).bit | Card.of(trump, Rank.QUEEN).bit


def bela_counts(policy: str, calls: Sequence[Call | None]) -> int:
    """Count a bela: `calls` came with its cards as they were played; nothing before both were."""
    if len(calls) < 2:
        return 0
    return BELA_VALUE * BELA[policy](call is not None for call in calls)
