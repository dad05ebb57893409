"""What happened, in the order it happened.

`Match.apply` answers with the whole truth; `seen_by` is the form one seat, or a spectator
(``None``), may see. Every event has a form for everybody, so that all count the same events.
``k`` is the name an event has on the wire.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from klaverjas.actions import Call
from klaverjas.cards import Card, Hand, Suit
from klaverjas.seats import Seat

__all__ = [
    "Answered",
    "Bottom",
    "Claimed",
    "Dealing",
    "Dealt",
    "Declared",
    "Drawn",
    "DrawnCard",
    "Event",
    "Finished",
    "Kept",
    "Named",
    "Packet",
    "PacketDealing",
    "Passed",
    "Played",
    "RoemCounted",
    "RoemPart",
    "Schmeissed",
    "SeenEvent",
    "SequenceShown",
    "Shown",
    "Silence",
    "Swapped",
    "Taken",
    "TrickTaken",
    "Turned",
    "Void",
    "Written",
]


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """One card drawn for the first deal, and who drew it."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class RoemPart:
    """One thing roem is made of: its kind, the cards that form it, and its worth."""

    kind: Literal["run", "four", "stuk"]
    cards: tuple[Card, ...]
    value: int


@dataclass(frozen=True, slots=True)
class SequenceShown:
    """One sequence laid open: its cards, the highest first, and its worth."""

    cards: tuple[Card, ...]
    value: int


@dataclass(frozen=True, slots=True)
class _Public:
    """An event that everybody sees whole."""

    k: ClassVar[str]

    def seen_by(self, seat: Seat | None) -> SeenEvent:
        """Give the form of the event that this seat, or a spectator (None), may see."""
        return self  # type: ignore[return-value]  # each subclass is one of SeenEvent


@dataclass(frozen=True, slots=True)
class Drawn(_Public):
    """The first dealer was drawn for."""

    k = "drawn"
    draws: tuple[DrawnCard, ...]
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Dealt(_Public):
    """A deal began; `hand` is the viewer's own, None for a spectator."""

    k = "dealt"
    deal: int
    dealer: Seat
    hand: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class Dealing:
    """A deal began: all hands, by seat."""

    k: ClassVar[str] = "dealt"
    deal: int
    dealer: Seat
    hands: Mapping[Seat, Hand]

    def seen_by(self, seat: Seat | None) -> Dealt:
        """Give everybody the deal, and each seat its own hand alone."""
        hand = None if seat is None else tuple(self.hands[seat])
        return Dealt(self.deal, self.dealer, hand)


@dataclass(frozen=True, slots=True)
class Turned(_Public):
    """A suit is proposed for trump: in Klaberjass by this upcard."""

    k = "turned"
    suit: Suit
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Passed(_Public):
    """A seat passed."""

    k = "passed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Named(_Public):
    """A seat made this suit trump."""

    k = "named"
    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class Played(_Public):
    """A seat played a card."""

    k = "played"
    seat: Seat
    card: Card
    call: Call | None = None


@dataclass(frozen=True, slots=True)
class TrickTaken(_Public):
    """A trick was won; `points` are its cards, and ten more for the last. Never its roem."""

    k = "trick"
    trick: int
    winner: Seat
    points: int


@dataclass(frozen=True, slots=True)
class RoemCounted(_Public):
    """Roem was counted: called by `seat`, or automatic (None)."""

    k = "roem"
    seat: Seat | None
    trick: int
    value: int
    parts: tuple[RoemPart, ...]


@dataclass(frozen=True, slots=True)
class Written(_Public):
    """A deal was written down, everything by side.

    `points` includes the ten of the last trick; `roem` is what was counted, before nat and pit;
    `marks` has N (nat), P (pit), B (bate), F (forfeited) or nothing. Klaberjass has `sequences`,
    `bela`, `pot` (what lies over for the next deal) and `last`, the side of the last trick,
    instead of `roem`.
    """

    k = "written"
    deal: int
    maker: Seat | None
    points: Mapping[str, int]
    written: Mapping[str, int]
    marks: Mapping[str, str]
    roem: Mapping[str, int] | None = None
    sequences: Mapping[str, int] | None = None
    bela: Mapping[str, int] | None = None
    pot: int | None = None
    last: str | None = None


@dataclass(frozen=True, slots=True)
class Finished(_Public):
    """The match is over; `winner` is a side, None for a drawn match."""

    k = "finished"
    totals: Mapping[str, int]
    winner: str | None
    by: Literal["points", "claim"] = "points"


@dataclass(frozen=True, slots=True)
class Taken(_Public):
    """A seat took the upcard's suit as trump."""

    k = "taken"
    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class Schmeissed(_Public):
    """A seat offered to throw the deal in."""

    k = "schmeissed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Answered(_Public):
    """The other seat accepted or refused to throw the deal in."""

    k = "answered"
    seat: Seat
    accepted: bool


@dataclass(frozen=True, slots=True)
class Void(_Public):
    """The deal was thrown in; nothing is written."""

    k = "void"
    deal: int
    dealer: Seat
    """Who deals next."""


@dataclass(frozen=True, slots=True)
class Packet(_Public):
    """The second packet was dealt; `hand` is the viewer's own three cards."""

    k = "packet"
    hand: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class PacketDealing:
    """The second packet was dealt: the three cards of each seat."""

    k: ClassVar[str] = "packet"
    hands: Mapping[Seat, Hand]

    def seen_by(self, seat: Seat | None) -> Packet:
        """Give each seat its own three cards alone."""
        return Packet(None if seat is None else tuple(self.hands[seat]))


@dataclass(frozen=True, slots=True)
class Bottom(_Public):
    """The bottom card of the stock was turned up; it is dead."""

    k = "bottom"
    card: Card


@dataclass(frozen=True, slots=True)
class Swapped(_Public):
    """A seat exchanged the seven of trump for the upcard; all see both cards."""

    k = "swapped"
    seat: Seat
    card: Card
    """The card taken: the upcard."""
    seven: Card


@dataclass(frozen=True, slots=True)
class Kept(_Public):
    """A seat made no exchange."""

    k = "kept"
    seat: Seat


Says: TypeAlias = Mapping[str, int | str | bool] | str
"""What is said of a sequence: ``{"class": 50}`` ``{"length": 5}`` ``{"top": "K"}``
``{"suit": "H"}`` ``{"trump": True}`` ``"good"`` ``"not good"`` ``"also"``."""


@dataclass(frozen=True, slots=True)
class Declared(_Public):
    """A seat said one thing about its best sequence."""

    k = "declared"
    seat: Seat
    says: Says


@dataclass(frozen=True, slots=True)
class Silence(_Public):
    """A seat declared nothing."""

    k = "silent"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Shown(_Public):
    """The winner of the sequences laid them all open."""

    k = "shown"
    seat: Seat
    sequences: tuple[SequenceShown, ...]
    value: int


@dataclass(frozen=True, slots=True)
class Claimed(_Public):
    """A seat claimed the match, rightly or wrongly, at this score."""

    k = "claimed"
    seat: Seat
    score: int
    right: bool


SeenEvent: TypeAlias = (
    Drawn
    | Dealt
    | Turned
    | Passed
    | Named
    | Played
    | TrickTaken
    | RoemCounted
    | Written
    | Finished
    | Taken
    | Schmeissed
    | Answered
    | Void
    | Packet
    | Bottom
    | Swapped
    | Kept
    | Declared
    | Silence
    | Shown
    | Claimed
)
Event: TypeAlias = SeenEvent | Dealing | PacketDealing
