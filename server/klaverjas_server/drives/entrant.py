"""Entrants: players, or fixed pairs, under the numbers they keep all evening."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

__all__ = ["SHORT", "Entrant", "Former", "short_name", "surname"]

SHORT: Final = 12
"""The most characters of a short name, which must fit a table card and an old phone."""


class Former(NamedTuple):
    """Who had a number before somebody else took it over, after so many published rounds."""

    names: tuple[str, ...]
    until: int


class Entrant(NamedTuple):
    """One entrant. Rounds count from 1; 0 is before the first.

    `absences` are the spells away: withdrawn after the first of these rounds, back after the
    second, which is None while it lasts.
    """

    number: int
    names: tuple[str, ...]
    short: str
    present: bool = False
    notice: bool = False
    came: int | None = None
    """After how many published rounds he was first seen in the hall."""
    absences: tuple[tuple[int, int | None], ...] = ()
    table: int | None = None
    """The table he always sits at."""
    former: tuple[Former, ...] = ()

    @property
    def name(self) -> str:
        """The whole name; of a pair, both."""
        return " & ".join(self.names)

    @property
    def withdrawn(self) -> bool:
        """He has gone home."""
        return bool(self.absences) and self.absences[-1][1] is None

    @property
    def late(self) -> bool:
        """He came when a round had been published already."""
        return bool(self.came)

    def left_before(self, round: int) -> bool:
        """Tell whether he was away by his own will in a round."""
        return any(
            after < round and (back is None or round <= back) for after, back in self.absences
        )


_PARTICLES: Final = re.compile(
    r"^(?:(?:van|von|de|den|der|het|ten|ter|te|op|in|aan|'t|’t|'s|la|le|el|d'|du|dos)\s+)+", re.I
)


def surname(name: str) -> tuple[str, str]:
    """Give what a name is listed by, as Dutch lists do: the surname without its particles first.

    "Toos van 't Hof" stands under H. The second part settles equal ones.
    """
    first, _, rest = name.strip().partition(" ")
    family = rest.strip() or first
    bare = _PARTICLES.sub("", family) or family
    return bare.casefold(), name.casefold()


def short_name(names: Iterable[str], taken: Iterable[str] = ()) -> str:
    """Make a short name for screens: the first names, with as much more as sets it apart."""
    people = [name.split() or ["?"] for name in names]
    firsts = [words[0] for words in people]
    initials = [
        f"{words[0]} {_bare(words)[:1]}" if len(words) > 1 else words[0] for words in people
    ]
    used = {name.casefold() for name in taken}
    for candidate in (_join(firsts), _join(initials)):
        if candidate.casefold() not in used:
            return candidate
    return next(
        numbered
        for count in range(2, len(used) + 3)
        if (numbered := f"{_join(firsts)[: SHORT - 3]} {count}").casefold() not in used
    )


def _bare(words: list[str]) -> str:
    family = " ".join(words[1:])
    return _PARTICLES.sub("", family) or family


def _join(names: list[str]) -> str:
    room = SHORT if len(names) == 1 else (SHORT - 1) // len(names)
    return "/".join(name[:room].rstrip() for name in names)
