"""An evening with many tables at which the server is killed again and again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from klaverjas import RuleSet, Seat
from klaverjas_wire.messages import (
    Fill,
    Invite,
    Invited,
    Leave,
    Open,
    Opened,
    ReadRecord,
    Rule,
    Sit,
)
from tests.e2e.durability.audit import Audit, Findings
from tests.e2e.durability.books import Books
from tests.e2e.durability.guest import Guest
from tests.e2e.durability.server_process import PATIENCE_SECONDS, ServerProcess

MOST_ANSWERS: Final = 240
"""How many answers there are at most between two kills."""


class Setting(NamedTuple):
    """What is played at a table: by which rules, by how many guests, with whom else."""

    rules: str
    guests: int
    strategies: tuple[str, ...] = ()
    watched: bool = False


SETTINGS: Final = (
    Setting("amsterdam+deals=4", 4, watched=True),
    Setting("rotterdam+deals=4", 4),
    Setting("utrecht+deals=4", 2, ("random", "club")),
    Setting("clobyosh-501+target=100", 2),
    Setting("bela-100", 1, ("club",), watched=True),
)


@dataclass
class Report:
    """What a campaign comes to."""

    books: Books
    findings: Findings
    kills: int = 0
    kills_on_the_way_up: int = 0
    matches: int = 0
    rulings: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        """Tell whether nothing is other than promised."""
        return self.findings.clean and not self.books.wrong

    def __str__(self) -> str:
        books, found = self.books, self.findings
        lines = [
            f"kills {self.kills}, of them {self.kills_on_the_way_up} on the way up",
            f"answers {books.answers}, lost {len(found.lost)}",
            f"shown {found.compared}, not in the log {len(found.unlogged)}",
            f"matches {self.matches}, records replayed {found.matches}, wrong {len(found.sums)}",
            f"not explained {len(books.wrong)}",
            *(f"  {name}: {count}" for name, count in sorted(books.counts.items())),
        ]
        return "\n".join(lines)


class Campaign:
    """Plays at tables without end, kills the server by counts of answers, and audits."""

    def __init__(self, folder: Path, seed: int, fault: str = "none") -> None:
        self.chance = Random(seed)
        self.books = Books()
        self.audit = Audit(folder / "data")
        self.server = ServerProcess(folder / "data", fault)
        self.report = Report(self.books, self.audit.findings)
        self._guests: list[Guest] = []
        self._last_round = False

    async def run(self, kills: int) -> Report:
        """Kill the server so many times, or until something is not as promised."""
        async with self.server, asyncio.TaskGroup() as tables:
            playing = [tables.create_task(self._play_on(setting)) for setting in SETTINGS]
            while self.report.kills < kills and self.report.clean:
                await self._live_and_die()
            if self.report.clean:
                await self._live_to_the_end(playing)
            for task in playing:
                task.cancel()
        for guest in self._guests:
            guest.close()
        return self.report

    # One life

    async def _live_and_die(self) -> None:
        await self.server.begin()
        if self.chance.random() < 0.1:
            self.report.kills_on_the_way_up += 1
            self.server.kill()
        if await self.server.up():
            self._kill_at(self.books.answers + self.chance.randint(1, MOST_ANSWERS))
            await asyncio.gather(*(guest.connect(self.server.port) for guest in self._guests))
            await self.server.ended()
            await asyncio.gather(*(guest.gone() for guest in self._guests))
        self.report.kills += 1
        await self.audit.examine(self.books)

    async def _live_to_the_end(self, playing: Sequence[asyncio.Task[None]]) -> None:
        """Let every match be played out: none may hang on a seat that was not taken up again."""
        self._last_round = True
        self._kill_at(0)
        await self.server.begin()
        assert await self.server.up()
        await asyncio.gather(*(guest.connect(self.server.port) for guest in self._guests))
        await asyncio.wait_for(asyncio.gather(*playing), PATIENCE_SECONDS)
        self.server.kill()
        await self.server.ended()
        await asyncio.gather(*(guest.gone() for guest in self._guests))
        await self.audit.examine(self.books)

    def _kill_at(self, count: int) -> None:
        def kill(answers: int) -> None:
            if answers == count:
                self.server.kill()

        self.books.on_count = kill

    # The tables

    def _guest(self) -> Guest:
        guest = Guest(f"Gast {len(self._guests) + 1}", self.books, Random(self.chance.random()))
        self._guests.append(guest)
        return guest

    async def _play_on(self, setting: Setting) -> None:
        """Play match after match with the same guests, until it is the last round."""
        guests = [self._guest() for _ in range(setting.guests)]
        watcher = self._guest() if setting.watched else None
        while not self._last_round:
            await self._play_match(setting, guests, watcher)
            self.report.matches += 1

    async def _play_match(
        self, setting: Setting, guests: Sequence[Guest], watcher: Guest | None
    ) -> None:
        host, chance = guests[0], self.chance
        opened = await host.request(Open(rules=setting.rules))
        assert isinstance(opened, Opened), opened
        seats = list(RuleSet.load(setting.rules).game.seats)
        chance.shuffle(seats)
        if watcher is not None:
            await watcher.watch(opened.table)
        for seat, strategy in zip(seats, setting.strategies, strict=False):
            await host.request(
                Fill(table=opened.table, key=opened.key, seat=seat, strategy=strategy)
            )
        for seat, guest in zip(seats[len(setting.strategies) :], guests, strict=True):
            await self._sit(host, opened, guest, seat)
        await self._rule(host, opened)
        await host.until(lambda: host.places[opened.table].over)
        await host.request(ReadRecord(table=opened.table))
        for guest in guests:
            await guest.request(Leave(table=opened.table))

    async def _sit(self, host: Guest, opened: Opened, guest: Guest, seat: Seat) -> None:
        """Sit down, at times by invitation, at times only the second time."""
        table, key, code = opened.table, opened.key, None
        way = self.chance.random()
        if way < 0.3:
            await guest.request(Sit(table=table, seat=seat))
            await guest.request(Leave(table=table))
        elif way < 0.6:
            invited = await host.request(Invite(table=table, key=key, seat=seat))
            assert isinstance(invited, Invited), invited
            code = invited.code
        await guest.request(Sit(table=table, seat=seat, code=code))
        await guest.until(lambda: table in guest.places)

    async def _rule(self, host: Guest, opened: Opened) -> None:
        """Pause in the second deal, go back a deal now and then, and go on."""
        place = host.places[opened.table]
        await host.until(lambda: place.deal >= 2 or place.over)
        act = Rule(table=opened.table, key=opened.key, act="pause")
        await host.request(act)
        if self.chance.random() < 0.5:
            await host.request(Rule(table=act.table, key=act.key, act="rollback", deal=1, trick=3))
        await host.request(Rule(table=act.table, key=act.key, act="resume"))
