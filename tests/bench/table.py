"""One table of the driver: four seats, the ask that waits, and when its card was sent."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from tests.bench.process import Process
from tests.bench.seat import Action, Heard, SeatClient

__all__ = ["SEATS", "DrivenTable", "Tally"]

SEATS: Final = "NESW"
ALL_SEATS: Final = 0b1111


class Tally:
    """What the tables of one server came to."""

    def __init__(self) -> None:
        self.cards = 0
        """Those acknowledged that all four seats were told of."""
        self.waits: list[float] = []
        """Seconds from sending a card until the last of the other three seats had seen it."""


class _Waiting(NamedTuple):
    seat: SeatClient
    ask: Heard
    action: Action


class DrivenTable:
    """Plays at random; `ready` is told when a seat must act, `over` when the match has ended."""

    def __init__(
        self,
        tally: Tally,
        chance: Random,
        ready: Callable[[DrivenTable], None],
        over: Callable[[DrivenTable], None],
        client: type[SeatClient] = SeatClient,
    ):
        self.seats = [client(self, place) for place in range(len(SEATS))]
        self.acknowledged = 0
        """The last event that an acknowledged act led to."""
        self.deals = 0
        self.recorded = False
        """The seats keep the bytes they hear."""
        self.waiting: _Waiting | None = None
        """Who must act, and what the answer will be."""
        self.flying = False
        """A card was sent, and not all four have seen it yet."""
        self._tally = tally
        self._chance = chance
        self._ready = ready
        self._over = over
        self._actor = 0
        self._sent = 0.0
        self._seen_by = 0

    # Taking seats

    async def connect(self, server: Process) -> None:
        """Connect the four seats."""
        for seat in self.seats:
            await seat.connect(server)

    async def sit(self, rules: str) -> None:
        """Open a table at the real server, and sit down in all four seats of it."""
        for seat in self.seats:
            await seat.request({"t": "hello", "v": [1], "name": f"Seat {SEATS[seat.place]}"})
        opened = await self.seats[0].request({"t": "open", "rules": rules})
        for seat in self.seats:
            place = {"table": opened.table, "seat": SEATS[seat.place]}
            await seat.request({"t": "sit", **place})

    async def resume(self, tokens: list[str]) -> None:
        """Take the seats of four sessions up again at the real server."""
        for seat, token in zip(self.seats, tokens, strict=True):
            await seat.request({"t": "hello", "v": [1], "token": token})

    def place(self, number: int) -> None:
        """Take the seats of a table of the floor."""
        for seat in self.seats:
            seat.send((number, seat.place))

    def close(self) -> None:
        """Hang up in all four seats."""
        for seat in self.seats:
            seat.close()

    # Playing

    def asked(self, seat: SeatClient, ask: Heard) -> None:
        """Note who must act; roem is called wherever the one who must act may call it."""
        roem = ask.legal[0].a == "roem"
        action = ask.legal[0 if roem else int(self._chance.random() * len(ask.legal))]
        self.waiting = _Waiting(seat, ask, action)
        self._ready(self)

    def act(self) -> bool:
        """Answer the ask that waits; tell whether it was by a card."""
        assert self.waiting is not None
        (seat, ask, action), self.waiting = self.waiting, None
        card = action.a == "play"
        if card:
            self._actor, self._seen_by, self.flying = seat.place, 0, True
            self._sent = time.perf_counter()
        seat.act(ask, action)
        return card

    def saw(self, place: int, kind: str) -> None:
        """Note that a seat was told of an event."""
        if kind == "played":
            self._see(place)
        elif place == 0:
            self.deals += kind == "dealt"
            if kind == "finished":
                self._over(self)

    def _see(self, place: int) -> None:
        self._seen_by |= 1 << place
        others = self._seen_by | 1 << self._actor
        if others == ALL_SEATS and place != self._actor:
            self._tally.waits.append(time.perf_counter() - self._sent)
        if self._seen_by == ALL_SEATS:
            self._tally.cards += 1
            self.flying = False
