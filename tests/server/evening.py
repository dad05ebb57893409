"""A club evening: a server on a port of its own, whoever comes, and tables with people at them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from klaverjas import Card, Seat
from klaverjas.actions import Play, PlayerAction
from klaverjas_server.app import App, build_app
from klaverjas_server.config import ServerConfig
from klaverjas_server.hall_limits import HallLimits
from klaverjas_server.log import FailingLog, HeldLog, Log, MemoryLog
from klaverjas_server.table import Table
from klaverjas_wire import AnyEvent, Unknown, action_form, event_of
from klaverjas_wire.messages import (
    Act,
    Ask,
    Event,
    Open,
    Opened,
    Reply,
    Seated,
    ServerMessage,
    Sit,
    Snapshot,
    Unask,
    Watch,
)
from tests.server.hand_clock import HandClock
from tests.server.raw_client import RawClient, connect
from tests.server.seeded_chance import SeededChance

KEY: Final = b"k" * 32
NAMES: Final = {Seat.N: "Riet", Seat.E: "Joop", Seat.S: "Sjaan", Seat.W: "Henk"}


@dataclass
class Evening:
    """A server that runs in the test's own loop, and the connections made to it."""

    clock: HandClock = field(default_factory=HandClock)
    chance: SeededChance = field(default_factory=SeededChance)
    log: Log = field(default_factory=MemoryLog)
    limits: HallLimits = field(default_factory=HallLimits)
    key: bytes = KEY
    clients: list[RawClient] = field(default_factory=list)
    app: App = field(init=False)

    async def begin(self) -> Evening:
        """Open the door."""
        config = ServerConfig(host="127.0.0.1", port=0, announce=False, limits=self.limits)
        self.app = build_app(
            config, log=self.log, clock=self.clock, chance=self.chance, key=self.key
        )
        await self.app.start()
        return self

    def table(self, name: str = "1") -> Table:
        """Look behind the door, at a table itself."""
        return self.app.hall.tables[name]

    async def arrive(self) -> RawClient:
        """Connect, and say nothing yet."""
        client = await connect(self.app.port)
        self.clients.append(client)
        return client

    async def guest(self, name: str | None = "Riet", token: str | None = None) -> RawClient:
        """Connect and say hello; with a token, as somebody who has been here."""
        client = await self.arrive()
        await client.greet(name, token)
        return client

    async def open(
        self, host: RawClient, rules: str | dict[str, object] = "amsterdam", **more: Any
    ) -> Opened:
        """Open a table."""
        opened = await host.request(Open(rules=rules, **more))
        assert isinstance(opened, Opened), opened
        return opened

    async def watcher(self, table: str = "1") -> RawClient:
        """Let somebody watch a table."""
        client = await self.guest("Kijk")
        await client.request(Watch(table=table))
        await client.hear(Snapshot)
        return client

    async def party(
        self,
        rules: str | dict[str, object] = "amsterdam",
        packs: Iterable[tuple[Card, ...]] = (),
        **more: Any,
    ) -> Party:
        """Seat four people at a new table; the match has begun."""
        self.chance.packs.extend(packs)
        players = {seat: await self.guest(NAMES[seat]) for seat in Seat}
        opened = await self.open(players[Seat.N], rules, **more)
        party = Party(self, opened.table, opened.key, players)
        for seat, player in players.items():
            seated = await player.request(Sit(table=opened.table, seat=seat))
            assert isinstance(seated, Seated), seated
        await party.settle()
        return party

    async def end(self) -> None:
        """Hold everybody's books against the protocol, then close."""
        if isinstance(self.log, HeldLog):
            self.log.holding = False
            self.log.release_all()
        if isinstance(self.log, FailingLog):
            self.log.failing = None
        for client in self.clients:
            if not client.lost:
                await _require_one_reply_each(client)
        await self.app.stop()
        for client in self.clients:
            client.close()


async def _require_one_reply_each(client: RawClient) -> None:
    try:
        for id in client.sent:
            await client.reply(id)
        await client.settle()
    except ConnectionError:
        return  # it ended with a goodbye, which answers everything
    counts = {id: len(client.replies.get(id, ())) for id in client.sent}
    assert set(counts.values()) <= {1}, counts


@dataclass
class Party:
    """Four people at a table, in all seats."""

    evening: Evening
    table: str
    key: str
    players: dict[Seat, RawClient]

    async def settle(self) -> None:
        """Wait until everybody has heard what there is to hear."""
        for player in self.players.values():
            await player.settle()

    def take(self) -> dict[Seat, list[ServerMessage]]:
        """Give what each seat heard since the last time."""
        return {seat: player.take() for seat, player in self.players.items()}

    def ask_of(self, seat: Seat) -> Ask:
        """Give the last ask that was put to a seat."""
        ask = self.players[seat].open_ask(self.table)
        assert ask is not None, f"{seat} is not asked anything"
        return ask

    @property
    def turn(self) -> Ask:
        """The ask that must be answered now: asks are numbered by when they opened."""
        asks = (player.open_ask(self.table) for player in self.players.values())
        return max((ask for ask in asks if ask and ask.must), key=lambda ask: ask.ask)

    def request(self, seat: Seat, action: PlayerAction, ask: int | None = None) -> Act:
        """Make the request by which a seat acts, under its last ask if no other is named."""
        number = self.ask_of(seat).ask if ask is None else ask
        return Act(table=self.table, ask=number, action=action_form(action))

    async def act(self, seat: Seat, action: PlayerAction, ask: int | None = None) -> Any:
        """Act for a seat, and wait until everybody has heard of it; the reply."""
        reply: Reply = await self.players[seat].request(self.request(seat, action, ask))
        await self.settle()
        return reply

    async def play(self, cards: str) -> None:
        """Play cards, each by whose turn it is."""
        for card in cards.split():
            seat = self.turn.seat
            reply = await self.act(seat, Play(Card(card)))
            assert reply.__struct_config__.tag == "done", (seat, card, reply)

    async def play_out(
        self, until: Callable[[], bool], choose: Callable[[Ask], Any] = lambda ask: ask.legal[-1]
    ) -> None:
        """Answer every ask that must be, until something is so."""
        while not until():
            ask = self.turn
            await self.players[ask.seat].request(
                Act(table=self.table, ask=ask.ask, action=choose(ask))
            )
            await self.settle()

    @property
    def over(self) -> bool:
        """North has heard that the match is finished."""
        return any(kind_of(message) == "finished" for message in self.players[Seat.N].messages)


def kind_of(message: ServerMessage) -> str:
    """Name a message by its tag, an event by its own."""
    if isinstance(message, Event):
        return event_of(message.e).k
    return str(message.__struct_config__.tag)


def kinds(messages: Iterable[ServerMessage]) -> list[str]:
    """Name messages in order."""
    return [kind_of(message) for message in messages]


def events(messages: Iterable[ServerMessage]) -> list[Event]:
    """Pick the events."""
    return [message for message in messages if isinstance(message, Event)]


def numbers(messages: Iterable[ServerMessage]) -> list[int]:
    """List the numbers of the events."""
    return [event.n for event in events(messages)]


def asks(messages: Iterable[ServerMessage]) -> list[Ask | Unask]:
    """Pick the questions, and those taken back."""
    return [message for message in messages if isinstance(message, Ask | Unask)]


def told_of(messages: Iterable[ServerMessage]) -> list[AnyEvent | Unknown]:
    """Pick what happened, without the numbers."""
    return [event_of(event.e) for event in events(messages)]
