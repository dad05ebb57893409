"""Messages to bytes and back, as msgpack and as JSON of the same map.

What a client sends is read with care: `msgpack.unpackb` or `json.loads` with a hook that sees
every pair of a map, then `t` and `id`, then `msgspec.convert` to the one message `t` names. What
the server sends is read by msgspec at once, and leniently: a later server may say more.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final

import msgpack
import msgspec

from klaverjas_wire.faults import BadFrame, BadMessage, UnknownType
from klaverjas_wire.forms import EVENTS, AnyEvent, event_form
from klaverjas_wire.framing import check_length, frame
from klaverjas_wire.limits import ANSWER_BYTES, DEPTH, REQUEST_BYTES, TOP
from klaverjas_wire.messages import (
    CLIENT_MESSAGES,
    SERVER_MESSAGES,
    Act,
    ClientMessage,
    Event,
    Note,
    ServerMessage,
    Tables,
)
from klaverjas_wire.table import Unknown

__all__ = [
    "Dialect",
    "Shared",
    "UnknownMessage",
    "decode_answer",
    "decode_request",
    "encode",
    "event_frame",
    "fitting",
]


class Dialect(StrEnum):
    """How messages are written on one connection: the last two are WebSocket subprotocols."""

    TCP = "tcp"
    """msgpack, each message after its length"""
    MSGPACK = "klaverjas.msgpack.v1"
    """msgpack, each message a binary one of a WebSocket"""
    JSON = "klaverjas.json.v1"
    """JSON, each message a text of a WebSocket"""

    __hash__ = str.__hash__


class UnknownMessage(msgspec.Struct, frozen=True):
    """A message of a later server, which this client does not know: its `t`, and all of it."""

    t: str
    body: dict[str, object]


def _plain(value: object) -> object:
    """Write what msgspec does not know: a mapping that is no dict."""
    if isinstance(value, Mapping):
        return dict(value)
    raise NotImplementedError(f"{type(value).__name__} does not travel")


_write_msgpack: Final = msgspec.msgpack.Encoder(enc_hook=_plain).encode
_write_json: Final = msgspec.json.Encoder(enc_hook=_plain).encode

# Asked for with every message; a member of an enum takes several times as long to look up.
_JSON: Final = Dialect.JSON


def _write_frame(message: ClientMessage | ServerMessage) -> bytes:
    return frame(_write_msgpack(message))


ENCODERS: Final[dict[Dialect, Callable[[ClientMessage | ServerMessage], bytes]]] = {
    Dialect.TCP: _write_frame,
    Dialect.MSGPACK: _write_msgpack,
    Dialect.JSON: _write_json,
}
"""What writes a message as it goes out: on TCP with its length, else the payload alone."""


def encode(message: ClientMessage | ServerMessage, dialect: Dialect) -> bytes:
    """Write a message as it goes out: on TCP with its length, else the payload alone."""
    return ENCODERS[dialect](message)


def event_frame(table: str, n: int, event: AnyEvent, dialect: Dialect = Dialect.TCP) -> bytes:
    """Write event `n` of a table, in the form somebody sees it, as it goes out."""
    return encode(Event(table, n, event_form(event)), dialect)


class Shared:
    """Messages for several connections, written once for each dialect that is asked for.

    They are events and notes: what may be said to everybody who has been welcomed.
    """

    __slots__ = ("_frames", "messages")

    def __init__(self, *messages: Event | Note):
        self.messages = messages
        self._frames: dict[Dialect, list[bytes]] = {}

    def frames(self, dialect: Dialect) -> list[bytes]:
        """Give the messages as they go out, in order; always the same bytes objects."""
        written = self._frames.get(dialect)
        if written is None:
            written = list(map(ENCODERS[dialect], self.messages))
            self._frames[dialect] = written
        return written


def fitting(answer: Tables) -> Tables:
    """Shorten a page of tables until it fits into a frame of every dialect."""
    longest = max(len(_write_msgpack(answer)), len(_write_json(answer)))
    if longest <= ANSWER_BYTES:
        return answer
    keep = len(answer.tables) * ANSWER_BYTES // (longest + ANSWER_BYTES // 8)
    return fitting(Tables(answer.tables[:keep], more=True, re=answer.re))


# Reading what a client sent.


class _Spoilt(dict[object, object]):
    """A map in which some key came twice, or was itself a map or list; they are left out."""


def _gather(pairs: list[tuple[object, object]]) -> dict[object, object]:
    try:
        body = dict(pairs)
    except TypeError:
        return _Spoilt()
    if len(body) == len(pairs):
        return body
    times = Counter(key for key, _ in pairs)
    return _Spoilt((key, value) for key, value in pairs if times[key] == 1)


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadMessage("text that is not UTF-8") from None


def _check_map(body: dict[object, object], depth: int) -> None:
    if isinstance(body, _Spoilt):
        raise BadMessage("a key twice, or one that is not text")
    for key, value in body.items():
        if not isinstance(key, str):
            raise BadMessage("a key that is not text")
        if not key.isascii():
            _check_text(key)
        if not isinstance(value, str) or not value.isascii():  # spares most calls
            _check(value, depth + 1)


def _check(value: object, depth: int) -> None:
    """Hold a value against what msgpack and JSON can both say, no deeper than allowed."""
    if isinstance(value, int | float):
        if not -TOP <= value <= TOP:  # nor is NaN
            raise BadMessage("a number out of range")
    elif isinstance(value, str):
        _check_text(value)
    elif isinstance(value, dict | list):
        if depth > DEPTH:
            raise BadMessage(f"deeper than {DEPTH}")
        if isinstance(value, dict):
            _check_map(value, depth)
        else:
            for item in value:
                _check(item, depth + 1)
    elif value is not None:
        raise BadMessage("neither text, number, truth, null, list nor map")


def _read_msgpack(payload: bytes) -> object:
    try:
        return msgpack.unpackb(
            payload,
            object_pairs_hook=_gather,
            strict_map_key=False,  # checked later, so that `id` can still be read
            unicode_errors="surrogateescape",  # likewise
        )
    except (msgpack.StackError, RecursionError):
        raise BadMessage(f"deeper than {DEPTH}") from None
    except ValueError as fault:
        raise BadFrame(f"not exactly one msgpack value: {fault}"[:200]) from None


def _read_json(payload: bytes) -> object:
    try:
        return json.loads(payload.decode(), object_pairs_hook=_gather)
    except RecursionError:
        raise BadMessage(f"deeper than {DEPTH}") from None
    except ValueError as fault:
        raise BadFrame(f"not exactly one JSON value: {fault}"[:200]) from None


def _type_of(body: dict[object, object]) -> str | None:
    """Read the type of a message that may be wrong elsewhere."""
    tag = body.get("t")
    return tag if isinstance(tag, str) else None


def _id_of(body: dict[object, object]) -> int | None:
    """Read the id of a message that may be wrong elsewhere."""
    number = body.get("id")
    return number if type(number) is int and 0 <= number <= TOP else None


def _message_of(body: dict[object, object]) -> ClientMessage:
    _check(body, 1)
    tag = _type_of(body)
    if tag is None:
        raise BadMessage("`t` is missing, or not text")
    kind = CLIENT_MESSAGES.get(tag)
    if kind is None:
        raise UnknownType("no such message", known=tuple(CLIENT_MESSAGES))
    try:
        return msgspec.convert(body, kind)
    except msgspec.ValidationError as fault:
        raise BadMessage(str(fault)[:200]) from None


_ACT_BEGINS: Final = b"\xa1t\xa3act"
_read_act: Final = msgspec.msgpack.Decoder(Act).decode


def _canonical_act(payload: bytes) -> Act | None:
    """Read an act that is written exactly as it would be here, which leaves nothing to check."""
    try:
        act = _read_act(payload)
    except (ValueError, RecursionError):
        return None
    return act if _write_msgpack(act) == payload else None


def decode_request(payload: bytes, dialect: Dialect) -> ClientMessage:
    """Read what a client sent.

    `TooLarge` and `BadFrame` end the connection; `BadMessage` and `UnknownType` refuse this
    message, with its type and id as `t` and `re` where they can be read. Nothing else is raised.
    """
    check_length(len(payload), REQUEST_BYTES)
    if payload.startswith(_ACT_BEGINS, 1) and dialect is not _JSON:
        act = _canonical_act(payload)
        if act is not None:
            return act
    body = _read_json(payload) if dialect is _JSON else _read_msgpack(payload)
    if not isinstance(body, dict):
        raise BadMessage("not a map")
    try:
        return _message_of(body)
    except (BadMessage, UnknownType) as fault:
        fault.t, fault.re = _type_of(body), _id_of(body)
        raise


# Reading what the server sent.

_KNOWN_EVENTS: Final = frozenset(kind.k for kind in EVENTS)


def _readers(
    of_msgpack: Callable[[bytes], Any], of_json: Callable[[bytes], Any]
) -> dict[Dialect, Callable[[bytes], Any]]:
    return {Dialect.TCP: of_msgpack, Dialect.MSGPACK: of_msgpack, Dialect.JSON: of_json}


_ANSWER: Final = _readers(
    msgspec.msgpack.Decoder(ServerMessage).decode, msgspec.json.Decoder(ServerMessage).decode
)
_ANYTHING: Final = _readers(msgspec.msgpack.Decoder().decode, msgspec.json.Decoder().decode)


def _unknown_event(body: dict[str, object]) -> Event | None:
    """Read an event whose kind this client does not know, but can count."""
    e = body.get("e")
    if body.get("t") != "event" or not isinstance(e, dict) or e.get("k") in _KNOWN_EVENTS:
        return None
    table, n, k = body.get("table"), body.get("n"), e.get("k")
    if not isinstance(table, str) or type(n) is not int or not isinstance(k, str):
        return None
    return Event(table, n, Unknown(k, {key: value for key, value in e.items() if key != "k"}))


def _anything(payload: bytes, dialect: Dialect) -> object:
    try:
        return _ANYTHING[dialect](payload)
    except RecursionError:
        raise BadMessage("too deep") from None
    except ValueError as fault:
        raise BadFrame(f"not exactly one value: {fault}"[:200]) from None


def _later(body: object, text: str) -> ServerMessage | UnknownMessage:
    """Make what can be made of a value that is no message of this version."""
    if not isinstance(body, dict) or not isinstance(tag := body.get("t"), str):
        raise BadMessage("not a map with `t`")
    if tag not in SERVER_MESSAGES:
        return UnknownMessage(tag, body)
    event = _unknown_event(body)
    if event is None:
        raise BadMessage(text)
    return event


def decode_answer(payload: bytes, dialect: Dialect) -> ServerMessage | UnknownMessage:
    """Read what the server sent; unknown fields are passed over.

    An unknown message is an `UnknownMessage`, an event of an unknown kind an `Event` whose `e` is
    `Unknown`. `TooLarge` and `BadFrame` end the connection, `BadMessage` is this message's alone.
    """
    check_length(len(payload), ANSWER_BYTES)
    try:
        return _ANSWER[dialect](payload)  # type: ignore[no-any-return]
    except (ValueError, RecursionError) as fault:
        text = str(fault)[:200]
    return _later(_anything(payload, dialect), text)
