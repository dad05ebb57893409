"""What the log holds: the body of every row, of sessions' streams and of tables'.

A row's `by`, `ask` and `spent_ms` stand beside its body (see `log.Row`). Fields are only ever
added, with a default that means what their absence meant.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import Struct

from klaverjas import Card, Game, Seat, Suit
from klaverjas.ruleset import Value
from klaverjas_wire.forms import ActionForm
from klaverjas_wire.table import RulingAct, Side

__all__ = [
    "ENGINE",
    "Absent",
    "Acted",
    "Back",
    "Dealt",
    "Drew",
    "Filled",
    "Finished",
    "Forfeited",
    "Invited",
    "Left",
    "Opened",
    "Readings",
    "Ruled",
    "Sat",
    "SessionNamed",
    "SessionOpened",
    "SessionRow",
    "SessionToken",
    "StandIn",
    "TableRow",
    "Turned",
    "decode_readings",
    "decode_result",
    "decode_session_row",
    "decode_table_row",
    "encode_row",
]

ENGINE = 1
"""Raised whenever the meaning of any rule changes."""


class _Row(Struct, frozen=True, omit_defaults=True, tag_field="k"):
    pass


class SessionOpened(_Row, frozen=True, tag="session"):
    """A session began; `token` is its keyed hash."""

    token: bytes
    name: str


class SessionNamed(_Row, frozen=True, tag="session-named"):
    """A session took another name."""

    name: str


class SessionToken(_Row, frozen=True, tag="session-token"):
    """A session goes on on another device too; `token` is the keyed hash of that one's."""

    token: bytes


class Opened(_Row, frozen=True, tag="opened"):
    """A table was opened: every switch of its rules, and the keyed hash of its key."""

    game: Game
    rules: str
    switches: dict[str, Value]
    opener: str
    key: bytes
    options: dict[str, object] = {}
    engine: int = ENGINE


class Sat(_Row, frozen=True, tag="sat"):
    """A session took a seat; by an invitation, which is then used, when `code` is its hash."""

    seat: Seat
    session: str
    name: str
    code: bytes | None = None


class Left(_Row, frozen=True, tag="left"):
    """A seat was freed before the start."""

    seat: Seat


class Filled(_Row, frozen=True, tag="filled"):
    """A strategy took a seat."""

    seat: Seat
    strategy: str


class Invited(_Row, frozen=True, tag="invited"):
    """A seat has a one-use code; this is its keyed hash."""

    seat: Seat
    code: bytes


class Drew(_Row, frozen=True, tag="drew"):
    """The house drew for the first deal."""

    draws: tuple[tuple[Seat, Card], ...]
    dealer: Seat | None = None


class Dealt(_Row, frozen=True, tag="dealt"):
    """The house dealt from this pack: 32 cards of two letters, the top one first."""

    pack: str


class Turned(_Row, frozen=True, tag="turned"):
    """The house turned a suit."""

    suit: Suit


class Acted(_Row, frozen=True, tag="acted"):
    """A seat acted; `wrote` is what was written, by side, if this ended the deal."""

    seat: Seat
    action: ActionForm
    wrote: dict[str, int] | None = None


class StandIn(_Row, frozen=True, tag="stand-in"):
    """A strategy plays for a seat's owner, who is away."""

    seat: Seat
    strategy: str


class Back(_Row, frozen=True, tag="back"):
    """A seat's owner took over from his stand-in."""

    seat: Seat


class Absent(_Row, frozen=True, tag="absent"):
    """The table waited so long, in milliseconds, for a seat whose connection was lost."""

    seat: Seat
    ms: int


class Forfeited(_Row, frozen=True, tag="forfeited"):
    """A seat's time was up, and with it the deal is lost; `wrote` is as in `Acted`."""

    seat: Seat
    wrote: dict[str, int] | None = None


class Ruled(_Row, frozen=True, tag="ruled"):
    """The director ruled."""

    act: RulingAct
    deal: int | None = None
    trick: int | None = None
    seat: Seat | None = None
    side: Side | None = None
    points: int | None = None
    reason: str | None = None


class Readings(Struct, frozen=True):
    """What the clocks of the tables showed: the body of the rows of the clocks' one stream.

    By table: the ask, the thought and the absence on it, in milliseconds. Only the last row
    counts; it is written every few seconds while a clock runs, and at the end.
    """

    tables: dict[str, tuple[int, int, int]]


class Finished(Struct, frozen=True, omit_defaults=True):
    """A match is over: the body of the rows of its stream of results, of which the last counts.

    `reopened` says that the director has gone back since: it is being played again.
    """

    rules: str
    names: dict[Seat, str]
    totals: dict[str, int]
    winner: str | None = None
    stand_ins: dict[Seat, str] = {}
    """By seat, how many of its cards a stand-in played, and of how many: ``12/128``."""
    reopened: bool = False


SessionRow: TypeAlias = SessionOpened | SessionNamed | SessionToken
TableRow: TypeAlias = (
    Opened
    | Sat
    | Left
    | Filled
    | Invited
    | Drew
    | Dealt
    | Turned
    | Acted
    | StandIn
    | Back
    | Absent
    | Forfeited
    | Ruled
)

_encoder = msgspec.msgpack.Encoder()
encode_row = _encoder.encode
"""Write a row's body."""
decode_table_row = msgspec.msgpack.Decoder(TableRow).decode
"""Read the body of a row of a table's stream."""
decode_result = msgspec.msgpack.Decoder(Finished).decode
"""Read the body of a row of a table's stream of results."""
decode_readings = msgspec.msgpack.Decoder(Readings).decode
"""Read the body of a row of the clocks' stream."""
decode_session_row = msgspec.msgpack.Decoder(SessionRow).decode
"""Read the body of a row of a session's stream."""
