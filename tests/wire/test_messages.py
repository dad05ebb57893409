"""Every message: there and back, its shape, and what is refused in it."""

import json
from typing import Any

import msgspec
import pytest

from klaverjas import Phase, Player, Seat
from klaverjas_wire import (
    LIMITS,
    BadMessage,
    ByeCode,
    Dialect,
    ErrorCode,
    decode_answer,
    decode_request,
    encode,
    fitting,
    messages,
)
from klaverjas_wire.limits import ANSWER_BYTES
from klaverjas_wire.messages import (
    CLIENT_MESSAGES,
    SERVER_MESSAGES,
    ClientMessage,
    ServerMessage,
    TableInfo,
    Tables,
)
from tests.wire.examples import ANSWERS, PLAYERS, REQUESTS
from tests.wire.test_forms import payload

CLIENT_TAGS = "hello ping pong rules tables open sit invite fill watch leave act sync rule record"
SERVER_TAGS = (
    "welcome ping pong rules tables opened seated invited ok done record snapshot event ask unask "
    "note error bye"
)
ADDED = {"handover": ("handover", "handed")}
"""By the name in `caps`: what a client may say besides, and the answer."""
ERROR_CODES = (
    "not-over bad-message unknown-type no-hello bad-token unknown-table unknown-rules bad-rules "
    "private seat-taken already-seated not-seated no-question stale answered illegal "
    "roem-already-called paused over busy rate limit forbidden unavailable internal"
)
BYE_CODES = "bad-frame too-large version hello-timeout idle slow flood superseded shutdown"


def test_the_messages_and_codes_are_those_of_version_1_and_what_was_added() -> None:
    said, answered = zip(*ADDED.values(), strict=True)
    assert sorted(CLIENT_MESSAGES) == sorted((*CLIENT_TAGS.split(), *said))
    assert sorted(SERVER_MESSAGES) == sorted((*SERVER_TAGS.split(), *answered))
    assert sorted(ErrorCode) == sorted(ERROR_CODES.split())
    assert sorted(ByeCode) == sorted(BYE_CODES.split())


def test_the_examples_leave_no_message_out() -> None:
    assert {type(message) for message in REQUESTS} == set(CLIENT_MESSAGES.values())
    assert {type(message) for message in ANSWERS} == set(SERVER_MESSAGES.values())


def name(message: object) -> str:
    return type(message).__name__


@pytest.mark.parametrize("dialect", Dialect)
@pytest.mark.parametrize("message", REQUESTS, ids=name)
def test_every_request_comes_back(message: ClientMessage, dialect: Dialect) -> None:
    assert decode_request(payload(encode(message, dialect), dialect), dialect) == message


@pytest.mark.parametrize("dialect", Dialect)
@pytest.mark.parametrize("message", ANSWERS, ids=name)
def test_every_answer_comes_back(message: ServerMessage, dialect: Dialect) -> None:
    assert decode_answer(payload(encode(message, dialect), dialect), dialect) == message


WRITTEN: list[tuple[ClientMessage | ServerMessage, dict[str, object]]] = [
    (messages.Ping(), {"t": "ping"}),
    (messages.Pong(re=0), {"t": "pong", "re": 0}),
    (messages.Ok(re=4), {"t": "ok", "re": 4}),
    (messages.Ok(), {"t": "ok"}),
    (messages.Sit("6", Seat.W), {"t": "sit", "table": "6", "seat": "W"}),
    (messages.Done("6", 13, re=1), {"t": "done", "table": "6", "n": 13, "re": 1}),
    (
        messages.Error(ErrorCode.STALE, "no longer asked"),
        {"t": "error", "code": "stale", "text": "no longer asked"},
    ),
    (
        messages.Ask("6", 12, Seat.N, True, ()),
        {"t": "ask", "table": "6", "ask": 12, "seat": "N", "must": True, "legal": []},
    ),
    (
        messages.Rule("6", "key", "rollback", deal=3, trick=4),
        {"t": "rule", "table": "6", "key": "key", "act": "rollback", "deal": 3, "trick": 4},
    ),
    (
        messages.Welcome(1, "klaverjas", "s", "token", (), LIMITS),
        {
            "t": "welcome",
            "v": 1,
            "server": "klaverjas",
            "session": "s",
            "token": "token",
            "caps": [],
            "limits": {
                "request": 4096,
                "answer": 65536,
                "depth": 8,
                "name": 40,
                "tables": 100,
                "hello": 5,
                "ping": 20,
                "idle": 60,
            },
        },
    ),
]


@pytest.mark.parametrize(("message", "written"), WRITTEN)
def test_a_message_is_written_so(
    message: ClientMessage | ServerMessage, written: dict[str, object]
) -> None:
    assert json.loads(encode(message, Dialect.JSON)) == written


TAKEN: list[dict[str, Any]] = [
    {"t": "hello", "v": [1], "name": "R"},
    {"t": "hello", "v": [1], "name": "x" * 40},
    {"t": "hello", "v": [1], "name": "Øystein Ångström-Жуков 🂡"},
    {"t": "hello", "v": [3, 1], "colour": {"later": True}},
    {"t": "ping", "id": 0},
    {"t": "ping", "id": 2**53 - 1},
    {"t": "ping", "id": None},
    {"t": "tables", "limit": 100},
    {"t": "open", "rules": "amsterdam+pit=either"},
    {"t": "open", "rules": {"base": "amsterdam", "pit": [1]}, "options": {"no-such": [{"x": 1}]}},
    {"t": "sit", "code": "c", "seat": "N"},
    {"t": "act", "table": "6", "ask": 0, "action": {"a": "play", "card": "HJ", "later": 1}},
    {"t": "rule", "table": "6", "key": "k", "act": "void"},
]


@pytest.mark.parametrize("body", TAKEN, ids=str)
def test_a_right_message_is_taken(body: dict[str, Any]) -> None:
    for dialect in (Dialect.MSGPACK, Dialect.JSON):
        message = decode_request(written_as(body, dialect), dialect)
        assert CLIENT_MESSAGES[body["t"]] is type(message)


def written_as(body: object, dialect: Dialect) -> bytes:
    if dialect is Dialect.JSON:
        return json.dumps(body).encode()
    return msgspec.msgpack.encode(body)


SIT = {"t": "sit", "table": "6"}
ACT = {"t": "act", "table": "6", "ask": 1, "action": {"a": "pass"}}
RULE = {"t": "rule", "table": "6", "key": "k"}

REFUSED: list[dict[str, Any]] = [
    {"t": "hello"},
    {"t": "hello", "v": 1},
    {"t": "hello", "v": ["1"]},
    {"t": "hello", "v": [1.0]},
    {"t": "hello", "v": [1] * 17},
    *(
        {"t": "hello", "v": [1], "name": wrong}
        for wrong in ["", "x" * 41, "a\n", "\ta", "a\0", "a\x7f", "a\x9b", "a\u202eb", "a\u2066", 7]
    ),
    {"t": "hello", "v": [1], "client": "\x1b[2J"},
    {"t": "hello", "v": [1], "token": ""},
    {"t": "hello", "v": [1], "token": "x" * 201},
    {"t": "ping", "id": -1},
    {"t": "ping", "id": 2**53},
    {"t": "ping", "id": 2**63},
    {"t": "ping", "id": "1"},
    {"t": "ping", "id": True},
    {"t": "ping", "id": 1.0},
    {"t": "tables", "limit": 0},
    {"t": "tables", "limit": 101},
    {"t": "tables", "after": 6},
    {"t": "open"},
    {"t": "open", "rules": 5},
    {"t": "open", "rules": "amsterdam", "fill": {"X": "club"}},
    {"t": "open", "rules": "amsterdam", "fill": {"N": 1}},
    {"t": "sit"},
    {"t": "sit", "seat": "N"},
    {**SIT, "seat": "n"},
    {**SIT, "table": ""},
    {**SIT, "table": 6},
    {"t": "invite", "table": "6", "key": "k"},
    {"t": "fill", "table": "6", "key": "k", "seat": "N", "strategy": "a\u200fb"},
    {**ACT, "ask": -1},
    {**ACT, "action": "pass"},
    {**ACT, "action": {}},
    {**ACT, "action": {"a": "draw"}},
    {**ACT, "action": {"a": "play"}},
    {**ACT, "action": {"a": "play", "card": "JH"}},
    {**ACT, "action": {"a": "play", "card": "HJ", "call": "belote"}},
    {**ACT, "action": {"a": "name", "suit": "X"}},
    {"t": "sync", "table": "6"},
    {"t": "sync", "table": "6", "after": -1},
    {**RULE, "act": "hang"},
    {**RULE, "act": "rollback", "deal": 1},
    {**RULE, "act": "rollback", "deal": 0, "trick": 1},
    {**RULE, "act": "replace"},
    {**RULE, "act": "adjust", "side": "NE", "points": 1, "reason": "x"},
    {**RULE, "act": "adjust", "side": "NS", "points": 10**6, "reason": "x"},
    {**RULE, "act": "adjust", "side": "NS", "points": 1},
    {**RULE, "act": "adjust", "side": "NS", "points": 1, "reason": ""},
    {"t": 5},
    {},
]


@pytest.mark.parametrize("body", REFUSED, ids=str)
def test_a_wrong_message_is_refused(body: dict[str, Any]) -> None:
    for dialect in (Dialect.MSGPACK, Dialect.JSON):
        with pytest.raises(BadMessage):
            decode_request(written_as(body, dialect), dialect)


def check_page(tables: Tables) -> None:
    for dialect in Dialect:
        assert len(payload(encode(tables, dialect), dialect)) <= ANSWER_BYTES


def test_a_page_of_tables_is_shortened_until_it_fits() -> None:
    long = {seat: Player("\U0001f0a1" * 40, "x" * 40) for seat in Seat}
    full = Tables(tuple(info(str(n), long) for n in range(100)), more=False, re=7)
    with pytest.raises(AssertionError):
        check_page(full)
    page = fitting(full)
    check_page(page)
    assert page.more
    assert page.re == 7
    assert len(page.tables) > 50
    assert page.tables == full.tables[: len(page.tables)]


def info(table: str, players: dict[Seat, Player]) -> TableInfo:
    return TableInfo(table, "amsterdam", {**players}, Phase.PLAYING, 0)


def test_a_page_that_fits_stays_as_it_is() -> None:
    page = Tables((info("6", PLAYERS),), more=False)
    assert fitting(page) is page
