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
        self._left = min(self.burst, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < 1:
            self.refused += 1
            return False
        self._left -= 1
        self.refused = 0
        return True
