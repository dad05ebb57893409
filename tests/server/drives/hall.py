"""An evening in a test's hands: rows put into it as the log would hold them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from klaverjas_server.drives import rows
from klaverjas_server.drives.draw import draw_round
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.rows import DriveRow
from klaverjas_server.drives.score import Score
from klaverjas_server.drives.settings import Settings
from klaverjas_server.log import Row

EPOCH_MS = 1_900_000_000_000


class Club:
    """An evening that grows row by row; `log` is its stream."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.log: list[Row] = []
        self.evening = Evening("1")
        self.put(rows.Opened(name="Thursday", settings=settings or Settings()))

    def put(self, *bodies: DriveRow, by: str = "director") -> None:
        """Write rows down, and fold them in."""
        for body in bodies:
            seq = len(self.log) + 1
            entry = Row(seq, EPOCH_MS + seq, by, None, None, rows.encode_row(body))
            self.log.append(entry)
            self.evening = self.evening.apply(entry)

    def arrive(self, numbers: Iterable[int]) -> None:
        """Let people into the hall, those new to the evening with a name of their own."""
        for number in numbers:
            if number not in self.evening.entrants:
                names = tuple(
                    f"Player {number}.{member}" for member in range(self.evening.settings.names)
                )
                self.put(rows.Entered(number=number, names=names, short=f"P{number}"))
            self.put(rows.Present(number=number))

    def keep_only(self, count: int) -> None:
        """Let people come or go until so many are there."""
        here = [entrant.number for entrant in self.evening.here()]
        for number in here[count:]:
            self.put(rows.Present(number=number, here=False))
        away = [n for n in range(1, 200) if n not in here]
        self.arrive(away[: max(0, count - len(here))])

    def draw(self, seed: str) -> rows.Drawn:
        """Draw a round, and publish it."""
        drawn = draw_round(self.evening, seed)
        self.put(
            drawn, rows.Published(round=drawn.round, paper=tuple(t.table for t in drawn.tables))
        )
        return drawn

    def seat(self, *tables: Sequence[Sequence[int]], rests: Iterable[int] = ()) -> None:
        """Publish a round whose seats are given."""
        number = len(self.evening.rounds) + 1
        seated = tuple(
            rows.Table(place, (tuple(ours), tuple(theirs)))
            for place, (ours, theirs) in enumerate(tables, 1)
        )
        self.put(
            rows.Drawn(
                round=number,
                deals=self.evening.settings.deals,
                method="memory",
                seed="given",
                tables=seated,
                rests=tuple(rests),
            ),
            rows.Published(round=number),
        )

    def score(self, table: int, ours: int, theirs: int, **more: object) -> None:
        """Let the desk write a result down."""
        number = len(self.evening.rounds)
        score = Score((ours, theirs), **more)  # type: ignore[arg-type]
        self.put(rows.Reported(round=number, table=table, score=score))

    def close(self) -> None:
        """Close the round."""
        self.put(rows.Closed(round=len(self.evening.rounds)))
