"""Lines as they are typed, or as a script has them, without ever holding the event loop up."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from io import UnsupportedOperation
from typing import TextIO

__all__ = ["Hangup", "Keyboard"]


class Hangup(Exception):
    """There is nobody at the keyboard any more: its end was reached, or the player leaves."""


class Keyboard:
    """Reads lines in a thread of its own, which is the one way that works on every system.

    `scripted` says that nobody types: then a line is to be taken only when something is asked.
    """

    def __init__(self, source: TextIO):
        self.scripted = not source.isatty()
        self._source = source
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._started = False
        self._ended = False

    async def line(self) -> str:
        """Wait for the next line, without its end; `Hangup` when there will be none."""
        if not self._started:
            self._start()
        line = None if self._ended else await self._lines.get()
        if line is None:
            self._ended = True
            raise Hangup
        return line.strip()

    def _start(self) -> None:
        self._started = True
        loop = asyncio.get_running_loop()
        put = self._lines.put_nowait
        thread = threading.Thread(target=self._read, args=(loop, put), name="keyboard", daemon=True)
        thread.start()

    def _read(self, loop: asyncio.AbstractEventLoop, put: Callable[[str | None], None]) -> None:
        source = _own_file(self._source)
        try:
            for line in iter(source.readline, ""):
                loop.call_soon_threadsafe(put, line)
            loop.call_soon_threadsafe(put, None)
        except (RuntimeError, ValueError, OSError):
            return  # the loop or the file was closed: the program ends


def _own_file(source: TextIO) -> TextIO:
    """Open the same file once more, where it is one.

    The interpreter waits at its end for the lock of a standard stream, and a thread that is
    still reading there would never give it back.
    """
    try:
        number = source.fileno()
    except (UnsupportedOperation, AttributeError):
        return source
    return open(number, encoding=source.encoding, errors="replace", closefd=False)
