"""Spectators see a table some tricks late: the same events, under the same numbers, none early."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

import pytest

from klaverjas import Seat, Suit
from klaverjas.actions import Name
from klaverjas.events import TrickTaken
from klaverjas_server.delay import Delay
from klaverjas_server.log import MemoryLog
from klaverjas_server.options import BadOptions, read_options
from klaverjas_server.table import Table
from klaverjas_wire import event_of, view_of
from klaverjas_wire.messages import (
    Done,
    Error,
    Event,
    ListTables,
    Rule,
    ServerMessage,
    Snapshot,
    Sync,
    Tables,
    Watch,
)
from tests.server.evening import Evening, Party, events, numbers, told_of
from tests.server.packs import NORTH_WINS, QUIET, TALKATIVE, packs_of
from tests.server.raw_client import RawClient

Hold = Callable[[Evening], Awaitable[Evening]]
N, E, S, W = Seat

DELAY: Final = 2


async def late_party(evening: Evening, **more: Any) -> Party:
    """Seat four people at a table that spectators see two tricks late; north has made hearts."""
    party = await evening.party(packs=packs_of(TALKATIVE), options={"delay": DELAY}, **more)
    assert isinstance(await party.act(N, Name(Suit.H)), Done)
    return party


def tricks_in(messages: list[ServerMessage]) -> list[int]:
    """List the tricks that were told."""
    return [event.trick for event in told_of(messages) if isinstance(event, TrickTaken)]


def ahead(watcher: RawClient, player: RawClient) -> list[int]:
    """List the tricks that a spectator knew before two more had been taken.

    Everything the two heard is put in the order of the numbers of events; a snapshot tells of
    its own number.
    """
    taken = {e.n: event_of(e.e) for e in events(player.messages)}
    known = max([m.n for m in watcher.messages if isinstance(m, Event | Snapshot)], default=0)
    later = [n for n, event in taken.items() if n > known and isinstance(event, TrickTaken)]
    told = [
        event.trick for n, event in taken.items() if isinstance(event, TrickTaken) and n <= known
    ]
    return told[-1:] if told and len(later) < DELAY else []


async def test_a_spectator_hears_of_a_trick_two_tricks_later(evening: Evening) -> None:
    party = await late_party(evening)
    watcher = await evening.watcher()
    for number, cards in enumerate(NORTH_WINS[:4], 1):
        watcher.take()
        await party.play(cards)
        await watcher.settle()
        assert tricks_in(watcher.take()) == [number - DELAY] * (number > DELAY)


async def test_he_hears_the_same_under_the_same_numbers(evening: Evening) -> None:
    party = await late_party(evening)
    watcher = await evening.watcher()
    for cards in NORTH_WINS[:5]:
        await party.play(cards)
    await watcher.settle()
    heard = {e.n: e.e for e in events(watcher.messages)}
    player = {e.n: e.e for e in events(party.players[S].messages)}
    assert numbers(watcher.messages) == [*range(8, 24)]
    assert heard == {n: player[n] for n in heard}


async def test_whoever_comes_in_sees_the_table_as_late(evening: Evening) -> None:
    party = await late_party(evening)
    for cards in NORTH_WINS[:3]:
        await party.play(cards)
    watcher = await evening.guest("Kijk")
    await watcher.request(Watch(table="1"))
    shown = await watcher.hear(Snapshot)
    view = view_of(shown.view)
    assert (view.tricks, view.trick) == ({"NS": 1, "EW": 0}, ())
    assert shown.n < evening.table().state.n


async def test_catching_up_does_not_run_ahead(evening: Evening) -> None:
    party = await late_party(evening)
    watcher = await evening.watcher()
    for cards in NORTH_WINS[:3]:
        await party.play(cards)
    await watcher.settle()
    watcher.take()
    await watcher.request(Sync(table="1", after=7))
    assert tricks_in(watcher.take()) == [1]
    await watcher.request(Sync(table="1", after=evening.table().state.n))
    assert view_of((await watcher.hear(Snapshot)).view).tricks == {"NS": 1, "EW": 0}


async def test_the_list_does_not_run_ahead(evening: Evening) -> None:
    party = await evening.party(packs=packs_of(TALKATIVE), options={"delay": 3})
    watcher = await evening.watcher()
    await party.act(N, Name(Suit.H))
    listed = await watcher.request(ListTables())
    assert isinstance(listed, Tables)
    assert [table.phase for table in listed.tables] == ["calling"]


async def test_after_a_restart_he_is_as_late(hold: Hold) -> None:
    log = MemoryLog()
    evening = await hold(Evening(log=log))
    party = await late_party(evening)
    for cards in NORTH_WINS[:3]:
        await party.play(cards)
    before = evening.table().snapshot(None)
    again = await hold(Evening(log=log, chance=evening.chance))
    after = again.table().snapshot(None)
    assert view_of(after.view).tricks == view_of(before.view).tricks == {"NS": 1, "EW": 0}
    assert after.n == before.n


async def test_after_the_end_he_sees_it_all(evening: Evening) -> None:
    rules = {"base": "amsterdam", "deals": 4}
    party = await evening.party(rules, options={"delay": DELAY})
    watcher = await evening.watcher()
    await party.play_out(lambda: party.over)
    await watcher.settle()
    assert numbers(watcher.messages)[-1] == evening.table().state.n


async def test_who_was_replaced_sees_no_more_than_spectators(evening: Evening) -> None:
    party = await late_party(evening)
    for cards in NORTH_WINS[:3]:
        await party.play(cards)
    replaced = party.players[E]
    replaced.take()
    await party.players[N].request(Rule(table="1", key=party.key, act="replace", seat=E))
    shown = view_of((await replaced.hear(Snapshot)).view)
    assert (shown.me, shown.tricks) == (None, {"NS": 1, "EW": 0})


async def test_nothing_comes_early(evening: Evening) -> None:
    party = await late_party(evening)
    watcher = await evening.watcher()
    for cards in NORTH_WINS[:6]:
        for card in cards.split():
            await party.play(card)
            await watcher.settle()
            assert ahead(watcher, party.players[S]) == []


async def test_a_table_that_shows_the_present_is_noticed(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Table, "shown", property(lambda table: table.state))
    party = await late_party(evening)
    await party.play(NORTH_WINS[0])
    watcher = await evening.watcher()
    assert ahead(watcher, party.players[S]) == [1]


async def test_a_delay_that_lets_everything_pass_is_noticed(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Delay, "_take_due", lambda delay, tricks: delay._clear())
    party = await late_party(evening)
    watcher = await evening.watcher()
    await party.play(NORTH_WINS[0])
    await watcher.settle()
    assert ahead(watcher, party.players[S]) == [1]


async def test_without_delay_spectators_hear_at_once(evening: Evening) -> None:
    party = await evening.party(packs=packs_of(QUIET))
    watcher = await evening.watcher()
    await party.act(N, Name(Suit.C))
    await watcher.settle()
    assert numbers(watcher.messages) == [8]


@pytest.mark.parametrize("value", [-1, 65, True, 1.0, "1", None])
def test_a_wrong_delay_is_refused(value: object) -> None:
    with pytest.raises(BadOptions, match="allowed: 0–64"):
        read_options({"delay": value})


async def test_a_wrong_delay_names_what_it_may_be(evening: Evening) -> None:
    guest = await evening.guest()
    guest.send_map(t="open", rules="amsterdam", options={"delay": 65}, id=9)
    refused = await guest.reply(9)
    assert isinstance(refused, Error)
    assert (refused.code, refused.key, refused.allowed) == ("bad-rules", "delay", ("0–64",))
