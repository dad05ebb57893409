"""What a server has done since it was started, counted as it happens."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import Final

__all__ = ["BOUNDS", "Tally"]

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
"""The upper bounds of the classes that commits are counted in, in seconds; one is above them."""


class Tally:
    """Plain numbers, so that counting costs next to nothing. Bytes are those of messages."""

    __slots__ = (
        "acts",
        "commit_seconds",
        "commits",
        "goodbyes",
        "received_bytes",
        "refusals",
        "sent_bytes",
    )

    def __init__(self) -> None:
        self.acts = 0
        """What people did that was accepted."""
        self.received_bytes = 0
        self.sent_bytes = 0
        self.refusals: Counter[str] = Counter()
        self.goodbyes: Counter[str] = Counter()
        self.commits = [0] * (len(BOUNDS) + 1)
        self.commit_seconds = 0.0

    def count_commit(self, seconds: float) -> None:
        """Count one append that is durable now, and took so long."""
        self.commits[bisect_left(BOUNDS, seconds)] += 1
        self.commit_seconds += seconds
