"""The memory draw: everybody gets partners and opponents he has met as little as possible.

Seats are annealed: two people change places, and the change stands if it costs less, or, now
and then, a little more. A partner met before is dear, an opponent met before less so. The search
ends at a count of swaps, never by the clock, so that the same seed gives the same seats anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from klaverjas_server.drives.acquaintance import VACANT, Acquaintance, Sides, pair_of

__all__ = ["SWAPS", "Drawing", "Wishes", "choose_rests", "draw_tables"]

SWAPS: Final = 50_000
"""After how many swaps the search ends, if nothing free of cost was found before."""
HOT: Final = 40.0
"""What a change may cost at the beginning, about; in the end it is `COLD`."""
COLD: Final = 0.5
AGAIN: Final = 10_000
"""The cost of a partner one has had, for each time: more than all opponents of a small field."""
WISH: Final = 1_000_000
"""The cost of a wish that is not met."""
STEPS: Final = 100
"""How often it gets colder."""


class Wishes(NamedTuple):
    """What a draw must heed, by the numbers of entrants.

    Those who are `apart` never sit at one table, those `together` are partners, and whoever has
    a table of his own in `fixed` always sits there.
    """

    apart: frozenset[tuple[int, int]] = frozenset()
    together: frozenset[tuple[int, int]] = frozenset()
    fixed: Mapping[int, int] = {}  # never written to


NO_WISHES: Final = Wishes()


class Drawing(NamedTuple):
    """Tables from the first on, what they cost, and the swaps it took to find them."""

    tables: tuple[Sides, ...]
    cost: int
    swaps: int


def choose_rests(
    numbers: Iterable[int],
    places: int,
    known: Acquaintance,
    chance: Random,
    wishes: Wishes = NO_WISHES,
) -> tuple[int, ...]:
    """Choose who rests, `places` of them: by fewest rests tonight, then this season, then lot.

    So nobody rests twice before all have once. Those who must be partners share a lot.
    """
    lots = {number: chance.random() for number in sorted(numbers)}
    for one, other in sorted(wishes.together):
        if one in lots and other in lots:
            lots[other] = lots[one]
    order = sorted(
        lots,
        key=lambda n: (known.rested.get(n, 0), known.rested_before.get(n, 0), lots[n], n),
    )
    return tuple(sorted(order[:places]))


def draw_tables(
    numbers: Iterable[int],
    known: Acquaintance,
    chance: Random,
    *,
    side: int = 2,
    wishes: Wishes = NO_WISHES,
    swaps: int = SWAPS,
) -> Drawing:
    """Seat people, `side` on each side of a table; `VACANT` seats come last, at the last table.

    ValueError when they do not fill their tables.
    """
    people = sorted(numbers)
    if not people or len(people) % (2 * side):
        raise ValueError(f"{len(people)} do not fill tables of {2 * side}")
    hall = _Hall(people, known, side, wishes)
    chance.shuffle(hall.seats)
    hall.seat_fixed(wishes.fixed)
    hall.price()
    return hall.anneal(chance, swaps)


class _Hall:
    """The seats of one round while they are being drawn: person by place, and costs by table."""

    def __init__(self, people: Sequence[int], known: Acquaintance, side: int, wishes: Wishes):
        self.people = people
        self.seats = list(range(len(people)))
        """Whom each place has, as an index into `people`; tables are runs of `size` places."""
        self.side = side
        self.size = 2 * side
        self.homes: list[int | None] = [None] * len(people)
        self.costs: list[int] = []
        self.debt = WISH * len(_present(wishes.together, people)) if side == 2 else 0
        self.partners, self.opponents = _prices(people, known, wishes)

    def seat_fixed(self, fixed: Mapping[int, int]) -> None:
        """Take everybody with a table of his own there, and vacant seats to the last one."""
        tables = len(self.seats) // self.size
        room = {
            table: [*range(table * self.size, (table + 1) * self.size)] for table in range(tables)
        }
        last = [index for index, number in enumerate(self.people) if number == VACANT]
        wanted = [(index, tables - 1) for index in last]
        wanted += [
            (self.people.index(n), t - 1) for n, t in sorted(fixed.items()) if n in self.people
        ]
        for index, table in wanted:
            if 0 <= table < tables and room[table]:
                self.swap(self.seats.index(index), room[table].pop())
                self.homes[index] = table

    def swap(self, one: int, other: int) -> None:
        """Let two places exchange their people."""
        self.seats[one], self.seats[other] = self.seats[other], self.seats[one]

    def price(self) -> None:
        """Work out what every table costs."""
        self.costs = [self._price(table) for table in range(len(self.seats) // self.size)]

    def _price(self, table: int) -> int:
        start = table * self.size
        if self.side == 1:
            return self.opponents[self.seats[start]][self.seats[start + 1]]
        a, b, c, d = self.seats[start : start + 4]
        ours, theirs = self.opponents[a], self.opponents[b]
        return self.partners[a][b] + self.partners[c][d] + ours[c] + ours[d] + theirs[c] + theirs[d]

    def _may(self, person: int, table: int) -> bool:
        return self.homes[person] is None or self.homes[person] == table

    def anneal(self, chance: Random, swaps: int) -> Drawing:
        """Swap until nothing costs anything, or so many swaps have been tried; keep the best."""
        cost = sum(self.costs) + self.debt
        best, best_seats, tried = cost, tuple(self.seats), 0
        places, size, seats, costs = len(self.seats), self.size, self.seats, self.costs
        roll, limit = chance.random, max(1, swaps // STEPS)
        while tried < swaps and best > 0:
            heat = HOT * (COLD / HOT) ** (tried // limit / STEPS)
            for _ in range(limit):
                tried += 1
                one, other = int(roll() * places), int(roll() * places)
                here, there = one // size, other // size
                if not (self._may(seats[one], there) and self._may(seats[other], here)):
                    continue
                self.swap(one, other)
                new_here = self._price(here)
                new_there = new_here if here == there else self._price(there)
                was = costs[here] if here == there else costs[here] + costs[there]
                more = (new_here if here == there else new_here + new_there) - was
                if more > 0 and roll() >= _chance_of(more / heat):
                    self.swap(one, other)
                    continue
                costs[here], costs[there] = new_here, new_there
                cost += more
                if cost < best:
                    best, best_seats = cost, tuple(seats)
                    if best <= 0:
                        break
        return Drawing(self._tables(best_seats), best, tried)

    def _tables(self, seats: Sequence[int]) -> tuple[Sides, ...]:
        people = [self.people[index] for index in seats]
        return tuple(
            (tuple(people[at : at + self.side]), tuple(people[at + self.side : at + self.size]))
            for at in range(0, len(people), self.size)
        )


def _chance_of(excess: float) -> float:
    """Tell how likely a change stands that costs so many times the heat.

    A polynomial near to exp(-x): it rounds the same on every machine, which exp need not.
    """
    if excess >= 8.0:
        return 0.0
    root = 1.0 - excess / 8.0
    root *= root
    root *= root
    return root * root


def _present(pairs: Iterable[tuple[int, int]], people: Iterable[int]) -> list[tuple[int, int]]:
    here = set(people)
    return [pair for pair in sorted(pairs) if here.issuperset(pair)]


def _prices(
    people: Sequence[int], known: Acquaintance, wishes: Wishes
) -> tuple[list[list[int]], list[list[int]]]:
    """Work out what any two cost as partners, and as opponents."""
    partners = [[0] * len(people) for _ in people]
    opponents = [[0] * len(people) for _ in people]
    for i, one in enumerate(people):
        for j, other in enumerate(people):
            pair = pair_of(one, other)
            as_partners = known.partners.get(pair, 0.0)
            as_opponents = known.opponents.get(pair, 0.0)
            apart = WISH if pair in wishes.apart else 0
            partners[i][j] = round(AGAIN * as_partners + 25 * as_opponents) + apart
            opponents[i][j] = round(25 * as_partners + 30 * as_opponents * as_opponents) + apart
            if pair in wishes.together:
                partners[i][j] = -WISH
    return partners, opponents
