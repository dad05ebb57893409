"""What holds at an evening for the moment only, and is not worth a line in the log."""

from __future__ import annotations

from typing import Final, Literal

from klaverjas_server.clock import Clock
from klaverjas_server.drives.evening import Evening

__all__ = ["Moment", "Moments"]

Mode = Literal["live", "delayed"]
"""Standings with every result as it is agreed, or only after a round was closed."""
MINUTES: Final = 240


class Moment:
    """Who calls the director, what the board shows, and until when (ms since the epoch)."""

    def __init__(self) -> None:
        self.calls: set[int] = set()
        self.mode: Mode = "delayed"
        self.until: int | None = None
        self._round = 0

    def in_round(self, evening: Evening) -> Moment:
        """Forget what an earlier round left behind."""
        if self._round != len(evening.rounds):
            self._round = len(evening.rounds)
            self.calls.clear()
            self.until = None
        return self

    def through(self, evening: Evening) -> int:
        """Tell after how many rounds the standings are shown."""
        through = len(evening.rounds) if self.mode == "live" else evening.closed
        return through if evening.frozen is None else min(through, evening.frozen)


class Moments:
    """The moments of all evenings."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._moments: dict[str, Moment] = {}

    def of(self, evening: Evening) -> Moment:
        """Give the moment of an evening."""
        moment = self._moments.setdefault(evening.id, Moment()).in_round(evening)
        if moment.until is not None and moment.until < self._clock.wall_ms():
            moment.until = None
        return moment

    def show(self, evening: Evening, mode: str, minutes: int | None) -> None:
        """Set the board; without minutes nothing is counted down."""
        moment = self.of(evening)
        moment.mode = "live" if mode == "live" else "delayed"
        moment.until = None
        if minutes:
            moment.until = self._clock.wall_ms() + min(minutes, MINUTES) * 60_000

    def left(self, moment: Moment) -> str:
        """Tell how long the countdown still takes, in minutes and seconds."""
        if moment.until is None:
            return ""
        seconds = max(0, moment.until - self._clock.wall_ms()) // 1_000
        return f"{seconds // 60}:{seconds % 60:02}"
