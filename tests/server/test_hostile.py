"""Bad input over real sockets: a coded error or a goodbye, and the table plays on."""

import json
import resource
from collections.abc import Awaitable, Callable, Iterator
from random import Random
from typing import Any, Final

import msgpack
import pytest
import structlog

from klaverjas import Card, Seat, Suit
from klaverjas.actions import Name, Play
from klaverjas_server.hall_limits import HallLimits
from klaverjas_server.log import HeldLog, MemoryLog
from klaverjas_server.table import INBOX
from klaverjas_wire import action_of, frame
from klaverjas_wire.limits import HELLO_SECONDS, REQUEST_BYTES
from klaverjas_wire.messages import (
    CLIENT_MESSAGES,
    Bye,
    Done,
    Error,
    ListRules,
    ListTables,
    Note,
    Ok,
    Ping,
    RuleSets,
    Sync,
)
from tests.server.evening import Evening, Party
from tests.server.packs import QUIET, packs_of
from tests.server.raw_client import RawClient, connect

Hold = Callable[[Evening], Awaitable[Evening]]
N, E, S, W = Seat


async def plays_on(party: Party) -> None:
    """See that the table takes the next act, and that everybody hears of it."""
    party.take()
    ask = party.turn
    reply = await party.act(ask.seat, action_of(ask.legal[0]), ask.ask)
    assert isinstance(reply, Done), reply
    assert all(told for told in party.take().values())


def packed(**body: Any) -> bytes:
    """Frame a map."""
    return frame(msgpack.packb(body))


def nested(depth: int) -> bytes:
    """Frame a message with lists in each other, so deep in all."""
    value: object = 1
    for _ in range(depth - 1):
        value = [value]
    return packed(t="ping", id=901, deep=value)


TWICE: Final = b"\x83\xa1t\xa4ping\xa2id\x01\xa2id\x02"

GOODBYES: Final = {
    "empty": (frame(b""), "bad-frame"),
    "no value": (frame(b"\xc1"), "bad-frame"),
    "half a value": (frame(b"\x82\xa1t\xa4ping"), "bad-frame"),
    "two values": (frame(msgpack.packb({"t": "ping"}) * 2), "bad-frame"),
    "a tail": (frame(msgpack.packb({"t": "ping"}) + b"\x00"), "bad-frame"),
    "json": (frame(json.dumps({"t": "ping"}).encode()), "bad-frame"),
    "http": (b"GET / HTTP/1.1\r\nHost: klaverjas\r\n\r\n", "too-large"),
    "one too long": (frame(b"\xc0" * (REQUEST_BYTES + 1)), "too-large"),
    "endless": (b"\xff\xff\xff\xff", "too-large"),
}

ERRORS: Final = {
    "nil": (frame(b"\xc0"), "bad-message", None),
    "a list": (frame(msgpack.packb(["ping"])), "bad-message", None),
    "a number": (frame(b"\x07"), "bad-message", None),
    "no type": (packed(id=905), "bad-message", 905),
    "a type that is a number": (packed(t=5, id=905), "bad-message", 905),
    "a type there is not": (packed(t="shuffle", id=905), "unknown-type", 905),
    "a type of the server's": (packed(t="welcome", id=905), "unknown-type", 905),
    "a key twice": (frame(TWICE), "bad-message", None),
    "a key that is a number": (
        frame(msgpack.packb({"t": "ping", "id": 905, 7: 1})),
        "bad-message",
        905,
    ),
    "too deep": (nested(9), "bad-message", 901),
    "very deep": (frame(b"\x91" * 2000 + b"\xc0"), "bad-message", None),
    "bytes": (packed(t="ping", id=905, x=b"abc"), "bad-message", 905),
    "an extension": (packed(t="ping", id=905, x=msgpack.ExtType(4, b"abc")), "bad-message", 905),
    "no text": (frame(b"\x82\xa1t\xa4ping\xa1x\xa2\xff\xfe"), "bad-message", None),
    "not a number": (packed(t="ping", id=905, x=float("nan")), "bad-message", 905),
    "infinite": (packed(t="ping", id=905, x=float("inf")), "bad-message", 905),
    "a negative id": (packed(t="ping", id=-1), "bad-message", None),
    "an id too high": (packed(t="ping", id=2**53), "bad-message", None),
    "an id with a fraction": (packed(t="ping", id=1.5), "bad-message", None),
    "an id that is true": (packed(t="ping", id=True), "bad-message", None),
    "a number too high": (packed(t="sync", table="1", after=2**63, id=905), "bad-message", 905),
    "a number too low": (packed(t="sync", table="1", after=-1, id=905), "bad-message", 905),
    "a field missing": (packed(t="sync", table="1", id=905), "bad-message", 905),
    "a field of another type": (packed(t="sync", table=1, after=0, id=905), "bad-message", 905),
    "no table name": (packed(t="watch", table="", id=905), "bad-message", 905),
    "a table name too long": (packed(t="watch", table="1" * 41, id=905), "bad-message", 905),
    "no such seat": (packed(t="sit", table="1", seat="X", id=905), "bad-message", 905),
    "neither table nor code": (packed(t="sit", id=905), "bad-message", 905),
    "a page too long": (packed(t="tables", limit=101, id=905), "bad-message", 905),
    "a page of nothing": (packed(t="tables", limit=0, id=905), "bad-message", 905),
    "no such action": (
        packed(t="act", table="1", ask=7, action={"a": "cheat"}, id=905),
        "bad-message",
        905,
    ),
    "no such card": (
        packed(t="act", table="1", ask=7, action={"a": "play", "card": "H1"}, id=905),
        "bad-message",
        905,
    ),
    "an act of the house": (
        packed(t="act", table="1", ask=7, action={"a": "deal", "pack": []}, id=905),
        "bad-message",
        905,
    ),
    "an act without its card": (
        packed(t="act", table="1", ask=7, action={"a": "play"}, id=905),
        "bad-message",
        905,
    ),
    "no such ruling": (
        packed(t="rule", table="1", key="k", act="hang", id=905),
        "bad-message",
        905,
    ),
}

HELLOS: Final = {
    "no versions": {"t": "hello"},
    "versions of text": {"t": "hello", "v": ["1"]},
    "no name": {"t": "hello", "v": [1], "name": ""},
    "a name too long": {"t": "hello", "v": [1], "name": "x" * 41},
    "a control character": {"t": "hello", "v": [1], "name": "Riet\n"},
    "a bidi character": {"t": "hello", "v": [1], "name": "Riet\u202e"},
}


@pytest.mark.parametrize(("data", "code"), GOODBYES.values(), ids=GOODBYES)
@pytest.mark.parametrize("greeted", [True, False], ids=["welcome", "stranger"])
async def test_a_bad_frame_ends_the_connection_alone(
    evening: Evening, data: bytes, code: str, greeted: bool
) -> None:
    party = await evening.party(packs=packs_of(QUIET))
    client = await (evening.guest() if greeted else evening.arrive())
    client.send_bytes(data)
    bye = await client.until_lost()
    assert bye == Bye(code, bye.text if bye else "")
    await plays_on(party)


@pytest.mark.parametrize(("data", "code", "re"), ERRORS.values(), ids=ERRORS)
async def test_a_bad_message_is_refused_alone(
    evening: Evening, data: bytes, code: str, re: int | None
) -> None:
    party = await evening.party(packs=packs_of(QUIET))
    client = party.players[N]
    await party.settle()
    client.take()
    client.send_bytes(data)
    await client.settle()
    (error,) = client.take()
    assert isinstance(error, Error)
    assert (error.code, error.re) == (code, re)
    assert (error.known is not None) is (code == "unknown-type")
    await plays_on(party)


async def test_an_unknown_type_is_told_with_those_known(evening: Evening) -> None:
    client = await evening.guest()
    client.send_map(t="shuffle")
    assert (await client.hear(Error)).known == tuple(CLIENT_MESSAGES)


@pytest.mark.parametrize("body", HELLOS.values(), ids=HELLOS)
async def test_a_bad_hello_is_refused_and_may_be_said_again(
    evening: Evening, body: dict[str, object]
) -> None:
    client = await evening.arrive()
    client.send_map(**body)
    assert (await client.hear(Error)).code == "bad-message"
    await client.greet()


async def test_the_deepest_and_the_longest_that_may_be(evening: Evening) -> None:
    client = await evening.guest()
    client.send_bytes(nested(8))
    assert (await client.reply(901)).re == 901
    body = {"t": "ping", "id": 977, "x": ""}
    spare = REQUEST_BYTES - len(msgpack.packb(body)) - 2
    client.send_map(**{**body, "x": "x" * spare})
    assert (await client.reply(977)).re == 977


async def test_before_welcome_everything_is_no_hello(evening: Evening) -> None:
    client = await evening.arrive()
    for number, tag in enumerate(CLIENT_MESSAGES, 100):
        if tag not in ("hello", "ping", "pong"):
            client.send_map(t=tag, id=number)
            error = await client.reply(number)
            assert isinstance(error, Error)
            assert error.code == "no-hello"


async def test_bytes_that_come_one_by_one(evening: Evening) -> None:
    client, other = await evening.guest(), await evening.guest()
    for byte in packed(t="tables", id=500):
        client.send_bytes(bytes([byte]))
        await other.settle()
    assert (await client.reply(500)).re == 500


async def test_a_frame_that_never_ends_answers_nothing(evening: Evening) -> None:
    party = await evening.party(packs=packs_of(QUIET))
    client = await evening.guest()
    client.send_bytes(packed(t="tables", id=500)[:-1])
    await plays_on(party)
    client.close()
    await plays_on(party)
    assert 500 not in client.replies


def garbage(seed: int) -> Iterator[bytes]:
    """Make frames of bytes that mean nothing, and messages of which some bytes were changed."""
    chance = Random(seed)
    good = [packed(t="sync", table="1", after=3, id=9), packed(t="hello", v=[1], name="Riet")]
    for _ in range(30):
        yield frame(chance.randbytes(chance.randint(1, 60)))
        spoilt = bytearray(chance.choice(good))
        for _ in range(chance.randint(1, 4)):
            spoilt[chance.randrange(4, len(spoilt))] = chance.randrange(256)
        yield bytes(spoilt)


@pytest.mark.parametrize("seed", range(3))
async def test_garbage_is_answered_or_sent_away(evening: Evening, seed: int) -> None:
    party = await evening.party(packs=packs_of(QUIET))
    client = await evening.guest()
    for data in garbage(seed):
        heard = len(client.heard)
        client.send_bytes(data)
        try:
            await client.settle()
        except ConnectionError:
            assert isinstance(client.messages[-1], Bye)
            client = await evening.guest()
            continue
        assert len(client.heard) > heard or msgpack.unpackb(data[4:]).get("t") == "pong"
    await plays_on(party)


async def test_another_seats_question_and_cards_not_held(evening: Evening) -> None:
    party = await evening.party(packs=packs_of(QUIET))
    await party.act(N, Name(Suit.H))
    for seat, action, code in (
        (E, Play(Card.C7), "no-question"),
        (S, Play(Card.H7), "no-question"),
        (N, Play(Card.D7), "illegal"),
        (N, Name(Suit.C), "illegal"),
    ):
        assert (await party.act(seat, action, party.turn.ask)).code == code
    await plays_on(party)


# Many, silent, slow, fast


@pytest.fixture
def many_files() -> Iterator[None]:
    """Lets the process open the files that a thousand connections take, at both ends."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("many_files")
async def test_a_thousand_connections_that_say_nothing(evening: Evening) -> None:
    party = await evening.party(packs=packs_of(QUIET))
    silent = [await connect(evening.app.port) for _ in range(1_000)]
    while len(evening.app.hall.peers) < 1_004:
        await party.settle()
    await plays_on(party)
    evening.clock.advance(HELLO_SECONDS)
    for client in silent:
        bye = await client.until_lost()
        assert bye is not None
        assert bye.code == "hello-timeout"
    await plays_on(party)
    assert len(evening.app.hall.peers) == 4


async def test_whoever_takes_nothing_is_cut_and_the_table_plays_on(evening: Evening) -> None:
    party = await evening.party(packs=packs_of(QUIET))
    east = party.players[E]
    east.pause_reading()
    with structlog.testing.capture_logs() as journal:
        for _ in range(40):
            east.send(*[ListRules()] * 100)
            if E in evening.table().away:
                break
            await party.players[N].settle()
        assert await party.players[N].hear(Note) == Note("1", "away", E)
    east.close()
    said = [line["code"] for line in journal if line["event"] == "peer.bye"]
    assert said == ["slow"]
    again = await evening.guest(None, east.token)
    party.players[E] = again
    await plays_on(party)


async def test_too_many_requests_for_one_table_are_each_answered_once(hold: Hold) -> None:
    log = HeldLog(MemoryLog(), holding=False)
    evening = await hold(Evening(log=log))
    party = await evening.party(packs=packs_of(QUIET))
    log.holding = True
    north, south = party.players[N], party.players[S]
    north.send(party.request(N, Name(Suit.H)))
    await log.wait_pending()
    ids = south.send(*[Sync(table="1", after=7)] * (INBOX + 50))
    await south.settle()
    log.holding = False
    log.release_all()
    replies = [await south.reply(id) for id in ids]
    assert [type(reply) for reply in replies] == [Ok] * INBOX + [Error] * 50
    assert {reply.code for reply in replies if isinstance(reply, Error)} == {"busy"}
    await party.settle()
    await plays_on(party)


async def test_whoever_sends_too_fast_is_slowed_then_cut(hold: Hold) -> None:
    evening = await hold(Evening(limits=HallLimits(messages=10.0, burst=20)))
    client = await evening.guest()
    replies = [await client.request(ListTables()) for _ in range(25)]
    codes = [reply.code if isinstance(reply, Error) else "tables" for reply in replies]
    assert codes == ["tables"] * 19 + ["rate"] * 6
    evening.clock.advance(0.5)
    replies = [await client.request(ListTables()) for _ in range(6)]
    codes = [reply.code if isinstance(reply, Error) else "tables" for reply in replies]
    assert codes == ["tables"] * 5 + ["rate"]
    client.send(*[Ping()] * 40)
    bye = await client.until_lost()
    assert bye is not None
    assert bye.code == "flood"


async def test_one_address_has_so_many_connections(hold: Hold) -> None:
    evening = await hold(Evening(limits=HallLimits(connections=3)))
    clients = [await evening.guest() for _ in range(3)]
    surplus = await evening.arrive()
    bye = await surplus.until_lost()
    assert bye is not None
    assert bye.code == "flood"
    clients[0].close()
    while len(evening.app.hall.peers) > 2:
        await clients[1].settle()
    assert isinstance(await (await evening.guest()).request(ListRules()), RuleSets)


async def test_a_pipeline_of_everything_is_answered_in_full(evening: Evening) -> None:
    party = await evening.party(packs=packs_of(QUIET))
    await party.act(N, Name(Suit.H))
    client: RawClient = party.players[N]
    acts = [party.request(N, Play(card), 8) for card in QUIET[N]]
    ids = client.send(*[request for act in acts for request in (act, ListTables(), Ping(), act)])
    replies = [await client.reply(id) for id in ids]
    kinds = [r.code if isinstance(r, Error) else "" for r in replies]
    assert kinds == [""] * 4 + ["answered", "", "", "answered"] * 7
    await party.settle()
    await plays_on(party)
