"""Time as a client knows it: the system's, or one that tests move by hand."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol

__all__ = ["Clock", "SystemClock"]


class Clock(Protocol):
    """What a client knows of time."""

    def now(self) -> float:
        """Seconds on a clock that only goes forward; its zero means nothing."""

    async def sleep(self, seconds: float) -> None:
        """Come back in so many seconds."""


class SystemClock:
    """The monotonic clock of the machine, and the running event loop."""

    def now(self) -> float:
        """Read the monotonic clock."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Ask the running loop."""
        await asyncio.sleep(seconds)
