"""Time, injected: the system's, or one that tests move by hand."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

__all__ = ["Clock", "SystemClock", "Timer"]


class Timer(Protocol):
    """A call that is due later."""

    def cancel(self) -> None:
        """Call it off; harmless when it has happened."""


class Clock(Protocol):
    """What the server knows of time."""

    def now(self) -> float:
        """Seconds on a clock that only goes forward; its zero means nothing."""

    def wall_ms(self) -> int:
        """Milliseconds since the epoch, for the log; this clock may be set."""

    def call_later(self, seconds: float, what: Callable[[], object]) -> Timer:
        """Call `what` from the event loop in so many seconds."""


class SystemClock:
    """The clock of the machine and of the running event loop."""

    # Read several times for every card: the function itself, and none around it.
    now = staticmethod(time.monotonic)

    def wall_ms(self) -> int:
        """Read the clock on the wall."""
        return time.time_ns() // 1_000_000

    def call_later(self, seconds: float, what: Callable[[], object]) -> Timer:
        """Ask the running loop."""
        return asyncio.get_running_loop().call_later(seconds, what)
