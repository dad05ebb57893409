"""The TCP door: frames off a socket, and onto it."""

from __future__ import annotations

import asyncio
from typing import cast

from klaverjas_server.clock import Clock
from klaverjas_server.hall import Hall
from klaverjas_server.peer import BACKLOG_BYTES, Peer
from klaverjas_wire.codec import Dialect

__all__ = ["open_door"]


class _Door(asyncio.Protocol):
    """One TCP connection: the carrier of a peer."""

    __slots__ = ("_clock", "_hall", "_peer", "_transport")

    def __init__(self, hall: Hall, clock: Clock):
        self._hall = hall
        self._clock = clock
        self._transport: asyncio.Transport | None = None
        self._peer: Peer | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(BACKLOG_BYTES)
        name = transport.get_extra_info("peername")
        address = str(name[0]) if name else "?"
        hall = self._hall
        self._peer = Peer(
            self, Dialect.TCP, address, self._clock, hall.handle, hall.limits, hall.tally
        )
        self._hall.arrive(self._peer)

    def data_received(self, data: bytes) -> None:
        assert self._peer is not None
        self._hall.letterbox.put(self._peer.receive_data, data)

    def connection_lost(self, exc: Exception | None) -> None:
        assert self._peer is not None
        self._hall.letterbox.empty()  # what was said before hanging up is heard
        self._hall.depart(self._peer)
        self._peer = None  # else the two would keep each other

    def pause_writing(self) -> None:
        if self._peer is not None:
            self._peer.fall_behind()

    # The carrier

    def write(self, frames: list[bytes]) -> int:
        transport = self._transport
        assert transport is not None
        if transport.is_closing():
            return 0
        data = b"".join(frames)
        transport.write(data)
        return len(data)

    def close(self) -> None:
        assert self._transport is not None
        self._transport.close()

    def abort(self) -> None:
        assert self._transport is not None
        self._transport.abort()


async def open_door(hall: Hall, clock: Clock, host: str, port: int) -> asyncio.Server:
    """Accept TCP connections; OSError when the address cannot be had."""
    loop = asyncio.get_running_loop()
    return await loop.create_server(lambda: _Door(hall, clock), host, port, backlog=1024)
