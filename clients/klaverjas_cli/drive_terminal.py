"""An evening in a terminal: who is meant, lists as plain text, orders given and looked after."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from klaverjas_cli.drive_ledger import Ledger, evening_of, open_ledger
from klaverjas_cli.failure import Failure

if TYPE_CHECKING:
    from klaverjas_server.drives.evening import Evening
    from klaverjas_server.drives.orders import Order
    from klaverjas_server.drives.round import HallTable, Round
    from klaverjas_server.drives.standings import Line
    from klaverjas_server.log import Row

__all__ = [
    "Terminal",
    "find_entrant",
    "log_lines",
    "round_lines",
    "standing_lines",
    "summary_lines",
    "this_round",
]

T = TypeVar("T")


@dataclass(frozen=True)
class Terminal:
    """Which evening is meant, and where it is kept."""

    data: Path
    server: str | None = None
    pin: str | None = None
    evening: str | None = None

    def run(self, work: Callable[[Ledger], Awaitable[T]], *, anew: bool = False) -> T:
        """Do something at the ledger; `anew` makes its files where there are none."""
        from klaverjas_server.config import LOG_FILE

        here = self.data / LOG_FILE
        remote = self.server is not None and self.pin is not None
        if not (anew or remote or here.is_file()):
            raise Failure(
                f"there is no {LOG_FILE} in {self.data.resolve()}: --data names the folder"
            )
        if anew and not remote:
            self.data.mkdir(parents=True, exist_ok=True)
        return asyncio.run(self._run(work))

    async def _run(self, work: Callable[[Ledger], Awaitable[T]]) -> T:
        async with open_ledger(self.data, self.server, self.pin) as ledger:
            return await work(ledger)

    def look(self) -> Evening:
        """Read the evening."""
        return self.read()[0]

    def read(self) -> tuple[Evening, Sequence[Row]]:
        """Read the evening, and all that was done in it."""
        return self.run(lambda ledger: evening_of(ledger, self.evening))

    def give(self, make: Callable[[Evening], Iterator[Order] | Sequence[Order]]) -> Evening:
        """Give the orders that are made of the evening, one after the other; the evening after."""

        async def work(ledger: Ledger) -> Evening:
            evening, _ = await evening_of(ledger, self.evening)
            for order in make(evening):
                for doubt in await ledger.take(evening.id, order):
                    click.echo(f"unusual: {doubt}", err=True)
            return (await evening_of(ledger, evening.id))[0]

        return self.run(work)


def find_entrant(evening: Evening, text: str) -> int:
    """Find an entrant by number, or by how any of his names begins: two letters will often do."""
    if text.isdecimal():
        if int(text) not in evening.entrants:
            raise Failure(f"nobody has the number {text}")
        return int(text)
    begun = text.casefold()
    found = [
        entrant
        for entrant in evening.entrants.values()
        if any(_begins(name, begun) for name in (*entrant.names, entrant.short))
    ]
    if len(found) != 1:
        names = ", ".join(f"{entrant.number} {entrant.name}" for entrant in found) or "nobody"
        raise Failure(f"who is {text!r}? {names}")
    return found[0].number


def _begins(name: str, begun: str) -> bool:
    folded = name.casefold()
    return folded.startswith(begun) or any(word.startswith(begun) for word in folded.split())


def this_round(evening: Evening, number: int | None) -> int:
    """Give the round that is meant: the one named, the one that is played, or the last."""
    if number is not None:
        return number
    if evening.running is not None:
        return evening.running.number
    if not evening.rounds:
        raise Failure("no round has been published yet")
    return len(evening.rounds)


def summary_lines(evening: Evening) -> Iterator[str]:
    """Tell how an evening stands."""
    from klaverjas_server.drives.draw import fit

    here = len(evening.here())
    fitting = fit(evening, here)
    seats = f"{fitting.tables} tables, {fitting.rests} rest"
    vacant = f", {fitting.vacant} seats vacant" if fitting.vacant else ""
    yield f"{evening.name} {evening.date}".strip() + f" (evening {evening.id})"
    yield f"{here} of {len(evening.entrants)} here: {seats}{vacant}"
    for round in evening.rounds:
        agreed = len(round.tables) - len(round.unconfirmed)
        yield f"round {round.number} {round.state}: {agreed} of {len(round.tables)} tables agreed"
    if evening.drawn is not None:
        yield f"round {evening.drawn.number} drawn, not published: seed {evening.drawn.seed}"
    for override in evening.overrides:
        yield f"overridden: {override.what}: {override.reason} ({override.by})"
    if evening.ended:
        yield "ended"


def round_lines(evening: Evening, round: Round) -> Iterator[str]:
    """List a round's tables, and what the draw could not have."""
    state = "" if round.state == "drawn" else f", {round.state}"
    yield f"round {round.number}: {round.method}, seed {round.seed}, cost {round.cost}{state}"
    for table in round.tables:
        ours, theirs = (_names(evening, side) for side in table.sides)
        yield f"  table {table.table:2}  {ours}  v  {theirs}{_result(table)}"
    if round.rests:
        yield f"  rest: {', '.join(evening.entrants[n].name for n in round.rests)}"
    for code, numbers in round.unmet:
        names = [evening.entrants[n].name if n in evening.entrants else str(n) for n in numbers]
        yield f"  not met: {code}: {', '.join(names)}"


def _names(evening: Evening, side: Sequence[int]) -> str:
    return " & ".join(f"{n} {evening.entrants[n].short}" if n else "—" for n in side)


def _result(table: HallTable) -> str:
    marks = f"  [{table.status}]"
    if table.score is None:
        told = ", ".join(f"{s.totals[0]} : {s.totals[1]}" for s in table.told.values())
        return f"{marks} {told}".rstrip()
    return f"{marks} {table.score.totals[0]} : {table.score.totals[1]}"


def standing_lines(lines: Sequence[Line]) -> Iterator[str]:
    """Set standings out in columns."""
    width = max((len(line.name) for line in lines), default=0)
    last = 0
    for line in lines:
        place = "" if line.place == last else f"{line.place}."
        last = line.place
        cells = " ".join(f"{_cell(cell.kind, cell.points):>6}" for cell in line.cells)
        decided = f"  by {line.decided}" if line.decided else ""
        yield f"{place:>4} {line.number:3} {line.name:{width}} {cells} {line.points:6}{decided}"


def _cell(kind: str, points: int | None) -> str:
    if points is None:
        return "…"
    return str(points) if kind == "played" else f"({points})"


def log_lines(entries: Sequence[Row]) -> Iterator[str]:
    """Tell what was done, by whom and when, in the words of the log."""
    from datetime import datetime

    import msgspec

    from klaverjas_server.drives import rows

    for entry in entries:
        row = rows.decode_row(entry.body)
        at = datetime.fromtimestamp(entry.at / 1_000).isoformat(" ", "seconds")
        if isinstance(row, rows.PinSet):
            row = rows.PinSet(role=row.role, salt=b"", hash=b"")
        said = msgspec.json.encode(row).decode()
        yield f"{entry.seq} {at} {entry.by} {said}"
