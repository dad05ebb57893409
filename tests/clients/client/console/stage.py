"""A terminal without a terminal: lines are laid ready, and all that is written is kept."""

import asyncio
from io import StringIO
from typing import Final

from klaverjas_client.console import Hangup, Keyboard, Screen
from klaverjas_client.terminal import Style
from klaverjas_words import load

ENGLISH: Final = load("en")


class Typed(Keyboard):
    """A keyboard the test types on."""

    def __init__(self, *lines: str, scripted: bool = False) -> None:
        super().__init__(StringIO())
        self.scripted = scripted
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self.type(*lines)

    def type(self, *lines: str) -> None:
        """Types lines."""
        for line in lines:
            self._typed.put_nowait(line)

    def leave(self) -> None:
        """Goes away from the keyboard."""
        self._typed.put_nowait(None)

    async def line(self) -> str:
        line = await self._typed.get()
        if line is None:
            raise Hangup
        return line


class Paper:
    """What a screen writes."""

    def __init__(self) -> None:
        self._out = StringIO()
        self.screen = Screen(self._out, ENGLISH, Style())

    @property
    def text(self) -> str:
        """All of it."""
        return self._out.getvalue()
