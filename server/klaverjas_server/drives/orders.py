"""Orders: what people ask of an evening. What comes of one is decided in `plan`.

They are tagged, so that pages, programs and the command line send the same JSON: ``{"o": "enter",
"names": ["Riet"]}``. `override` is a director's reason for setting a refusal aside.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from klaverjas_server.drives.acquaintance import Season
from klaverjas_server.drives.rows import Role
from klaverjas_server.drives.score import Score, Slip
from klaverjas_server.drives.settings import Settings
from klaverjas_wire.limits import NAME_CHARACTERS
from klaverjas_wire.messages import Name, Reason

__all__ = [
    "ORDERS",
    "Adjust",
    "AdjustSettings",
    "Close",
    "Confirm",
    "Correct",
    "Draw",
    "End",
    "Enter",
    "EnterAll",
    "Fix",
    "Freeze",
    "Notice",
    "Order",
    "Place",
    "Present",
    "Publish",
    "Relate",
    "Rename",
    "RenewLinks",
    "Replace",
    "Report",
    "Return",
    "SeatLate",
    "SetPin",
    "StandIn",
    "Swap",
    "TellSeason",
    "Void",
    "Withdraw",
    "WriteSlip",
]

_LINE: Final = (
    "^[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]*$(?!\\n)"
)
Short: TypeAlias = Annotated[str, Meta(max_length=NAME_CHARACTERS, pattern=_LINE)]
"""A short name; without one, it is made from the names."""
Text: TypeAlias = Annotated[str, Meta(max_length=200, pattern=_LINE)]
"""A reason that may be left out."""
Names: TypeAlias = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=2)]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=999)]
Side: TypeAlias = Annotated[int, Meta(ge=0, le=1)]


class _Order(Struct, frozen=True, omit_defaults=True, tag_field="o", kw_only=True):
    override: Text = ""


class AdjustSettings(_Order, frozen=True, tag="settings"):
    """Change the settings, from the next round on."""

    settings: Settings


class SetPin(_Order, frozen=True, tag="pin"):
    """Give the director, or his deputy, a PIN."""

    role: Role
    pin: Annotated[str, Meta(min_length=4, max_length=64)]


class TellSeason(_Order, frozen=True, tag="season"):
    """Tell what earlier evenings leave to this one's draws, by this evening's numbers."""

    season: Season


class Enter(_Order, frozen=True, tag="enter"):
    """Enter a player, or a pair; `here` when he is in the hall. None takes the next number."""

    names: Names
    short: Short = ""
    number: Count | None = None
    here: bool = False


class EnterAll(_Order, frozen=True, tag="enter-all"):
    """Enter a whole list, all or none of it."""

    entries: Annotated[tuple[Enter, ...], Meta(max_length=999)]


class Rename(_Order, frozen=True, tag="rename"):
    """Spell a name otherwise."""

    number: Count
    names: Names
    short: Short = ""


class Present(_Order, frozen=True, tag="present"):
    """Mark somebody as in the hall, or not."""

    number: Count
    here: bool = True


class Notice(_Order, frozen=True, tag="notice"):
    """Note that somebody stays away tonight, and has said so."""

    number: Count
    away: bool = True


class Withdraw(_Order, frozen=True, tag="withdraw"):
    """Let somebody go home; what he has played stays."""

    number: Count
    reason: Text = ""


class Return(_Order, frozen=True, tag="return"):
    """Let somebody who went home play again."""

    number: Count


class Replace(_Order, frozen=True, tag="replace"):
    """Let somebody else go on under a number."""

    number: Count
    names: Names
    short: Short = ""
    reason: Text = ""


class Fix(_Order, frozen=True, tag="fix"):
    """Give somebody a table he always sits at; None lets him go anywhere."""

    number: Count
    table: Count | None = None


class Relate(_Order, frozen=True, tag="relate"):
    """Make two always partners, never at one table, or neither."""

    one: Count
    other: Count
    how: Literal["together", "apart", "free"]


class Place(_Order, frozen=True, tag="place"):
    """Let a table of the hall play with real cards from the next round on, or on the server."""

    table: Count
    paper: bool


class Draw(_Order, frozen=True, tag="draw"):
    """Draw the next round; `again` when it is drawn already. Without a seed one is made up."""

    seed: Annotated[str, Meta(max_length=64)] = ""
    again: bool = False


class Swap(_Order, frozen=True, tag="swap"):
    """Let two exchange places in the round that is drawn."""

    one: Count
    other: Count
    reason: Text = ""


class Publish(_Order, frozen=True, tag="publish"):
    """Show the round that is drawn; from now on it stands."""

    round: Count


class SeatLate(_Order, frozen=True, tag="seat-late"):
    """Seat late-comers with those who rest, at a table of their own in the running round."""

    numbers: Annotated[tuple[Count, ...], Meta(min_length=2, max_length=4)]


class StandIn(_Order, frozen=True, tag="stand-in"):
    """Let somebody play on in an entrant's seat; number 0 is the seat that nobody has."""

    round: Count
    table: Count
    number: Annotated[int, Meta(ge=0, le=999)]
    name: Name
    reason: Text = ""


class WriteSlip(_Order, frozen=True, tag="slip"):
    """Write a deal down; None as a side is the desk. `again` writes over an earlier deal."""

    round: Count
    table: Count
    deal: Count
    slip: Slip
    side: Side | None = None
    again: bool = False


class Report(_Order, frozen=True, tag="report"):
    """Tell what a table's round came to; `again` when the same side has told otherwise."""

    round: Count
    table: Count
    score: Score
    side: Side | None = None
    again: bool = False


class Confirm(_Order, frozen=True, tag="confirm"):
    """Agree with what the other side told: these totals, if they are given."""

    round: Count
    table: Count
    side: Side
    totals: tuple[int, int] | None = None


class Correct(_Order, frozen=True, tag="correct"):
    """Put a result right, in any round."""

    round: Count
    table: Count
    score: Score
    reason: Reason


class Void(_Order, frozen=True, tag="void"):
    """End a table before its time; for its people it is a rest."""

    round: Count
    table: Count
    reason: Reason


class Adjust(_Order, frozen=True, tag="adjust"):
    """Give a player points, or take some; `member` is 0 or 1 of a pair, None both."""

    number: Count
    points: Annotated[int, Meta(ge=-100_000, le=100_000)]
    reason: Reason
    round: Count | None = None
    member: Side | None = None


class Close(_Order, frozen=True, tag="close"):
    """Close the running round."""

    round: Count


class Freeze(_Order, frozen=True, tag="freeze"):
    """Show the standings no further than this round; None shows them all."""

    after: Annotated[int, Meta(ge=0, le=999)] | None = None


class End(_Order, frozen=True, tag="end"):
    """End the evening; with `again`, go on with it."""

    again: bool = False


class RenewLinks(_Order, frozen=True, tag="links"):
    """Make new links to all tables and players; the old ones lead nowhere."""


Order: TypeAlias = (
    AdjustSettings
    | SetPin
    | TellSeason
    | Enter
    | EnterAll
    | Rename
    | Present
    | Notice
    | Withdraw
    | Return
    | Replace
    | Fix
    | Relate
    | Place
    | Draw
    | Swap
    | Publish
    | SeatLate
    | StandIn
    | WriteSlip
    | Report
    | Confirm
    | Correct
    | Void
    | Adjust
    | Close
    | Freeze
    | End
    | RenewLinks
)

ORDERS: Final[dict[str, type[Order]]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(Order)
}
"""The orders by their tag."""
