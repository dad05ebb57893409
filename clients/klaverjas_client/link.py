"""One connection to a server: bytes in and out, and each reply back to its request."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final, Protocol, TypeVar

import msgspec

from klaverjas_client.address import Address
from klaverjas_client.clock import Clock
from klaverjas_client.errors import Disconnected, Refused, Unreachable, parting
from klaverjas_wire.codec import Dialect
from klaverjas_wire.connection import Answer, ClientConnection, ProtocolProblem
from klaverjas_wire.faults import LocalFault
from klaverjas_wire.messages import Bye, ClientMessage, Error, Ping, Pong, Reply, Request

__all__ = ["Link", "Listener", "dial"]

CHUNK_BYTES: Final = 1 << 16
DIAL_SECONDS: Final = 10.0
"""How long a connection may take to come about."""

Kind = TypeVar("Kind", bound=Reply)


class Listener(Protocol):
    """Who is told what comes in, in its order."""

    def replied(self, request: Request, reply: Reply) -> None:
        """Take the reply to a request, before whoever made it goes on."""

    def told(self, message: Answer) -> None:
        """Take what the server says unasked."""

    def parted(self) -> None:
        """Know at once that the connection has ended, before anybody who waits for it does."""


async def dial(
    host: str, port: int, clock: Clock
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a TCP connection; `Unreachable` when nobody answers there."""
    opening = asyncio.ensure_future(asyncio.open_connection(host, port))
    limit = asyncio.ensure_future(clock.sleep(DIAL_SECONDS))
    try:
        await asyncio.wait((opening, limit), return_when=asyncio.FIRST_COMPLETED)
        if opening.done():
            return opening.result()
        raise TimeoutError(f"nothing heard for {DIAL_SECONDS:.0f} seconds")
    except OSError as fault:
        raise Unreachable(str(Address(host, port)), fault) from fault
    finally:
        limit.cancel()
        opening.cancel()


class Link:
    """One connection, with one task that reads it. `ended` holds how it ended, once it has."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        clock: Clock,
        listener: Listener,
    ):
        self.ended: asyncio.Future[Disconnected] = asyncio.get_running_loop().create_future()
        self._reader = reader
        self._writer = writer
        self._clock = clock
        self._listener = listener
        self._connection = ClientConnection(Dialect.TCP, clock.now())
        self._pending: dict[int, tuple[Request, asyncio.Future[Reply]]] = {}
        self._requests = 0
        self._reading = asyncio.create_task(self._read())
        self._watching = asyncio.create_task(self._keep_alive())

    async def request(self, request: Request, kind: type[Kind]) -> Kind:
        """Make a request and wait for its reply, which is of this kind.

        Raises `Refused`, or `Disconnected` when the connection ends before there is a reply.
        """
        if self.ended.done():
            raise self.ended.result()
        self._requests += 1
        numbered = msgspec.structs.replace(request, id=self._requests)
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._pending[self._requests] = (request, reply)
        self._send(numbered)  # type: ignore[arg-type]  # every request is a client's message
        answer = await reply
        if not isinstance(answer, kind):
            raise Disconnected(f"the server answered {type(request).__name__} with {answer!r}")
        return answer

    async def close(self) -> None:
        """Hang up."""
        self._end(Disconnected("the connection was closed"))
        self._reading.cancel()
        await asyncio.gather(self._reading, self._watching, return_exceptions=True)
        with suppress(OSError):
            await self._writer.wait_closed()

    async def _read(self) -> None:
        try:
            while data := await self._reader.read(CHUNK_BYTES):
                for item in self._connection.receive_data(data, self._clock.now()):
                    self._take(item)
            self._end(Disconnected("the server hung up"))
        except OSError as fault:
            self._end(Disconnected(f"the connection broke: {fault}"))
        finally:  # a listener's fault must not leave anybody waiting
            self._end(Disconnected("reading was given up"))

    def _take(self, item: Answer | ProtocolProblem) -> None:
        if isinstance(item, ProtocolProblem):
            if isinstance(item.answer, Bye):
                self._end(Disconnected(item.answer.text, item.answer.code))
        elif isinstance(item, Bye):
            self._end(parting(item))
        elif isinstance(item, Ping):
            self._send(Pong(re=item.id))
        elif isinstance(item, Reply):
            self._settle(item)
        else:
            self._listener.told(item)

    def _settle(self, reply: Reply) -> None:
        """Hand a reply to its request; one that has none is a complaint nobody waits for."""
        request, waiting = self._pending.pop(-1 if reply.re is None else reply.re, (None, None))
        if request is None or waiting is None:
            return
        self._listener.replied(request, reply)
        if waiting.done():
            return  # whoever asked has given up
        if isinstance(reply, Error):
            waiting.set_exception(Refused(reply))
        else:
            waiting.set_result(reply)

    def _send(self, message: ClientMessage) -> None:
        try:
            data = self._connection.send(message)
        except LocalFault as fault:
            self._pending.pop(getattr(message, "id", None) or 0, None)
            raise Disconnected(str(fault)) from fault
        self._writer.write(data)

    async def _keep_alive(self) -> None:
        """Ask after a server that is silent, and hang up on one that stays so."""
        while (due := self._connection.deadline()) is not None:
            await self._clock.sleep(due - self._clock.now())
            word = self._connection.on_time(self._clock.now())
            if isinstance(word, Ping):
                self._send(word)
            elif word is not None:
                self._end(Disconnected(word.answer.text, word.answer.code))

    def _end(self, why: Disconnected) -> None:
        if self.ended.done():
            return
        self.ended.set_result(why)
        self._listener.parted()
        self._writer.close()
        self._watching.cancel()
        for _, waiting in self._pending.values():
            if not waiting.done():
                waiting.set_exception(why)
        self._pending.clear()
