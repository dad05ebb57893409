"""Rounds: who sits where, from the draw to the last result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from klaverjas_server.drives.acquaintance import VACANT, Sides
from klaverjas_server.drives.score import Score, Slip

__all__ = ["DESK", "HallTable", "Round", "State", "Status"]

State = Literal["drawn", "published", "closed"]

Status = Literal["playing", "told", "mismatch", "confirmed", "void"]
"""A table before any total; after one side's; after two that differ (red); agreed; given up."""

DESK = 2
"""The place of the desk's word beside those of the two sides."""


class HallTable(NamedTuple):
    """A table in one round. `table` is its number in the hall, `id` that of a table on the server.

    `told` is what the sides say, by side, and the desk, whose word settles it.
    """

    table: int
    sides: Sides
    paper: bool = True
    id: str | None = None
    told: Mapping[int, Score] = {}  # never written to
    slips: Mapping[int, Slip] = {}  # never written to
    stand_ins: tuple[tuple[int, str], ...] = ()
    """Who plays in the seat of an entrant, or in the fourth (0)."""
    void: str = ""
    """Why the table was ended before its time."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The entrants who sit here."""
        return tuple(n for side in self.sides for n in side if n != VACANT)

    @property
    def vacant(self) -> bool:
        """A seat is no entrant's: the table is marked in every list."""
        return any(VACANT in side for side in self.sides)

    @property
    def status(self) -> Status:
        """How far its result is."""
        if self.void:
            return "void"
        if self.score is not None:
            return "confirmed"
        if len(self.told) == 2:
            return "mismatch"
        return "told" if self.told else "playing"

    @property
    def score(self) -> Score | None:
        """The result, once it is agreed."""
        if DESK in self.told:
            return self.told[DESK]
        ours, theirs = self.told.get(0), self.told.get(1)
        return ours if ours is not None and theirs is not None and _agree(ours, theirs) else None

    @property
    def swapped(self) -> bool:
        """The two sides tell the same totals, the other way round."""
        ours, theirs = self.told.get(0), self.told.get(1)
        return (
            self.status == "mismatch"
            and ours is not None
            and theirs is not None
            and ours.totals == theirs.totals[::-1]
        )

    def side_of(self, number: int) -> int:
        """Say which side an entrant plays on; ValueError if he does not sit here."""
        for place, side in enumerate(self.sides):
            if number in side:
                return place
        raise ValueError(f"{number} does not sit at table {self.table}")

    def seat_of(self, number: int) -> str:
        """Name an entrant's seat: N, E, S or W; NS or EW for a pair. As `side_of`."""
        side = self.side_of(number)
        if len(self.sides[0]) == 1:
            return ("N", "S")[side]
        return (("N", "S"), ("E", "W"))[side][self.sides[side].index(number)]


def _agree(one: Score, other: Score) -> bool:
    return one.totals == other.totals and (not (one.known and other.known) or one == other)


class Round(NamedTuple):
    """One round. `method`, `seed` and `cost` say how it was drawn, `unmet` what could not be had.

    `swaps` are the changes by hand before it was published.
    """

    number: int
    deals: int
    method: str
    seed: str
    tables: tuple[HallTable, ...]
    rests: tuple[int, ...] = ()
    cost: int = 0
    unmet: tuple[tuple[str, tuple[int, ...]], ...] = ()
    state: State = "drawn"
    swaps: tuple[tuple[int, int], ...] = ()
    published_at: int | None = None

    def at(self, table: int) -> HallTable:
        """Find a table; KeyError when the round has none of that number."""
        for each in self.tables:
            if each.table == table:
                return each
        raise KeyError(table)

    def table_of(self, number: int) -> HallTable | None:
        """Find where an entrant sits; None when he does not play."""
        for each in self.tables:
            if number in each.numbers:
                return each
        return None

    def put(self, changed: HallTable) -> Round:
        """Exchange a table for its changed self."""
        tables = tuple(changed if t.table == changed.table else t for t in self.tables)
        return self._replace(tables=tables)

    @property
    def unconfirmed(self) -> tuple[HallTable, ...]:
        """The tables that stand between the director and closing the round."""
        return tuple(t for t in self.tables if t.status not in ("confirmed", "void"))
