"""What a seat may do, and what the house does: plain values, told apart by their type.

``a`` is the name an action has on the wire, in records and in the referee. The order of the
classes is the order in which legal actions are listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import ClassVar, Final, Literal, TypeAlias, get_args

from klaverjas.cards import PACK, Card, Suit
from klaverjas.errors import InvalidText
from klaverjas.seats import Seat

__all__ = [
    "PLAYER_ACTIONS",
    "Accept",
    "Action",
    "Call",
    "Claim",
    "Close",
    "Deal",
    "Declare",
    "Draw",
    "Keep",
    "Name",
    "Pass",
    "Play",
    "Refuse",
    "Roem",
    "Schmeiss",
    "Silent",
    "Swap",
    "Take",
    "Turn",
    "parse_action",
]

Call: TypeAlias = Literal["bela", "from-bela"]


@dataclass(frozen=True, slots=True)
class _Action:
    a: ClassVar[str]

    def to_dict(self) -> dict[str, str]:
        """Write the action as the wire and the referee do, without the fields that are absent."""
        body = {"a": self.a}
        for field in fields(self):
            if (value := getattr(self, field.name)) is not None:
                body[field.name] = str(value)
        return body


@dataclass(frozen=True, slots=True)
class Name(_Action):
    """Make this suit trump."""

    a = "name"
    suit: Suit


@dataclass(frozen=True, slots=True)
class Pass(_Action):
    """Leave making trump to the next."""

    a = "pass"


@dataclass(frozen=True, slots=True)
class Play(_Action):
    """Play a card; in Klaberjass perhaps with a word for the bela."""

    a = "play"
    card: Card
    call: Call | None = None


@dataclass(frozen=True, slots=True)
class Roem(_Action):
    """Call the roem that lies in the trick just won."""

    a = "roem"


@dataclass(frozen=True, slots=True)
class Close(_Action):
    """Close the deal after its last trick, leaving roem uncalled."""

    a = "close"


@dataclass(frozen=True, slots=True)
class Take(_Action):
    """Accept the upcard's suit as trump."""

    a = "take"


@dataclass(frozen=True, slots=True)
class Schmeiss(_Action):
    """Offer to throw the deal in."""

    a = "schmeiss"


@dataclass(frozen=True, slots=True)
class Accept(_Action):
    """Agree to throw the deal in."""

    a = "accept"


@dataclass(frozen=True, slots=True)
class Refuse(_Action):
    """Make the one who offered to throw in play as maker."""

    a = "refuse"


@dataclass(frozen=True, slots=True)
class Swap(_Action):
    """Exchange the seven of trump for the upcard."""

    a = "swap"


@dataclass(frozen=True, slots=True)
class Keep(_Action):
    """Make no exchange."""

    a = "keep"


@dataclass(frozen=True, slots=True)
class Declare(_Action):
    """Declare sequences; the engine speaks, and says no more than needed."""

    a = "declare"


@dataclass(frozen=True, slots=True)
class Silent(_Action):
    """Declare nothing."""

    a = "silent"


@dataclass(frozen=True, slots=True)
class Claim(_Action):
    """Claim to have reached the target; wrong, it loses the match."""

    a = "claim"


@dataclass(frozen=True, slots=True)
class Draw:
    """Let the cards choose the first dealer: who drew what, in order, ties drawing again.

    `dealer` is given instead where a rule set draws the seat itself.
    """

    draws: tuple[tuple[Seat, Card], ...] = ()
    dealer: Seat | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal from a pack: all 32 cards, the top one first."""

    pack: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn a suit up as the one proposed for trump."""

    suit: Suit


PlayerAction: TypeAlias = (
    Name
    | Pass
    | Play
    | Roem
    | Close
    | Take
    | Schmeiss
    | Accept
    | Refuse
    | Swap
    | Keep
    | Declare
    | Silent
    | Claim
)
HouseAction: TypeAlias = Draw | Deal | Turn
Action: TypeAlias = PlayerAction | HouseAction

PLAYER_ACTIONS: Final[tuple[type[PlayerAction], ...]] = get_args(PlayerAction)
_BY_NAME: Final[dict[str, type[PlayerAction]]] = {kind.a: kind for kind in PLAYER_ACTIONS}

# Actions are made once: legal lists are built for every card, and these are what they hold.
NAMES: Final[tuple[Name, ...]] = tuple(Name(suit) for suit in Suit)
PLAYS: Final[dict[int, Play]] = {card.bit: Play(card) for card in PACK}


def _plays_of(mask: int) -> tuple[Play, ...]:
    return tuple(PLAYS[1 << place] for place in range(32) if mask >> place & 1)


# By suit, and by the eight cards of that suit: legal lists are made for every card played.
_CLUBS, _DIAMONDS, _HEARTS, _SPADES = (
    tuple(_plays_of(cards << 8 * suit.number) for cards in range(256)) for suit in Suit
)

PLAYS_IN_ONE_SUIT: Final[dict[int, tuple[Play, ...]]] = {
    cards << 8 * place: some
    for place, suit in enumerate((_CLUBS, _DIAMONDS, _HEARTS, _SPADES))
    for cards, some in enumerate(suit)
}
"""By a mask of cards of one suit: a play for each. Most legal lists are one of these."""


def plays(mask: int) -> tuple[Play, ...]:
    """List one play for each card of a mask, in the order of the pack."""
    return (
        _CLUBS[mask & 0xFF]
        + _DIAMONDS[mask >> 8 & 0xFF]
        + _HEARTS[mask >> 16 & 0xFF]
        + _SPADES[mask >> 24]
    )


def parse_action(body: Mapping[str, object]) -> PlayerAction:
    """Read an action as `to_dict` writes it; `InvalidText` says what is wrong with it."""
    kind = _BY_NAME.get(str(body.get("a")))
    if kind is None:
        raise InvalidText(f"unknown action {body.get('a')!r}; known: {', '.join(_BY_NAME)}")
    if kind is Name:
        return Name(_parse_suit(body.get("suit")))
    if kind is Play:
        return Play(Card.parse(str(body.get("card"))), _parse_call(body.get("call")))
    return kind()  # type: ignore[call-arg]  # the others have no fields


def _parse_suit(text: object) -> Suit:
    try:
        return Suit(str(text).upper())
    except ValueError:
        raise InvalidText(f"not a suit: {text!r}; one of C D H S") from None


def _parse_call(text: object) -> Call | None:
    if text is None:
        return None
    for call in get_args(Call):
        if text == call:
            return call  # type: ignore[no-any-return]
    raise InvalidText(f"not a call: {text!r}; bela or from-bela")
