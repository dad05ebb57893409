"""One-use codes by which a session goes on on another device.

They are in memory alone: after ten minutes, or a restart, one asks for another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from klaverjas_server.clock import Clock

if TYPE_CHECKING:
    from klaverjas_server.sessions import Session

__all__ = ["CODE_SECONDS", "Handovers"]

CODE_SECONDS: Final = 600.0
"""How long a code may lie about."""


class _Offer(NamedTuple):
    session: Session
    until: float


class Handovers:
    """The codes that are out, by their keyed hash; each session has one at most, its last."""

    def __init__(self, clock: Clock):
        self._clock = clock
        self._offers: dict[bytes, _Offer] = {}

    def offer(self, session: Session, code: bytes) -> None:
        """Let a code stand for a session; an earlier one of it lapses, as does what is too old."""
        now = self._clock.now()
        self._offers = {
            known: offer
            for known, offer in self._offers.items()
            if offer.session is not session and now < offer.until
        }
        self._offers[code] = _Offer(session, now + CODE_SECONDS)

    def take(self, code: bytes) -> Session | None:
        """Use a code up: the session it stands for, or None."""
        offer = self._offers.pop(code, None)
        if offer is None or self._clock.now() >= offer.until:
            return None
        return offer.session
