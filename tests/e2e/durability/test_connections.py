"""Bad networks: whatever becomes of the bytes, no card is lost, doubled or seen out of turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

import pytest

from klaverjas import Card, Seat, Suit
from klaverjas.actions import Name, Play
from klaverjas_server import rows
from klaverjas_server.answers import Answers
from klaverjas_server.table import PREFIX
from klaverjas_wire import Dialect, action_form, encode, view_of
from klaverjas_wire.limits import IDLE_SECONDS
from klaverjas_wire.messages import Act, Ask, Bye, Done, Error, Event, Note, Sit, Snapshot
from tests.e2e.durability.nights import Hold, Night, night
from tests.e2e.durability.proxy import Doubled, Link, Network, crumbled, network
from tests.server.evening import Evening, numbers
from tests.server.packs import QUIET, packs_of
from tests.server.raw_client import RawClient, connect

N, E, S, W = Seat
SHORT: Final = {"base": "amsterdam", "deals": 4}


@dataclass
class Remote:
    """A table at which north is connected through a bad network, and is to lead to hearts."""

    night: Night
    network: Network

    @property
    def link(self) -> Link:
        return self.network.links[-1]

    @property
    def north(self) -> RawClient:
        return self.night.players[N]

    async def come(self) -> RawClient:
        """Come back as north, through the network."""
        client = await connect(self.network.port)
        await client.greet(None, self.north.token)
        self.night.players[N] = client
        return client

    def act(self, card: Card) -> Act:
        """Make north's request to play a card."""
        return self.night.request(N, Play(card))


@pytest.fixture
async def remote(hold: Hold) -> AsyncIterator[Remote]:
    """Seat four people, and let north come back through a bad network."""
    table = await night(await hold(Evening()), SHORT, packs_of(*[QUIET] * 4))
    await table.act(N, Name(Suit.H))
    async with network(table.evening.app.port) as laid:
        remote = Remote(table, laid)
        await remote.come()
        await remote.north.hear(Ask)
        yield remote


async def played(table: Night) -> list[rows.Acted]:
    """List what was played, from the log."""
    entries = await table.evening.log.read(PREFIX + table.table)
    folded = [rows.decode_table_row(entry.body) for entry in entries]
    return [row for row in folded if isinstance(row, rows.Acted)]


# Cut


@pytest.mark.parametrize("length", [1, 4, 5, -1])
async def test_half_a_request_is_none(remote: Remote, length: int) -> None:
    before = remote.night.state
    half, carried = encode(remote.act(Card.C7), Dialect.TCP)[:length], remote.link.up.carried
    remote.north.send_bytes(half)
    await remote.night.until(lambda: remote.link.up.carried == carried + len(half))
    remote.link.cut()
    await remote.north.until_lost()
    await remote.night.until(lambda: N in remote.night.away)
    assert remote.night.state == before
    await remote.come()
    assert (await remote.north.hear(Snapshot)).n == before.n
    assert isinstance(await remote.north.request(remote.act(Card.C7)), Done)


async def test_an_act_whose_answer_was_lost_is_answered_again(remote: Remote) -> None:
    request = remote.act(Card.C7)
    remote.link.down.hold()
    remote.north.send(request)
    await remote.night.until(lambda: remote.night.state.must_act is E)
    remote.link.cut()
    await remote.north.until_lost()
    await remote.come()
    shown = await remote.north.hear(Snapshot)
    assert [lying.card for lying in view_of(shown.view).trick] == [Card.C7]
    done = await remote.north.request(request)
    assert isinstance(done, Done)
    assert done.n == remote.night.state.n == shown.n
    other = Act(table="1", ask=request.ask, action=action_form(Play(Card.C8)))
    refused = await remote.north.request(other)
    assert isinstance(refused, Error)
    assert (refused.code, refused.action) == ("answered", request.action)


# Half open


async def test_whoever_vanished_takes_his_seat_from_the_connection_he_left(remote: Remote) -> None:
    older = remote.north
    remote.link.vanish()
    await older.until_lost()
    assert N not in remote.night.away
    await remote.come()
    await remote.north.hear(Ask)
    assert isinstance(await remote.north.request(remote.act(Card.C7)), Done)
    await remote.night.play("D7 H7 S7")
    assert not any(isinstance(message, Note) for message in remote.night.players[E].messages)


async def test_whoever_vanished_is_away_after_a_minute_of_silence(remote: Remote) -> None:
    remote.link.vanish()
    await remote.night.pass_time(IDLE_SECONDS - 1)
    assert N not in remote.night.away
    await remote.night.pass_time(2)
    await remote.night.until(lambda: N in remote.night.away)
    await remote.night.players[E].hear(Note, k="away", seat=N)
    await remote.come()
    await remote.night.players[E].hear(Note, k="here", seat=N)


# Stalled


async def test_nobody_waits_for_whoever_hears_nothing(remote: Remote) -> None:
    remote.link.down.hold()
    table, heard = remote.night, len(remote.north.heard)
    remote.north.send(remote.act(Card.C7))
    await table.until(lambda: table.state.must_act is E)
    for seat, card in ((E, Card.D7), (S, Card.H7), (W, Card.S7)):
        reply = await table.players[seat].request(table.request(seat, Play(card)))
        assert isinstance(reply, Done)
    assert len(remote.north.heard) == heard
    remote.link.down.release()
    await remote.north.settle()
    told = remote.north.messages[heard:]
    assert numbers(told) == numbers(table.players[E].messages)[-len(numbers(told)) :]
    assert numbers(told)[-1] == table.state.n


async def test_a_late_act_counts_when_it_comes(remote: Remote) -> None:
    remote.link.up.hold()
    (id,) = remote.north.send(remote.act(Card.C7))
    await remote.night.bystander.settle()
    assert remote.night.state.must_act is N
    remote.link.up.release()
    assert isinstance(await remote.north.reply(id), Done)


# Doubled


async def doubled_match(hold: Hold) -> tuple[Night, list[RawClient]]:
    """Play a match in which the network passes every request on twice."""
    table = await night(await hold(Evening()), SHORT)
    async with network(table.evening.app.port) as laid:
        for seat in Seat:
            client = await connect(laid.port)
            await client.greet(None, table.players[seat].token)
            table.players[seat] = client
            await client.settle()
        for link in laid.links:
            link.up.damage = Doubled()
        await table.play_out(lambda: table.state.over)
        await table.settle()
    return table, list(table.players.values())


def answered_alike(clients: list[RawClient]) -> bool:
    """Tell whether every act got two answers, and twice the same."""
    acts = [replies for client in clients for replies in client.replies.values()]
    acts = [replies for replies in acts if any(isinstance(reply, Done) for reply in replies)]
    return bool(acts) and all(len(two) == 2 and two[0] == two[1] for two in acts)


async def test_what_comes_twice_is_done_once(hold: Hold) -> None:
    table, clients = await doubled_match(hold)
    assert answered_alike(clients)
    cards = Counter(
        (row.seat, row.action)
        for row in await played(table)
        if row.action.__struct_config__.tag == "play"
    )
    assert sum(cards.values()) == 4 * 32
    told = numbers(clients[0].messages)
    assert told == list(range(told[0], table.state.n + 1))


async def test_a_server_that_does_not_know_an_act_again_is_caught(
    hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Answers, "taken", lambda *_: None)
    _, clients = await doubled_match(hold)
    assert not answered_alike(clients)


# Reordered


async def test_an_act_on_the_connection_left_behind_comes_too_late(remote: Remote) -> None:
    older, link = remote.north, remote.link
    link.up.hold()
    older.send(remote.act(Card.C7))
    await remote.come()
    await remote.north.hear(Ask)
    assert (await older.hear(Bye)).code == "superseded"
    assert isinstance(await remote.north.request(remote.act(Card.C8)), Done)
    before = remote.night.state
    link.up.release()
    await remote.night.settle()
    assert remote.night.state == before
    assert (await played(remote.night))[-1] == rows.Acted(N, action_form(Play(Card.C8)))


async def test_acts_of_two_seats_that_overtake_each_other(remote: Remote) -> None:
    table, ask = remote.night, remote.night.ask_of(N)
    remote.link.up.hold()
    (id,) = remote.north.send(remote.act(Card.C7))
    early = Act(table="1", ask=ask.ask + 1, action=action_form(Play(Card.D7)))
    refused = await table.players[E].request(early)
    assert isinstance(refused, Error)
    assert refused.code == "no-question"
    remote.link.up.release()
    done = await remote.north.reply(id)
    assert isinstance(done, Done)
    assert done.n == early.ask
    assert isinstance(await table.players[E].request(early), Done)


# Trickled


async def test_a_deal_byte_by_byte(hold: Hold) -> None:
    table = await night(await hold(Evening()), SHORT, packs_of(*[QUIET] * 4))
    watcher = await table.evening.watcher()
    async with network(table.evening.app.port) as laid:
        for seat in Seat:
            client = await connect(laid.port)
            laid_before = len(laid.links)
            await table.until(lambda count=laid_before: len(laid.links) >= count)  # type: ignore[misc]
            for link in laid.links:
                link.up.damage = link.down.damage = crumbled
            await client.greet(None, table.players[seat].token)
            table.players[seat] = client
            await client.hear(Snapshot)
        await table.play_out(
            lambda: table.state.match is not None and table.state.match.number == 2
        )
        await table.settle()
        told = [numbers(player.messages) for player in table.players.values()]
    await watcher.settle()
    assert told == [numbers(watcher.messages)] * 4
    assert sum(isinstance(message, Event) for message in watcher.messages) > 40


async def test_a_seat_is_found_byte_by_byte(hold: Hold) -> None:
    evening = await hold(Evening())
    host = await evening.guest()
    await evening.open(host)
    async with network(evening.app.port) as laid:
        client = await connect(laid.port)
        while not laid.links:
            await host.settle()
        laid.links[0].up.damage = laid.links[0].down.damage = crumbled
        await client.greet("Sjaan")
        seated = await client.request(Sit(table="1", seat=S))
    assert seated.seat is S
