"""Reading what anybody may send: every malformed thing has its code, and its id where possible."""

import json
import struct
from collections.abc import Callable
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas import Card, Seat
from klaverjas.events import Played
from klaverjas_wire import (
    BadFrame,
    BadMessage,
    Dialect,
    FrameFault,
    MessageFault,
    ProtocolFault,
    Shared,
    TooLarge,
    Unknown,
    UnknownMessage,
    UnknownType,
    codec,
    decode_answer,
    decode_request,
    encode,
    event_form,
    event_frame,
    event_of,
)
from klaverjas_wire.limits import ANSWER_BYTES, REQUEST_BYTES
from klaverjas_wire.messages import CLIENT_MESSAGES, SERVER_MESSAGES, Act, Event, Ok, Ping
from tests.wire.examples import ANSWERS, REQUESTS


def packed(body: object) -> bytes:
    return msgspec.msgpack.encode(body)


def nested(depth: int) -> dict[str, object]:
    """Make a ping so deep, the map itself counted."""
    inner: object = 1
    for _ in range(depth - 1):
        inner = [inner]
    return {"t": "ping", "id": 7, "x": inner}


NAN, INFINITY = (struct.pack(">Bd", 0xCB, float(name)) for name in ("nan", "inf"))
PING = b"\xa1t\xa4ping"
ID = b"\xa2id\x07"
X = b"\xa1x"

# What a client might send in msgpack, what is made of it, and the id that can be read.
MSGPACK: list[tuple[str, bytes, type[ProtocolFault] | None, int | None]] = [
    ("nothing", b"", BadFrame, None),
    ("half a map", b"\x82" + PING, BadFrame, None),
    ("half a text", b"\x81\xa1t\xa4pi", BadFrame, None),
    ("a tail", b"\x81" + PING + b"\0", BadFrame, None),
    ("two messages", (b"\x81" + PING) * 2, BadFrame, None),
    ("the byte that means nothing", b"\xc1", BadFrame, None),
    ("a list that claims to be long", b"\xdd\xff\xff\xff\xff", BadFrame, None),
    ("a map that claims to be long", b"\xdf\xff\xff\xff\xff", BadFrame, None),
    ("a text that claims to be long", b"\xdb\xff\xff\xff\xff", BadFrame, None),
    ("too long", bytes(REQUEST_BYTES + 1), TooLarge, None),
    ("a number", b"\x05", BadMessage, None),
    ("null", b"\xc0", BadMessage, None),
    ("a list", b"\x91\x01", BadMessage, None),
    ("a text", b"\xa4ping", BadMessage, None),
    ("an empty map", b"\x80", BadMessage, None),
    ("no type", b"\x81" + ID, BadMessage, 7),
    ("a type that is no text", b"\x82\xa1t\x05" + ID, BadMessage, 7),
    ("a type in bytes", b"\x82\xa1t\xc4\x04ping" + ID, BadMessage, 7),
    ("an unknown type", packed({"t": "dance", "id": 7}), UnknownType, 7),
    ("an answer's type", packed({"t": "welcome", "id": 7}), UnknownType, 7),
    ("a key twice", b"\x84" + PING + ID + X + b"\1" + X + b"\2", BadMessage, 7),
    ("the id twice", b"\x83" + PING + ID + ID, BadMessage, None),
    ("a key twice within", b"\x83" + PING + ID + X + b"\x82" + (X + b"\1") * 2, BadMessage, 7),
    ("a number as key", b"\x83" + PING + ID + b"\1\2", BadMessage, 7),
    ("bytes as key", b"\x83" + PING + ID + b"\xc4\1x\2", BadMessage, 7),
    ("a list as key", b"\x83" + PING + ID + b"\x90\2", BadMessage, None),
    ("a map as key", b"\x83" + PING + ID + b"\x80\2", BadMessage, None),
    ("a time as key", b"\x83" + PING + ID + b"\xd6\xff\0\0\0\1\2", BadMessage, 7),
    ("bytes", b"\x83" + PING + ID + X + b"\xc4\1x", BadMessage, 7),
    ("a time", b"\x83" + PING + ID + X + b"\xd6\xff\0\0\0\1", BadMessage, 7),
    ("an extension", b"\x83" + PING + ID + X + b"\xd4\5x", BadMessage, 7),
    ("broken UTF-8", b"\x83" + PING + ID + X + b"\xa2\xff\xfe", BadMessage, 7),
    ("broken UTF-8 as key", b"\x83" + PING + ID + b"\xa2\xff\xfe\1", BadMessage, 7),
    ("a surrogate in UTF-8", b"\x83" + PING + ID + X + b"\xa3\xed\xa0\x80", BadMessage, 7),
    ("a huge integer", packed({"t": "ping", "id": 7, "x": 2**53}), BadMessage, 7),
    ("a huge id", packed({"t": "ping", "id": 2**64 - 1}), BadMessage, None),
    ("a negative id", packed({"t": "ping", "id": -1}), BadMessage, None),
    ("a low integer", packed({"t": "ping", "id": 7, "x": -(2**63)}), BadMessage, 7),
    ("not a number", b"\x83" + PING + ID + X + NAN, BadMessage, 7),
    ("infinity", b"\x83" + PING + ID + X + INFINITY, BadMessage, 7),
    ("as deep as may be", packed(nested(8)), None, 7),
    ("too deep", packed(nested(9)), BadMessage, 7),
    ("far too deep", b"\x91" * REQUEST_BYTES, BadMessage, None),
    ("far too deep, and whole", b"\x91" * (REQUEST_BYTES - 1) + b"\1", BadMessage, None),
    ("maps far too deep", b"\x81\xa1x" * 1000 + b"\1", BadMessage, None),
    ("an unknown field", packed({"t": "ping", "id": 7, "x": [{"y": None}, 1.5, True]}), None, 7),
]  # fmt: skip

# The same in JSON.
JSON: list[tuple[str, bytes, type[ProtocolFault] | None, int | None]] = [
    ("nothing", b"", BadFrame, None),
    ("blanks", b"  \n", BadFrame, None),
    ("half a map", b'{"t":"ping"', BadFrame, None),
    ("a tail", b'{"t":"ping"}x', BadFrame, None),
    ("two messages", b'{"t":"ping"}{"t":"ping"}', BadFrame, None),
    ("msgpack", b"\x81" + PING, BadFrame, None),
    ("broken UTF-8", b'{"t":"ping","x":"\xff"}', BadFrame, None),
    ("a byte order mark", b'\xef\xbb\xbf{"t":"ping"}', BadFrame, None),
    ("UTF-16", '{"t":"ping"}'.encode("utf-16"), BadFrame, None),
    ("a bare control character", b'{"t":"ping","x":"\n"}', BadFrame, None),
    ("too long", b" " * (REQUEST_BYTES + 1), TooLarge, None),
    ("a number", b"5", BadMessage, None),
    ("null", b"null", BadMessage, None),
    ("a list", b"[]", BadMessage, None),
    ("an empty map", b"{}", BadMessage, None),
    ("an unknown type", b'{"t":"dance","id":7}', UnknownType, 7),
    ("a key twice", b'{"t":"ping","id":7,"x":1,"x":2}', BadMessage, 7),
    ("the type twice", b'{"t":"ping","t":"pong","id":7}', BadMessage, 7),
    ("the id twice", b'{"t":"ping","id":7,"id":8}', BadMessage, None),
    ("a key twice within", b'{"t":"ping","id":7,"x":[{"y":1,"y":1}]}', BadMessage, 7),
    ("a lone surrogate", b'{"t":"ping","id":7,"x":"\\ud800"}', BadMessage, 7),
    ("a lone surrogate as key", b'{"t":"ping","id":7,"\\ud800":1}', BadMessage, 7),
    ("a pair of surrogates", b'{"t":"ping","id":7,"x":"\\ud83c\\udca1"}', None, 7),
    ("not a number", b'{"t":"ping","id":7,"x":NaN}', BadMessage, 7),
    ("infinity", b'{"t":"ping","id":7,"x":-Infinity}', BadMessage, 7),
    ("as good as infinity", b'{"t":"ping","id":7,"x":1e999}', BadMessage, 7),
    ("a huge integer", b'{"t":"ping","id":7,"x":' + b"9" * 4000 + b"}", BadMessage, 7),
    ("a huge id", b'{"t":"ping","id":' + b"9" * 4000 + b"}", BadMessage, None),
    ("as deep as may be", json.dumps(nested(8)).encode(), None, 7),
    ("too deep", json.dumps(nested(9)).encode(), BadMessage, 7),
    ("far too deep", b"[" * REQUEST_BYTES, BadMessage, None),
    ("blanks around", b' {"t": "ping", "id": 7}\n', None, 7),
]

CASES = [(Dialect.MSGPACK, *case) for case in MSGPACK] + [(Dialect.JSON, *case) for case in JSON]
IDS = [f"{dialect.split('.')[1]}: {name}" for dialect, name, *_ in CASES]


def judged(payload: bytes, dialect: Dialect) -> tuple[type[ProtocolFault] | None, int | None]:
    """Read a payload: what it is refused for, if it is, and the id that was read."""
    try:
        message = decode_request(payload, dialect)
    except MessageFault as fault:
        return type(fault), fault.re
    except FrameFault as fault:
        return type(fault), None
    assert isinstance(message, Ping)
    return None, message.id


@pytest.mark.parametrize(("dialect", "name", "payload", "fault", "id_"), CASES, ids=IDS)
def test_malformed_input_is_refused_with_its_code(
    dialect: Dialect, name: str, payload: bytes, fault: type[ProtocolFault] | None, id_: int | None
) -> None:
    assert judged(payload, dialect) == (fault, id_)


def check_cases() -> None:
    for dialect, name, payload, fault, id_ in CASES:
        assert judged(payload, dialect) == (fault, id_), name


def last_wins(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    return {key: value for key, value in pairs if isinstance(key, str)}


PLANTED: list[tuple[str, object]] = [
    ("_gather", last_wins),
    ("DEPTH", 9),
    ("DEPTH", 7),
    ("TOP", 2**63),
    ("_id_of", lambda body: None),
    ("_id_of", lambda body: body.get("id")),
    ("_check", lambda value, depth: None),
    ("_check_text", lambda text: None),
    ("check_length", lambda length, limit: None),
    ("CLIENT_MESSAGES", {**CLIENT_MESSAGES, "dance": Ping}),
]


@pytest.mark.parametrize(("name", "fault"), PLANTED, ids=lambda value: str(value)[:20])
def test_a_careless_reader_is_caught(
    monkeypatch: pytest.MonkeyPatch, name: str, fault: object
) -> None:
    monkeypatch.setattr(codec, name, fault)
    with pytest.raises((AssertionError, msgspec.ValidationError)):
        check_cases()


def test_an_unknown_type_is_told_what_is_known() -> None:
    with pytest.raises(UnknownType) as caught:
        decode_request(packed({"t": "dance"}), Dialect.MSGPACK)
    assert "act" in caught.value.known


def test_a_refusal_names_the_field_and_stays_short() -> None:
    body = {"t": "act", "table": "6", "ask": 1, "action": {"a": "x" * 3000}}
    with pytest.raises(BadMessage, match=r"'x+") as caught:
        decode_request(packed(body), Dialect.MSGPACK)
    assert len(str(caught.value)) <= 200


def test_msgpack_itself_reads_what_we_write() -> None:
    for message in (*REQUESTS, *ANSWERS):
        body = msgpack.unpackb(encode(message, Dialect.MSGPACK))
        assert body == json.loads(encode(message, Dialect.JSON))


def test_we_read_what_msgpack_itself_writes() -> None:
    body = {"t": "act", "table": "6", "ask": 12, "action": {"a": "play", "card": "HJ"}, "id": 3}
    assert isinstance(decode_request(msgpack.packb(body), Dialect.TCP), Act)


# A later server.


def check_later_server(dialect: Dialect) -> None:
    def read(body: dict[str, object]) -> object:
        return decode_answer(packed(body) if dialect is Dialect.MSGPACK else json_of(body), dialect)

    body = {"t": "event", "table": "6", "n": 13, "e": {"k": "fireworks", "height": 3}, "new": []}
    event = read(body)
    assert event == Event("6", 13, Unknown("fireworks", {"height": 3}))
    assert isinstance(event, Event)
    assert event_of(event.e) == Unknown("fireworks", {"height": 3})
    assert read({"t": "dance", "to": "waltz"}) == UnknownMessage(
        "dance", {"t": "dance", "to": "waltz"}
    )
    assert read({"t": "ok", "re": 1, "new": {"x": [1]}}) == Ok(re=1)
    played = {"k": "played", "seat": "N", "card": "HJ", "with": "a flourish"}
    event = read({"t": "event", "table": "6", "n": 14, "e": played})
    assert event == Event("6", 14, event_form(Played(Seat.N, Card.HJ)))


def json_of(body: object) -> bytes:
    return json.dumps(body).encode()


@pytest.mark.parametrize("dialect", [Dialect.MSGPACK, Dialect.JSON])
def test_a_client_bears_with_a_later_server(dialect: Dialect) -> None:
    check_later_server(dialect)


def test_a_client_that_does_not_count_unknown_events_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(codec, "_unknown_event", lambda body: None)
    with pytest.raises(BadMessage):
        check_later_server(Dialect.MSGPACK)


ANSWER_FAULTS: list[tuple[bytes, type[ProtocolFault]]] = [
    (b"", BadFrame),
    (b"\xc1", BadFrame),
    (packed({"t": "ok"}) + b"\0", BadFrame),
    (b"\x81\x80\1", BadFrame),
    (b"\x81\xa1t\xa2\xff\xfe", BadFrame),
    (bytes(ANSWER_BYTES + 1), TooLarge),
    (b"\x91" * ANSWER_BYTES, BadMessage),
    (b"\x05", BadMessage),
    (packed({}), BadMessage),
    (packed({"t": 5}), BadMessage),
    (packed({"t": "ok", "re": "one"}), BadMessage),
    (packed({"t": "event", "table": "6", "n": "one", "e": {"k": "fireworks"}}), BadMessage),
    (packed({"t": "event", "table": "6", "n": 1, "e": {}}), BadMessage),
    (packed({"t": "event", "table": "6", "n": 1, "e": {"k": "played", "seat": "X"}}), BadMessage),
]


@pytest.mark.parametrize(("payload", "fault"), ANSWER_FAULTS, ids=lambda value: str(value)[:40])
def test_a_client_refuses_what_is_no_answer(payload: bytes, fault: type[ProtocolFault]) -> None:
    with pytest.raises(fault):
        decode_answer(payload, Dialect.TCP)


# Writing once for several.


def check_written_once(message_of: Callable[[], Event]) -> None:
    shared = Shared(message_of())
    for dialect in Dialect:
        (written,) = shared.frames(dialect)
        assert written == encode(message_of(), dialect)
        assert written is shared.frames(dialect)[0]


def played() -> Event:
    return Event("6", 12, event_form(Played(Seat.N, Card.HJ)))


def test_a_message_for_several_is_written_once_for_each_dialect() -> None:
    check_written_once(played)
    assert event_frame("6", 12, Played(Seat.N, Card.HJ)) == Shared(played()).frames(Dialect.TCP)[0]


def test_a_message_written_for_each_seat_anew_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def write_anew(shared: Shared, dialect: Dialect) -> list[bytes]:
        return [encode(message, dialect) for message in shared.messages]

    monkeypatch.setattr(Shared, "frames", write_anew)
    with pytest.raises(AssertionError):
        check_written_once(played)


# Anything at all.

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)
KINDS = (*CLIENT_MESSAGES.values(), *SERVER_MESSAGES.values())
TAGS = st.sampled_from([*CLIENT_MESSAGES, *SERVER_MESSAGES])
FIELDS = st.sampled_from(sorted({name for kind in KINDS for name in kind.__struct_fields__}))
BODIES = st.builds(lambda tag, rest: {**rest, "t": tag}, TAGS, st.dictionaries(FIELDS, VALUES))


@given(st.binary(max_size=200) | (BODIES | VALUES).map(packed))
def test_no_msgpack_gets_past_the_faults(payload: bytes) -> None:
    for read in (decode_request, decode_answer):
        check_total(read, payload, Dialect.MSGPACK)


@given(
    st.binary(max_size=200) | st.text(max_size=200).map(str.encode) | (BODIES | VALUES).map(json_of)
)
def test_no_json_gets_past_the_faults(payload: bytes) -> None:
    for read in (decode_request, decode_answer):
        check_total(read, payload, Dialect.JSON)


def check_total(read: Callable[[bytes, Dialect], object], payload: bytes, dialect: Dialect) -> None:
    """Hold the reader to it that what it takes can be written, and all else is a fault."""
    try:
        message = read(payload, dialect)
    except (FrameFault, MessageFault):
        return
    if not isinstance(message, UnknownMessage) and "Unknown" not in repr(message):
        assert isinstance(message, msgspec.Struct)
        assert encode(message, dialect)  # type: ignore[arg-type]
