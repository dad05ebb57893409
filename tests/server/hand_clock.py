"""A clock that stands still until a test moves it."""

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Final

EPOCH_MS: Final = 1_900_000_000_000
"""What the clock on the wall says when this one says zero."""


class HandTimer:
    """A call that is due when the clock is moved that far."""

    def __init__(self, what: Callable[[], object]) -> None:
        self.what: Callable[[], object] | None = what

    def cancel(self) -> None:
        self.what = None


class HandClock:
    """Time that passes by `advance` alone; what falls due on the way is called in its order."""

    def __init__(self) -> None:
        self._now = 0.0
        self._made = 0
        self._due: list[tuple[float, int, HandTimer]] = []

    def now(self) -> float:
        return self._now

    def wall_ms(self) -> int:
        return EPOCH_MS + round(self._now * 1000)

    def call_later(self, seconds: float, what: Callable[[], object]) -> HandTimer:
        timer = HandTimer(what)
        self._made += 1
        heappush(self._due, (self._now + seconds, self._made, timer))
        return timer

    def advance(self, seconds: float) -> None:
        """Let so many seconds pass."""
        end = self._now + seconds
        while self._due and self._due[0][0] <= end:
            self._now, _, timer = heappop(self._due)
            if timer.what is not None:
                timer.what()
        self._now = end
