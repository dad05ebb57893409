"""Standings: a pure function of an evening, up to any of its rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from random import Random
from typing import Final, Literal, NamedTuple

from klaverjas_server.drives.entrant import Entrant
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.round import HallTable, Round
from klaverjas_server.drives.settings import Tariff, TieBreak

__all__ = ["Cell", "Kind", "Line", "shown_standings", "standings"]

Kind = Literal["played", "open", "void", "rest", "missed", "notice", "absent", "left"]
"""What a round was to an entrant; `open` is at a table without a result."""

STANDARD: Final = 16
"""The deals for which a tariff's points are given."""


class Cell(NamedTuple):
    """What one round brought an entrant; `points` None is not known yet."""

    round: int
    kind: Kind
    deals: int
    points: int | None = None
    against: int = 0
    pits: int = 0
    nats: int = 0
    roem: int = 0
    table: int | None = None

    @property
    def won(self) -> int:
        """2 for a round won, 1 for a drawn one."""
        if self.kind != "played" or self.points is None:
            return 0
        return 1 + (self.points > self.against) - (self.points < self.against)


class Line(NamedTuple):
    """An entrant in the standings. Places are shared by those who are equal.

    `decided` is the step of the chain of tie-breaks that set him apart from others with the same
    points. `adjusted` is counted in `points`.
    """

    place: int
    number: int
    name: str
    short: str
    points: int
    cells: tuple[Cell, ...]
    pits: int
    nats: int
    roem: int
    wins: int
    adjusted: int
    decided: TieBreak | None = None
    shared: bool = False
    withdrawn: bool = False

    @property
    def played(self) -> int:
        """How many rounds he played to their end."""
        return sum(cell.kind == "played" for cell in self.cells)


def shown_standings(evening: Evening) -> tuple[Line, ...]:
    """Give the standings that anybody may see: no further than they are frozen."""
    through = evening.closed
    return standings(evening, through if evening.frozen is None else min(through, evening.frozen))


def standings(evening: Evening, through: int | None = None) -> tuple[Line, ...]:
    """Rank everybody by the results of the first rounds, all that are closed if not said otherwise.

    Only results that both sides agree on count. What was not played is worth what the settings say.
    """
    rounds = evening.rounds[: evening.closed if through is None else through]
    lows = {round.number: _lowest(round) for round in rounds}
    lines = [_line(evening, entrant, rounds, lows) for entrant in evening.entrants.values()]
    return tuple(_rank(evening, [line for line in lines if _counts(evening, line)]))


def _counts(evening: Evening, line: Line) -> bool:
    """Tell whether somebody belongs in the list: he came, or has points without having come."""
    came = evening.entrants[line.number].came is not None
    return (
        came or bool(line.points) or any(c.kind in ("played", "open", "rest") for c in line.cells)
    )


def _line(
    evening: Evening, entrant: Entrant, rounds: Sequence[Round], lows: dict[int, int]
) -> Line:
    bare = [_cell(entrant, round) for round in rounds]
    cells = tuple(_with_tariff(evening, cell, bare, lows) for cell in bare)
    adjusted = sum(_adjustments(evening, entrant.number, len(rounds)))
    knock_out = evening.settings.format == "knock-out"
    return Line(
        place=0,
        number=entrant.number,
        name=entrant.name,
        short=entrant.short,
        points=sum(cell.points or 0 for cell in cells) + adjusted,
        cells=cells,
        pits=sum(cell.pits for cell in cells),
        nats=sum(cell.nats for cell in cells),
        roem=sum(cell.roem for cell in cells),
        wins=sum(2 if knock_out and cell.kind == "rest" else cell.won for cell in cells),
        adjusted=adjusted,
        withdrawn=entrant.withdrawn,
    )


def _adjustments(evening: Evening, number: int, through: int) -> Iterator[int]:
    for each in evening.adjustments:
        if each.number == number and (each.round is None or each.round <= through):
            yield each.points


def _cell(entrant: Entrant, round: Round) -> Cell:
    """Say what a round was to an entrant, before any tariff."""
    table = round.table_of(entrant.number)
    if table is not None:
        return _table_cell(entrant.number, round, table)
    kind: Kind = "missed"
    if entrant.number in round.rests:
        kind = "rest"
    elif entrant.left_before(round.number):
        kind = "left"
    elif entrant.came is None:
        kind = "notice" if entrant.notice else "absent"
    return Cell(round.number, kind, round.deals)


def _table_cell(number: int, round: Round, table: HallTable) -> Cell:
    if table.void:
        return Cell(round.number, "void", round.deals, table=table.table)
    score = table.score
    if score is None:
        return Cell(round.number, "open", round.deals, table=table.table)
    side = table.side_of(number)
    return Cell(
        round.number,
        "played",
        round.deals,
        score.totals[side],
        score.totals[1 - side],
        score.pits[side],
        score.nats[side],
        score.roem[side],
        table.table,
    )


def _with_tariff(evening: Evening, cell: Cell, cells: Sequence[Cell], lows: dict[int, int]) -> Cell:
    """Give a round that was not played what it is worth."""
    tariff = _tariff(evening, cell.kind)
    if tariff is None:
        return cell
    if tariff.kind == "own":
        points = _own_average(cells, cell.deals)
    elif tariff.kind == "lowest":
        points = lows[cell.round]
    else:
        points = _divide(tariff.points * cell.deals, STANDARD)
    return cell._replace(points=points, pits=tariff.pits)


def _tariff(evening: Evening, kind: Kind) -> Tariff | None:
    settings = evening.settings
    tariffs: dict[Kind, Tariff] = {
        "rest": settings.rest,
        "void": settings.rest,
        "missed": settings.missed,
        "notice": settings.notice,
        "absent": settings.absent,
        "left": settings.left,
    }
    return tariffs.get(kind)


def _own_average(cells: Iterable[Cell], deals: int) -> int:
    """Work out one's average for a deal over all rounds played, times these deals."""
    played = [cell for cell in cells if cell.kind == "played"]
    points = sum(cell.points or 0 for cell in played)
    return _divide(points * deals, sum(cell.deals for cell in played))


def _divide(number: int, by: int) -> int:
    """Divide, to the nearest whole number; a half goes up, nothing by nothing is nothing."""
    return (2 * number + by) // (2 * by) if by else 0


def _lowest(round: Round) -> int:
    scores = [table.score for table in round.tables if table.score is not None]
    return min((min(score.totals) for score in scores), default=0)


# Places


def _rank(evening: Evening, lines: list[Line]) -> Iterator[Line]:
    """Put lines in order, and give them their places."""
    by_wins = evening.settings.ranking == "wins" or evening.settings.format == "knock-out"

    def merit(line: Line) -> tuple[int, int]:
        return (line.wins if by_wins else 0, line.points)

    ordered = sorted(lines, key=lambda line: (*(-m for m in merit(line)), line.number))
    place = 1
    for _, equal in groupby(ordered, merit):
        for tied in _untie(evening, list(equal), evening.settings.ties):
            shared = len(tied) > 1
            yield from (line._replace(place=place, shared=shared) for line in tied)
            place += len(tied)


def _untie(evening: Evening, lines: list[Line], chain: Sequence[TieBreak]) -> Iterator[list[Line]]:
    """Split equal lines by the chain of tie-breaks; those still equal stay together."""
    if len(lines) == 1 or not chain:
        yield lines
        return
    step, *rest = chain
    merit = _STEPS[step](evening, lines)
    ordered = sorted(lines, key=lambda line: (-merit(line), line.number))
    groups = [list(group) for _, group in groupby(ordered, merit)]
    for group in groups:
        decided = [line._replace(decided=step) for line in group] if len(groups) > 1 else group
        yield from _untie(evening, decided, rest)


_Merit = Callable[[Line], int]


def _pits(evening: Evening, lines: list[Line]) -> _Merit:
    return lambda line: line.pits


def _nats(evening: Evening, lines: list[Line]) -> _Merit:
    return lambda line: -line.nats


def _best_round(evening: Evening, lines: list[Line]) -> _Merit:
    """Look at the best round that was played."""
    return lambda line: max((c.points or 0 for c in line.cells if c.kind == "played"), default=0)


def _head_to_head(evening: Evening, lines: list[Line]) -> _Merit:
    """Add up what the tied had over each other at tables where they met as opponents."""
    tied = {line.number for line in lines}
    over = dict.fromkeys(tied, 0)
    for cell_round in evening.rounds[: len(lines[0].cells)]:
        for table in cell_round.tables:
            if table.score is None or table.void:
                continue
            ours, theirs = (tied.intersection(side) for side in table.sides)
            ahead = table.score.totals[0] - table.score.totals[1]
            for number in ours if theirs else ():
                over[number] += ahead
            for number in theirs if ours else ():
                over[number] -= ahead
    return lambda line: over[line.number]


def _lot(evening: Evening, lines: list[Line]) -> _Merit:
    """Cast lots, the same for everybody whenever it is looked at."""
    numbers = sorted(line.number for line in lines)
    Random(f"{evening.id}/lot").shuffle(numbers)
    return lambda line: numbers.index(line.number)


_STEPS: Final[dict[TieBreak, Callable[[Evening, list[Line]], _Merit]]] = {
    "pits": _pits,
    "nats": _nats,
    "head-to-head": _head_to_head,
    "best-round": _best_round,
    "lot": _lot,
}
