"""One table from sitting down to the end: what happens is told, what is typed is played."""

from __future__ import annotations

import asyncio

from klaverjas import Ask, Phase, View
from klaverjas.actions import PlayerAction
from klaverjas.events import Written
from klaverjas_client.console.keyboard import Hangup, Keyboard
from klaverjas_client.console.screen import Screen
from klaverjas_client.errors import Disconnected, Refused
from klaverjas_client.happenings import (
    Asked,
    Happened,
    Happening,
    Lost,
    Noted,
    Regained,
    Shown,
    Unasked,
)
from klaverjas_client.table import Table
from klaverjas_client.terminal import Chosen, Command, Unclear
from klaverjas_wire.messages import Note

__all__ = ["Game"]


class Game:
    """One person at one table, or watching it when there is no keyboard."""

    def __init__(self, table: Table, screen: Screen, keyboard: Keyboard | None = None):
        self._table = table
        self._screen = screen
        self._keyboard = keyboard
        self._view: View | None = None
        self._ask: Ask | None = None
        self._moved = asyncio.Event()

    async def run(self) -> bool:
        """Go on until the match is over, which is True, or the player leaves.

        Raises `Disconnected` when the server is lost for good.
        """
        following = asyncio.create_task(self._follow())
        tasks: list[asyncio.Task[None]] = [following]
        if self._keyboard is not None:
            tasks.append(asyncio.create_task(self._listen(self._keyboard)))
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            done = [task for task in tasks if task.done()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()
        return following in done

    # What happens

    async def _follow(self) -> None:
        async for happening in self._table:
            self._tell(happening)
            self._moved.set()
            if self._view is not None and self._view.phase is Phase.OVER:
                return

    def _tell(self, happening: Happening) -> None:
        match happening:
            case Shown(_, view):
                self._show(view)
            case Happened(_, event, view):
                self._view = view
                self._screen.tell(event, view)
                if isinstance(event, Written):
                    self._screen.sheet(view)
            case Asked(ask, view):
                self._put(ask, view)
            case Unasked(number):
                if self._ask is not None and self._ask.decision == number:
                    self._ask = None
            case Noted(note, view):
                self._note(note, view)
            case Lost():
                self._screen.say("connection.lost")
            case Regained():
                self._ask = None
                self._screen.say("connection.back")

    def _show(self, view: View) -> None:
        """Draw the table, unless what follows will: a question, or the start."""
        self._view = view
        starts = view.phase is Phase.WAITING and len(view.players) == len(view.game.seats)
        if not view.legal and not starts:
            self._screen.draw(view)
        if view.phase is Phase.OVER:
            self._screen.sheet(view)

    def _put(self, ask: Ask, view: View) -> None:
        self._view, self._ask = view, ask
        if ask.must:
            self._screen.draw(view)
        else:
            self._screen.option(view)

    def _note(self, note: Note, view: View | None) -> None:
        """Tell that somebody else went away, or came back."""
        player = view.players.get(note.seat) if view and note.seat else None
        keys = {"away": "note.away", "here": "note.returned"}
        if player is not None and note.seat is not self._table.seat and note.k in keys:
            self._screen.say(keys[note.k], name=self._screen.plain(player.name))

    # What is typed

    async def _listen(self, keyboard: Keyboard) -> None:
        """Take lines until there are no more; a script's wait until they can mean something."""
        try:
            while True:
                line = await keyboard.line()
                while keyboard.scripted and not self._may_answer(line):
                    self._moved.clear()
                    await self._moved.wait()
                await self._take(line)
        except Hangup:
            return

    def _may_answer(self, line: str) -> bool:
        """Tell whether a script's line is for what is asked now: options are let pass."""
        if self._ask is None or self._view is None:
            return False
        entry = self._screen.reader.read(line, self._view)
        return self._ask.must or (isinstance(entry, Chosen) and entry.listed)

    async def _take(self, line: str) -> None:
        if self._view is None:
            self._screen.say("prompt.wait")
            return
        match self._screen.reader.read(line, self._view):
            case Chosen(action):
                await self._act(action)
            case Unclear(text):
                self._screen.write(self._screen.style.paint(text))
            case command:
                self._obey(command, self._view)

    def _obey(self, command: Command, view: View) -> None:
        if command is Command.QUIT:
            raise Hangup
        if command is Command.HELP:
            self._screen.help(view)
        elif command is Command.SHEET:
            self._screen.sheet(view)
        else:
            self._screen.last_trick(view)

    async def _act(self, action: PlayerAction) -> None:
        ask, self._ask = self._ask, None
        try:
            await self._table.act(action, ask.decision if ask else None)
        except Refused as refusal:
            self._screen.explain(refusal)
            still = self._table.ask
            if self._ask is None and ask and still and still.decision == ask.decision:
                self._ask = ask
        except Disconnected:
            return  # whoever follows the table hears of it too
