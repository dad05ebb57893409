"""The score sheet as rows of a table, in the columns that clubs keep."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

from klaverjas import Game, Line, Player, Seat, View

__all__ = ["COLUMNS", "Row", "Sheet", "SheetSide", "sheet_of"]

LAST_TRICK: Final = 10


class Entry(NamedTuple):
    """One deal as it stands for one side; `total` is after it, `over` the pot before it."""

    line: Line
    side: str
    total: int
    over: int


Cell: TypeAlias = Callable[[Entry], int]


def _of(figures: Mapping[str, int] | None, side: str) -> int:
    return (figures or {}).get(side, 0)


def _last(entry: Entry) -> int:
    return LAST_TRICK if entry.line.last == entry.side else 0


def _bate(entry: Entry) -> int:
    """Give what came over from a maker who was bate: all that is not his own, nor the pot."""
    line, side = entry.line, entry.side
    own = line.points[side] + _of(line.sequences, side) + _of(line.bela, side)
    from_pot = max(0, entry.over - (line.pot or 0))
    return max(0, line.written[side] - own - from_pot)


COLUMNS: Final[dict[Game, dict[str, Cell]]] = {
    Game.KLAVERJAS: {
        "sheet.points": lambda e: e.line.points[e.side],
        "sheet.roem": lambda e: _of(e.line.roem, e.side),
        "sheet.written": lambda e: e.line.written[e.side],
        "sheet.total": lambda e: e.total,
    },
    Game.KLABERJASS: {
        "sheet.cards": lambda e: e.line.points[e.side] - _last(e),
        "sheet.last": _last,
        "sheet.sequences": lambda e: _of(e.line.sequences, e.side),
        "sheet.bela": lambda e: _of(e.line.bela, e.side),
        "sheet.bate": _bate,
        "sheet.written": lambda e: e.line.written[e.side],
        "sheet.total": lambda e: e.total,
    },
}
"""By game, the columns of each side: the key of the heading, and the figure."""
SHOWN_AT_ZERO: Final = frozenset({"sheet.points", "sheet.cards", "sheet.written", "sheet.total"})
"""Elsewhere nothing stands for nought, as on paper."""


class Row(NamedTuple):
    """One deal: its line, and for each side the figures by column and the marks."""

    line: Line
    figures: tuple[tuple[str, ...], ...]
    marks: tuple[str, ...]


class SheetSide(NamedTuple):
    """A side: its name, who plays for it, what the director gave it, and what it has."""

    name: str
    players: tuple[Player, ...]
    adjusted: int
    total: int


class Sheet(NamedTuple):
    """A sheet: `columns` are the keys of the headings of each side."""

    columns: tuple[str, ...]
    sides: tuple[SheetSide, ...]
    rows: tuple[Row, ...]

    @property
    def ruled(self) -> bool:
        """The director has given or taken points."""
        return any(side.adjusted for side in self.sides)


def sheet_of(view: View) -> Sheet:
    """Take the sheet out of a view."""
    columns = COLUMNS[view.game]
    entries = [_entries(view.sheet, side) for side in view.game.sides]
    rows = [
        Row(of_sides[0].line, tuple(_figures(e, columns) for e in of_sides), _marks(of_sides))
        for of_sides in zip(*entries, strict=True)
    ]
    return Sheet(tuple(columns), tuple(_side(view, s) for s in view.game.sides), tuple(rows))


def _entries(lines: Sequence[Line], side: str) -> list[Entry]:
    totals = accumulate(line.written[side] for line in lines)
    pots = [0, *(line.pot or 0 for line in lines)]
    rows = zip(lines, totals, pots, strict=False)  # there is one pot more
    return [Entry(line, side, total, over) for line, total, over in rows]


def _figures(entry: Entry, columns: Mapping[str, Cell]) -> tuple[str, ...]:
    figures = {key: cell(entry) for key, cell in columns.items()}
    return tuple(str(f) if f or key in SHOWN_AT_ZERO else "" for key, f in figures.items())


def _marks(entries: Sequence[Entry]) -> tuple[str, ...]:
    return tuple(entry.line.marks.get(entry.side, "") for entry in entries)


def _side(view: View, side: str) -> SheetSide:
    written = sum(line.written[side] for line in view.sheet)
    members = [Seat(letter) for letter in side]
    players = tuple(view.players[seat] for seat in members if seat in view.players)
    return SheetSide(side, players, view.totals[side] - written, view.totals[side])
