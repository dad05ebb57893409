"""Making trump: who speaks first, who must, and whether a suit is turned (RULES §2.1)."""

from __future__ import annotations

from typing import Final, NamedTuple

from klaverjas.actions import NAMES, Name, Pass, PlayerAction
from klaverjas.cards import Suit
from klaverjas.errors import Reason
from klaverjas.seats import Game, Seat

__all__ = ["TRUMP_MAKING", "TrumpMaking"]

SEATS: Final = Game.KLAVERJAS.seats
PASS: Final = Pass()
NAMES_OR_PASS: Final[tuple[PlayerAction, ...]] = (*NAMES, PASS)


class TrumpMaking(NamedTuple):
    """A procedure for making trump, as data.

    `dealer_first` tells who speaks first, else forehand does; then it goes clockwise. After
    `passes` passes whoever is next must name. `turned` proposes a suit, and a second one for
    the call that must name.
    """

    dealer_first: bool
    passes: int
    turned: bool = False

    def speaker(self, dealer: Seat, passes: int) -> Seat:
        """Name the seat whose call it is after so many passes."""
        return SEATS[(dealer.number + passes + (not self.dealer_first)) % 4]

    def wants_turn(self, passes: int, turned: tuple[Suit, ...]) -> bool:
        """Tell whether the house must turn a suit before the next call."""
        return self.turned and len(turned) < 1 + (passes == self.passes)

    def legal(self, passes: int, turned: tuple[Suit, ...]) -> tuple[PlayerAction, ...]:
        """List the calls open after so many passes."""
        if not self.turned:
            return NAMES if passes == self.passes else NAMES_OR_PASS
        name = NAMES[turned[-1].number]
        return (name,) if passes == self.passes else (name, PASS)

    def refusal(self, action: PlayerAction) -> Reason:
        """Say why this call is not among the legal ones."""
        if isinstance(action, Name):
            return Reason.SUIT_NAMED
        return Reason.FORCED if isinstance(action, Pass) else Reason.WRONG_PHASE


TRUMP_MAKING: Final[dict[str, TrumpMaking]] = {
    "free": TrumpMaking(dealer_first=False, passes=4),
    "forced": TrumpMaking(dealer_first=False, passes=0),
    "free-dealer": TrumpMaking(dealer_first=False, passes=3),
    "dealer-first": TrumpMaking(dealer_first=True, passes=4),
    "turned": TrumpMaking(dealer_first=False, passes=4, turned=True),
}
"""The procedures a rule set's `trump_making` may name."""
