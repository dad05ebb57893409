"""The director's acts: with the table's key alone, written down, and shown to all."""

from typing import Final

import pytest

from klaverjas import Card, Phase, Seat, Suit
from klaverjas.actions import Name, Play
from klaverjas.record import loads
from klaverjas_server.log import Bodies
from klaverjas_server.refolding import refold
from klaverjas_wire import view_of
from klaverjas_wire.messages import (
    Ask,
    Done,
    Error,
    Event,
    Invite,
    ReadRecord,
    Rule,
    Seated,
    Sit,
    Snapshot,
    Unask,
)
from klaverjas_wire.table import Paused, Resumed, RolledBack, Ruled
from tests.server.evening import Evening, Party, kinds, numbers, told_of
from tests.server.packs import QUIET, packs_of

N, E, S, W = Seat
SHORT: Final[dict[str, object]] = {"base": "amsterdam", "deals": 4}


async def playing(evening: Evening) -> Party:
    """Play a trick and two cards: hearts are trump, south took it, and north is to play."""
    party = await evening.party(SHORT, packs=packs_of(*[QUIET] * 4))
    await party.act(N, Name(Suit.H))
    await party.play("C7 D7 H7 S7 H8 S8")
    party.take()
    return party


async def rule(party: Party, **act: object) -> object:
    """Rule from south's connection, which has the key; the reply, once all have heard."""
    body = {"table": party.table, "key": party.key, **act}
    reply: object = await party.players[S].request(Rule(**body))  # type: ignore[arg-type]
    await party.settle()
    return reply


@pytest.mark.parametrize(
    "act",
    [
        {"act": "pause"},
        {"act": "resume"},
        {"act": "void"},
        {"act": "replace", "seat": N},
        {"act": "rollback", "deal": 1, "trick": 1},
        {"act": "adjust", "side": "NS", "points": 10, "reason": "late"},
    ],
    ids=lambda act: act["act"],
)
async def test_ruling_needs_the_key(evening: Evening, act: dict[str, object]) -> None:
    party = await playing(evening)
    refused = await rule(party, **{"key": "wrong", **act})
    assert isinstance(refused, Error)
    assert refused.code == "forbidden"
    assert all(told in ([], [refused]) for told in party.take().values())


async def test_a_pause_and_its_end(evening: Evening) -> None:
    party = await playing(evening)
    n = evening.table().state.n
    done = await rule(party, act="pause")
    assert isinstance(done, Done)
    assert done.n == n + 1
    for told in party.take().values():
        assert told_of(told) == [Paused("director")]
    again = await rule(party, act="pause")
    assert isinstance(again, Error)
    assert again.code == "paused"
    assert isinstance(await rule(party, act="resume"), Done)
    for told in party.take().values():
        assert told_of(told) == [Resumed()]
    again = await rule(party, act="resume")
    assert isinstance(again, Error)
    assert again.code == "illegal"
    assert isinstance(await party.act(N, Play(Card.C8)), Done)


async def test_going_back_to_a_trick_shows_it_anew(evening: Evening) -> None:
    party = await playing(evening)
    old = party.ask_of(N)
    n = evening.table().state.n
    assert isinstance(await rule(party, act="rollback", deal=1, trick=2), Done)
    for seat, told in party.take().items():
        assert told_of(told) == [RolledBack(1, 2)]
        assert numbers(told) == [n + 1]
        (shown,) = (m for m in told if isinstance(m, Snapshot))
        view = view_of(shown.view)
        assert (shown.n, view.me, view.turn, view.trick) == (n + 1, seat, S, ())
        assert view.counts == dict.fromkeys(Seat, 7)
        asked = [m for m in told if isinstance(m, Ask | Unask)]
        expected = {N: [Unask("1", old.ask)], S: [party.ask_of(S)]}
        assert asked == expected.get(seat, [])
    assert party.ask_of(S).ask == n + 1
    await party.play("H9 S8 C8 D8")


async def test_what_was_taken_before_going_back_stays_answered(evening: Evening) -> None:
    party = await playing(evening)
    request = party.request(S, Play(Card.H8))
    before = await party.players[S].request(request)
    await rule(party, act="rollback", deal=1, trick=2)
    again = await party.players[S].request(request)
    assert isinstance(again, Done)
    assert again.n == before.n
    assert isinstance(await party.act(S, Play(Card.H9)), Done)


async def test_who_is_replaced_looks_on_and_his_seat_needs_a_code(evening: Evening) -> None:
    party = await playing(evening)
    assert isinstance(await rule(party, act="replace", seat=N), Done)
    shown = [m for m in party.take()[N] if isinstance(m, Snapshot)]
    view = view_of(shown[-1].view)
    assert (view.me, view.hand) == (None, None)
    refused = await party.players[N].request(party.request(N, Play(Card.C8)))
    assert refused.code == "not-seated"
    late = await evening.guest("Piet")
    assert (await late.request(Sit(table="1", seat=N))).code == "seat-taken"
    code = (await party.players[S].request(Invite(table="1", key=party.key, seat=N))).code
    assert await late.request(Sit(code=code)) == Seated("1", N, re=late.sent[-1])
    ask = await late.hear(Ask)
    assert (ask.seat, len(ask.legal)) == (N, 7)
    party.players[N] = late
    assert isinstance(await party.act(N, Play(Card.C8)), Done)


async def test_a_seat_left_empty_is_no_obstacle_to_the_record(evening: Evening) -> None:
    party = await evening.party(SHORT)
    await party.play_out(lambda: party.over)
    assert isinstance(await rule(party, act="replace", seat=N), Done)
    record = loads((await party.players[E].request(ReadRecord(table="1"))).text)
    assert set(record.tags) & set(Seat) == {E, S, W}


async def test_a_deal_that_is_void_is_dealt_again(evening: Evening) -> None:
    party = await playing(evening)
    assert isinstance(await rule(party, act="void", reason="a card fell"), Done)
    for told in party.take().values():
        assert told_of(told)[0] == Ruled("void", reason="a card fell")
        assert kinds(m for m in told if isinstance(m, Event))[-1] == "dealt"
    state = evening.table().state
    assert state.match is not None
    assert (state.phase, state.match.sheet) == (Phase.CALLING, ())


async def test_points_are_adjusted_in_the_totals(evening: Evening) -> None:
    party = await playing(evening)
    act = {"act": "adjust", "side": "NS", "points": -100, "reason": "late"}
    assert isinstance(await rule(party, **act), Done)
    assert told_of(party.take()[E])[0] == Ruled("adjust", "NS", -100, "late")
    assert evening.table().state.view(None).totals == {"NS": -100, "EW": 0}


@pytest.mark.parametrize(
    "act",
    [
        {"act": "rollback", "deal": 1},
        {"act": "replace"},
        {"act": "adjust", "side": "NS", "points": 10},
        {"act": "adjust", "side": "NS", "points": 100_001, "reason": "x"},
        {"act": "adjust", "side": "XX", "points": 10, "reason": "x"},
        {"act": "rollback", "deal": 0, "trick": 1},
    ],
)
async def test_a_ruling_that_is_not_whole(evening: Evening, act: dict[str, object]) -> None:
    party = await playing(evening)
    south = party.players[S]
    south.send_map(t="rule", table="1", key=party.key, id=900, **act)
    reply = await south.reply(900)
    assert isinstance(reply, Error)
    assert reply.code == "bad-message"


@pytest.mark.parametrize(
    "act",
    [
        {"act": "rollback", "deal": 2, "trick": 1},
        {"act": "rollback", "deal": 1, "trick": 8},
        {"act": "adjust", "side": "N", "points": 10, "reason": "x"},
    ],
)
async def test_what_cannot_be_ruled_changes_nothing(
    evening: Evening, act: dict[str, object]
) -> None:
    party = await playing(evening)
    before = evening.table().state
    refused = await rule(party, **act)
    assert isinstance(refused, Error)
    assert refused.code == "illegal"
    assert evening.table().state is before


async def test_rulings_are_in_the_stream(evening: Evening) -> None:
    party = await playing(evening)
    await rule(party, act="rollback", deal=1, trick=1)
    await rule(party, act="adjust", side="EW", points=20, reason="late")
    await party.play("C9 D9 H9")
    entries = await evening.log.read("table/1")
    assert {entry.by for entry in entries} >= {"director", "house", "N"}
    assert refold("1", Bodies.of(entries)).state == evening.table().state
