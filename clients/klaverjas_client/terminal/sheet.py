"""The score sheet, in two columns as clubs keep it: we and they."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import NamedTuple

from klaverjas import Game, Line, Player, Seat, View
from klaverjas_client.terminal.columns import centre, left, right, width
from klaverjas_client.terminal.style import Style
from klaverjas_client.terminal.wording import Party, Wording
from klaverjas_words import Catalogue

__all__ = ["ScoreSheet"]

_LAST_TRICK = 10
_ROOMY = 72
"""Columns from which on names, headings and bars may spread."""


class _Entry(NamedTuple):
    """One deal as it stands for one side, `total` after it; `over` is the pot before it."""

    line: Line
    side: str
    total: int
    over: int


class _Column(NamedTuple):
    """A column: its heading, the texts in it; of columns that may go, the highest goes first."""

    heading: str
    cells: list[str]
    goes: int = 0
    set_: Callable[[str, int], str] = right

    @property
    def width(self) -> int:
        return max(map(width, (self.heading, *self.cells)))


class _Group(NamedTuple):
    """Columns under one heading."""

    heading: str
    columns: list[_Column]

    @property
    def width(self) -> int:
        inner = sum(column.width for column in self.columns) + len(self.columns) - 1
        return max(inner, width(self.heading))


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """The sheet of one match, as `me` or a spectator (None) reads it.

    `totals` are those that count: where they differ from what the lines add up to, the director
    has ruled, and the difference stands on a line of its own.
    """

    game: Game
    lines: Sequence[Line]
    totals: Mapping[str, int] | None = None
    me: Seat | None = None
    players: Mapping[Seat, Player] = field(default_factory=dict)

    @classmethod
    def of(cls, view: View) -> ScoreSheet:
        """Take the sheet out of a view."""
        return cls(
            game=view.game,
            lines=view.sheet,
            totals=view.totals,
            me=view.me,
            players=view.players,
        )

    def render(self, words: Catalogue, style: Style) -> tuple[str, ...]:
        """Write the sheet as lines of at most `style.columns` columns.

        Where there is no room, cards and parts of the points go first; what was written, the
        marks and the running totals always stay.
        """
        wording = Wording(words, style)
        party = Party(wording, self.game, self.me, self.players)
        return tuple(map(style.paint, _Writer(self, wording, party).write()))


class _Writer:
    """Writes one sheet for one terminal."""

    def __init__(self, sheet: ScoreSheet, wording: Wording, party: Party) -> None:
        self.sheet = sheet
        self.say = wording.say
        self.wording = wording
        self.party = party
        self.columns = wording.style.columns
        self.roomy = self.columns >= _ROOMY
        self.bar = " │ " if self.roomy and sheet.game is Game.KLAVERJAS else "│"
        self.ruled = {side: self._ruling(side) for side in party.sides()}
        self.rulings = int(any(self.ruled.values()))
        self.blank = [""] * (self.rulings + 1)

    def _ruling(self, side: str) -> int:
        written = sum(line.written[side] for line in self.sheet.lines)
        return (self.sheet.totals or {}).get(side, written) - written

    def write(self) -> Iterator[str]:
        yield self.say("sheet.title")
        yield from self._people()
        if not self.sheet.lines and not self.rulings:
            yield self.say("sheet.empty")
            return
        groups = _fit(self._groups(), self.columns, len(self.bar))
        yield from self._table(groups)
        yield from self._legend(groups)

    def _people(self) -> list[str]:
        if len(self.sheet.game.seats) == 2 or not self.sheet.players:
            return []
        half = self.columns // 2 - 2
        sides = (f"{self.party.side(side)}: {self._members(side)}" for side in self.party.sides())
        return self.wording.flow((self.wording.clip(side, half) for side in sides), "  ")

    def _members(self, side: str) -> str:
        return " & ".join(self.party.name(seat) for seat in self.party.members(side))

    def _table(self, groups: list[_Group]) -> Iterator[str]:
        bar = self.wording.style.plain(self.bar)
        headings = [[column.heading for column in group.columns] for group in groups]
        yield bar.join(centre(group.heading, group.width) for group in groups).rstrip()
        yield self._row(groups, headings, bar)
        yield self._rule(groups)
        last = len(groups[0].columns[0].cells) - 1
        for place in range(last + 1):
            if place == last:
                yield self._rule(groups)
            yield self._row(groups, [[c.cells[place] for c in g.columns] for g in groups], bar)

    def _row(self, groups: list[_Group], texts: list[list[str]], bar: str) -> str:
        return bar.join(_set(group, row) for group, row in zip(groups, texts, strict=True)).rstrip()

    def _rule(self, groups: list[_Group]) -> str:
        cross = self.bar.replace(" ", "─").replace("│", "┼")
        return self.wording.style.plain(cross.join("─" * group.width for group in groups))

    def _groups(self) -> list[_Group]:
        sides = [self._side(side) for side in self.party.sides()]
        pot = [self._pot()] if any(line.pot for line in self.sheet.lines) else []
        return [self._deals(), *sides, *pot]

    def _deals(self) -> _Group:
        lines = self.sheet.lines
        rulings = [self.say("sheet.ruling")] * self.rulings
        numbers = [str(line.deal) for line in lines] + rulings + [self.say("sheet.sum")]
        columns = [_Column(self.say("sheet.deal"), numbers)]
        if self.sheet.game is Game.KLAVERJAS:
            makers = [self._maker(line) for line in lines] + self.blank
            columns += [self._trumps(lines), _Column("", makers, 1, left)]
        return _Group("", columns)

    def _trumps(self, lines: Sequence[Line], side: str | None = None) -> _Column:
        """Set the trumps, or only those one side made."""
        made = (side is None or line.maker == side for line in lines)
        signs = [
            self.wording.sign(line.trump) if line.trump and ours else ""
            for line, ours in zip(lines, made, strict=True)
        ]
        return _Column("", signs + self.blank)

    def _maker(self, line: Line) -> str:
        room = 10 if self.roomy else 6
        return self.wording.clip(self.party.name(line.maker), room) if line.maker else ""

    def _side(self, side: str) -> _Group:
        entries = self._entries(side)
        heading = self.wording.clip(self.party.side(side).upper(), 20 if self.roomy else 12)
        parts = _KLAVERJAS if self.sheet.game is Game.KLAVERJAS else _KLABERJASS
        columns = [
            _Column(self.say(key), [cell(e) for e in entries] + self._foot(side, key), goes)
            for key, goes, cell in parts
        ]
        marks = [entry.line.marks.get(side, "") for entry in entries] + self.blank
        columns.insert(-1, _Column("", marks, 0, left))
        if self.sheet.game is Game.KLABERJASS:
            columns.insert(0, self._trumps(self.sheet.lines, side))
        return _Group(heading, columns)

    def _entries(self, side: str) -> list[_Entry]:
        lines = self.sheet.lines
        totals = accumulate(line.written[side] for line in lines)
        pots = [0, *(line.pot or 0 for line in lines)]
        rows = zip(lines, totals, pots, strict=False)  # there is one pot more
        return [_Entry(line, side, total, over) for line, total, over in rows]

    def _foot(self, side: str, key: str) -> list[str]:
        ruled = self.ruled[side]
        total = sum(line.written[side] for line in self.sheet.lines) + ruled
        roem = sum((line.roem or {}).get(side, 0) for line in self.sheet.lines)
        foot = {"sheet.total": str(total), "sheet.roem": _some(roem)}.get(key, "")
        if not self.rulings:
            return [foot]
        return [f"{ruled:+}" if key == "sheet.written" and ruled else "", foot]

    def _pot(self) -> _Group:
        pots = [0, *(line.pot or 0 for line in self.sheet.lines)]
        changes = (after - before for before, after in pairwise(pots))
        cells = [f"{change:+}" if change else "" for change in changes]
        return _Group("", [_Column(self.say("sheet.pot"), cells + self.blank)])

    def _legend(self, groups: list[_Group]) -> list[str]:
        """Explain the short forms that stand on this sheet."""
        stand = {column.heading for group in groups for column in group.columns}
        stand |= {
            mark for line in self.sheet.lines for marks in line.marks.values() for mark in marks
        }
        known = self.say(f"sheet.legend.{self.sheet.game}").split(", ")
        parts = [part for part in known if part.partition(" = ")[0] in stand]
        if self.rulings:
            parts.append(f"{self.say('sheet.ruling')} = {self.say('word.director')}")
        return self.wording.flow([f"{part}," for part in parts[:-1]] + parts[-1:])


def _some(figure: int) -> str:
    return str(figure) if figure else ""


def _cards(entry: _Entry) -> str:
    return str(entry.line.points[entry.side] - _last(entry))


def _last(entry: _Entry) -> int:
    return _LAST_TRICK if entry.line.last == entry.side else 0


def _sum(entry: _Entry) -> int:
    extra = ((entry.line.sequences or {}), (entry.line.bela or {}))
    return entry.line.points[entry.side] + sum(part.get(entry.side, 0) for part in extra)


def _bate(entry: _Entry) -> str:
    """Give what came over from a maker who was bate: all he writes that is not his, nor the pot."""
    from_pot = max(0, entry.over - (entry.line.pot or 0))
    return _some(max(0, entry.line.written[entry.side] - _sum(entry) - from_pot))


_Cell = Callable[[_Entry], str]
_KLAVERJAS: tuple[tuple[str, int, _Cell], ...] = (
    ("sheet.points", 3, lambda e: str(e.line.points[e.side])),
    ("sheet.roem", 2, lambda e: _some((e.line.roem or {}).get(e.side, 0))),
    ("sheet.written", 0, lambda e: str(e.line.written[e.side])),
    ("sheet.total", 0, lambda e: str(e.total)),
)
_KLABERJASS: tuple[tuple[str, int, _Cell], ...] = (
    ("sheet.cards", 2, _cards),
    ("sheet.last", 6, lambda e: _some(_last(e))),
    ("sheet.sequences", 4, lambda e: _some((e.line.sequences or {}).get(e.side, 0))),
    ("sheet.bela", 5, lambda e: _some((e.line.bela or {}).get(e.side, 0))),
    ("sheet.bate", 3, _bate),
    ("sheet.written", 0, lambda e: str(e.line.written[e.side])),
    ("sheet.total", 0, lambda e: str(e.total)),
)


def _set(group: _Group, texts: list[str]) -> str:
    cells = (c.set_(text, c.width) for c, text in zip(group.columns, texts, strict=True))
    return right(" ".join(cells), group.width)


def _fit(groups: list[_Group], columns: int, bar: int) -> list[_Group]:
    """Leave out columns, the most dispensable first, until the groups fit side by side."""
    while sum(group.width + bar for group in groups) - bar > columns:
        ranks = [column.goes for group in groups for column in group.columns]
        if not (worst := max(ranks)):
            break
        groups = [
            group._replace(columns=[c for c in group.columns if c.goes != worst])
            for group in groups
        ]
    return groups
