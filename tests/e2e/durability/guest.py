"""A guest who plays at random, notes all he is told, and comes back after every kill."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Final, TypeAlias, cast

import msgspec

from klaverjas import Phase, Seat
from klaverjas_wire import ClientConnection, Dialect, ProtocolProblem, event_of, view_of
from klaverjas_wire.messages import (
    Act,
    Ask,
    ClientMessage,
    Done,
    Error,
    Event,
    Hello,
    Note,
    Ping,
    Pong,
    Reply,
    Request,
    Seated,
    ServerMessage,
    Snapshot,
    Unask,
    Watch,
    Welcome,
)
from tests.e2e.durability.books import Answered, Books

PASSED_BY: Final = frozenset({"stale", "no-question", "answered", "roem-already-called", "over"})
"""Why an act under an option may be refused: somebody was faster."""

Settled: TypeAlias = Callable[[Reply], None]


@dataclass
class Place:
    """What a guest knows of a table he sits at or watches."""

    table: str
    seat: Seat | None
    n: int = 0
    deal: int = 0
    ask: Ask | None = None
    acting: Act | None = None
    taken: list[tuple[Act, int]] = field(default_factory=list)
    over: bool = False


class Line(asyncio.Protocol):
    """One connection of a guest."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self._connection = ClientConnection(Dialect.TCP, 0.0)
        self._transport: asyncio.Transport | None = None
        self.lost = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        for item in self._connection.receive_data(data, 0.0):
            if isinstance(item, ProtocolProblem):
                self._guest.books.wrong.append(f"protocol: {item.answer}")
            else:
                self._guest.take(cast(ServerMessage, item))

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost.set()
        self._guest.drop()

    def send(self, message: ClientMessage) -> None:
        """Send a message."""
        assert self._transport is not None
        if not self._transport.is_closing():
            self._transport.write(self._connection.send(message))

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.abort()


class Guest:
    """One session across any number of connections."""

    def __init__(self, name: str, books: Books, chance: Random) -> None:
        self.name = name
        self.books = books
        self.session = ""
        self.places: dict[str, Place] = {}
        self.welcomed = asyncio.Event()
        self._token: str | None = None
        self._chance = chance
        self._ids = count(1)
        self._line: Line | None = None
        self._open: dict[int, tuple[Request, Settled]] = {}
        self._waiting: set[asyncio.Future[Reply]] = set()
        self._changed = asyncio.Event()

    # Connections

    async def connect(self, port: int) -> None:
        """Come, or come back; a server that dies meanwhile is no reason to complain."""
        loop = asyncio.get_running_loop()
        try:
            _, self._line = await loop.create_connection(lambda: Line(self), "127.0.0.1", port)
        except OSError:
            return
        for place in self.places.values():
            place.ask = None
        hello = Hello(v=(1,), name=self.name, token=self._token)
        self._send(hello, lambda reply: self._enter(hello, reply))

    async def gone(self) -> None:
        """Wait until the connection is lost, if there is one."""
        if self._line is not None:
            await self._line.lost.wait()

    def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            self._line.close()

    def drop(self) -> None:
        """Forget the connection: whoever waits for a reply has to ask again."""
        self._line = None
        self._open.clear()
        self.welcomed.clear()
        waiting, self._waiting = self._waiting, set()
        for future in waiting:
            if not future.done():
                future.set_exception(ConnectionError("the connection was lost"))

    def _enter(self, hello: Hello, reply: Reply) -> None:
        if not isinstance(reply, Welcome):
            self.books.wrong.append(f"{self.name} may not come back: {reply}")
            return
        self.session, self._token = reply.session, reply.token
        self.books.note(Answered(hello, reply, self.session, None))
        if self._line is None:
            return
        for place in tuple(self.places.values()):
            self._take_up(place)
        self.welcomed.set()

    def _take_up(self, place: Place) -> None:
        """Send again what had no answer, and ask again for some of what had one."""
        if place.seat is None and not place.over:
            self._send(Watch(table=place.table), lambda reply: None)
        if place.acting is not None:
            self._act(place, place.acting)
        for act, n in self._to_recheck(place):
            self._send(act, lambda reply, act=act, n=n: self._compare(act, n, reply))  # type: ignore[misc]

    def _to_recheck(self, place: Place) -> list[tuple[Act, int]]:
        earlier, latest = place.taken[:-2], place.taken[-2:]
        return [*latest, *([self._chance.choice(earlier)] if earlier else [])]

    def _compare(self, act: Act, n: int, reply: Reply) -> None:
        """Hold the second answer to an act against the first one."""
        if not isinstance(reply, Done) or reply.n != n:
            self.books.wrong.append(f"{act} was done at {n}, and now {reply}")
        self.books.counts["answers compared with the first"] += 1

    # Requests

    async def request(self, request: Request) -> Reply:
        """Send a request until it is answered, over as many lives as it takes."""
        while True:
            while not self.welcomed.is_set():  # which may be over again when the wait is
                await self.welcomed.wait()
            answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
            self._waiting.add(answer)
            self._send(request, answer.set_result)
            try:
                return await answer
            except ConnectionError:
                continue
            finally:
                self._waiting.discard(answer)

    async def watch(self, table: str) -> None:
        """Watch a table, after every kill anew."""
        self.places[table] = Place(table, None)
        await self.request(Watch(table=table))

    async def until(self, found: Callable[[], bool]) -> None:
        """Wait until something is so; looked at whenever anything came."""
        while not found():
            self._changed.clear()
            await self._changed.wait()

    def _send(self, request: Request, settled: Settled) -> None:
        assert self._line is not None
        id = next(self._ids)
        self._open[id] = (request, settled)
        self._line.send(cast(ClientMessage, msgspec.structs.replace(request, id=id)))

    # What comes

    def take(self, message: ServerMessage) -> None:
        """Note a message, and do what it asks for."""
        if isinstance(message, Ping):
            assert self._line is not None
            self._line.send(Pong())
        elif isinstance(message, Reply):
            self._take_reply(message)
        elif isinstance(message, Snapshot | Event):
            self._look(message)
        elif isinstance(message, Ask | Unask):
            self._take_ask(message)
        elif not isinstance(message, Note):
            self.books.wrong.append(f"{self.name} was told {message}")
        self._changed.set()

    def _take_reply(self, reply: Reply) -> None:
        request, settled = self._open.pop(cast(int, reply.re))
        if isinstance(reply, Seated):
            self.places.setdefault(reply.table, Place(reply.table, reply.seat))
        if not isinstance(request, Hello):
            place = self.places.get(getattr(request, "table", None) or "")
            seat = None if place is None else place.seat
            self.books.note(Answered(request, reply, self.session, seat))
        settled(reply)

    def _look(self, message: Snapshot | Event) -> None:
        place = self.places.get(message.table)
        if place is None:
            assert isinstance(message, Snapshot)
            place = self.places[message.table] = Place(message.table, view_of(message.view).me)
        self.books.see(place.seat, message)
        if isinstance(message, Event):
            self._follow(place, message)
        else:
            place.over = view_of(message.view).phase is Phase.OVER
        place.n = message.n

    def _follow(self, place: Place, message: Event) -> None:
        event = event_of(message.e)
        if message.n != place.n + 1:
            self.books.wrong.append(f"{place.table}: event {message.n} after {place.n}")
        if event.k == "dealt":
            place.deal += 1
        elif event.k == "finished":
            place.over = True
        elif event.k == "resumed":
            self._consider(place)

    def _take_ask(self, message: Ask | Unask) -> None:
        place = self.places[message.table]
        place.ask = message if isinstance(message, Ask) else None
        self._consider(place)

    def _consider(self, place: Place) -> None:
        """Answer what is asked: always what must be, every other time what may be let pass."""
        ask = place.ask
        if ask is None or place.acting is not None or self._line is None:
            return
        if ask.must or self._chance.random() < 0.5:
            choices = [form for form in ask.legal if form.__struct_config__.tag != "claim"]
            self._act(
                place, Act(table=place.table, ask=ask.ask, action=self._chance.choice(choices))
            )

    def _act(self, place: Place, act: Act) -> None:
        place.acting = act
        self._send(act, lambda reply: self._acted(place, act, reply))

    def _acted(self, place: Place, act: Act, reply: Reply) -> None:
        place.acting = None
        asked = place.ask if place.ask and place.ask.ask == act.ask else None
        if isinstance(reply, Done):
            place.taken.append((act, reply.n))
            if asked:
                place.ask = None
        elif isinstance(reply, Error):
            self._refused(place, asked, reply)
        if not (isinstance(reply, Error) and reply.code == "paused"):  # `resumed` will be told
            self._consider(place)

    def _refused(self, place: Place, asked: Ask | None, error: Error) -> None:
        if error.code not in PASSED_BY | {"paused"}:
            self.books.wrong.append(f"{self.name}: {error} to {asked}")
        if error.code == "paused" or (error.code == "roem-already-called" and asked):
            return
        if asked is not None and asked.must:
            self.books.wrong.append(f"{self.name}: {error} though asked {asked}")
        if asked is not None:
            place.ask = None
