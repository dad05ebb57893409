"""Sessions: hello and welcome, tokens, and a session that moves to another connection."""

from collections.abc import Awaitable, Callable

import pytest

from klaverjas import Card, Phase, Player, Seat, Suit
from klaverjas.actions import Name, Play
from klaverjas.events import Played
from klaverjas_server.log import HeldLog, MemoryLog
from klaverjas_wire import actions_of, event_form, view_of
from klaverjas_wire.limits import HELLO_SECONDS, IDLE_SECONDS, LIMITS, PING_SECONDS
from klaverjas_wire.messages import (
    Ask,
    Bye,
    Error,
    Event,
    Hello,
    ListRules,
    Note,
    Ping,
    Pong,
    Seated,
    Sit,
    Snapshot,
    Welcome,
)
from tests.server.evening import Evening, kinds
from tests.server.packs import QUIET, packs_of

Hold = Callable[[Evening], Awaitable[Evening]]
N, E, S, W = Seat


async def test_welcome_names_the_session_and_what_is_expected(evening: Evening) -> None:
    client = await evening.arrive()
    welcome = await client.greet("Riet")
    assert welcome == Welcome(
        v=1,
        server=welcome.server,
        session="00000001",
        token="secret-2",
        caps=("handover",),
        limits=LIMITS,
        re=1,
    )
    assert welcome.server.startswith("klaverjas/")


@pytest.mark.parametrize("versions", [(), (2,), (0, 2, 3)])
async def test_a_version_not_spoken_ends_the_connection(
    evening: Evening, versions: tuple[int, ...]
) -> None:
    client = await evening.arrive()
    client.send_map(t="hello", v=list(versions))
    bye = await client.until_lost()
    assert bye is not None
    assert bye.code == "version"


@pytest.mark.parametrize("versions", [[1], [2, 1], [1, 2]])
async def test_any_list_with_version_one_will_do(evening: Evening, versions: list[int]) -> None:
    client = await evening.arrive()
    client.send_map(t="hello", v=versions, id=7)
    assert isinstance(await client.reply(7), Welcome)


async def test_before_hello_only_ping_and_pong_may_be_said(evening: Evening) -> None:
    client = await evening.arrive()
    assert await client.request(Ping()) == Pong(re=1)
    client.send_map(t="pong")
    refused = await client.request(ListRules())
    assert (refused.code, refused.re) == ("no-hello", 2)
    await client.greet()
    assert kinds(client.take()) == ["pong", "error", "welcome"]


async def test_a_second_hello_is_refused(evening: Evening) -> None:
    client = await evening.guest()
    refused = await client.request(Hello(v=(1,)))
    assert refused.code == "bad-message"
    assert kinds([await client.request(ListRules())]) == ["rules"]


async def test_a_wrong_token_is_refused_and_hello_may_be_said_again(evening: Evening) -> None:
    client = await evening.arrive()
    refused = await client.request(Hello(v=(1,), token="made up"))
    assert refused.code == "bad-token"
    assert (await client.request(ListRules())).code == "no-hello"
    evening.clock.advance(HELLO_SECONDS - 1)
    assert isinstance(await client.request(Hello(v=(1,), name="Riet")), Welcome)


async def test_whoever_gives_no_name_gets_one(evening: Evening) -> None:
    first = await evening.guest(None)
    await evening.open(first)
    await first.request(Sit(table="1"))
    view = view_of((await first.hear(Snapshot)).view)
    assert view.players == {N: Player("Guest 0000")}


async def test_a_session_keeps_its_name_or_takes_another(evening: Evening) -> None:
    first = await evening.guest("Riet")
    again = await evening.guest(None, first.token)
    assert again.welcome == first.welcome
    renamed = await evening.guest("Rietje", first.token)
    await evening.open(renamed)
    await renamed.request(Sit(table="1"))
    view = view_of((await renamed.hear(Snapshot)).view)
    assert view.players == {N: Player("Rietje")}


async def test_a_takeover_ends_the_older_connection(evening: Evening) -> None:
    older = await evening.guest()
    newer = await evening.guest(None, older.token)
    bye = await older.until_lost()
    assert bye is not None
    assert bye.code == "superseded"
    assert kinds([await newer.request(ListRules())]) == ["rules"]


async def test_a_takeover_shows_every_seat_unasked_and_its_open_question(evening: Evening) -> None:
    party = await evening.party(packs=packs_of(QUIET))
    north = party.players[N]
    await evening.open(north)
    assert isinstance(await north.request(Sit(table="2", seat=S)), Seated)
    again = await evening.guest(None, north.token)
    shown = await again.hear(Snapshot, table="1")
    asked = await again.hear(Ask)
    waiting = await again.hear(Snapshot, table="2")
    assert kinds(again.messages) == ["welcome", "snapshot", "ask", "snapshot"]
    assert asked == party.ask_of(N)
    view = view_of(shown.view)
    assert (view.me, view.hand, view.legal) == (N, tuple(QUIET[N]), actions_of(asked.legal))
    view = view_of(waiting.view)
    assert (view.me, view.hand, view.phase) == (S, (), Phase.WAITING)


async def test_a_takeover_is_told_everything_from_then_on(evening: Evening) -> None:
    party = await evening.party(packs=packs_of(QUIET))
    party.players[N] = await evening.guest(None, party.players[N].token)
    shown = await party.players[N].hear(Snapshot)
    await party.players[N].hear(Ask)
    await party.act(N, Name(Suit.H))
    assert kinds(party.players[N].take()) == ["done", "named", "ask"]
    await party.act(N, Play(Card.C7))
    told = party.players[N].take()
    assert kinds(told) == ["done", "played"]
    assert told[1] == Event("1", shown.n + 2, event_form(Played(N, Card.C7)))


async def test_somebody_who_comes_back_is_here_again_and_nobody_was_away(evening: Evening) -> None:
    party = await evening.party(packs=packs_of(QUIET))
    party.take()
    party.players[N] = await evening.guest(None, party.players[N].token)
    await party.players[N].hear(Ask)
    await party.settle()
    assert kinds(party.players[E].take()) == []
    party.players[N].close()
    assert await party.players[E].hear(Note) == Note("1", "away", N)


async def test_silence_after_connecting_ends_in_a_timeout(evening: Evening) -> None:
    client = await evening.arrive()
    await client.settle()
    evening.clock.advance(HELLO_SECONDS)
    bye = await client.until_lost()
    assert bye == Bye("hello-timeout", bye.text if bye else "")


async def test_the_silent_are_pinged_and_the_dead_are_cut(evening: Evening) -> None:
    client = await evening.guest()
    evening.clock.advance(PING_SECONDS)
    await client.hear(Ping)
    evening.clock.advance(IDLE_SECONDS - PING_SECONDS)
    bye = await client.until_lost()
    assert bye is not None
    assert bye.code == "idle"


async def test_any_frame_counts_as_life(evening: Evening) -> None:
    client = await evening.guest()
    for _ in range(4):
        evening.clock.advance(PING_SECONDS)
        await client.hear(Ping)
        client.send_bytes(b"\x00\x00\x00\x01\xc0")  # no map: wrong, and alive
        await client.hear(Error, code="bad-message")
    assert not client.lost


async def test_two_connections_at_once_may_each_give_the_session_a_name(hold: Hold) -> None:
    log = HeldLog(MemoryLog(), holding=False)
    evening = await hold(Evening(log=log))
    first = await evening.guest("Riet")
    one, other = await evening.arrive(), await evening.arrive()
    log.holding = True
    for client, name in ((one, "Rie"), (other, "Rietje")):
        client.send(Hello(v=(1,), name=name, token=first.token))
        await client.settle()
    log.holding = False
    log.release_all()
    assert isinstance(await one.reply(1), Welcome)
    assert isinstance(await other.reply(1), Welcome)
    bye = await one.until_lost()
    assert bye is not None
    assert bye.code == "superseded"
