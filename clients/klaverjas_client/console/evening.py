"""An evening of one player: he finds a server, sits down, plays a match, and says goodbye."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from klaverjas_client.address import Address
from klaverjas_client.client import Client
from klaverjas_client.console.game import Game
from klaverjas_client.console.keyboard import Hangup, Keyboard
from klaverjas_client.console.lobby import Lobby, Wish
from klaverjas_client.console.profile import Profile, Session
from klaverjas_client.console.screen import Screen
from klaverjas_client.errors import Disconnected, Refused, Unreachable
from klaverjas_client.table import Table
from klaverjas_wire.faults import ErrorCode

__all__ = ["Evening", "NobodyThere"]

PROGRAM = "klaverjas-terminal"


class NobodyThere(Disconnected):
    """No server could be found, nor is there one on this machine."""


class Evening:
    """Plays one match for whoever sits at the keyboard."""

    def __init__(self, screen: Screen, keyboard: Keyboard, profile: Profile, wish: Wish):
        self._screen = screen
        self._keyboard = keyboard
        self._profile = profile
        self._wish = wish
        self._lobby = Lobby(screen, keyboard, wish)

    async def run(self, address: Address | None, record: Path | None = None) -> None:
        """Play to the end of the match, or until the player leaves; then keep the record.

        Without an address the server is looked for. Raises `Disconnected` and `Refused`.
        """
        with suppress(Hangup):
            await self._play(address, record)
        self._screen.say("lobby.goodbye")

    async def _play(self, address: Address | None, record: Path | None) -> None:
        where = address or await self._lobby.find_server()
        name = self._wish.name or self._profile.name or await self._lobby.ask_name()
        try:
            client = await self._connect(where, name)
        except Unreachable as fault:
            if address is None:
                raise NobodyThere(self._screen.wording.say("connection.none")) from fault
            raise
        async with client:
            table = await self._resume(client, where, name)
            table = table or await self._lobby.find_table(client)
            self._profile.remember(Session(str(where), name, client.token, table.name))
            over = await Game(table, self._screen, self._keyboard).run()
            if over and record is not None:
                self._keep((await client.record(table.name)).text, record)

    async def _connect(self, where: Address, name: str) -> Client:
        """Connect, as the session of before if there was one."""
        self._screen.say("connection.connecting", address=str(where))
        known = self._profile.session(str(where), name)
        try:
            token = known.token if known else None
            client = await Client.connect(*where, name=name, token=token, program=PROGRAM)
        except Refused as refusal:
            if refusal.code != ErrorCode.BAD_TOKEN:
                raise
            self._screen.say("error.bad-token")
            client = await Client.connect(*where, name=name, program=PROGRAM)
        self._screen.say("connection.connected", server=self._screen.plain(client.welcome.server))
        table = known.table if known else None
        self._profile.remember(Session(str(where), name, client.token, table))
        return client

    async def _resume(self, client: Client, where: Address, name: str) -> Table | None:
        """Go on at the table of before, unless it is over or something else is wanted."""
        known = self._profile.session(str(where), name)
        wish = self._wish
        if known is None or known.table is None or wish.rules or wish.table or wish.code:
            return None
        table = client.table(known.table)
        try:
            await client.sync(table.name, table.n)
        except Refused:
            return None
        return None if table.over or table.seat is None else table

    def _keep(self, text: str, path: Path) -> None:
        path.write_text(text, encoding="utf-8", newline="\n")
        self._screen.say("lobby.record", file=str(path))
