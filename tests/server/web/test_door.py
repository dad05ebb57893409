"""The WebSocket door: the same messages as over TCP, in two ways of writing, and bad ones too."""

import json
from collections.abc import Awaitable, Callable
from typing import Final

import aiohttp
import msgpack
import pytest

from klaverjas import Seat
from klaverjas_server.hall_limits import HallLimits
from klaverjas_server.peer import Peer
from klaverjas_server.web import door
from klaverjas_wire import action_of
from klaverjas_wire.limits import HELLO_SECONDS, REQUEST_BYTES
from klaverjas_wire.messages import Done
from tests.server.packs import QUIET, packs_of
from tests.server.web.venue import JSON, MSGPACK, Venue, Visitor

Hold = Callable[[Venue], Awaitable[Venue]]
Frame = str | bytes
N, E, S, W = Seat
BOTH: Final = pytest.mark.parametrize("protocol", [JSON, MSGPACK])


def packed(body: object) -> bytes:
    """Write a value as msgpack."""
    return bytes(msgpack.packb(body))


DEEP: Final = '{"t":"ping","id":9,"x":' + "[" * 8 + "]" * 8 + "}"

GOODBYES: Final[dict[str, tuple[str, Frame, str]]] = {
    "no json": (JSON, "ping", "bad-frame"),
    "half a value": (JSON, '{"t":"ping"', "bad-frame"),
    "two values": (JSON, '{"t":"ping"}{"t":"ping"}', "bad-frame"),
    "nothing": (JSON, "", "bad-frame"),
    "bytes where text is spoken": (JSON, b'{"t":"ping"}', "bad-frame"),
    "msgpack where json is spoken": (JSON, packed({"t": "ping"}), "bad-frame"),
    "text where msgpack is spoken": (MSGPACK, '{"t":"ping"}', "bad-frame"),
    "no msgpack": (MSGPACK, b"\xc1", "bad-frame"),
    "no bytes": (MSGPACK, b"", "bad-frame"),
    "a tail": (MSGPACK, packed({"t": "ping"}) + b"\0", "bad-frame"),
    "too large": (JSON, '"' + "x" * (REQUEST_BYTES - 1) + '"', "too-large"),
    "too large in msgpack": (MSGPACK, b"\xc0" * (REQUEST_BYTES + 1), "too-large"),
}

ERRORS: Final[dict[str, tuple[str, Frame, str]]] = {
    "a list": (JSON, "[]", "bad-message"),
    "null": (JSON, "null", "bad-message"),
    "no type": (JSON, '{"id":9}', "bad-message"),
    "a type there is not": (JSON, '{"t":"shuffle","id":9}', "unknown-type"),
    "a key twice": (JSON, '{"t":"ping","id":1,"id":2}', "bad-message"),
    "not a number": (JSON, '{"t":"ping","x":NaN}', "bad-message"),
    "too deep": (JSON, DEEP, "bad-message"),
    "a field of another type": (JSON, '{"t":"watch","table":1}', "bad-message"),
    "a list in msgpack": (MSGPACK, packed([1]), "bad-message"),
    "a type that is a number": (MSGPACK, packed({"t": 1}), "bad-message"),
    "bytes within": (MSGPACK, packed({"t": "ping", "x": b"x"}), "bad-message"),
}


async def send(visitor: Visitor, frame: Frame) -> None:
    """Send one frame of the kind its type says."""
    if isinstance(frame, str):
        await visitor.socket.send_str(frame)
    else:
        await visitor.socket.send_bytes(frame)


async def assert_plays_on(venue: Venue) -> None:
    """See that a table takes acts and tells them."""
    party = await venue.party(packs=packs_of(QUIET))
    ask = party.turn
    reply = await party.act(ask.seat, action_of(ask.legal[0]), ask.ask)
    assert isinstance(reply, Done)


@BOTH
async def test_a_table_is_played_from_open_to_done(venue: Venue, protocol: str) -> None:
    visitor = await venue.visitor("Riet", protocol)
    assert visitor.socket.protocol == protocol
    fill = {"E": "club", "S": "club", "W": "club"}
    opened = await visitor.ask("open", rules="amsterdam", fill=fill)
    seated = await visitor.ask("sit", table=opened["table"], seat="N")
    assert seated == {"t": "seated", "table": "1", "seat": "N", "re": 3}
    asked = await visitor.until(lambda body: body["t"] == "ask")
    done = await visitor.ask("act", table="1", ask=asked["ask"], action=asked["legal"][-1])
    assert done["t"] == "done"


async def test_both_ways_of_writing_say_the_same(venue: Venue) -> None:
    party = await venue.party(packs=packs_of(QUIET))
    watchers = [await venue.visitor("Kijk", protocol) for protocol in (JSON, MSGPACK)]
    for watcher in watchers:
        await watcher.ask("watch", table="1")
    await party.play_out(lambda: venue.table().state.n > 12)
    heard = []
    for watcher in watchers:
        await watcher.until(lambda body: body.get("n") == 12)
        heard.append([body for body in watcher.heard if body["t"] in ("snapshot", "event")])
    assert heard[0] == heard[1]
    assert len(heard[0]) > 4


@BOTH
async def test_one_may_go_on_by_the_other_door(venue: Venue, protocol: str) -> None:
    party = await venue.party(packs=packs_of(QUIET))
    visitor = await venue.call(protocol)
    await visitor.ask("hello", v=[1], token=party.players[N].token)
    shown = await visitor.until(lambda body: body["t"] == "snapshot")
    assert shown["view"]["hand"] == [str(card) for card in QUIET[N]]
    bye = await party.players[N].until_lost()
    assert bye is not None
    assert bye.code == "superseded"


@pytest.mark.parametrize(("protocol", "frame", "code"), GOODBYES.values(), ids=GOODBYES)
async def test_a_bad_frame_ends_the_connection_alone(
    venue: Venue, protocol: str, frame: Frame, code: str
) -> None:
    visitor = await venue.visitor("Riet", protocol)
    await send(visitor, frame)
    bye = await visitor.until_lost()
    assert bye is not None
    assert (bye["t"], bye["code"]) == ("bye", code)
    await assert_plays_on(venue)


@pytest.mark.parametrize(("protocol", "frame", "code"), ERRORS.values(), ids=ERRORS)
async def test_a_bad_message_is_refused_alone(
    venue: Venue, protocol: str, frame: Frame, code: str
) -> None:
    visitor = await venue.visitor("Riet", protocol)
    await send(visitor, frame)
    error = await visitor.hear()
    assert error is not None
    assert (error["t"], error["code"]) == ("error", code)
    assert (await visitor.ask("ping"))["t"] == "pong"


@pytest.mark.parametrize("size", [door.READ_BYTES, 4 * door.READ_BYTES, 1 << 20])
async def test_what_is_far_too_large_ends_the_connection(venue: Venue, size: int) -> None:
    visitor = await venue.visitor()
    await visitor.socket.send_str("x" * (size + 1))
    await visitor.until_lost()
    assert visitor.socket.closed
    await assert_plays_on(venue)


async def test_a_flood_is_cut(hold: Hold) -> None:
    venue = await hold(Venue(limits=HallLimits(messages=10, burst=20)))
    visitor = await venue.visitor()
    for _ in range(60):
        await visitor.socket.send_str('{"t":"tables"}')
    bye = await visitor.until_lost()
    assert bye is not None
    assert bye["code"] == "flood"
    codes = [body["code"] for body in visitor.heard if body["t"] == "error"]
    assert codes.count("rate") == len(codes) == 20
    await assert_plays_on_from_another(venue)


async def assert_plays_on_from_another(venue: Venue) -> None:
    """See that somebody else is served."""
    other = await venue.visitor("Joop")
    assert (await other.ask("tables"))["t"] == "tables"


async def test_too_many_connections_from_one_address_are_cut(hold: Hold) -> None:
    venue = await hold(Venue(limits=HallLimits(connections=2)))
    first, second = await venue.visitor(), await venue.visitor("Joop")
    third = await venue.call(JSON)
    bye = await third.until_lost()
    assert bye is not None
    assert bye["code"] == "flood"
    assert (await first.ask("ping"))["t"] == (await second.ask("ping"))["t"] == "pong"


async def test_who_says_nothing_is_cut(venue: Venue) -> None:
    visitor = await venue.call(JSON)
    venue.clock.advance(HELLO_SECONDS + 1)
    bye = await visitor.until_lost()
    assert bye is not None
    assert bye["code"] == "hello-timeout"


async def test_a_page_of_this_site_is_let_in(venue: Venue) -> None:
    visitor = await venue.call(JSON, Origin=venue.root)
    assert (await visitor.ask("hello", v=[1]))["t"] == "welcome"


@pytest.mark.parametrize(
    "origin",
    ["https://elsewhere.example", "null", "http://localhost", "http://localhost:1", "x", ""],
)
async def test_a_page_of_another_site_is_not(venue: Venue, origin: str) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await venue.call(JSON, Origin=origin)
    assert refused.value.status == 403


async def test_a_door_that_lets_any_page_in_is_noticed(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "same_origin", lambda request: True)
    visitor = await venue.call(JSON, Origin="https://elsewhere.example")
    assert (await visitor.ask("hello", v=[1]))["t"] == "welcome"


@pytest.mark.parametrize("protocols", [(), ("chat",), ("klaverjas.json.v2", "KLAVERJAS.JSON.V1")])
async def test_without_a_known_subprotocol_one_is_told_and_cut(
    venue: Venue, protocols: tuple[str, ...]
) -> None:
    visitor = await venue.call(*protocols)
    assert await visitor.hear() is None
    assert visitor.socket.close_code == aiohttp.WSCloseCode.PROTOCOL_ERROR


async def test_of_several_subprotocols_one_that_is_known_is_taken(venue: Venue) -> None:
    visitor = await venue.call("chat", JSON)
    assert visitor.socket.protocol == JSON


async def test_a_long_message_is_whole(venue: Venue) -> None:
    visitor = await venue.visitor()
    listed = await visitor.ask("rules")
    assert len(json.dumps(listed)) > 126
    assert [rules["name"] for rules in listed["sets"]][:2] == ["amsterdam", "rotterdam"]


async def test_who_is_gone_is_forgotten(venue: Venue, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = await venue.visitor()
    (peer,) = venue.app.hall.peers
    assert isinstance(peer, Peer)
    await visitor.socket.close()
    other = await venue.visitor("Joop")
    await other.ask("ping")
    assert peer not in venue.app.hall.peers
