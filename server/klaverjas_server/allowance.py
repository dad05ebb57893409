"""How many messages a connection may send: a bucket that fills by the second."""

from __future__ import annotations

__all__ = ["Allowance"]


class Allowance:
    """Lets `rate` messages a second through, and `burst` at once.

    `refused` counts those that were not let through since the last one that was.
    """

    __slots__ = ("_each", "_full_at", "_span", "burst", "refused")

    def __init__(self, rate: float, burst: int, now: float):
        self.burst = burst
        self.refused = 0
        # What is left is told by the time at which the bucket will be full again.
        self._each = 1 / rate
        self._span = (burst + 0.001) / rate  # times of a clock are not exact
        self._full_at = now

    def take(self, now: float) -> bool:
        """Let one more message through, if there is room for it."""
        full_at = (now if now > self._full_at else self._full_at) + self._each
        if full_at > now + self._span:
            self.refused += 1
            return False
        self._full_at = full_at
        self.refused = 0
        return True
