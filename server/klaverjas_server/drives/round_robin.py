"""All against all, by the circle method: one stays, the others go round him one step at a time."""

from __future__ import annotations

from klaverjas_server.drives.acquaintance import Sides

__all__ = ["circle", "rounds_of"]


def rounds_of(entrants: int) -> int:
    """Tell how many rounds it takes until all have met: K - 1, or K with one resting in each."""
    return entrants - 1 + entrants % 2


def circle(entrants: int, turn: int) -> tuple[tuple[Sides, ...], tuple[int, ...]]:
    """Give the tables and who rests in a round, counted from 0, for entrants 1 to K.

    North and south change from round to round for the one who stays. ValueError for fewer than
    two entrants, or beyond the last round.
    """
    if entrants < 2 or not 0 <= turn < rounds_of(entrants):
        raise ValueError(f"{entrants} have no round {turn + 1}")
    even = entrants + entrants % 2
    ring = [(place + turn) % (even - 1) + 1 for place in range(even - 1)]
    meetings = [(even, ring[0]) if turn % 2 else (ring[0], even)]
    meetings += [(ring[step], ring[-step]) for step in range(1, even // 2)]
    seated = tuple(((one,), (other,)) for one, other in meetings if max(one, other) <= entrants)
    return seated, tuple(ring[:1]) if entrants % 2 else ()
