"""Catching up: the events of this deal after a number, or a snapshot where that does not do."""

import pytest

from klaverjas import Card, Seat, Suit
from klaverjas.actions import Name, Pass, Play
from klaverjas.events import Dealt, Named, Played
from klaverjas_wire import view_of
from klaverjas_wire.messages import Event, Ok, ServerMessage, Sit, Snapshot, Sync
from klaverjas_wire.table import Sat
from tests.server.evening import Evening, Party, kinds, numbers, told_of
from tests.server.packs import QUIET, packs_of
from tests.server.raw_client import RawClient

N, E, S, W = Seat
DEALT_AT = 7


async def begun(evening: Evening) -> Party:
    """Play two cards of the first deal, up to event 10."""
    party = await evening.party(packs=packs_of(QUIET))
    await party.act(N, Name(Suit.H))
    await party.play("C7 D7")
    return party


async def synced(client: RawClient, after: int) -> list[ServerMessage]:
    """Ask for what came after an event; what was sent."""
    client.take()
    assert isinstance(await client.request(Sync(table="1", after=after)), Ok)
    await client.settle()
    ok, *rest = client.take()
    assert isinstance(ok, Ok)
    return rest


@pytest.mark.parametrize("after", range(DEALT_AT - 1, 11))
async def test_the_events_of_this_deal_after_a_number(evening: Evening, after: int) -> None:
    party = await begun(evening)
    told = await synced(party.players[S], after)
    assert numbers(told) == list(range(after + 1, 11))
    whole = [
        Dealt(1, W, tuple(QUIET[S])),
        Named(N, Suit.H),
        Played(N, Card.C7),
        Played(E, Card.D7),
    ]
    assert told_of(told) == whole[after - DEALT_AT + 1 :]
    assert len(told) == 10 - after


@pytest.mark.parametrize("after", [0, 1, DEALT_AT - 2, 11, 12, 2**53 - 1])
async def test_anything_else_is_a_snapshot(evening: Evening, after: int) -> None:
    party = await begun(evening)
    (shown,) = await synced(party.players[S], after)
    assert isinstance(shown, Snapshot)
    view = view_of(shown.view)
    assert (shown.n, view.me, view.turn) == (10, S, S)
    assert view.legal == tuple(map(Play, QUIET[S]))


async def test_what_is_caught_up_is_what_was_told(evening: Evening) -> None:
    party = await begun(evening)
    watcher = await evening.watcher()
    for seat, client in (*party.players.items(), (None, watcher)):
        told = told_of(await synced(client, DEALT_AT - 1))
        hand = None if seat is None else tuple(QUIET[seat])
        assert told[0] == Dealt(1, W, hand)
        if seat is not None:
            heard = [m for m in client.messages if isinstance(m, Event) and m.n >= DEALT_AT]
            assert told_of(heard[: len(told)]) == told


async def test_before_the_start_everything_can_be_caught_up(evening: Evening) -> None:
    host, other = await evening.guest("Riet"), await evening.guest("Joop")
    await evening.open(host)
    await host.request(Sit(table="1", seat=N))
    await other.request(Sit(table="1", seat=E))
    await host.settle()
    assert told_of(await synced(host, 0)) == [Sat(N, "Riet"), Sat(E, "Joop")]
    assert told_of(await synced(host, 1)) == [Sat(E, "Joop")]


async def test_an_earlier_deal_is_only_to_be_had_as_a_snapshot(evening: Evening) -> None:
    party = await evening.party(packs=packs_of(QUIET, QUIET))
    await party.act(N, Pass())
    await party.act(E, Name(Suit.D))
    await party.play_out(lambda: len(dealt(party)) > 1)
    second = dealt(party)[1]
    assert kinds(await synced(party.players[S], second - 2)) == ["snapshot"]
    assert kinds(await synced(party.players[S], second - 1)) == ["dealt"]


def dealt(party: Party) -> list[int]:
    """Number the deals that south has heard of."""
    heard = (m for m in party.players[S].messages if isinstance(m, Event))
    return [m.n for m in heard if isinstance(told_of([m])[0], Dealt)]
