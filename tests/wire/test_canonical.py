"""An act as the codec itself writes it is read at once, and no otherwise than with all care."""

from collections.abc import Iterator

import msgspec
import pytest

from klaverjas import Card
from klaverjas.actions import Name, PlayerAction, Roem
from klaverjas.actions import Play as PlayCard
from klaverjas.cards import Suit
from klaverjas_wire import Dialect, ProtocolFault, action_form, codec, decode_request, encode
from klaverjas_wire.messages import Act, ClientMessage

ACTIONS: list[PlayerAction] = [PlayCard(Card.HJ), PlayCard(Card.C7, "bela"), Name(Suit.S), Roem()]
ACTS = [Act("12", 9, action_form(action), id=id_) for action in ACTIONS for id_ in (None, 0, 300)]
TWICE = (
    b"\x86\xa1t\xa3act\xa5table\xa212\xa3ask\x09\xa3ask\x09\xa6action\x81\xa1a\xa4roem\xa2id\x04"
)
DEEP = {"t": "act", "table": "12", "ask": 9, "action": {"a": "roem"}, "x": [[[[[[[[1]]]]]]]]}


def spoilt(payload: bytes) -> Iterator[bytes]:
    """Change each byte a little, leave it out, say it twice; cut the end, and go beyond it."""
    for at, byte in enumerate(payload):
        for other in (byte ^ 1, byte ^ 0x80, 0xC0, 0xCB):
            yield payload[:at] + bytes([other]) + payload[at + 1 :]
        yield payload[:at] + payload[at + 1 :]
        yield payload[: at + 1] + payload[at:]
        yield payload[: at + 1]
    yield payload + b"\xc0"


def payloads() -> Iterator[bytes]:
    for act in ACTS:
        payload = encode(act, Dialect.MSGPACK)
        yield payload
        yield from spoilt(payload)
    yield TWICE
    yield msgspec.msgpack.encode(DEEP)


def outcome(payload: bytes) -> ClientMessage | tuple[type[ProtocolFault], str]:
    try:
        return decode_request(payload, Dialect.TCP)
    except ProtocolFault as fault:
        return type(fault), str(fault)


def outcomes() -> list[object]:
    return [outcome(payload) for payload in payloads()]


def with_care(patch: pytest.MonkeyPatch) -> list[object]:
    with patch.context() as careful:
        careful.setattr(codec, "_canonical_act", lambda payload: None)
        return outcomes()


def test_both_ways_of_reading_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    assert outcomes() == with_care(monkeypatch)


def test_what_the_codec_writes_is_read_at_once() -> None:
    for act in ACTS:
        assert codec._canonical_act(encode(act, Dialect.MSGPACK)) == act


def unchecked(payload: bytes) -> Act | None:
    try:
        return codec._read_act(payload)
    except ValueError:
        return None


def test_a_hasty_reader_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    careful = with_care(monkeypatch)
    monkeypatch.setattr(codec, "_canonical_act", unchecked)
    assert outcomes() != careful
