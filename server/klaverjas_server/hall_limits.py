"""What one client, or one address, may use up of a server."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["HallLimits"]


@dataclass(frozen=True, slots=True)
class HallLimits:
    """The limits of a server: generous for a club on one network, narrow for a runaway program.

    `connections` is per address; a connection may send `messages` a second, and `burst` at once.
    A table that nobody has listened to for `idle_seconds` is put to sleep if nothing goes on.
    """

    connections: int = 1_500
    messages: float = 2_000.0
    burst: int = 5_000
    tables_per_session: int = 100
    idle_seconds: float = 1_800.0
