"""From the door to a seat: which server, which table, which rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from klaverjas import Game, Phase, RuleSet, Seat
from klaverjas.errors import InvalidRules
from klaverjas_client.address import LOCAL, Address
from klaverjas_client.client import Client
from klaverjas_client.console.keyboard import Keyboard
from klaverjas_client.console.screen import Screen
from klaverjas_client.errors import Refused
from klaverjas_client.table import Table
from klaverjas_wire.faults import ErrorCode
from klaverjas_wire.limits import NAME_CHARACTERS
from klaverjas_wire.messages import RulesInfo, TableInfo

__all__ = ["Lobby", "Wish"]

SEARCH_SECONDS: Final = 3.0
DEFAULT_RULES: Final = "amsterdam"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a player wants, as far as he has said so; the rest is asked, or is left to chance."""

    name: str | None = None
    table: str | None = None
    code: str | None = None
    seat: Seat | None = None
    rules: str | None = None
    bots: int | None = None
    """How many seats of a table he opens bots take; None asks."""
    strategy: str = "club"


class Lobby:
    """Asks what has to be known, and sits a player down."""

    def __init__(self, screen: Screen, keyboard: Keyboard, wish: Wish):
        self._screen = screen
        self._keyboard = keyboard
        self._wish = wish

    async def find_server(self) -> Address:
        """Look for a server on the network; without one, there may be one on this machine."""
        from klaverjas_client.discovery import find_servers  # zeroconf takes its time to load

        self._screen.say("connection.searching")
        try:
            found = await find_servers(SEARCH_SECONDS)
        except OSError:
            found = ()
        if not found:
            return LOCAL
        if len(found) == 1:
            self._screen.say("connection.found", server=self._screen.plain(found[0].name))
            return Address(found[0].host, found[0].port)
        self._screen.say("connection.several", count=len(found))
        lines = [f"{server.name} · {server.host}:{server.port}" for server in found]
        chosen = found[await self._choose(lines)]
        return Address(chosen.host, chosen.port)

    async def ask_name(self) -> str:
        """Ask for the player's name."""
        self._screen.say("lobby.name")
        while not _is_name(name := await self._keyboard.line()):
            self._screen.say("lobby.name-bad")
        return name

    async def find_table(self, client: Client) -> Table:
        """Sit down: where the player wants to, or at a table he chooses or opens."""
        wish = self._wish
        if wish.table or wish.code:
            return await self._sit(client, wish.table, wish.seat, wish.code)
        if wish.rules:
            return await self._open(client, wish.rules)
        free = [info for info in await self.list_tables(client) if _has_room(info)]
        name = await self._choose_table(free)
        if name is not None:
            return await self._sit(client, name, wish.seat, None)
        return await self._open(client, await self._choose_rules(client))

    async def list_tables(self, client: Client) -> list[TableInfo]:
        """Ask for all tables, page after page."""
        page = await client.tables()
        tables = list(page.tables)
        while page.more and page.tables:
            page = await client.tables(after=page.tables[-1].table)
            tables += page.tables
        return tables

    def show_tables(self, tables: Sequence[TableInfo]) -> None:
        """List tables, numbered."""
        if not tables:
            self._screen.say("lobby.no-tables")
            return
        self._screen.say("lobby.tables", count=len(tables))
        self._number([self._line(info) for info in tables])

    def _line(self, info: TableInfo) -> str:
        say, wording = self._screen.wording.say, self._screen.wording
        phase = say(f"phase.{info.phase}")
        title = say("lobby.table", table=info.table, rules=wording.rules(info.rules), phase=phase)
        names = [player.name for player in info.seats.values() if player]
        free = len(info.seats) - len(names)
        room = say("lobby.free", count=free) if free else say("lobby.full")
        return self._screen.plain(" · ".join([title, room, ", ".join(names)]).rstrip(" ·"))

    async def _choose_table(self, free: Sequence[TableInfo]) -> str | None:
        """Let the player choose a table; None for a new one."""
        self.show_tables(free)
        if not free:
            return None
        self._screen.say("lobby.choose")
        while True:
            typed = await self._keyboard.line()
            if typed.casefold() in ("n", "0"):
                return None
            if typed.isdecimal() and 0 < int(typed[:6]) <= len(free):
                return free[int(typed[:6]) - 1].table
            self._screen.say("entry.number", text=self._screen.plain(typed[:9]), last=len(free))

    async def _choose_rules(self, client: Client) -> str:
        sets = (await client.rules()).sets
        names = [rules.name for rules in sets]
        self._screen.say("lobby.rules")
        titles = [self._title(rules) for rules in sets]
        default = names.index(DEFAULT_RULES) if DEFAULT_RULES in names else 0
        return names[await self._choose(titles, default)]

    def _title(self, rules: RulesInfo) -> str:
        """Name a rule set in this language; of a club's own, say what the club says."""
        title = self._screen.wording.rules(rules.name)
        if f"rules.{rules.name}.name" in self._screen.words:
            return f"{title} ({rules.name})"
        return f"{title} – {rules.summary}"

    async def _choose(self, lines: Sequence[str], default: int = 0) -> int:
        """Let the player choose a line by its number; an empty answer is the default."""
        self._number(lines, default)
        while typed := await self._keyboard.line():
            if typed.isdecimal() and 0 < int(typed[:6]) <= len(lines):
                return int(typed[:6]) - 1
            self._screen.say("entry.number", text=self._screen.plain(typed[:9]), last=len(lines))
        return default

    def _number(self, lines: Sequence[str], default: int | None = None) -> None:
        """Write numbered lines, the default marked by an arrow."""
        for place, line in enumerate(lines):
            arrow = "▸" if place == default else " "
            self._screen.write(self._screen.plain(f"{arrow}{place + 1:2} {line}"))

    async def _open(self, client: Client, rules: str) -> Table:
        seat = self._wish.seat or Seat.S
        bots = self._wish.bots if self._wish.bots is not None else await self._ask_bots()
        others = await _others(client, rules, seat)
        fill = dict.fromkeys(others[:bots], self._wish.strategy)
        opened = await client.open(rules, fill=fill or None)
        self._screen.say("lobby.opened", table=opened.table)
        return await self._sit(client, opened.table, seat, None)

    async def _ask_bots(self) -> int:
        """Ask whether bots shall take all the other seats."""
        return len(Seat) if await self._agree("lobby.bots") else 0

    async def _agree(self, key: str) -> bool:
        """Put a question that only yes and no answer, until one of them does; nothing is yes."""
        words = self._screen.words
        yes, no = (
            [word.casefold() for word in words.spellings(f"typed.{answer}")]
            for answer in ("accept", "refuse")
        )
        while True:
            self._screen.say(key)
            typed = (await self._keyboard.line()).casefold()
            if typed in ("", *yes):
                return True
            if typed in no:
                return False

    async def _sit(
        self, client: Client, name: str | None, seat: Seat | None, code: str | None
    ) -> Table:
        """Sit down; whoever has a seat there already has it again."""
        try:
            seated = await client.sit(name, seat, code=code)
        except Refused as refusal:
            if refusal.code != ErrorCode.ALREADY_SEATED or name is None:
                raise
            return client.table(name)
        place = self._screen.wording.say(f"seat.{seated.seat}")
        self._screen.say("lobby.seated", seat=place, table=seated.table)
        return client.table(seated.table)


def _is_name(name: str) -> bool:
    return 0 < len(name) <= NAME_CHARACTERS and name.isprintable()


def _has_room(info: TableInfo) -> bool:
    return info.phase is Phase.WAITING and None in info.seats.values()


async def _others(client: Client, rules: str, seat: Seat) -> list[Seat]:
    """List the seats of a rule set after one's own; none if it is nobody's."""
    game = _game(rules) or _game_among((await client.rules()).sets, rules)
    return list(game.from_seat(seat))[1:] if game and seat in game.seats else []


def _game(rules: str) -> Game | None:
    try:
        return RuleSet.load(rules).game
    except InvalidRules:
        return None


def _game_among(sets: Iterable[RulesInfo], rules: str) -> Game | None:
    """Find the game of a set that only the server knows, or of one made from it."""
    return next((known.game for known in sets if known.name == rules.partition("+")[0]), None)
