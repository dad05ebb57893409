"""Tables without a server: deeds one after the other, and the stream that they make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from klaverjas import RuleSet, Seat
from klaverjas.actions import PlayerAction
from klaverjas_server import rows
from klaverjas_server.course import Deed, acted, entries_of, play_out
from klaverjas_server.log import Row
from klaverjas_server.table_state import Happened, TableState
from tests.server.evening import NAMES
from tests.server.seeded_chance import SeededChance


def opened_by(rules: RuleSet) -> rows.Opened:
    """Open a table."""
    return rows.Opened(rules.game, rules.name, rules.full, opener="host", key=b"key")


@dataclass
class Stream:
    """A table's state, and all the deeds that led to it."""

    rules: RuleSet
    chance: SeededChance = field(default_factory=SeededChance)
    deeds: list[Deed] = field(default_factory=list)
    state: TableState = field(init=False)

    def __post_init__(self) -> None:
        self.state = TableState.open("1", opened_by(self.rules))
        self.deeds.append(Deed(opened_by(self.rules), "host"))

    def do(self, row: rows.TableRow, ask: int | None = None) -> tuple[Happened, ...]:
        """Let a row stand, and what the house does after it; what happened."""
        course = play_out(self.state, [Deed(row, "somebody", ask)], self.chance)
        self.deeds += course.deeds
        self.state = course.state
        return course.events

    def sit_down(self) -> Stream:
        """Put somebody in every seat."""
        for seat in self.rules.game.seats:
            self.do(rows.Sat(seat, f"session-{seat}", NAMES[seat]))
        return self

    def act(self, seat: Seat, action: PlayerAction) -> tuple[Happened, ...]:
        """Let a seat act."""
        return self.do(acted(seat, action))

    def entries(self) -> list[Row]:
        """Give the stream as the log has it."""
        return list(entries_of(self.deeds, 0, 0))


def acts(stream: Stream, chance: Random) -> Iterator[tuple[Seat, PlayerAction]]:
    """Choose acts at random until the match is over; each is to be done before the next."""
    while not stream.state.over:
        ask = chance.choice(stream.state.asks)
        yield ask.seat, chance.choice(ask.legal)
