"""The season: what one evening leaves to the draws of the next, by name."""

from __future__ import annotations

from klaverjas_server.drives.acquaintance import VACANT, Meeting, Season, pair_of
from klaverjas_server.drives.evening import Evening

__all__ = ["season_after"]


def season_after(earlier: Evening, evening: Evening) -> Season:
    """Hand on who met whom and who rested, for those who are entered in both evenings.

    Numbers change from evening to evening: people are known by their names, which must be
    spelt alike. What the earlier evening had from the one before it is handed on, faded again.
    """
    now = {entrant.names: number for number, entrant in evening.entrants.items()}
    numbers = {
        number: now[entrant.names]
        for number, entrant in earlier.entrants.items()
        if entrant.names in now
    }
    numbers[VACANT] = VACANT
    left = earlier.acquaintance.season()
    return Season(
        tuple(
            Meeting(*pair_of(numbers[m.one], numbers[m.other]), m.partners, m.opponents)
            for m in left.meetings
            if m.one in numbers and m.other in numbers
        ),
        {numbers[n]: times for n, times in left.rests.items() if n in numbers},
    )
