"""A deal of Klaverjas up to its first card."""

from __future__ import annotations

from typing import NamedTuple

from klaverjas.actions import Name, Pass
from klaverjas.cards import Suit
from klaverjas.four.rules import KlaverjasRules
from klaverjas.four.trump_making import TRUMP_MAKING, TrumpMaking
from klaverjas.seats import Seat
from klaverjas.standing import Standing

__all__ = ["Opening"]


class Opening(NamedTuple):
    """Under what a deal was dealt, and how trump was made."""

    rules: KlaverjasRules
    number: int
    """Which deal of the match it is, from 1."""
    dealer: Seat
    standing: Standing
    """Where the match stood before the deal."""
    calls: tuple[tuple[Seat, Name | Pass], ...] = ()
    turned: tuple[Suit, ...] = ()
    """The suits that the house turned."""
    trump: Suit | None = None
    maker: Seat | None = None

    @property
    def making(self) -> TrumpMaking:
        """How trump is made."""
        return TRUMP_MAKING[self.rules.trump_making]
