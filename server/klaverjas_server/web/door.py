"""The WebSocket door: the messages of the TCP door, each as one WebSocket message.

The subprotocol chooses how they are written: msgpack in binary messages, or JSON in text ones.
"""

from __future__ import annotations

import asyncio
from typing import Final
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, WSMsgType, web

from klaverjas_server.clock import Clock
from klaverjas_server.hall import Hall
from klaverjas_server.peer import BACKLOG_BYTES, Peer
from klaverjas_wire.codec import Dialect
from klaverjas_wire.limits import REQUEST_BYTES

__all__ = ["WebSocketDoor"]

SUBPROTOCOLS: Final = (Dialect.MSGPACK, Dialect.JSON)
FIRST_BYTES: Final = {Dialect.MSGPACK: 0x82, Dialect.JSON: 0x81}
"""A whole binary message, and a whole text one (RFC 6455, 5.2)."""
READ_BYTES: Final = 4 * REQUEST_BYTES
"""What the library reads before it hangs up by itself: the peer says `too-large` long before."""


class WebSocketDoor:
    """Lets WebSockets into the hall."""

    def __init__(self, hall: Hall, clock: Clock):
        self._hall = hall
        self._clock = clock
        self._open: set[web.WebSocketResponse] = set()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection until it ends; 403 for a page of another site."""
        if not same_origin(request):
            raise web.HTTPForbidden(text="This table is on another site.\n")
        socket = web.WebSocketResponse(
            protocols=SUBPROTOCOLS, max_msg_size=READ_BYTES, compress=False, autoping=True
        )
        await socket.prepare(request)
        if socket.ws_protocol is None:
            names = " or ".join(SUBPROTOCOLS)
            text = f"ask for the subprotocol {names}".encode()
            await socket.close(code=WSCloseCode.PROTOCOL_ERROR, message=text)
            return socket
        await self._converse(request, socket, Dialect(socket.ws_protocol))
        return socket

    async def _converse(
        self, request: web.Request, socket: web.WebSocketResponse, dialect: Dialect
    ) -> None:
        carrier = _Carrier(request, socket, dialect)
        hall, address = self._hall, request.remote or "?"
        peer = Peer(carrier, dialect, address, self._clock, hall.handle, hall.limits, hall.tally)
        carrier.peer = peer
        hall.arrive(peer)
        try:
            async for message in socket:
                if message.type in (WSMsgType.BINARY, WSMsgType.TEXT):
                    hall.letterbox.put(peer.receive_payload, message.data)
                if peer.gone:
                    break
        finally:
            hall.letterbox.empty()  # what was said before hanging up is heard
            hall.depart(peer)
            carrier.peer = None  # else the two would keep each other
            await carrier.closed()


def same_origin(request: web.Request) -> bool:
    """Tell whether a WebSocket was opened by a page of this server, or by no page at all."""
    origin = request.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == request.host


class _Carrier:
    """A WebSocket as the carrier of a peer.

    Frames are put onto the transport directly: the same bytes go to several connections, and
    none of them is waited for.
    """

    def __init__(self, request: web.Request, socket: web.WebSocketResponse, dialect: Dialect):
        assert request.transport is not None
        self._transport = request.transport
        self._socket = socket
        self._first = FIRST_BYTES[dialect]
        self.peer: Peer | None = None
        self._closing: asyncio.Task[bool] | None = None

    def write(self, frames: list[bytes]) -> int:
        transport = self._transport
        if transport.is_closing():
            return 0
        data = b"".join([part for each in frames for part in (self._header(len(each)), each)])
        transport.write(data)
        if transport.get_write_buffer_size() > BACKLOG_BYTES and self.peer is not None:
            self.peer.fall_behind()
        return len(data)

    def _header(self, length: int) -> bytes:
        if length < 126:
            return bytes((self._first, length))
        return bytes((self._first, 126)) + length.to_bytes(2, "big")

    def close(self) -> None:
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._socket.close())

    def abort(self) -> None:
        self._transport.abort()

    async def closed(self) -> None:
        """Wait until the closing handshake is over, if one was begun."""
        if self._closing is not None:
            await asyncio.gather(self._closing, return_exceptions=True)
