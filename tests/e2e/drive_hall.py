"""A club's hall: a server as a process, its director's desk, and a phone for every player."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import aiohttp
import msgspec

from klaverjas import RuleSet, View
from klaverjas_server.config import KEY_FILE, LOG_FILE
from klaverjas_server.drives import orders
from klaverjas_server.drives.archive import read_archive
from klaverjas_server.drives.door import Announced, Opening, owner_token
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.links import seat_code
from klaverjas_server.drives.orders import Order
from klaverjas_server.drives.round import HallTable, Round
from klaverjas_server.drives.rows import PREFIX
from klaverjas_server.drives.server_tables import people_of
from klaverjas_server.drives.settings import Settings
from klaverjas_server.log import Row, SqliteLog
from klaverjas_wire.messages import Error, Sit
from tests.e2e.guest import Guest
from tests.e2e.test_process import Served, served
from tests.ports import unused_port
from tests.server.raw_client import RawClient, connect


class Player(Guest):
    """A guest who looks at the table he plays at, and at none he has left."""

    def _note(self, message: object) -> None:
        if isinstance(message, Error) and message.code == "over":
            return  # his partner was faster with the last roem
        if getattr(message, "table", self.table) == self.table:
            super()._note(message)


@dataclass
class DriveHall:
    """One evening at a server that may be killed and brought up again on the same ports."""

    folder: Path
    settings: Settings
    id: str = ""
    port: int = field(default_factory=unused_port)
    web: int = field(default_factory=unused_port)
    phones: dict[int, RawClient] = field(default_factory=dict)
    tokens: dict[int, str] = field(default_factory=dict)
    points: dict[int, int] = field(default_factory=dict)
    """By player, what his own phone showed him at the end of his tables, and what was added."""

    def serve(self) -> AbstractAsyncContextManager[Served]:
        """Bring the server up."""
        ports = ("--port", str(self.port), "--web-port", str(self.web))
        return served(self.folder, *ports, "--no-announce")

    @property
    def key(self) -> bytes:
        """The server's key, as its owner can read it."""
        return (self.folder / KEY_FILE).read_bytes()

    # The director

    async def _ask(self, method: str, path: str, body: object = None) -> bytes:
        headers = {"Authorization": f"Owner {owner_token(self.key)}"}
        address = f"http://127.0.0.1:{self.web}/api/drives{path}"
        data = None if body is None else msgspec.json.encode(body)
        async with (
            aiohttp.ClientSession(headers=headers) as session,
            session.request(method, address, data=data) as answer,
        ):
            said = await answer.read()
            assert answer.status == 200, said
            return said

    async def announce(self, name: str) -> None:
        """Announce the evening."""
        said = await self._ask("POST", "", Opening(name, settings=self.settings))
        self.id = msgspec.json.decode(said, type=Announced).id

    async def order(self, *given: Order) -> None:
        """Give orders, each of which must be taken."""
        for order in given:
            await self._ask("POST", f"/{self.id}/orders", order)

    async def entries(self, after: int | None = None) -> Sequence[Row]:
        """Read the evening's rows, or wait until there are more than so many."""
        wait = "" if after is None else f"?wait=1&after={after}"
        return read_archive(await self._ask("GET", f"/{self.id}{wait}"))

    async def evening(self) -> Evening:
        """Read the evening as the server has it now."""
        return Evening.fold(self.id, await self.entries())

    async def until(self, so: Callable[[Evening], bool]) -> Evening:
        """Wait until the evening is so."""
        evening = await self.evening()
        while not so(evening):
            for entry in await self.entries(evening.seq):
                evening = evening.apply(entry)
        return evening

    async def publish(self) -> Round:
        """Draw a round and publish it."""
        number = len((await self.evening()).rounds) + 1
        await self.order(orders.Draw(seed=f"round {number}"), orders.Publish(round=number))
        return (await self.evening()).rounds[-1]

    async def read_files(self) -> Sequence[Row]:
        """Read the evening's rows from the disk, while no server has it open."""
        store = SqliteLog(self.folder / LOG_FILE)
        try:
            return await store.read(PREFIX + self.id)
        finally:
            await store.close()

    # The players

    async def connect(self, numbers: Iterable[int]) -> None:
        """Let phones find the server, or find it again."""
        for number in numbers:
            phone = await connect(self.port)
            await phone.greet(f"Player {number}", self.tokens.get(number))
            self.tokens[number], self.phones[number] = phone.token, phone

    def disconnect(self) -> None:
        """Switch all phones off."""
        for phone in self.phones.values():
            phone.close()

    async def sit(self, round: Round) -> dict[int, Player]:
        """Let everybody sit down at his table on the server by the code on his page."""
        players: dict[int, Player] = {}
        for table in round.tables:
            if table.id is not None:
                await self._sit(round, table)
                players |= self.players(table)
        return players

    async def _sit(self, round: Round, table: HallTable) -> None:
        rules = RuleSet.load(self.settings.rules)
        for seat, (number, _) in people_of(table, rules).items():
            code = seat_code(self.key, self.id, round.number, table.table, seat)
            seated = await self.phones[number].request(Sit(code=code))
            assert (seated.table, seated.seat) == (table.id, seat)

    def players(self, table: HallTable) -> dict[int, Player]:
        """Give the people of a table to their phones."""
        assert table.id is not None
        return {n: Player(self.phones[n], Random(n), table.id) for n in table.numbers}

    async def play(self, round: Round, players: dict[int, Player]) -> None:
        """Let everybody play to the end, and note what his phone shows him."""
        await asyncio.gather(*(player.play() for player in players.values()))
        for number, player in players.items():
            table = round.table_of(number)
            assert table is not None
            assert player.finished is not None
            totals = list(player.finished.totals.values())
            self.add([number], totals[table.side_of(number)])

    def add(self, numbers: Iterable[int], points: int) -> None:
        """Note points that no phone shows."""
        for number in numbers:
            self.points[number] = self.points.get(number, 0) + points


async def first_of(players: dict[int, Player], number: int, stops: Callable[[View], bool]) -> None:
    """Let all play until one of them stops; nobody plays on after that."""
    players[number].stops = stops
    playing = {n: asyncio.ensure_future(player.play()) for n, player in players.items()}
    await playing[number]
    for task in playing.values():
        task.cancel()
    await asyncio.gather(*playing.values(), return_exceptions=True)
