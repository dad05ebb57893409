"""How long draws take, and what they come to, beside plain lots.

    python tests/bench/drives.py [evenings]

For each field: evenings are drawn with other seeds; printed are the CPU of the longest draw of
all, what was met twice on average, and the same for lots. The bar is a draw of 80 within a second.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

if __name__ == "__main__":
    # Started as a file: what it needs of the tests lies at the root.
    sys.path[0] = str(Path(__file__).resolve().parents[2])

from klaverjas_server.drives.acquaintance import Acquaintance, Sides
from klaverjas_server.drives.settings import Settings
from tests.bench.report import table
from tests.server.drives.hall import Club

EVENINGS: Final = 10
BAR: Final = 1.0
FIELDS: Final = [
    (12, 3),
    (12, 10),
    (16, 4),
    (24, 4),
    (33, 6),
    (36, 5),
    (77, 10),
    (80, 10),
]
CHANGING: Final = [33, 35, 36, 34, 34, 31]

Rounds = list[tuple[Sequence[Sides], Sequence[int]]]


class Drawn(NamedTuple):
    """One evening's draws: the longest, partners met twice, people met twice in any way."""

    seconds: float
    partners: int
    people: int


def from_memory(counts: Sequence[int], seed: int) -> Drawn:
    """Draw an evening as a club does."""
    club, longest = Club(Settings(rounds=len(counts))), 0.0
    for turn, count in enumerate(counts):
        club.keep_only(count)
        start = time.process_time()
        club.draw(f"{seed}/{turn}")
        longest = max(longest, time.process_time() - start)
    return _judge(longest, [([t.sides for t in r.tables], r.rests) for r in club.evening.rounds])


def by_lot(counts: Sequence[int], seed: int) -> Drawn:
    """Draw an evening by plain lots."""
    chance, rounds = Random(seed), Rounds()
    for count in counts:
        people = chance.sample(range(1, count + 1), count)
        full = count - count % 4
        tables: list[Sides] = [
            ((people[at], people[at + 1]), (people[at + 2], people[at + 3]))
            for at in range(0, full, 4)
        ]
        rounds.append((tables, people[full:]))
    return _judge(0.0, rounds)


def _judge(seconds: float, rounds: Rounds) -> Drawn:
    known = Acquaintance.of(rounds)
    partners = sum(int(times) - 1 for times in known.partners.values())
    met = {*known.partners, *known.opponents}
    people = sum(known.partners.get(p, 0) + known.opponents.get(p, 0) > 1 for p in met)
    return Drawn(seconds, partners, people)


def _line(name: str, counts: Sequence[int], evenings: int) -> tuple[object, ...]:
    memory = [from_memory(counts, seed) for seed in range(evenings)]
    lots = [by_lot(counts, seed) for seed in range(evenings)]
    return (
        name,
        max(each.seconds for each in memory) * 1_000,
        sum(each.partners for each in memory) / evenings,
        sum(each.partners for each in lots) / evenings,
        sum(each.people for each in memory) / evenings,
        sum(each.people for each in lots) / evenings,
    )


def measure(evenings: int) -> None:
    """Print every field, and whether the bar was reached."""
    fields = [(f"{players} × {rounds}", [players] * rounds) for players, rounds in FIELDS]
    fields.append(("33 35 36 34 34 31", CHANGING))
    lines = [_line(name, counts, evenings) for name, counts in fields]
    print(f"{evenings} evenings each; means of what happened twice or more")
    heads = ("field", "longest, ms", "partners", "by lot", "people", "by lot")
    print(table(heads, lines))
    longest = max(from_memory([80] * 10, seed).seconds for seed in range(evenings))
    print(f"a draw of 80: {longest:.2f} s, bar {BAR} s: {'reached' if longest < BAR else 'MISSED'}")


if __name__ == "__main__":
    measure(int(sys.argv[1]) if len(sys.argv) > 1 else EVENINGS)
