"""Faults that card servers are known for, each with a twin that has it."""

from __future__ import annotations

import asyncio
import gc
import weakref
from pathlib import Path
from typing import Any, Final, cast

import pytest

from klaverjas import Card, Seat, Suit
from klaverjas.actions import Name, Play
from klaverjas.events import Finished, Played, TrickTaken
from klaverjas_client import Client
from klaverjas_server.hall import Hall
from klaverjas_server.hall_limits import HallLimits
from klaverjas_server.house_players import HousePlayers
from klaverjas_server.log import HeldLog, MemoryLog
from klaverjas_server.peer import Peer
from klaverjas_server.table import Change, Table, TableJob
from klaverjas_server.tables import Tables
from klaverjas_wire import action_form, view_of
from klaverjas_wire.faults import ByeCode
from klaverjas_wire.messages import (
    Act,
    Ask,
    Done,
    Error,
    Ok,
    Open,
    ReadRecord,
    Record,
    Request,
    Rule,
    Seated,
    ServerMessage,
    Sit,
    Snapshot,
    Sync,
)
from tests.e2e.durability.nights import Hold, Night, night, on_disk
from tests.server.evening import Evening, told_of
from tests.server.packs import QUIET, packs_of

N, E, S, W = Seat
SHORT: Final = {"base": "amsterdam", "deals": 4}
BOTS: Final = dict.fromkeys(Seat, "random")


async def quiet_night(hold: Hold, evening: Evening | None = None) -> Night:
    """Seat four people; north has named hearts and is to lead."""
    table = await night(await hold(evening or Evening()), SHORT, packs_of(*[QUIET] * 4))
    await table.act(N, Name(Suit.H))
    return table


async def has_seat(table: Night, seat: Seat) -> bool:
    """Come back to a seat; tell whether it was shown and may be played from."""
    client = await table.evening.guest(None, table.players[seat].token)
    reply = await client.request(Sync(table=table.table, after=table.state.n))
    table.players[seat] = client
    return isinstance(reply, Ok) and any(isinstance(m, Snapshot) for m in client.messages)


# The second disconnect never recovers


async def come_back_again_and_again(table: Night) -> list[bool]:
    """Lose north's connection five times, and play a trick after each return."""
    found = []
    for trick in range(5):
        await table.go(N)
        found.append(await has_seat(table, N))
        if found[-1]:
            await table.play(" ".join(tuple(QUIET[seat])[trick] for seat in (N, E, S, W)))
    return found


async def test_every_disconnect_recovers(hold: Hold) -> None:
    evening = Evening()
    table = await night(await hold(evening), SHORT, packs_of(*[QUIET] * 4))
    await table.act(N, Name(Suit.C))
    assert await come_back_again_and_again(table) == [True] * 5


async def test_a_server_that_recovers_once_is_caught(
    hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    reattach, met = Hall._reattach, set[str]()

    async def once(hall: Hall, name: str, peer: Peer) -> None:
        if peer.session.id not in met:
            met.add(peer.session.id)
            await reattach(hall, name, peer)

    monkeypatch.setattr(Hall, "_reattach", once)
    table = await night(await hold(Evening()), SHORT, packs_of(*[QUIET] * 4))
    await table.act(N, Name(Suit.C))
    assert await come_back_again_and_again(table) == [True, *[False] * 4]


# A refresh loses the seat


async def refresh(table: Night) -> list[bool]:
    """Load the page anew five times: the new connection is there before the old one is lost."""
    found = []
    for _ in range(5):
        older = table.players[N]
        found.append(await has_seat(table, N))
        older.close()
        await older.until_lost()
        await table.until(lambda: len(table.evening.app.hall.peers) == 5)
    return found


async def test_a_refresh_keeps_the_seat_and_nobody_was_away(hold: Hold) -> None:
    table = await quiet_night(hold)
    assert await refresh(table) == [True] * 5
    assert table.away == frozenset()
    assert isinstance(await table.act(N, Play(Card.C7)), Done)


async def test_a_server_that_frees_the_seat_of_a_lost_connection_is_caught(
    hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    depart = Hall.depart

    def free(hall: Hall, peer: Peer) -> None:
        peer.session.seats.clear()
        depart(hall, peer)

    monkeypatch.setattr(Hall, "depart", free)
    assert await refresh(await quiet_night(hold)) == [True, *[False] * 4]


# A full trick is never taken under a stream of updates


async def strategies_under_flood(hold: Hold, folder: Path) -> bool:
    """Lead to strategies while the director keeps the table busy; tell whether they played."""
    evening = await hold(on_disk(folder))
    host, director = await evening.guest(), await evening.guest("Joop")
    evening.chance.packs.extend(packs_of(QUIET))
    opened = await evening.open(host, SHORT, fill={E: "random", W: "random"})
    for seat, player in ((N, host), (S, director)):
        await player.request(Sit(table="1", seat=seat))
    table = Night(evening, "1", opened.key, {N: host, S: director}, await evening.guest("Kijk"))
    await table.act(N, Name(Suit.H))
    adjust = Rule(table="1", key=opened.key, act="adjust", side="NS", points=1, reason="again")
    waiting = director.send(*[adjust] * 30)
    host.send(table.request(N, Play(Card.C7)))
    for _ in range(15):
        waiting += director.send(*[adjust] * 30)
        await director.reply(waiting[-60])
    return any(isinstance(e, Played) and e.seat is E for e in told_of(host.messages))


async def test_the_fourth_card_takes_the_trick_whatever_else_is_asked(hold: Hold) -> None:
    table = await quiet_night(hold)
    await table.play("C7 D7 H7")
    ids = table.players[E].send(*[Sync(table="1", after=0)] * 100)
    (last,) = table.players[W].send(table.request(W, Play(Card.S7)))
    ids += table.players[E].send(*[Sync(table="1", after=0)] * 100)
    done = await table.players[W].reply(last)
    await table.players[E].reply(ids[-1])
    assert isinstance(done, Done)
    assert table.state.deal_events[-1] == TrickTaken(1, S, 0)
    assert table.state.n == done.n
    assert table.state.must_act is S


async def test_strategies_play_whatever_else_is_asked(hold: Hold, tmp_path: Path) -> None:
    assert await strategies_under_flood(hold, tmp_path / "a")


async def test_a_table_that_sees_to_everything_else_first_is_caught(
    hold: Hold, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def requests_first(table: Table) -> None:
        while not table._stopping:
            if table._inbox:
                await table._do(table._inbox.pop(0))
            elif not await table._let_house_play():
                await table._rest()

    monkeypatch.setattr(Table, "_work", requests_first)
    assert not await strategies_under_flood(hold, tmp_path / "a")


# A table is frozen after one kind of event


async def stumble(hold: Hold, monkeypatch: pytest.MonkeyPatch) -> tuple[Night, list[bool]]:
    """Let a strategy fail at the first card it sees; tell whether the table still answers."""
    play, failures = Table._let_house_play, [RuntimeError("a card too many")]

    async def fail_once(table: Table) -> bool:
        if failures:
            raise failures.pop()
        return await play(table)

    table = await quiet_night(hold)
    monkeypatch.setattr(HousePlayers, "are_wanted", lambda players, state: True)
    monkeypatch.setattr(Table, "_let_house_play", fail_once)
    answered = []
    for seat, card in zip(Seat, ("C7", "D7", "H7", "S7"), strict=True):
        (id,) = table.players[seat].send(table.request(seat, Play(Card(card))))
        for _ in range(5):
            await table.settle()
        answered.append(id in table.players[seat].replies)
        if not answered[-1]:
            break
    return table, answered


async def test_no_fault_freezes_a_table(hold: Hold, monkeypatch: pytest.MonkeyPatch) -> None:
    _, answered = await stumble(hold, monkeypatch)
    assert answered == [True] * 4


async def test_a_table_that_a_fault_ends_is_caught(
    hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(table: Table) -> None:
        while not table._stopping:
            if table._inbox:
                await table._do(table._inbox.pop(0))
            if not await table._let_house_play():
                await table._rest()

    monkeypatch.setattr(Table, "_work", work)
    table, answered = await stumble(hold, monkeypatch)
    assert answered == [True, False]
    table.players[E].close()  # he will never be answered
    await table.players[E].until_lost()
    task = table.evening.table()._task
    assert task is not None
    with pytest.raises(RuntimeError, match="a card too many"):
        await task
    table.evening.table()._task = None


# Two tabs throw each other out for ever


class Hurry:
    """A clock for clients that lose no time before they try again."""

    def now(self) -> float:
        return 0.0

    async def sleep(self, seconds: float) -> None:
        if seconds > 1:  # a limit, and not the pause before the next attempt
            await asyncio.Event().wait()
        await asyncio.sleep(0)


async def arrivals_of_two_tabs(hold: Hold) -> int:
    """Open a second tab with the same session; how often anybody connects from then on."""
    evening = await hold(Evening())
    bystander = await evening.guest()
    arrivals, arrive = [0], evening.app.hall.arrive

    def count(peer: Peer) -> None:
        arrivals[0] += 1
        arrive(peer)

    evening.app.hall.arrive = count  # type: ignore[method-assign]
    port = evening.app.port
    async with (
        await Client.connect("127.0.0.1", port, name="Riet", clock=Hurry()) as first,
        await Client.connect("127.0.0.1", port, token=first.token, clock=Hurry()),
    ):
        for _ in range(50):
            await bystander.settle()
    return arrivals[0]


async def test_the_older_tab_stays_out(hold: Hold) -> None:
    assert await arrivals_of_two_tabs(hold) == 2


async def test_a_server_that_does_not_say_why_is_caught(
    hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hang_up(peer: Peer, code: ByeCode, text: str) -> None:
        peer._carrier.close()

    monkeypatch.setattr(Peer, "end", hang_up)
    assert await arrivals_of_two_tabs(hold) > 4


# Two cards in the same instant


async def two_cards_at_once(hold: Hold) -> list[str]:
    """Send two cards of north's in one packet; what was answered, in order."""
    log = HeldLog(MemoryLog(), holding=False)
    table = await quiet_night(hold, Evening(log=log))
    cards = (Card.C7, Card.C8)
    ids = table.players[N].send(*(table.request(N, Play(card)) for card in cards))
    replies = [await table.players[N].reply(id) for id in ids]
    await table.settle()
    return [reply.code if isinstance(reply, Error) else "done" for reply in replies]


async def test_the_first_of_two_cards_counts(hold: Hold) -> None:
    assert await two_cards_at_once(hold) == ["done", "answered"]


async def test_a_table_that_takes_two_requests_at_once_is_caught(
    hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks = set[asyncio.Task[None]]()

    def at_once(table: Table, peer: Peer, request: Request, job: TableJob) -> None:
        tasks.add(asyncio.get_running_loop().create_task(table._answer(peer, request, job)))

    monkeypatch.setattr(Table, "submit", at_once)
    assert await two_cards_at_once(hold) != ["done", "answered"]


# A table of strategies hangs when the last person leaves


async def strategies_alone(hold: Hold) -> tuple[Evening, bool]:
    """Open a table of strategies, leave at once, and wait as long as it is awake."""
    evening = await hold(Evening())
    host, bystander = await evening.guest(), await evening.guest("Kijk")
    await evening.open(host, SHORT, fill=BOTS)
    host.close()
    for _ in range(2_000):
        await bystander.settle()
        if evening.table().state.over:
            return evening, True
    return evening, False


async def test_strategies_play_to_the_end_by_themselves(hold: Hold) -> None:
    assert (await strategies_alone(hold))[1]


async def test_a_table_that_plays_for_listeners_alone_is_caught(
    hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Table, "suspended", property(lambda table: not table.listeners))
    assert not (await strategies_alone(hold))[1]


async def test_a_table_goes_on_with_the_person_who_comes_back(hold: Hold) -> None:
    evening = await hold(Evening())
    host, bystander = await evening.guest(), await evening.guest("Kijk")
    opened = await evening.open(host, SHORT, fill={E: "random", S: "random", W: "random"})
    await host.request(Sit(table="1", seat=N))
    table = Night(evening, "1", opened.key, {N: host}, bystander)
    await table.until(lambda: table.state.must_act is N)
    await table.go(N)
    await table.come(N)
    await table.until(lambda: table.state.must_act is N)
    while not table.state.over:
        await table.until(lambda: table.state.over or table.state.must_act is N)
        if ask := table.state.ask_of(N):
            act = Act(table="1", ask=ask.ask, action=action_form(ask.legal[-1]))
            await table.players[N].request(act)


# Finished tables stay in memory


async def finish_and_wait(hold: Hold) -> tuple[Night, weakref.ref[Table]]:
    """Play a match out, stay for as long as a table is kept awake, and look what is left."""
    limits = HallLimits(idle_seconds=120.0, tables_per_session=1)
    table = await night(await hold(Evening(limits=limits)), SHORT)
    await table.play_out(lambda: table.state.over)
    kept = weakref.ref(table.evening.table())
    await table.pass_time(300)
    await table.bystander.settle()
    gc.collect()
    return table, kept


async def test_a_finished_table_is_let_go_of_and_its_record_is_there(hold: Hold) -> None:
    table, kept = await finish_and_wait(hold)
    assert len(table.evening.app.hall.tables) == 0
    assert kept() is None
    record = await table.bystander.request(ReadRecord(table="1"))
    assert isinstance(record, Record)
    assert "rules-changed" not in record.text


async def test_finished_tables_leave_room_for_others(hold: Hold) -> None:
    limits = HallLimits(tables_per_session=1)
    table = await night(await hold(Evening(limits=limits)), SHORT)
    host = table.players[N]
    assert (await host.request(Open(rules="amsterdam"))).code == "limit"
    await table.play_out(lambda: table.state.over)
    opened = await host.request(Open(rules="amsterdam"))
    assert isinstance(await host.request(Sit(table=opened.table)), Seated)
    assert (await host.request(Open(rules="amsterdam"))).code == "limit"


async def test_a_server_that_keeps_finished_tables_is_caught(
    hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Tables, "_put_to_sleep", lambda tables, table: table.start())
    table, kept = await finish_and_wait(hold)
    assert len(table.evening.app.hall.tables) == 1
    assert kept() is not None


async def test_a_table_that_somebody_wakes_meanwhile_plays_on(
    hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = Table.stop
    table = await night(await hold(Evening(limits=HallLimits(idle_seconds=30.0))), SHORT)

    async def come_in(it: Table) -> None:
        await stop(it)
        it.put(lambda: asyncio.sleep(0))

    await table.go(*Seat)
    monkeypatch.setattr(Table, "stop", come_in)
    await table.pass_time(120)
    await table.come(*Seat)
    monkeypatch.setattr(Table, "stop", stop)
    assert table.turn.seat is table.state.must_act
    await table.play_out(lambda: table.state.over)


# After the last deal somebody is still asked to play


async def asked_after_the_end(hold: Hold) -> list[ServerMessage]:
    """Play a match out, and come back; the questions that were put after it was finished."""
    table = await night(await hold(Evening()), SHORT)
    await table.play_out(lambda: table.state.over)
    await table.settle()
    asked = list[ServerMessage]()
    for seat in Seat:
        told = table.players[seat].messages
        end = next(at for at, m in enumerate(told) if told_of([m]) and _is_end(m))
        again = await table.evening.guest(None, table.players[seat].token)
        await again.request(Sync(table="1", after=0))
        assert view_of((await again.hear(Snapshot)).view).legal == ()
        asked += [m for m in (*told[end:], *again.messages) if isinstance(m, Ask)]
    return asked


def _is_end(message: ServerMessage) -> bool:
    return any(isinstance(event, Finished) for event in told_of([message]))


async def test_after_the_last_deal_nobody_is_asked_anything(hold: Hold) -> None:
    assert await asked_after_the_end(hold) == []


async def test_a_server_that_asks_on_is_caught(hold: Hold, monkeypatch: pytest.MonkeyPatch) -> None:
    publish = Table.publish

    def ask_on(table: Table, change: Change, *arguments: Any, **more: Any) -> None:
        publish(table, change, *arguments, **more)
        if change.after.over:
            for peer, seat in table.listeners.items():
                peer.send(Ask("1", change.after.n, cast(Seat, seat), True, ()))

    monkeypatch.setattr(Table, "publish", ask_on)
    assert len(await asked_after_the_end(hold)) == 4
