"""One seat of the driver behind a WebSocket: what RFC 6455 asks of it, and no more.

It knocks with the head of a browser, which is the longest there is, as a server may keep it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from klaverjas_wire.codec import Dialect
from tests.bench.seat import SeatClient

if TYPE_CHECKING:
    from tests.bench.process import Process
    from tests.bench.table import DrivenTable

__all__ = ["MessageReader", "WebSocketSeat", "mask"]

HEAD: Final = (
    "GET /ws HTTP/1.1\r\n"
    "Host: 127.0.0.1\r\n"
    "Connection: Upgrade\r\n"
    "Pragma: no-cache\r\n"
    "Cache-Control: no-cache\r\n"
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/140.0.0.0 Safari/537.36\r\n"
    "Upgrade: websocket\r\n"
    "Origin: http://127.0.0.1\r\n"
    "Sec-WebSocket-Version: 13\r\n"
    "Accept-Encoding: gzip, deflate, br, zstd\r\n"
    "Accept-Language: nl-NL,nl;q=0.9,en-US;q=0.8,en;q=0.7\r\n"
    "Cookie: language=nl\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
    f"Sec-WebSocket-Protocol: {Dialect.MSGPACK}\r\n"
    "\r\n"
).encode()
HEAD_END: Final = b"\r\n\r\n"
SWITCHED: Final = b"HTTP/1.1 101 "
BINARY: Final = 0x82
"""The first byte of a whole binary message."""
MASKED: Final = 0x80
NO_MASK: Final = bytes(4)
"""A client has to mask, and nothing says that the mask has to change anything."""
SHORT: Final = 126
"""Lengths below this are written into the second byte; this there, that two bytes follow."""


class MessageReader:
    """Takes the messages out of what a server sends: its head, then whole binary messages."""

    def __init__(self) -> None:
        self.switched = False
        """The server has agreed to go on as a WebSocket."""
        self._waiting = bytearray()

    def receive_data(self, data: bytes) -> list[bytes]:
        """Take bytes; the messages that are whole now. ConnectionError for anything else."""
        self._waiting += data
        if not self.switched:
            self._read_head()
        messages = []
        while self.switched and (message := self._read_message()) is not None:
            messages.append(message)
        return messages

    def _read_head(self) -> None:
        end = self._waiting.find(HEAD_END)
        if end < 0:
            return
        if not self._waiting.startswith(SWITCHED):
            raise ConnectionError(bytes(self._waiting[:end]).decode())
        del self._waiting[: end + len(HEAD_END)]
        self.switched = True

    def _read_message(self) -> bytes | None:
        waiting = self._waiting
        if waiting and waiting[0] != BINARY:
            raise ConnectionError(f"a frame of another kind: {waiting[0]:#x}")
        start = 4 if len(waiting) > 1 and waiting[1] == SHORT else 2
        if len(waiting) < start:
            return None
        end = start + (waiting[1] if start == 2 else int.from_bytes(waiting[2:4], "big"))
        if len(waiting) < end:
            return None
        message = bytes(waiting[start:end])
        del waiting[:end]
        return message


def mask(payload: bytes) -> bytes:
    """Wrap a payload of at most 65,535 bytes as a client has to."""
    length = len(payload)
    if length < SHORT:
        return bytes((BINARY, MASKED | length)) + NO_MASK + payload
    return bytes((BINARY, MASKED | SHORT)) + length.to_bytes(2, "big") + NO_MASK + payload


class WebSocketSeat(SeatClient):
    """A seat at the other door of the server."""

    __slots__ = ("_reader", "_switched")

    def __init__(self, table: DrivenTable, place: int):
        super().__init__(table, place)
        self._reader = MessageReader()
        self._switched = asyncio.get_running_loop().create_future()

    async def connect(self, server: Process) -> None:
        """Knock at the server's page for WebSockets, and wait until it has agreed."""
        await self.reach(server.web_port)
        self._transport.write(HEAD)
        await self._switched

    def data_received(self, data: bytes) -> None:
        try:
            messages = self._reader.receive_data(data)
        except ConnectionError as fault:
            self._fail(fault)
            return
        if self._reader.switched and not self._switched.done():
            self._switched.set_result(None)
        for message in messages:
            self.hear(message)

    def _fail(self, fault: ConnectionError) -> None:
        """Tell whoever waits for the door; later nobody does, and the loop tells."""
        if self._switched.done():
            raise fault
        self._switched.set_exception(fault)

    def frame(self, payload: bytes) -> bytes:
        return mask(payload)
