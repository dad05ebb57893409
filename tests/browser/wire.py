"""The wire between a visitor and the server: it can be cut, and it can go dead."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from types import TracebackType
from typing import Final

READ_BYTES: Final = 65_536


class Wire:
    """A port of its own that leads to another one.

    `cut` ends every connection and lets none through; `deaden` ends none, and lets nothing
    through: neither side hears of it. `mend` lets everything through again, what was held too.
    """

    def __init__(self, port: int):
        self._target = port
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._whole = asyncio.Event()
        self._whole.set()
        self._cut = False

    async def __aenter__(self) -> Wire:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        self._end_all()

    @property
    def address(self) -> str:
        """The address of the site at the near end."""
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """End every connection, and all that come."""
        self._cut = True
        self._end_all()

    def deaden(self) -> None:
        """Let nothing through."""
        self._whole.clear()

    def mend(self) -> None:
        """Let everything through again."""
        self._cut = False
        self._whole.set()

    def _end_all(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._cut:
            writer.transport.abort()
            return
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._target)
        ways = (self._pump(reader, there_writer), self._pump(there_reader, writer))
        tasks = [asyncio.create_task(way) for way in ways]
        self._tasks.update(tasks)
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
            self._tasks.discard(task)
        for end in (writer, there_writer):
            end.transport.abort() if self._cut else end.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(READ_BYTES):
                await self._whole.wait()
                writer.write(data)
                await writer.drain()
