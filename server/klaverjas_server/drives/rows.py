"""What the log holds of an evening: the bodies of the rows of its stream ``drive/ID``.

Who did it, and when, stands beside the body (`log.Row.by`, `.at`). Fields are only ever added,
with a default that means what their absence meant. `override` is the reason for which a
director set a refusal aside.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from klaverjas_server.drives.acquaintance import Season, Sides
from klaverjas_server.drives.score import Score, Slip
from klaverjas_server.drives.settings import Settings

__all__ = [
    "PREFIX",
    "Adjusted",
    "Closed",
    "Confirmed",
    "Corrected",
    "Drawn",
    "DriveRow",
    "Ended",
    "Entered",
    "Fixed",
    "Frozen",
    "LinksRenewed",
    "Move",
    "Noticed",
    "Opened",
    "PinSet",
    "Placed",
    "Present",
    "Published",
    "Related",
    "Renamed",
    "Replaced",
    "Reported",
    "Returned",
    "Role",
    "SeasonTold",
    "SeatedLate",
    "SettingsMade",
    "Slipped",
    "StoodIn",
    "Swapped",
    "Table",
    "TableOpened",
    "Voided",
    "Withdrew",
    "decode_row",
    "encode_row",
]

PREFIX: Final = "drive/"
"""What the name of an evening's stream begins with; its id follows."""

Role = Literal["director", "deputy"]


class _Row(Struct, frozen=True, omit_defaults=True, tag_field="k", kw_only=True):
    override: str = ""


class Opened(_Row, frozen=True, tag="opened"):
    """An evening was announced; `date` is ISO 8601, or empty."""

    name: str
    date: str = ""
    settings: Settings = Settings()


class SettingsMade(_Row, frozen=True, tag="settings"):
    """The settings are these from now on."""

    settings: Settings


class PinSet(_Row, frozen=True, tag="pin"):
    """Who knows this PIN is the director or his deputy; `hash` is slow, keyed and salted."""

    role: Role
    salt: bytes
    hash: bytes


class SeasonTold(_Row, frozen=True, tag="season"):
    """The season has left this to the draws of the evening."""

    season: Season


class Entered(_Row, frozen=True, tag="entered"):
    """A player or a pair entered; `short` is for screens."""

    number: int
    names: tuple[str, ...]
    short: str


class Renamed(_Row, frozen=True, tag="renamed"):
    """A name was spelt otherwise."""

    number: int
    names: tuple[str, ...]
    short: str


class Present(_Row, frozen=True, tag="present"):
    """An entrant is in the hall, or is not after all."""

    number: int
    here: bool = True


class Noticed(_Row, frozen=True, tag="noticed"):
    """An entrant gave notice that he stays away, or took it back."""

    number: int
    away: bool = True


class Withdrew(_Row, frozen=True, tag="withdrew"):
    """An entrant goes home; what he has played stays."""

    number: int
    reason: str = ""


class Returned(_Row, frozen=True, tag="returned"):
    """A withdrawn entrant plays again."""

    number: int


class Replaced(_Row, frozen=True, tag="replaced"):
    """Somebody else goes on under a number, with its seats and its results."""

    number: int
    names: tuple[str, ...]
    short: str
    reason: str = ""


class Fixed(_Row, frozen=True, tag="fixed"):
    """An entrant always sits at this table, or at any again."""

    number: int
    table: int | None = None


class Related(_Row, frozen=True, tag="related"):
    """Two entrants are always partners, never sit at one table, or neither any more."""

    one: int
    other: int
    how: Literal["together", "apart", "free"] = "free"


class Placed(_Row, frozen=True, tag="placed"):
    """A table of the hall plays with real cards from the next round on, or on the server."""

    table: int
    paper: bool


class Table(Struct, frozen=True, omit_defaults=True):
    """Who sits at a table in a round; 0 is a seat that no entrant has."""

    table: int
    sides: Sides


class Drawn(_Row, frozen=True, tag="drawn"):
    """A round was drawn, and is not yet published; an earlier draw of it is void.

    `unmet` says what could not be had: a code and the numbers it is about.
    """

    round: int
    deals: int
    method: str
    seed: str
    tables: tuple[Table, ...]
    rests: tuple[int, ...] = ()
    cost: int = 0
    swaps: int = 0
    unmet: tuple[tuple[str, tuple[int, ...]], ...] = ()


class Swapped(_Row, frozen=True, tag="swapped"):
    """Two entrants changed places in a round that is not yet published."""

    round: int
    one: int
    other: int
    reason: str = ""


class Published(_Row, frozen=True, tag="published"):
    """A round is shown, and stands; these of its tables play with real cards."""

    round: int
    paper: tuple[int, ...] = ()


class TableOpened(_Row, frozen=True, tag="table"):
    """A table of a round has been opened on the server, under this id."""

    round: int
    table: int
    id: str


class SeatedLate(_Row, frozen=True, tag="seated-late"):
    """Those who rest and those who came late make a table of their own in a published round."""

    round: int
    table: Table
    paper: bool = False


class StoodIn(_Row, frozen=True, tag="stood-in"):
    """Somebody plays a round on in the seat of an entrant; `number` 0 is the fourth seat."""

    round: int
    table: int
    number: int
    name: str
    reason: str = ""


class Slipped(_Row, frozen=True, tag="slip"):
    """A deal was written down at a table; `side` wrote it, None is the desk."""

    round: int
    table: int
    deal: int
    slip: Slip
    side: int | None = None


class Reported(_Row, frozen=True, tag="reported"):
    """A side, or the desk, told what a table's round came to."""

    round: int
    table: int
    score: Score
    side: int | None = None


class Confirmed(_Row, frozen=True, tag="confirmed"):
    """A side agrees with what the other told."""

    round: int
    table: int
    side: int


class Move(Struct, frozen=True):
    """An entrant's place in the standings, before and after."""

    number: int
    before: int
    after: int


class Corrected(_Row, frozen=True, tag="corrected"):
    """A result was wrong: what it was, what it is, why, and whom that moves."""

    round: int
    table: int
    old: Score | None
    new: Score
    reason: str
    moves: tuple[Move, ...] = ()


class Voided(_Row, frozen=True, tag="voided"):
    """A table was ended before its time: its people are treated as if they had rested."""

    round: int
    table: int
    reason: str


class Adjusted(_Row, frozen=True, tag="adjusted"):
    """A player's points were raised or lowered; `member` is 0 or 1 of a pair, None both."""

    number: int
    points: int
    reason: str
    round: int | None = None
    member: int | None = None


class Closed(_Row, frozen=True, tag="closed"):
    """A round is over."""

    round: int


class Frozen(_Row, frozen=True, tag="frozen"):
    """Nobody is shown the standings beyond this round; None shows them all."""

    after: int | None = None


class Ended(_Row, frozen=True, tag="ended"):
    """The evening is over, or, with `again`, it is not after all."""

    again: bool = False


class LinksRenewed(_Row, frozen=True, tag="links"):
    """The links to tables and players are new ones: the old ones lead nowhere."""

    epoch: int


DriveRow: TypeAlias = (
    Opened
    | SettingsMade
    | PinSet
    | SeasonTold
    | Entered
    | Renamed
    | Present
    | Noticed
    | Withdrew
    | Returned
    | Replaced
    | Fixed
    | Related
    | Placed
    | Drawn
    | Swapped
    | Published
    | TableOpened
    | SeatedLate
    | StoodIn
    | Slipped
    | Reported
    | Confirmed
    | Corrected
    | Voided
    | Adjusted
    | Closed
    | Frozen
    | Ended
    | LinksRenewed
)

encode_row = msgspec.msgpack.Encoder().encode
"""Write a row's body."""
decode_row = msgspec.msgpack.Decoder(DriveRow).decode
"""Read the body of a row of an evening's stream."""
