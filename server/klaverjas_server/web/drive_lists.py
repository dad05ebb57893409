"""Lists of a round for screens and paper: by surname and by table, in pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median
from typing import Final, NamedTuple, TypeVar

from klaverjas_server.drives.acquaintance import VACANT
from klaverjas_server.drives.entrant import Entrant, surname
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.round import HallTable, Round

__all__ = [
    "Seated",
    "by_surname",
    "find_entrants",
    "in_pages",
    "late_tables",
    "names_of_side",
    "newest_round",
    "seated_in",
    "seats_of",
]

T = TypeVar("T")

LATE_DEALS: Final = 3
"""A table is late when it is so many deals behind the middle of all."""


class Seated(NamedTuple):
    """Where an entrant sits in a round; `table` None is a rest. `seat` as `HallTable.seat_of`."""

    entrant: Entrant
    table: HallTable | None = None
    seat: str = ""
    partner: str = ""
    opponents: str = ""


def newest_round(evening: Evening) -> Round | None:
    """Give the round that was published last."""
    return evening.rounds[-1] if evening.rounds else None


def by_surname(entrants: Iterable[Entrant]) -> list[Entrant]:
    """Sort entrants as Dutch lists do; a pair stands where its first name belongs."""
    return sorted(entrants, key=lambda entrant: (*surname(entrant.names[0]), entrant.number))


def seats_of(evening: Evening, round: Round) -> list[Seated]:
    """List by surname where everybody sits in a round, and who rests."""
    numbers = {*round.rests, *(n for table in round.tables for n in table.numbers)}
    entrants = [evening.entrants[number] for number in numbers if number in evening.entrants]
    return [seated_in(evening, round, entrant) for entrant in by_surname(entrants)]


def seated_in(evening: Evening, round: Round, entrant: Entrant) -> Seated:
    """Find where an entrant sits in a round."""
    table = round.table_of(entrant.number)
    if table is None:
        return Seated(entrant)
    side = table.side_of(entrant.number)
    partners = [n for n in table.sides[side] if n != entrant.number]
    return Seated(
        entrant,
        table,
        table.seat_of(entrant.number),
        _short_names(evening, table, partners),
        _short_names(evening, table, table.sides[1 - side]),
    )


def names_of_side(evening: Evening, table: HallTable, side: int) -> str:
    """Name those of a side by their short names; who stands in is named as well."""
    return _short_names(evening, table, table.sides[side])


def _short_names(evening: Evening, table: HallTable, numbers: Iterable[int]) -> str:
    stand_ins = dict(table.stand_ins)
    found = []
    for number in numbers:
        name = "–" if number == VACANT else evening.entrants[number].short
        instead = stand_ins.get(number)
        if instead:
            name = instead if number == VACANT else f"{name} ({instead})"
        found.append(name)
    return " & ".join(found)


def find_entrants(entrants: Iterable[Entrant], typed: str) -> list[Entrant]:
    """Find by surname whoever has a word in his name, or a number, that begins as typed."""
    wanted = typed.casefold().split()
    return [
        entrant
        for entrant in by_surname(entrants)
        if all(any(word.startswith(part) for word in _words(entrant)) for part in wanted)
    ]


def _words(entrant: Entrant) -> list[str]:
    words = f"{entrant.name} {entrant.short} {entrant.number}".casefold().split()
    return words + [word.lstrip("'’t").lstrip("'’") for word in words if "'" in word or "’" in word]


def in_pages(lines: Sequence[T], size: int) -> list[Sequence[T]]:
    """Cut a list into pages that are as full as each other; an empty one has no page."""
    count = -(-len(lines) // size)
    if not count:
        return []
    length = -(-len(lines) // count)
    return [lines[start : start + length] for start in range(0, len(lines), length)]


def late_tables(progress: dict[int, int]) -> frozenset[int]:
    """Tell which tables are late, by the deal that each is at."""
    if not progress:
        return frozenset()
    middle = median(progress.values())
    return frozenset(table for table, deal in progress.items() if middle - deal >= LATE_DEALS)
