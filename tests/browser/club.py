"""A club with a web site: a server in the test's own loop, whose tables the test can look at."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from klaverjas import Card, Match, Seat, Suit
from klaverjas.actions import Close, Name, Play, PlayerAction
from klaverjas_server.app import App, build_app
from klaverjas_server.config import ServerConfig
from klaverjas_server.log import Log, MemoryLog
from klaverjas_server.table_state import TableState
from klaverjas_wire import action_form
from klaverjas_wire.messages import Act, Done, Open, Opened, Seated, Sit
from tests.server.packs import NORTH_WINS, TALKATIVE, packs_of
from tests.server.raw_client import PATIENCE_SECONDS, RawClient, connect
from tests.server.seeded_chance import SeededChance

KEY: Final = b"k" * 32
NAMES: Final = {"N": "Riet", "E": "Joop", "S": "Sjaan", "W": "Henk"}


@dataclass
class Club:
    """A server on ports of its own, whose cards fall the same in every run."""

    chance: SeededChance = field(default_factory=SeededChance)
    log: Log = field(default_factory=MemoryLog)
    guests: dict[tuple[str, Seat], RawClient] = field(default_factory=dict)
    """Who came by the other door, by table and seat."""
    app: App = field(init=False)
    _clients: list[RawClient] = field(default_factory=list)

    async def begin(self) -> Club:
        """Open both doors."""
        config = ServerConfig(host="127.0.0.1", port=0, announce=False, web_port=0)
        self.app = build_app(config, log=self.log, chance=self.chance, key=KEY)
        await self.app.start()
        return self

    @property
    def address(self) -> str:
        """The address of the site."""
        return f"http://127.0.0.1:{self.app.web_port}"

    def state(self, table: str) -> TableState:
        """Look behind the door, at a table itself."""
        return self.app.hall.tables[table].state

    async def open(
        self,
        rules: str | dict[str, object] = "amsterdam",
        bots: str = "",
        people: Mapping[str, str] | None = None,
        **more: Any,
    ) -> str:
        """Open a table, with bots in some seats and, by the other door, people; its name.

        The people do nothing but what `act` lets them: what a table shows then stands still.
        """
        host = await self.arrive("Jan")
        fill = {Seat(seat): "random" for seat in bots}
        opened = await host.request(Open(rules=rules, fill=fill, **more))
        assert isinstance(opened, Opened), opened
        for seat, name in (people or {}).items():
            await self.seat(opened.table, Seat(seat), name)
        return opened.table

    async def open_talkative(self, names: Mapping[str, str] = NAMES, **switches: object) -> str:
        """Open a table where north is asked first, and roem lies in each trick of his hearts."""
        self.chance.packs.extend(packs_of(TALKATIVE))
        return await self.open(varied("amsterdam", **switches), people=names)

    async def arrive(self, name: str) -> RawClient:
        """Come by the other door."""
        client = await connect(self.app.port)
        await client.greet(name)
        self._clients.append(client)
        return client

    async def seat(self, table: str, seat: Seat, name: str) -> None:
        """Let somebody come by the other door, and take a seat."""
        client = await self.arrive(name)
        seated = await client.request(Sit(table=table, seat=seat))
        assert isinstance(seated, Seated), seated
        self.guests[table, seat] = client

    def token(self, table: str, seat: Seat) -> str:
        """Give the secret by which a page goes on in a guest's seat."""
        return self.guests[table, seat].token

    async def act(self, table: str, seat: Seat, action: PlayerAction) -> None:
        """Let one of the guests act."""
        guest = self.guests[table, seat]
        await guest.settle()
        ask = guest.open_ask(table)
        assert ask is not None, f"{seat} is not asked anything"
        done = await guest.request(Act(table=table, ask=ask.ask, action=action_form(action)))
        assert isinstance(done, Done), done

    async def play(self, table: str, cards: str) -> None:
        """Let the guests play cards, each whose turn it is."""
        for card in cards.split():
            turn = next(ask.seat for ask in self._match(table).asks() if ask.must)
            await self.act(table, turn, Play(Card(card)))

    async def play_talkative(self, table: str, tricks: int = 8) -> None:
        """Let the guests at an open_talkative table name hearts and play so many tricks.

        After the eighth the deal is written: nobody calls roem.
        """
        await self.act(table, Seat.N, Name(Suit.H))
        for trick in NORTH_WINS[:tricks]:
            await self.play(table, trick)
        if tricks == len(NORTH_WINS):
            await self.act(table, Seat.N, Close())

    async def play_out(self, table: str) -> None:
        """Let the guests play to the end: each does the last thing he may, and calls no roem."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not self.state(table).over:
                seat = next(ask.seat for ask in self._match(table).asks() if ask.must)
                guest = self.guests[table, seat]
                await guest.settle()
                ask = guest.open_ask(table)
                assert ask is not None, f"{seat} is not asked anything"
                await guest.request(Act(table=table, ask=ask.ask, action=ask.legal[-1]))

    def _match(self, table: str) -> Match:
        match = self.state(table).match
        assert match is not None
        return match

    async def end(self) -> None:
        """Close."""
        await self.app.stop()
        for client in self._clients:
            client.close()


def varied(base: str, **switches: object) -> dict[str, object]:
    """Name a rule set, some of whose switches may be set otherwise."""
    return {"base": base, **switches}
