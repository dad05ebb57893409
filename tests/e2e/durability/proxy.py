"""A bad network between clients and a server: it holds, cuts, doubles and crumbles what passes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from typing import TypeAlias

from klaverjas_wire import Framer, frame
from klaverjas_wire.limits import REQUEST_BYTES

Damage: TypeAlias = Callable[[bytes], Iterable[bytes]]
"""What becomes of bytes on their way: the pieces that are passed on."""


def whole(data: bytes) -> Iterable[bytes]:
    """Pass bytes on as they came."""
    return [data]


def crumbled(data: bytes) -> Iterable[bytes]:
    """Pass bytes on one by one."""
    return (data[at : at + 1] for at in range(len(data)))


class Doubled:
    """Passes every request on twice; to be used for one connection."""

    def __init__(self) -> None:
        self._framer = Framer(REQUEST_BYTES)

    def __call__(self, data: bytes) -> Iterable[bytes]:
        for payload in self._framer.receive_data(data):
            yield frame(payload) * 2


class Way:
    """One direction of a connection; what comes while it is held waits."""

    def __init__(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        self.damage: Damage = whole
        self.target = target
        self.carried = 0
        self._source = source
        self._free = asyncio.Event()
        self._free.set()

    def hold(self) -> None:
        """Let nothing pass."""
        self._free.clear()

    def release(self) -> None:
        """Let everything pass, first what has waited."""
        self._free.set()

    async def carry(self) -> None:
        """Carry bytes until there are no more."""
        with suppress(ConnectionError):
            while data := await self._source.read(1 << 16):
                await self._free.wait()
                for piece in self.damage(data):
                    self.target.write(piece)
                    self.carried += len(piece)
                    await asyncio.sleep(0)  # each piece is a packet of its own
                await self.target.drain()


class Link:
    """One connection through the network: `up` to the server and `down` from it."""

    def __init__(self, up: Way, down: Way) -> None:
        self.up = up
        self.down = down
        self._tasks = [asyncio.create_task(way.carry()) for way in (up, down)]

    def cut(self) -> None:
        """Break the connection at both ends."""
        self.vanish()
        self.up.target.transport.abort()

    def vanish(self) -> None:
        """Let the client be gone without a word to the server."""
        for task in self._tasks:
            task.cancel()
        self.down.target.transport.abort()


class Network:
    """A port that leads to a server; `links` are the connections made, in order."""

    def __init__(self, port: int) -> None:
        self.links: list[Link] = []
        self.port = 0
        self._behind = port

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Lead a connection on to the server."""
        behind, to_server = await asyncio.open_connection("127.0.0.1", self._behind)
        self.links.append(Link(Way(reader, to_server), Way(behind, writer)))


@asynccontextmanager
async def network(port: int) -> AsyncIterator[Network]:
    """Lay a network before the server on this port."""
    laid = Network(port)
    server = await asyncio.start_server(laid.accept, "127.0.0.1", 0)
    laid.port = server.sockets[0].getsockname()[1]
    try:
        yield laid
    finally:
        server.close()
        for link in laid.links:
            link.cut()
