"""Every message of the protocol, in the order of its description (PROTOCOL.md).

`ClientMessage` is what a client may send, `ServerMessage` what a server may. The tag is ``t``.
Requests may carry an `id`; the one reply to each carries it as `re`. Unknown fields are ignored,
optional ones that are absent are not sent.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias, get_args

from msgspec import Meta, Struct

from klaverjas.asks import Phase
from klaverjas.seats import Game, Seat
from klaverjas.view import Player
from klaverjas_wire.forms import ActionForm, EventForm, ViewForm
from klaverjas_wire.limits import NAME_CHARACTERS, TABLES_PER_PAGE, TOP, Limits
from klaverjas_wire.table import RulingAct, Side

__all__ = [
    "CLIENT_MESSAGES",
    "SERVER_MESSAGES",
    "Act",
    "Ask",
    "Bye",
    "ClientMessage",
    "Done",
    "Error",
    "Event",
    "Fill",
    "HandOver",
    "Handed",
    "Hello",
    "Invite",
    "Invited",
    "Leave",
    "ListRules",
    "ListTables",
    "Note",
    "Ok",
    "Open",
    "Opened",
    "Ping",
    "Pong",
    "ReadRecord",
    "Record",
    "Reply",
    "Request",
    "Rule",
    "RuleSets",
    "RulesInfo",
    "Seated",
    "ServerMessage",
    "Sit",
    "Snapshot",
    "Sync",
    "TableInfo",
    "Tables",
    "Unask",
    "Watch",
    "Welcome",
]

# Controls (C0, DEL, C1), what ends a line, and what turns the direction of writing. The last
# group is for Python, where $ also stands before a final line feed.
_PRINTABLE: Final = (
    "^[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]+$(?!\\n)"
)

Id: TypeAlias = Annotated[int, Meta(ge=0, le=TOP)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=TOP)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=NAME_CHARACTERS, pattern=_PRINTABLE)]
"""1 to 40 characters, none of them a control or bidi character: names of people, programs,
strategies."""
TableName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=NAME_CHARACTERS)]
Secret: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
"""A token, a table's key, a seat's code."""
RulesName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=1_000)]
Reason: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200, pattern=_PRINTABLE)]
Points: TypeAlias = Annotated[int, Meta(ge=-100_000, le=100_000)]


class _Message(Struct, frozen=True, omit_defaults=True, tag_field="t"):
    pass


class Request(_Message, frozen=True, kw_only=True):
    """A message that gets exactly one reply, named by `id` if it has one."""

    id: Id | None = None


class Reply(_Message, frozen=True, kw_only=True):
    """The one answer to a request; `re` is its `id`, if it had one."""

    re: Id | None = None


# Either way


class Ping(Request, frozen=True, tag="ping"):
    """Ask whether the other end is still there."""


class Pong(Reply, frozen=True, tag="pong"):
    """Say that this end is still there."""


# Client to server


class Hello(Request, frozen=True, tag="hello"):
    """Open the conversation; `client` names the program.

    `token` takes an earlier session over, `code` one that was handed over by another device.
    """

    v: Annotated[tuple[int, ...], Meta(max_length=16)]
    name: Name | None = None
    client: Name | None = None
    token: Secret | None = None
    code: Secret | None = None

    def __post_init__(self) -> None:
        if self.token is not None and self.code is not None:
            raise ValueError("`hello` has `token` or `code`, not both")


class HandOver(Request, frozen=True, tag="handover"):
    """Ask for a one-use code by which this session goes on on another device."""


class ListRules(Request, frozen=True, tag="rules"):
    """Ask for the named rule sets."""


class ListTables(Request, frozen=True, tag="tables"):
    """Ask for a page of tables: those after the table `after`."""

    after: TableName | None = None
    limit: Annotated[int, Meta(ge=1, le=TABLES_PER_PAGE)] = TABLES_PER_PAGE


class Open(Request, frozen=True, tag="open"):
    """Open a table. `rules` is a name or ``{base, switch: value…}``; `fill` seats strategies."""

    rules: RulesName | dict[str, object]
    options: dict[str, object] | None = None
    fill: dict[Seat, Name] | None = None


class Sit(Request, frozen=True, tag="sit"):
    """Sit down: at a table, in a seat or any; or where an invitation's `code` says."""

    table: TableName | None = None
    seat: Seat | None = None
    code: Secret | None = None

    def __post_init__(self) -> None:
        if self.table is None and self.code is None:
            raise ValueError("`sit` needs `table` or `code`")


class Invite(Request, frozen=True, tag="invite"):
    """Ask for a one-use code to a seat."""

    table: TableName
    key: Secret
    seat: Seat


class Fill(Request, frozen=True, tag="fill"):
    """Seat a strategy: in an empty seat, or for somebody who is away."""

    table: TableName
    key: Secret
    seat: Seat
    strategy: Name


class Watch(Request, frozen=True, tag="watch"):
    """Watch a table until the connection ends."""

    table: TableName


class Leave(Request, frozen=True, tag="leave"):
    """Get up; once the match has started the seat stays reserved."""

    table: TableName


class Act(Request, frozen=True, tag="act"):
    """Answer the open ask `ask` with one of its actions."""

    table: TableName
    ask: Number
    action: ActionForm


class Sync(Request, frozen=True, tag="sync"):
    """Ask for what happened after event `after`."""

    table: TableName
    after: Number


_RULING_NEEDS: Final[dict[str, tuple[str, ...]]] = {
    "rollback": ("deal", "trick"),
    "replace": ("seat",),
    "adjust": ("side", "points", "reason"),
}


class Rule(Request, frozen=True, tag="rule"):
    """Rule as the director.

    `rollback` needs `deal` and `trick`, `replace` needs `seat`, `adjust` needs `side`, `points`
    and `reason`; `pause`, `resume` and `void` need nothing more.
    """

    table: TableName
    key: Secret
    act: RulingAct
    deal: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    trick: Annotated[int, Meta(ge=1, le=9)] | None = None
    seat: Seat | None = None
    side: Side | None = None
    points: Points | None = None
    reason: Reason | None = None

    def __post_init__(self) -> None:
        for name in _RULING_NEEDS.get(self.act, ()):
            if getattr(self, name) is None:
                raise ValueError(f"`{self.act}` needs `{name}`")


class ReadRecord(Request, frozen=True, tag="record"):
    """Ask for the record of a finished match."""

    table: TableName


ClientMessage: TypeAlias = (
    Hello
    | Ping
    | Pong
    | HandOver
    | ListRules
    | ListTables
    | Open
    | Sit
    | Invite
    | Fill
    | Watch
    | Leave
    | Act
    | Sync
    | Rule
    | ReadRecord
)


# Server to client: replies


class Welcome(Reply, frozen=True, tag="welcome"):
    """Answer `hello` with the version spoken and the session.

    `token` is the session's secret, `caps` names what this server can beyond version 1. `name` is
    told to a device that a session was handed over to.
    """

    v: int
    server: str
    session: str
    token: str
    caps: tuple[str, ...]
    limits: Limits
    name: str | None = None


class Handed(Reply, frozen=True, tag="handed"):
    """Answer `handover`; whoever says `hello` with the `code` first has the session."""

    code: str


class RulesInfo(Struct, frozen=True):
    """One named rule set: its seats in the order of play, its hash, a sentence on it."""

    name: str
    game: Game
    seats: tuple[Seat, ...]
    hash: str
    summary: str


class RuleSets(Reply, frozen=True, tag="rules"):
    """Answer `rules`."""

    sets: tuple[RulesInfo, ...]


class TableInfo(Struct, frozen=True):
    """One table of the list: who sits in each seat (null: nobody), and how many watch."""

    table: str
    rules: str
    seats: dict[Seat, Player | None]
    phase: Phase
    watchers: int


class Tables(Reply, frozen=True, tag="tables"):
    """Answer `tables`; `more` says whether any follow the last one."""

    tables: tuple[TableInfo, ...]
    more: bool


class Opened(Reply, frozen=True, tag="opened"):
    """Answer `open`; `key` is the opener's authority over the table, and a secret."""

    table: str
    key: str


class Seated(Reply, frozen=True, tag="seated"):
    """Answer `sit`."""

    table: str
    seat: Seat


class Invited(Reply, frozen=True, tag="invited"):
    """Answer `invite`; whoever sits by the `code` first has the seat."""

    code: str


class Ok(Reply, frozen=True, tag="ok"):
    """Answer `fill`, `watch`, `leave` or `sync`."""


class Done(Reply, frozen=True, tag="done"):
    """Answer `act` or `rule`; `n` is the number of its last event."""

    table: str
    n: Number


class Record(Reply, frozen=True, tag="record"):
    """Answer `record` with the match as text."""

    table: str
    text: str


class Error(Reply, frozen=True, tag="error"):
    """Refuse a request, with a code (`ErrorCode`), a sentence, and what would have been right.

    `reason` and `legal` come with `illegal`, `action` with `answered`, `key` and `allowed` with
    `bad-rules`, `known` wherever a name is unknown. Codes of a later server are plain strings.
    """

    code: str
    text: str
    reason: str | None = None
    legal: tuple[ActionForm, ...] | None = None
    action: ActionForm | None = None
    key: str | None = None
    allowed: tuple[object, ...] | None = None
    known: tuple[str, ...] | None = None


# Server to client: unasked


class Snapshot(_Message, frozen=True, tag="snapshot"):
    """Show everything this seat, or a spectator, sees after event `n`."""

    table: str
    n: Number
    view: ViewForm


class Event(_Message, frozen=True, tag="event"):
    """Tell of event `n`, in the form this seat may see."""

    table: str
    n: Number
    e: EventForm


class Ask(_Message, frozen=True, tag="ask"):
    """Put a question to a seat: `ask` names it, `legal` are the actions that answer it.

    `ms` is the time there is for it, in milliseconds.
    """

    table: str
    ask: Number
    seat: Seat
    must: bool
    legal: tuple[ActionForm, ...]
    ms: int | None = None


class Unask(_Message, frozen=True, tag="unask"):
    """Take a question back."""

    table: str
    ask: Number


class Note(_Message, frozen=True, tag="note"):
    """Tell of something that is not in the log.

    `k` is ``away`` or ``here``: the owner of `seat` is gone, or back.
    """

    table: str
    k: str
    seat: Seat | None = None


class Bye(_Message, frozen=True, tag="bye"):
    """End the connection, with a code (`ByeCode`) and a sentence."""

    code: str
    text: str


ServerMessage: TypeAlias = (
    Welcome
    | Ping
    | Pong
    | Handed
    | RuleSets
    | Tables
    | Opened
    | Seated
    | Invited
    | Ok
    | Done
    | Record
    | Error
    | Snapshot
    | Event
    | Ask
    | Unask
    | Note
    | Bye
)

CLIENT_MESSAGES: Final[dict[str, type[ClientMessage]]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(ClientMessage)
}
SERVER_MESSAGES: Final[dict[str, type[ServerMessage]]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(ServerMessage)
}
"""The messages of each direction by their tag."""
