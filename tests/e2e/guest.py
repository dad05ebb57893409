"""Somebody who plays by himself: he answers what he is asked at random, and keeps count."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import cast

from klaverjas import RuleSet, Seat, View
from klaverjas.events import Finished, SeenEvent
from klaverjas.follow import after
from klaverjas_wire import Unknown, event_of, view_of
from klaverjas_wire.messages import Act, Ask, Event, Reply, Sit, Snapshot, Unask, Watch
from klaverjas_wire.table import TABLE_EVENTS
from tests.server.raw_client import RawClient


@dataclass
class Guest:
    """A client with a mind of its own, at one table.

    `view` is what it was shown last, and all that it was told since folded into it.
    """

    client: RawClient
    chance: Random
    table: str = "1"
    n: int = -1
    view: View | None = None
    finished: Finished | None = None
    stops: Callable[[View], bool] = lambda view: False
    """When it stops playing: on a question that must be answered, by what it sees then."""
    _asked: Ask | None = None

    async def sit(self, seat: Seat) -> None:
        """Take a seat."""
        await self.client.request(Sit(table=self.table, seat=seat))

    async def watch(self) -> None:
        """Watch the table."""
        await self.client.request(Watch(table=self.table))

    async def play(self) -> None:
        """Play, or look on, until the match is over or it is time to stop."""
        while self.finished is None:
            for message in self.client.take():
                self._note(message)
            if self._asked is None and self.finished is None:
                await self._hear_more()
            elif self._asked is not None:
                if self._asked.must and self.view is not None and self.stops(self.view):
                    return
                await self._answer(self._asked)

    async def _hear_more(self) -> None:
        heard = len(self.client.heard)
        await self.client.wait_for(lambda: True if len(self.client.heard) > heard else None)

    async def _answer(self, ask: Ask) -> None:
        """Choose one of the actions; an option is let pass as often as not."""
        self._asked = None
        if not ask.must and self.chance.random() < 0.5:
            return
        action = self.chance.choice(ask.legal)
        await self.client.request(Act(table=self.table, ask=ask.ask, action=action))

    def _note(self, message: object) -> None:
        if isinstance(message, Snapshot):
            self.n, self.view = message.n, view_of(message.view)
        elif isinstance(message, Event):
            self._follow(message)
        elif isinstance(message, Ask):
            self._asked = message
        elif isinstance(message, Unask) and self._asked and self._asked.ask == message.ask:
            self._asked = None
        elif isinstance(message, Reply):
            code = getattr(message, "code", None)
            assert code in (None, "stale", "roem-already-called", "answered"), message

    def _follow(self, told: Event) -> None:
        """Fold an event into the view; none may be missing."""
        assert told.n == self.n + 1, (told, self.n)
        self.n = told.n
        event = event_of(told.e)
        assert not isinstance(event, Unknown)
        if not isinstance(event, TABLE_EVENTS):
            assert self.view is not None
            self.view = after(self.view, cast(SeenEvent, event), RuleSet.load(self.view.rules))
        if isinstance(event, Finished):
            self.finished = event


async def play_all(*guests: Guest) -> None:
    """Let everybody play until he is done."""
    await asyncio.gather(*(guest.play() for guest in guests))
