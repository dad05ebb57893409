"""Drawing the next round of an evening: who rests, who sits where, and what could not be had."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from klaverjas_server.drives import pairs_walk, round_robin, rows, whist
from klaverjas_server.drives.acquaintance import VACANT, Acquaintance, Sides, pair_of
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.knock_out import bracket, knock_out_round
from klaverjas_server.drives.memory_draw import Drawing, choose_rests, draw_tables
from klaverjas_server.drives.partners_left import leaves_partners
from klaverjas_server.drives.settings import Format

__all__ = ["CannotDraw", "Fit", "draw_round", "fit"]

TRIES: Final = 24
"""How many draws are compared where partners are about to run out."""

Seating = tuple[tuple[Sides, ...], tuple[int, ...]]
Unmet = tuple[str, tuple[int, ...]]


class CannotDraw(Exception):
    """Say why no round can be drawn; `code` is for pages in any language."""

    def __init__(self, code: str, text: str):
        super().__init__(text)
        self.code = code


class Fit(NamedTuple):
    """How so many entrants fit: full tables, those who rest, and seats that nobody has."""

    entrants: int
    tables: int
    rests: int
    vacant: int


def fit(evening: Evening, entrants: int) -> Fit:
    """Tell how so many entrants would fit: 35 make 8 tables, and 3 rest."""
    settings = evening.settings
    size = 2 * settings.side
    if settings.format == "knock-out" and not evening.rounds:
        return _fit_bracket(entrants)
    over = entrants % size
    full = entrants // size
    may_be_short = {"rest": 0, "bot": 2}.get(settings.fourth, 1)
    if size == 4 and over and size - over <= may_be_short:
        return Fit(entrants, full + 1, 0, size - over)
    return Fit(entrants, full, over, 0)


def _fit_bracket(entrants: int) -> Fit:
    rests = len(bracket(entrants)) - entrants
    return Fit(entrants, (entrants - rests) // 2, rests, 0)


def draw_round(evening: Evening, seed: str) -> rows.Drawn:
    """Draw the round after the last one published; the same evening and seed give the same seats.

    CannotDraw when there are too few, or the format has come to its end.
    """
    numbers = tuple(sorted(entrant.number for entrant in evening.here()))
    fitting = fit(evening, len(numbers))
    if not fitting.tables:
        least = 2 * evening.settings.side
        raise CannotDraw("too-few", f"{len(numbers)} are here, and a table takes {least}")
    drawing = _Draw(evening, numbers, fitting, seed)
    planned = _PLANS[evening.settings.format](drawing)
    if planned is None:
        return drawing.from_memory()
    (tables, rests), method = planned, evening.settings.format
    return drawing.row(method, tables, rests)


class _Draw:
    """One draw in the making."""

    def __init__(self, evening: Evening, numbers: tuple[int, ...], fitting: Fit, seed: str):
        self.evening = evening
        self.numbers = numbers
        self.fit = fitting
        self.seed = seed
        self.turn = len(evening.rounds)
        self.known = evening.acquaintance

    @property
    def same_field(self) -> bool:
        """The format has been kept to since the first round, with the same people throughout."""
        kept = self.evening.settings.format
        return all(
            round.method == kept
            and sorted([*round.rests, *(n for t in round.tables for n in t.numbers)])
            == list(self.numbers)
            for round in self.evening.rounds
        )

    def from_memory(self) -> rows.Drawn:
        """Draw by lot, with a memory for who has met whom."""
        chance = Random(self.seed)
        rests = choose_rests(self.numbers, self.fit.rests, self.known, chance, self.evening.wishes)
        people = [n for n in self.numbers if n not in rests] + [VACANT] * self.fit.vacant
        tried = list[Drawing]()
        for _ in range(TRIES):
            tried.append(self._draw_tables(people, chance))
            if self._leaves_partners(tried[-1].tables, people):
                break
        # Where none leaves partners enough, a later round's repeat is no reason for one now.
        best = tried[-1] if len(tried) < TRIES else min(tried, key=lambda each: each.cost)
        return self.row("memory", best.tables, rests, best.cost, sum(t.swaps for t in tried))

    def _draw_tables(self, people: Sequence[int], chance: Random) -> Drawing:
        settings, wishes = self.evening.settings, self.evening.wishes
        return draw_tables(people, self.known, chance, side=settings.side, wishes=wishes)

    def _leaves_partners(self, tables: Sequence[Sides], people: Sequence[int]) -> bool:
        """Tell whether everybody has a new partner, and can have for the rest of the evening."""
        if self.evening.settings.side == 1:
            return True
        ahead = self.evening.settings.rounds - self.turn - 1
        if self._repeats(tables) and leaves_partners(self.known, (), people, 1):
            return False
        return leaves_partners(self.known, tables, people, ahead)

    def _repeats(self, tables: Sequence[Sides]) -> bool:
        """Tell whether somebody has a partner again, and neither wished for it."""
        pairs = {pair_of(*side) for table in tables for side in table}
        again = {pair for pair in pairs if self.known.partners.get(pair, 0) >= 1}
        return bool(again - self.evening.together)

    def row(
        self,
        method: Format,
        tables: Sequence[Sides],
        rests: Sequence[int],
        cost: int = 0,
        swaps: int = 0,
    ) -> rows.Drawn:
        """Write the draw down, with all that could not be had."""
        return rows.Drawn(
            round=self.turn + 1,
            deals=self.evening.settings.deals,
            method=method,
            seed=self.seed,
            tables=tuple(rows.Table(place, sides) for place, sides in enumerate(tables, 1)),
            rests=tuple(rests),
            cost=cost,
            swaps=swaps,
            unmet=tuple(_unmet(self.evening, self.known, tables, rests)),
        )

    def named(self, seating: Seating, numbers: Sequence[int], first: int) -> Seating:
        """Give a plan's places, counted from `first`, the numbers of entrants."""
        tables, rests = seating
        return (
            tuple(
                (
                    tuple(numbers[place - first] for place in ours),
                    tuple(numbers[place - first] for place in theirs),
                )
                for ours, theirs in tables
            ),
            tuple(numbers[place - first] for place in rests),
        )


def _memory(drawing: _Draw) -> Seating | None:
    return None


def _walk(drawing: _Draw) -> Seating | None:
    """Walk while there are tables to walk to and nobody has come or gone."""
    pairs = len(drawing.numbers)
    if not drawing.same_field or drawing.turn >= (pairs + 1) // 2:
        return None
    return drawing.named(pairs_walk.walk(pairs, drawing.turn), drawing.numbers, 1)


def _whist(drawing: _Draw) -> Seating | None:
    """Rotate where there is a rotation for this number and nobody has come or gone."""
    players = len(drawing.numbers)
    if players not in whist.SIZES or not drawing.same_field:
        return None
    if drawing.turn >= whist.rounds_of(players):
        return None
    rounds = drawing.evening.rounds
    order = list(drawing.numbers)
    Random(rounds[0].seed if rounds else drawing.seed).shuffle(order)
    return drawing.named(whist.whist_round(players, drawing.turn), order, 0)


def _round_robin(drawing: _Draw) -> Seating | None:
    """Go round the circle; once all have met, memory sees to the rest."""
    entrants = len(drawing.numbers)
    if not drawing.same_field or drawing.turn >= round_robin.rounds_of(entrants):
        return None
    return drawing.named(round_robin.circle(entrants, drawing.turn), drawing.numbers, 1)


def _knock_out(drawing: _Draw) -> Seating:
    """Let the winners of the last round meet, in the order of the bracket."""
    rounds = drawing.evening.rounds
    if not rounds:
        seeds = [n if n <= len(drawing.numbers) else 0 for n in bracket(len(drawing.numbers))]
        return knock_out_round([drawing.numbers[s - 1] if s else 0 for s in seeds])
    left = _still_in(drawing.evening)
    if sum(map(bool, left)) < 2:
        raise CannotDraw("decided", "the knock-out has its winner")
    return knock_out_round(left)


def _still_in(evening: Evening) -> list[int]:
    """List who has not lost, in the order of the bracket, 0 where nobody is."""
    first = evening.rounds[0]
    entered = sorted([*first.rests, *(n for t in first.tables for n in t.numbers)])
    order = [entered[s - 1] if s <= len(entered) else 0 for s in bracket(len(entered))]
    for round in evening.rounds:
        winners = {_winner(evening, round.number, table.table) for table in round.tables}
        winners |= set(round.rests)
        order = [
            next((n for n in meeting if n in winners and n), 0)
            for meeting in zip(order[::2], order[1::2], strict=True)
        ]
    here = {entrant.number for entrant in evening.here()}
    return [number if number in here else 0 for number in order]


def _winner(evening: Evening, round: int, table: int) -> int:
    played = evening.round(round).at(table)
    score = played.score
    if score is None or score.totals[0] == score.totals[1]:
        raise CannotDraw("undecided", f"table {table} of round {round} has no winner yet")
    return played.sides[score.totals[0] < score.totals[1]][0]


_PLANS: Final[dict[Format, Callable[[_Draw], Seating | None]]] = {
    "memory": _memory,
    "walk": _walk,
    "whist": _whist,
    "round-robin": _round_robin,
    "knock-out": _knock_out,
}


def _unmet(
    evening: Evening, known: Acquaintance, tables: Sequence[Sides], rests: Sequence[int]
) -> Iterator[Unmet]:
    """Find what could not be had."""
    for ours, theirs in tables:
        for side in (ours, theirs):
            if len(side) == 2 and known.partners.get(pair_of(*side), 0) >= 1:
                yield "partners-again", pair_of(*side)
        for pair in (pair_of(one, other) for one in ours for other in theirs):
            if known.opponents.get(pair, 0) >= 1:
                yield "opponents-again", pair
    yield from _wishes_unmet(evening, tables)
    for number in rests:
        if known.rested.get(number, 0):
            yield "rests-again", (number,)


def _wishes_unmet(evening: Evening, tables: Sequence[Sides]) -> Iterator[Unmet]:
    partners = {pair_of(*side) for table in tables for side in table if len(side) == 2}
    seats = {n: place for place, table in enumerate(tables, 1) for side in table for n in side}
    wishes = evening.wishes
    for pair in sorted(wishes.together - partners):
        if all(number in seats for number in pair):
            yield "together", pair
    for one, other in sorted(wishes.apart):
        if one in seats and seats[one] == seats.get(other):
            yield "apart", (one, other)
    for number, table in sorted(wishes.fixed.items()):
        if seats.get(number, table) != table:
            yield "fixed", (number, table)
