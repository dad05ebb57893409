"""How many messages a connection may send: a bucket that fills by the second."""

from __future__ import annotations

__all__ = ["Allowance"]


class Allowance:
    """Lets `rate` messages a second through, and `burst` at once.

    `refused` counts those that were not let through since the last one that was.
    """

    __slots__ = ("_left", "_rate", "_since", "burst", "refused")

    def __init__(self, rate: float, burst: int, now: float):
        self.burst = burst
        self.refused = 0
        self._rate = rate
        self._left = float(burst)
        self._since = now

    def take(self, now: float) -> bool:
        """Let one more message through, if there is room for it."""
        left = self._left + (now - self._since) * self._rate
        self._left = left = left if left < self.burst else float(self.burst)
        self._since = now
        if left < 1:
            self.refused += 1
            return False
        self._left = left - 1
        self.refused = 0
        return True
