"""What connections bring, taken up at once while little comes, and together when much does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import structlog

from klaverjas_server.clock import Clock, Timer

__all__ = ["FEW", "INTERVAL", "Letterbox"]

INTERVAL: Final = 0.006
"""How far apart the beginnings of two emptyings are, in seconds, while much comes."""
FEW: Final = 4
"""So many letters within `INTERVAL` are little."""

log = structlog.get_logger()

Reader: TypeAlias = Callable[[Any], object]


class Letterbox:
    """Hands what was put in to its reader, in the order it came.

    A card that comes while others are being written down must wait for the next commit anyway.
    To take up together what came until then costs a fraction of taking up each by itself: one
    commit, one waking, and the code of the way of a card stays in the processor's cache.
    """

    def __init__(self, clock: Clock):
        self._clock = clock
        self._held: list[tuple[Reader, Any]] = []
        self._timer: Timer | None = None
        self._busy = False
        self._since = clock.now()
        self._read = 0
        """How many were handed on at once since then."""

    def put(self, read: Reader, letter: object) -> None:
        """Hand a letter to `read`: now, or when the box is emptied."""
        if not self._busy and self._is_little():
            read(letter)
            return
        self._busy = True
        self._held.append((read, letter))
        if self._timer is None:
            wait = max(0.0, self._since + INTERVAL - self._clock.now())
            self._timer = self._clock.call_later(wait, self.empty)

    def _is_little(self) -> bool:
        now = self._clock.now()
        if now >= self._since + INTERVAL:
            self._since, self._read = now, 0
        self._read += 1
        return self._read <= FEW

    def empty(self) -> None:
        """Hand on what is held, and see whether that was much."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        held, self._held = self._held, []
        self._since, self._read = self._clock.now(), 0
        self._busy = len(held) > FEW
        for read, letter in held:
            try:
                read(letter)
            except Exception:
                # The others' letters must not be lost with it.
                log.exception("letterbox.internal")
