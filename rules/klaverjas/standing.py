"""What a match carries from deal to deal, and what a deal hands back to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias

from klaverjas.asks import Ask, Phase
from klaverjas.cards import Card, Suit
from klaverjas.events import Event
from klaverjas.seats import Pair, Seat
from klaverjas.view import Line, View

if TYPE_CHECKING:
    from klaverjas.actions import Action, PlayerAction

__all__ = ["Carry", "DealState", "Outcome", "Pack", "PlainDeal", "Standing", "Verdict"]


Pack: TypeAlias = tuple[Card, ...]
"""All 32 cards, the top one first."""


class Carry(NamedTuple):
    """What lies over for the next deal, in Klaberjass: a pot, and a row of deals thrown in."""

    pot: int = 0
    thrown_in: int = 0


class Standing(NamedTuple):
    """Where the match stands before a deal."""

    totals: Pair[int] = Pair(0, 0)
    written: int = 0
    """How many deals were written down; void ones do not count."""
    carry: Carry = Carry()
    adjusted: Pair[int] = Pair(0, 0)
    """What the director gave or took, counted in `totals`."""


class Verdict(NamedTuple):
    """How a match ended: the winning side, None when drawn."""

    winner: int | None
    by: Literal["points", "claim"] = "points"


class Outcome(NamedTuple):
    """What a finished deal hands back to its match."""

    line: Line | None
    """Its line on the score sheet; None for a void or claimed deal."""
    written: Pair[int]
    next_dealer: Seat
    carry: Carry
    verdict: Verdict | None
    """The end of the match, if this deal was it."""


PlainDeal: TypeAlias = tuple[Any, ...]
"""A deal of either game as the tuple of its fields; the first one is its phase."""


class DealState(Protocol):
    """What a match needs of a deal of either game; an immutable value."""

    @property
    def number(self) -> int: ...
    @property
    def dealer(self) -> Seat: ...
    @property
    def phase(self) -> Phase: ...
    @property
    def outcome(self) -> Outcome | None: ...
    def legal(self, seat: Seat | None) -> tuple[PlayerAction, ...]:
        """List what a seat may do now; nothing when it is not asked."""
        ...

    @property
    def turn_choices(self) -> tuple[Suit, ...]:
        """The suits the house may turn, in the phase `turning`."""
        ...

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that `asks` asks, in the same order; cheaper than the asks."""
        ...

    def asks(self, decision: int) -> tuple[Ask, ...]:
        """List what is asked, the seat that must act first, under the match's number for it."""
        ...

    def apply(self, seat: Seat | None, action: Action) -> tuple[DealState, tuple[Event, ...]]:
        """Act; `IllegalAction` when the rules refuse."""
        ...

    def forfeited(self, side: int) -> tuple[DealState, tuple[Event, ...]]:
        """End the deal with this side having forfeited it."""
        ...

    def voided(self) -> tuple[DealState, tuple[Event, ...]]:
        """End the deal with nothing written; the same dealer deals again."""
        ...

    def with_standing(self, standing: Standing) -> DealState:
        """Put other totals under a deal that goes on."""
        ...

    def view(self, seat: Seat | None, blank: View) -> View:
        """Complete a view of the match with what the seat sees of this deal."""
        ...
