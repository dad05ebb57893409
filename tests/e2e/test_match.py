"""Whole matches over real sockets: people, strategies, spectators, and somebody who drops out."""

import asyncio
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

import pytest

from klaverjas import RuleSet, Seat, View
from klaverjas.events import Played
from klaverjas.record import Back, StandIn, loads, replay
from klaverjas_wire import event_form, event_of, view_of
from klaverjas_wire import table as table_events
from klaverjas_wire.messages import (
    Event,
    Fill,
    Note,
    Ok,
    ReadRecord,
    Snapshot,
    Sync,
    Watch,
)
from tests.e2e.guest import Guest, play_all
from tests.server.evening import NAMES, Evening

N, E, S, W = Seat
SHORT: Final[dict[str, object]] = {"base": "amsterdam", "deals": 4}
TWO_PLAYERS: Final = [rules.name for rules in RuleSet.all() if len(rules.game.seats) == 2]


async def arrive(evening: Evening, name: str, seed: int) -> Guest:
    """Let somebody come who plays by himself."""
    return Guest(await evening.guest(name), Random(seed))


async def gather(evening: Evening, *seats: Seat) -> dict[Seat, Guest]:
    """Seat people at table 1."""
    guests = {seat: await arrive(evening, NAMES[seat], number) for number, seat in enumerate(seats)}
    for seat, guest in guests.items():
        await guest.sit(seat)
    return guests


async def agree(evening: Evening, *guests: Guest) -> None:
    """See that everybody ended where the table stands, and that the record says the same."""
    match = evening.table().state.match
    assert match is not None
    totals = match.rules.game.by_side(match.totals)
    for guest in guests:
        assert guest.finished is not None
        assert (guest.finished.totals, guest.finished.winner) == (totals, match.winner)
        await guest.client.request(Sync(table="1", after=2**53 - 1))
        shown = await guest.client.hear(Snapshot)
        assert guest.n == shown.n
        assert guest.view == replace(view_of(shown.view), players=guest.view.players)  # type: ignore[union-attr]
    record = loads((await guests[0].client.request(ReadRecord(table="1"))).text)
    again = replay(record)
    assert (again.sheet, again.totals, again.winner) == (match.sheet, match.totals, match.winner)


async def test_four_people_play_a_match_before_a_spectator(evening: Evening) -> None:
    host = await arrive(evening, "Kijk", 9)
    await evening.open(host.client, SHORT)
    await host.watch()
    guests = await gather(evening, *Seat)
    await play_all(host, *guests.values())
    await agree(evening, host, *guests.values())
    assert host.view is not None
    assert len(host.view.sheet) == 4


@pytest.mark.parametrize("strategy", ["random", "club"])
async def test_one_person_plays_with_three_strategies(evening: Evening, strategy: str) -> None:
    host = await arrive(evening, "Riet", 2)
    await evening.open(host.client, SHORT, fill=dict.fromkeys((N, E, W), strategy))
    await host.sit(S)
    await host.play()
    await agree(evening, host)


async def test_strategies_play_alone_before_a_spectator(evening: Evening) -> None:
    host = await arrive(evening, "Kijk", 3)
    opened = await evening.open(host.client, SHORT, fill=dict.fromkeys((N, E, S), "club"))
    await host.watch()
    last = Fill(table="1", key=opened.key, seat=W, strategy="random")
    assert isinstance(await host.client.request(last), Ok)
    await host.play()
    await agree(evening, host)


@pytest.mark.parametrize("rules", TWO_PLAYERS)
async def test_two_people_play_klaberjass(evening: Evening, rules: str) -> None:
    host = await arrive(evening, "Kijk", 4)
    await evening.open(host.client, {"base": rules, "target": 200})
    await host.watch()
    guests = await gather(evening, N, S)
    await play_all(host, *guests.values())
    await agree(evening, host, *guests.values())


def middle_of(deal: int, view: View) -> bool:
    """Tell a deal in which cards lie that are no whole trick."""
    return view.deal == deal and len(view.trick) > 0


async def test_a_spectator_may_come_in_the_middle(evening: Evening) -> None:
    await evening.open((await arrive(evening, "Kijk", 5)).client, SHORT)
    guests = await gather(evening, *Seat)
    playing = asyncio.ensure_future(play_all(guests[E], guests[S], guests[W]))
    guests[N].stops = partial(middle_of, 2)
    await guests[N].play()
    assert guests[N].finished is None
    late = await arrive(evening, "Laat", 6)
    await late.watch()
    guests[N].stops = lambda view: False
    await asyncio.gather(playing, play_all(late, guests[N]))
    await agree(evening, late, *guests.values())


async def test_a_stand_in_plays_until_the_owner_is_back(evening: Evening) -> None:
    director = await evening.guest("Leider")
    opened = await evening.open(director, SHORT)
    guests = await gather(evening, *Seat)
    await director.request(Watch(table="1"))
    gone = guests.pop(E)
    gone.stops = partial(middle_of, 2)
    playing = asyncio.ensure_future(play_all(*guests.values()))
    await gone.play()
    assert gone.finished is None
    gone.client.close()
    await director.hear(Note, k="away", seat=E)
    fill = Fill(table="1", key=opened.key, seat=E, strategy="club")
    assert isinstance(await director.request(fill), Ok)
    await director.hear(Event, e=event_form(table_events.StandIn(E, "club")))
    while not isinstance(card := event_of((await director.hear(Event)).e), Played):
        pass
    assert card.seat is E
    back = Guest(await evening.guest(None, gone.client.token), Random(8))
    await asyncio.gather(playing, back.play())
    await director.hear(Event, e=event_form(table_events.Back(E)))
    await agree(evening, back, *guests.values())
    record = loads((await director.request(ReadRecord(table="1"))).text)
    assert [type(note) for note in record.notes] == [StandIn, Back]


async def test_the_table_waits_for_whoever_is_away(evening: Evening) -> None:
    await evening.open((await arrive(evening, "Kijk", 5)).client, SHORT)
    guests = await gather(evening, *Seat)
    playing = asyncio.ensure_future(play_all(guests[N], guests[S], guests[W]))
    for deal in (1, 2, 3):
        gone = guests[E]
        gone.stops = partial(middle_of, deal)
        await gone.play()
        gone.client.close()
        guests[E] = Guest(await evening.guest(None, gone.client.token), Random(deal))
    await asyncio.gather(playing, guests[E].play())
    await agree(evening, *guests.values())
