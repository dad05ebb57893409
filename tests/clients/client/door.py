"""A server on a real socket that says what the test tells it to, and nothing by itself."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

from klaverjas_wire.codec import Dialect
from klaverjas_wire.connection import ProtocolProblem, ServerConnection
from klaverjas_wire.limits import LIMITS, VERSION
from klaverjas_wire.messages import ClientMessage, Hello, ServerMessage, Welcome

Heard = TypeVar("Heard")


class Visitor:
    """One client at the door."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self._reader = reader
        self._writer = writer
        self._connection = ServerConnection(Dialect.TCP, 0.0)
        self._heard: list[ClientMessage] = []

    async def hear(self, kind: type[Heard]) -> Heard:
        """Waits for the next message, which must be of this kind."""
        while not self._heard:
            data = await self._reader.read(1 << 16)
            assert data, "the client hung up"
            for item in self._connection.receive_data(data, 0.0):
                assert not isinstance(item, ProtocolProblem), item
                self._heard.append(item)
        message = self._heard.pop(0)
        assert isinstance(message, kind), message
        return message

    def say(self, *messages: ServerMessage) -> None:
        """Sends messages in one go."""
        self._writer.write(b"".join(map(self._connection.send, messages)))

    def write(self, data: bytes) -> None:
        """Sends bytes as they are."""
        self._writer.write(data)

    async def welcome(self, token: str = "secret") -> Hello:
        """Greets the client, and gives what it said."""
        hello = await self.hear(Hello)
        self.say(Welcome(VERSION, "door", "s1", token, (), LIMITS, re=hello.id))
        return hello

    async def gone(self) -> bool:
        """Waits for the client to hang up."""
        while await self._reader.read(1 << 16):
            pass
        return True

    def hang_up(self) -> None:
        """Hangs up."""
        self._writer.close()


class Door:
    """Listens on a port of 127.0.0.1."""

    def __init__(self) -> None:
        self.port = 0
        self.server: asyncio.Server | None = None
        self._visitors: asyncio.Queue[Visitor] = asyncio.Queue()

    async def visitor(self) -> Visitor:
        """Waits for the next client."""
        return await self._visitors.get()

    def close(self) -> None:
        """Lets nobody in any more."""
        assert self.server is not None
        self.server.close()

    def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._visitors.put_nowait(Visitor(reader, writer))


@asynccontextmanager
async def open_door() -> AsyncIterator[Door]:
    """Opens a door for as long as the context lasts."""
    door = Door()
    door.server = await asyncio.start_server(door.take, "127.0.0.1", 0)
    door.port = door.server.sockets[0].getsockname()[1]
    try:
        yield door
    finally:
        door.close()
