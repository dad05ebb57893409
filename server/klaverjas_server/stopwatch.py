"""One seat's clock while it is asked: what it has thought, and how long it has been away."""

from __future__ import annotations

from enum import StrEnum, auto
from typing import Final

__all__ = ["ABSENCE", "NOTHING", "THOUGHT", "Running", "Stopwatch"]


class Running(StrEnum):
    """What a stopwatch counts now."""

    NOTHING = auto()
    """the table is paused, suspended, or a strategy plays here"""
    THOUGHT = auto()
    ABSENCE = auto()


# Looked up for every card; a member of an enum takes several times as long.
NOTHING: Final = Running.NOTHING
THOUGHT: Final = Running.THOUGHT
ABSENCE: Final = Running.ABSENCE


class Stopwatch:
    """Counts seconds of thought and of absence for one ask; times are those of one clock."""

    __slots__ = ("_absence", "_running", "_since", "_thought", "ask")

    def __init__(self, ask: int, now: float, running: Running = NOTHING):
        self.ask = ask
        self._running = running
        self._since = now
        self._thought = 0.0
        self._absence = 0.0

    def run(self, what: Running, now: float) -> None:
        """Count this from now on."""
        if self._running is not NOTHING:
            self._thought, self._absence = self.thought(now), self.absence(now)
        self._running, self._since = what, now

    def set(self, thought: float, absence: float, now: float | None = None) -> None:
        """Show these seconds, and count on from them."""
        self._thought, self._absence = thought, absence
        self._since = self._since if now is None else now

    def thought(self, now: float) -> float:
        """Tell the seconds of thought so far."""
        return self._thought + (now - self._since) * (self._running is THOUGHT)

    def absence(self, now: float) -> float:
        """Tell the seconds of absence so far."""
        return self._absence + (now - self._since) * (self._running is ABSENCE)

    @property
    def running(self) -> Running:
        """Tell what is counted now."""
        return self._running
