"""Lists in and out: CSV for spreadsheets, what is pasted from one, plain text for the paper.

CSV is UTF-8 with a byte order mark and ``;``, as Dutch spreadsheets open it with a double click.
Figures are whole numbers or have a decimal comma.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from klaverjas_server.drives.entrant import Entrant, surname
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.orders import Enter
from klaverjas_server.drives.round import HallTable, Round
from klaverjas_server.drives.standings import Line

__all__ = [
    "BOM",
    "entrants_csv",
    "press_text",
    "read_entries",
    "results_csv",
    "seats_csv",
    "standings_csv",
]

BOM: Final = "\ufeff"
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")

Cells = Sequence[object]


def _csv(lines: Iterable[Cells]) -> str:
    written = io.StringIO()
    csv.writer(written, delimiter=";", lineterminator="\r\n").writerows(
        [_cell(value) for value in line] for line in lines
    )
    return BOM + written.getvalue()


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.1f}".replace(".", ",")
    text = "" if value is None else str(value)
    # A spreadsheet would work a name like =A1 out.
    return f"'{text}" if isinstance(value, str) and text.startswith(_FORMULA) else text


def _by_surname(evening: Evening) -> list[Entrant]:
    return sorted(evening.entrants.values(), key=lambda entrant: surname(entrant.names[0]))


def entrants_csv(evening: Evening) -> str:
    """Write the list of entrants, by surname; `read_entries` reads it again."""
    names = [f"name {place}" for place in range(1, evening.settings.names + 1)]
    lines: list[Cells] = [("number", *names, "short", "present", "notice", "withdrawn")]
    for entrant in _by_surname(evening):
        marks = (entrant.present, entrant.notice, entrant.withdrawn)
        lines.append(
            (entrant.number, *entrant.names, entrant.short, *(int(mark) for mark in marks))
        )
    return _csv(lines)


def seats_csv(evening: Evening, round: Round) -> str:
    """Write who sits where in a round, by surname; whoever rests has no table."""
    lines: list[Cells] = [("round", "number", "name", "table", "seat")]
    for entrant in _by_surname(evening):
        table = round.table_of(entrant.number)
        if table is not None:
            place: Cells = (table.table, table.seat_of(entrant.number))
        elif entrant.number in round.rests:
            place = ("", "rest")
        else:
            continue
        lines.append((round.number, entrant.number, entrant.name, *place))
    return _csv(lines)


def results_csv(evening: Evening) -> str:
    """Write all results, table by table."""
    head = ("round", "table", "side 1", "side 2", "points 1", "points 2", "status", "bots")
    lines: list[Cells] = [head]
    for round in evening.rounds:
        for table in round.tables:
            totals: Cells = ("", "") if table.score is None else table.score.totals
            sides = (_side(evening, table, place) for place in (0, 1))
            marks = (table.status, int(table.vacant))
            lines.append((round.number, table.table, *sides, *totals, *marks))
    return _csv(lines)


def _side(evening: Evening, table: HallTable, place: int) -> str:
    numbers = table.sides[place]
    return " & ".join(evening.entrants[n].name if n else "—" for n in numbers)


def standings_csv(lines: Sequence[Line]) -> str:
    """Write standings; `mean` is for a round that was played."""
    rounds = len(lines[0].cells) if lines else 0
    head = ["place", "number", "name", *(f"round {each}" for each in range(1, rounds + 1))]
    rows: list[Cells] = [(*head, "adjusted", "points", "mean", "pits", "nats", "roem", "tie")]
    for line in lines:
        scores = [cell.points for cell in line.cells]
        played = [cell.points for cell in line.cells if cell.kind == "played" and cell.points]
        mean = sum(played) / line.played if line.played else None
        marks = (line.pits, line.nats, line.roem, line.decided)
        figures = (*scores, line.adjusted, line.points, mean, *marks)
        rows.append((line.place, line.number, line.name, *figures))
    return _csv(rows)


def press_text(evening: Evening, lines: Sequence[Line], most: int | None = None) -> str:
    """Write the standings for the local paper: one sentence, the best `most` of all."""
    head = f"{evening.name}{f', {evening.date}' if evening.date else ''}:"
    ranked = (f"{line.place}. {line.name} {line.points}" for line in lines[:most])
    return f"{head} {'; '.join(ranked)}.\n"


# Reading

_NUMBER: Final = {"number", "nummer", "nr", "no", "#"}
_SHORT: Final = {"short", "short name", "kort", "korte naam", "roepnaam"}
_NAME: Final = ("name", "naam", "namn", "navn", "nimi", "speler", "player", "partner")


def read_entries(text: str, people: int) -> Iterator[Enter]:
    """Read a list of entrants of so many people each: CSV with ``;``, pasted with tabs, or names.

    A first line that names columns is followed; without one, whole numbers in front are numbers,
    and then come the names. A pair may stand in one cell, with & or / between. Lines without a
    name are passed over.
    """
    lines = [line for line in _split(text.lstrip(BOM)) if any(line)]
    head = [cell.casefold() for cell in lines[0]] if lines else []
    columns = _columns(head)
    for line in lines[1:] if columns else lines:
        entry = _entry(line, columns or _guess(line, people), people)
        if entry is not None:
            yield entry


def _split(text: str) -> Iterator[list[str]]:
    delimiter = "\t" if "\t" in text else ";"
    for line in csv.reader(io.StringIO(text), delimiter=delimiter):
        yield [_bare(cell) for cell in line]


def _bare(cell: str) -> str:
    text = " ".join(cell.split())
    return text[1:] if text.startswith("'") and text[1:].startswith(_FORMULA) else text


def _columns(head: Sequence[str]) -> dict[str, list[int]]:
    """Find which columns are named; nothing when it is no line of headings."""
    found: dict[str, list[int]] = {"number": [], "name": [], "short": []}
    for place, cell in enumerate(head):
        if cell in _NUMBER:
            found["number"].append(place)
        elif cell in _SHORT:
            found["short"].append(place)
        elif cell.rstrip(" 0123456789") in _NAME:
            found["name"].append(place)
    return found if found["name"] else {}


def _guess(line: Sequence[str], people: int) -> dict[str, list[int]]:
    numbered = line[0].isdecimal() and len(line) > 1
    first = 1 if numbered else 0
    last = first + (people if len(line) >= first + people and all(line[first:][:people]) else 1)
    return {
        "number": [0] if numbered else [],
        "name": list(range(first, last)),
        "short": [last] if len(line) > last else [],
    }


def _entry(line: Sequence[str], columns: dict[str, list[int]], people: int) -> Enter | None:
    def cells(kind: str) -> list[str]:
        return [line[at] for at in columns[kind] if at < len(line) and line[at]]

    names = cells("name")[:people]
    if len(names) == 1 and people == 2:
        names = _pair(names[0])
    if not names:
        return None
    number = next((int(cell) for cell in cells("number") if cell.isdecimal()), None)
    return Enter(names=tuple(names), short=next(iter(cells("short")), ""), number=number or None)


def _pair(cell: str) -> list[str]:
    for between in (" & ", " / ", "&", "/", " en ", " and "):
        one, found, other = cell.partition(between)
        if found:
            return [one.strip(), other.strip()]
    return [cell]
