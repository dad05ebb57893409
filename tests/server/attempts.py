"""One request of every kind that changes something, made and about to be sent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from klaverjas import Card, Seat, Suit
from klaverjas.actions import Close, Name, Play, Roem
from klaverjas_wire.messages import (
    Fill,
    Hello,
    Invite,
    Leave,
    Note,
    Open,
    Request,
    Rule,
    Sit,
)
from tests.server.evening import Evening, Party
from tests.server.packs import NORTH_WINS, TALKATIVE, packs_of
from tests.server.raw_client import RawClient

N, E, S, W = Seat


@dataclass
class Attempt:
    """A request that somebody will make, and who else might notice too early."""

    client: RawClient
    request: Request
    others: list[RawClient]

    @property
    def everybody(self) -> list[RawClient]:
        return [self.client, *self.others]

    async def quiet(self) -> None:
        """Wait until everybody has heard what there is to hear, and forget it."""
        for client in self.everybody:
            if not client.lost:
                await client.settle()
                client.take()


async def talking(evening: Evening, tricks: int) -> tuple[Party, RawClient]:
    """Play so many tricks with roem in them, before a spectator."""
    party = await evening.party(packs=packs_of(TALKATIVE, TALKATIVE))
    watcher = await evening.watcher()
    await party.act(N, Name(Suit.H))
    for trick in NORTH_WINS[:tricks]:
        await party.play(trick)
    return party, watcher


def _by(party: Party, seat: Seat, request: Request, watcher: RawClient) -> Attempt:
    others = [player for other, player in party.players.items() if other is not seat]
    return Attempt(party.players[seat], request, [*others, watcher])


async def name(evening: Evening) -> Attempt:
    party = await evening.party(packs=packs_of(TALKATIVE))
    watcher = await evening.watcher()
    return _by(party, N, party.request(N, Name(Suit.H)), watcher)


async def play(evening: Evening) -> Attempt:
    party, watcher = await talking(evening, 1)
    return _by(party, N, party.request(N, Play(Card.H9)), watcher)


async def roem(evening: Evening) -> Attempt:
    party, watcher = await talking(evening, 1)
    return _by(party, S, party.request(S, Roem()), watcher)


async def close(evening: Evening) -> Attempt:
    party, watcher = await talking(evening, 8)
    return _by(party, N, party.request(N, Close()), watcher)


async def pause(evening: Evening) -> Attempt:
    party, watcher = await talking(evening, 1)
    return _by(party, E, Rule(table="1", key=party.key, act="pause"), watcher)


async def stand_in(evening: Evening) -> Attempt:
    party, watcher = await talking(evening, 1)
    party.players[E].close()
    await party.players[W].hear(Note)
    del party.players[E]
    request = Fill(table="1", key=party.key, seat=E, strategy="random")
    return _by(party, W, request, watcher)


async def back(evening: Evening) -> Attempt:
    party, watcher = await talking(evening, 1)
    east = party.players[E]
    await east.request(Leave(table="1"))
    await watcher.request(Fill(table="1", key=party.key, seat=E, strategy="random"))
    return _by(party, E, Sit(table="1"), watcher)


async def waiting(evening: Evening) -> tuple[RawClient, str, list[RawClient]]:
    """Open a table with three people at it, before a spectator; the host and the key."""
    host = await evening.guest("Riet")
    opened = await evening.open(host)
    watcher = await evening.watcher()
    guests = [host, await evening.guest("Joop"), await evening.guest("Sjaan")]
    for seat, guest in zip((N, E, S), guests, strict=True):
        await guest.request(Sit(table="1", seat=seat))
    return host, opened.key, [*guests[1:], watcher]


async def sit(evening: Evening) -> Attempt:
    host, _, others = await waiting(evening)
    await others.pop(0).request(Leave(table="1"))
    newcomer = await evening.guest("Henk")
    return Attempt(newcomer, Sit(table="1", seat=W), [host, *others])


async def start(evening: Evening) -> Attempt:
    host, _, others = await waiting(evening)
    return Attempt(await evening.guest("Henk"), Sit(table="1"), [host, *others])


async def leave(evening: Evening) -> Attempt:
    host, _, others = await waiting(evening)
    return Attempt(host, Leave(table="1"), others)


async def fill(evening: Evening) -> Attempt:
    host, key, others = await waiting(evening)
    await others.pop(0).request(Leave(table="1"))
    return Attempt(host, Fill(table="1", key=key, seat=W, strategy="random"), others)


async def invite(evening: Evening) -> Attempt:
    host, key, others = await waiting(evening)
    return Attempt(host, Invite(table="1", key=key, seat=W), others)


async def open_(evening: Evening) -> Attempt:
    host = await evening.guest()
    return Attempt(host, Open(rules="amsterdam"), [await evening.guest()])


async def hello(evening: Evening) -> Attempt:
    client = await evening.arrive()
    return Attempt(client, Hello(v=(1,), name="Riet"), [await evening.guest()])


async def rename(evening: Evening) -> Attempt:
    older = await evening.guest("Riet")
    client = await evening.arrive()
    return Attempt(client, Hello(v=(1,), name="Rietje", token=older.token), [older])


ATTEMPTS: Final[dict[str, Callable[[Evening], Awaitable[Attempt]]]] = {
    made.__name__.strip("_"): made
    for made in (
        name,
        play,
        roem,
        close,
        pause,
        stand_in,
        back,
        sit,
        start,
        leave,
        fill,
        invite,
        open_,
        hello,
        rename,
    )
}
