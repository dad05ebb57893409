"""One seat of the driver: a connection that hears frames and sends acts, as cheaply as it can be.

It speaks the protocol with structs of its own, which hold no more than the driver looks at.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, cast

import msgspec

from klaverjas_wire.framing import Framer, frame
from klaverjas_wire.limits import ANSWER_BYTES

if TYPE_CHECKING:
    from tests.bench.process import Process
    from tests.bench.table import DrivenTable

__all__ = ["Action", "Heard", "SeatClient"]


class Action(msgspec.Struct, omit_defaults=True, frozen=True):
    """An action of an ask, to be sent as it came."""

    a: str
    card: str | None = None
    suit: str | None = None
    call: str | None = None


class _Told(msgspec.Struct):
    k: str


class Heard(msgspec.Struct):
    """Any message of the server, as far as the driver reads it."""

    t: str
    table: str = ""
    n: int = 0
    ask: int = 0
    must: bool = True
    legal: tuple[Action, ...] = ()
    e: _Told | None = None
    token: str = ""
    code: str = ""
    text: str = ""


class _Act(msgspec.Struct, tag_field="t", tag="act"):
    table: str
    ask: int
    action: Action
    id: int


_read: Final = msgspec.msgpack.Decoder(Heard).decode
_write: Final = msgspec.msgpack.Encoder().encode


class SeatClient(asyncio.Protocol):
    """A connection in seat `place`, counted from north clockwise."""

    __slots__ = ("_framer", "_heard", "_reply", "_requests", "_table", "_transport", "n", "place")

    def __init__(self, table: DrivenTable, place: int):
        self.place = place
        self.n = 0
        """The last event heard of."""
        self._heard = b""
        self._table = table
        self._framer = Framer(ANSWER_BYTES)
        self._reply: asyncio.Future[Heard] | None = None
        self._requests = 0

    async def connect(self, server: Process) -> None:
        """Connect to the server's door for this kind of seat."""
        await self.reach(server.port)

    async def reach(self, port: int) -> None:
        """Open the connection to a port of 127.0.0.1."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, "127.0.0.1", port)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        if self._table.recorded:
            self._heard += data
        for payload in self._framer.receive_data(data):
            self.hear(payload)

    def hear(self, payload: bytes) -> None:
        """Take one message off the wire."""
        message = _read(payload)
        kind = message.t
        if kind == "event":
            assert message.e is not None
            self.n = message.n
            self._table.saw(self.place, message.e.k)
        elif kind == "ask":
            if message.must:
                self._table.asked(self, message)
        elif kind == "done":
            self._table.acknowledged = message.n
        elif kind == "ping":
            self.send({"t": "pong"})
        elif self._reply is not None and kind in ("welcome", "opened", "seated", "tables"):
            self._reply.set_result(message)
            self._reply = None
        elif kind in ("error", "bye"):
            raise RuntimeError(f"seat {self.place}: {kind} {message.code}, {message.text}")

    def send(self, message: object) -> None:
        """Send a map, or whatever else the other end takes."""
        self._transport.write(self.frame(_write(message)))

    def frame(self, payload: bytes) -> bytes:
        """Wrap one message as the door wants it."""
        return frame(payload)

    async def request(self, message: dict[str, object]) -> Heard:
        """Send a map, and wait for the reply."""
        self._reply = asyncio.get_running_loop().create_future()
        self.send(message)
        return await self._reply

    def act(self, ask: Heard, action: Action) -> None:
        """Answer an ask."""
        self._requests += 1
        self.send(_Act(ask.table, ask.ask, action, self._requests))

    def take_heard(self) -> bytes:
        """Give the bytes that came since the last call, while the table is recorded."""
        heard, self._heard = self._heard, b""
        return heard

    def close(self) -> None:
        """Hang up."""
        self._transport.close()
