"""A client that speaks bytes: it sends what it is told, right or wrong, and keeps all it hears."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast

import msgpack
import msgspec

from klaverjas_wire import Dialect, Framer, UnknownMessage, decode_answer, encode, frame
from klaverjas_wire.limits import ANSWER_BYTES
from klaverjas_wire.messages import (
    Ask,
    Bye,
    ClientMessage,
    Hello,
    Ping,
    Pong,
    Reply,
    Request,
    ServerMessage,
    Unask,
    Welcome,
)

PATIENCE_SECONDS: Final = 60.0
"""After how long a test that hangs is given up. Nothing is ever measured against it."""

T = TypeVar("T")
Kind = TypeVar("Kind", bound=msgspec.Struct)


@dataclass(frozen=True)
class Heard:
    """One frame that came: its bytes and what they say."""

    payload: bytes
    message: ServerMessage


class RawClient(asyncio.Protocol):
    """One TCP connection from the outside.

    Requests get ids of their own; `sent` and `replies` are the books on them. `heard` is all that
    came, in order.
    """

    def __init__(self) -> None:
        self.heard: list[Heard] = []
        self.sent: list[int] = []
        self.replies: dict[int | None, list[Reply]] = {}
        self.lost = False
        self.welcome: Welcome | None = None
        self._taken = 0
        self._framer = Framer(ANSWER_BYTES)
        self._transport: asyncio.Transport | None = None
        self._arrivals: list[asyncio.Future[None]] = []

    # What the event loop calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        for payload in self._framer.receive_data(data):
            message = decode_answer(payload, Dialect.TCP)
            assert not isinstance(message, UnknownMessage), payload
            self.heard.append(Heard(payload, message))
            if isinstance(message, Reply):
                self.replies.setdefault(message.re, []).append(message)
        self._tell()

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        self._tell()

    def _tell(self) -> None:
        arrivals, self._arrivals = self._arrivals, []
        for arrival in arrivals:
            if not arrival.done():
                arrival.set_result(None)

    # Sending

    def send_bytes(self, data: bytes) -> None:
        """Send bytes as they are."""
        assert self._transport is not None
        self._transport.write(data)

    def send_map(self, **body: Any) -> None:
        """Send a map, whatever it says."""
        self.send_bytes(frame(msgpack.packb(body)))

    def send(self, *requests: Request) -> list[int]:
        """Send requests in one packet; their ids."""
        ids = list(range(len(self.sent) + 1, len(self.sent) + len(requests) + 1))
        self.sent += ids
        numbered = zip(requests, ids, strict=True)
        frames = (encode(_with_id(request, id), Dialect.TCP) for request, id in numbered)
        self.send_bytes(b"".join(frames))
        return ids

    def pause_reading(self) -> None:
        """Take nothing off the socket any more."""
        assert self._transport is not None
        self._transport.pause_reading()

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.abort()

    # Hearing

    @property
    def messages(self) -> list[ServerMessage]:
        """All that was said, in order."""
        return [heard.message for heard in self.heard]

    def take(self) -> list[ServerMessage]:
        """Give what came since the last time."""
        taken, self._taken = self._taken, len(self.heard)
        return self.messages[taken:]

    def take_payloads(self) -> list[bytes]:
        """Give the bytes that came since the last time, frame by frame."""
        taken, self._taken = self._taken, len(self.heard)
        return [heard.payload for heard in self.heard[taken:]]

    async def wait_for(self, found: Callable[[], T | None]) -> T:
        """Wait until something is found; `ConnectionError` when the connection is lost first."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while (it := found()) is None:
                if self.lost:
                    raise ConnectionError(f"lost after {self.messages[-3:]}")
                arrival = asyncio.get_running_loop().create_future()
                self._arrivals.append(arrival)
                await arrival
            return it

    async def reply(self, id: int | None) -> Reply:
        """Wait for the reply to a request."""
        return await self.wait_for(lambda: next(iter(self.replies.get(id, ())), None))

    async def request(self, request: Request) -> Any:
        """Send a request and wait for its reply."""
        (id,) = self.send(request)
        return await self.reply(id)

    async def hear(self, kind: type[Kind], **fields: object) -> Kind:
        """Wait for the next message of a kind with these fields, and take all up to it."""

        def find() -> Kind | None:
            for place, message in enumerate(self.messages[self._taken :], self._taken + 1):
                if isinstance(message, kind) and _has(message, fields):
                    self._taken = place
                    return message
            return None

        return await self.wait_for(find)

    async def settle(self) -> None:
        """Wait until all that the server has written for this connection by now is here.

        The answer to a ping is written as soon as it is read, after whatever was written before.
        """
        pong = await self.request(Ping())
        assert isinstance(pong, Pong)
        self.heard = [heard for heard in self.heard if heard.message is not pong]

    async def until_lost(self) -> Bye | None:
        """Wait until the connection ends; the goodbye that was said."""

        def find() -> bool | None:
            return True if self.lost else None

        await self.wait_for(find)
        said = [message for message in self.messages if isinstance(message, Bye)]
        return said[-1] if said else None

    async def greet(self, name: str | None = "Riet", token: str | None = None) -> Welcome:
        """Say hello."""
        welcome = await self.request(Hello(v=(1,), name=name, token=token))
        assert isinstance(welcome, Welcome), welcome
        self.welcome = welcome
        return welcome

    @property
    def token(self) -> str:
        """The secret of the session."""
        assert self.welcome is not None
        return self.welcome.token

    def open_ask(self, table: str = "1") -> Ask | None:
        """Give the last ask that was put here and not taken back; it may have been answered."""
        asked = None
        for message in self.messages:
            if isinstance(message, Ask | Unask) and message.table == table:
                asked = message
        return asked if isinstance(asked, Ask) else None


def _with_id(request: Request, id: int) -> ClientMessage:
    numbered = msgspec.structs.replace(request, id=id)
    assert isinstance(numbered, ClientMessage)
    return numbered


def _has(message: msgspec.Struct, fields: dict[str, object]) -> bool:
    return all(getattr(message, name) == value for name, value in fields.items())


async def connect(port: int, host: str = "127.0.0.1") -> RawClient:
    """Connect to a server."""
    loop = asyncio.get_running_loop()
    _, client = await loop.create_connection(RawClient, host, port)
    return client
