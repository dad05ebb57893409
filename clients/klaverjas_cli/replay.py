"""`klaverjas replay`: a recorded match, trick by trick, refereed once more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TextIO

import click

from klaverjas import InvalidText, Line, Match, Player, Seat
from klaverjas.actions import Turn
from klaverjas.events import Dealt, Written
from klaverjas.record import DealEntry, Record, TrickEntry, loads, replay
from klaverjas_cli.failure import Failure
from klaverjas_cli.options import appearance, screen_of
from klaverjas_client.console.screen import Screen
from klaverjas_client.terminal import Party, Story, sorted_hand

__all__ = ["command"]


@click.command("replay")
@click.argument("file", type=click.File(encoding="utf-8"))
@appearance
def command(file: TextIO, lang: str | None, ascii: bool, plain: bool) -> None:
    """Show a recorded match, deal by deal, and check every card and sum of it.

    FILE may be `-` for standard input.
    """
    screen = screen_of(lang, ascii, plain)
    try:
        record = loads(file.read())
        match = replay(record)
    except (InvalidText, UnicodeDecodeError) as fault:
        raise Failure(f"{file.name}: {fault}") from fault
    _Telling(record, match, screen).write()


class _Telling:
    """Tells one match as a spectator who may see all hands."""

    def __init__(self, record: Record, match: Match, screen: Screen):
        self._record = record
        self._screen = screen
        self._lines = {line.deal: line for line in match.sheet}
        self._view = replace(match.view(None), players=_players(record))
        self._party = Party(screen.wording, record.game, None, self._view.players)
        self._story = Story(screen.words, screen.style, self._view)

    def write(self) -> None:
        """Write all deals, and the sheet at the end."""
        for place, deal in enumerate(self._record.deals, 1):
            paint = self._screen.style.paint
            self._screen.write("", *map(paint, self._deal(deal, place)))
        self._screen.sheet(replace(self._view, totals=self._record.totals))

    def _deal(self, deal: DealEntry, place: int) -> Iterator[str]:
        yield self._story.tell(Dealt(deal.number, deal.dealer))
        line = self._lines.get(deal.number)
        trump = line.trump if line else None
        for seat, hand in deal.hands.items():
            cards = self._screen.wording.cards(sorted_hand(hand, trump))
            yield f"  {self._name(seat)} {cards}"
        yield from self._answers(deal)
        yield from map(self._trick, deal.tricks)
        if line is not None:
            yield self._story.tell(_written(line))
            yield from self._running(place)

    def _answers(self, deal: DealEntry) -> Iterator[str]:
        label = self._screen.reader.label
        for seat, action in (*deal.calls, *deal.exchange, *deal.declare):
            if isinstance(action, Turn):
                yield f"  {self._screen.wording.suit(action.suit)}"
            elif seat is not None:
                yield f"  {self._name(seat)} {label(action)}"

    def _trick(self, trick: TrickEntry) -> str:
        cards = self._screen.wording.cards(play.card for play in trick.plays)
        told = f"  {trick.number} {self._name(trick.leader)} {cards}"
        if trick.winner is not None:
            told += self._screen.plain(" ▸ ") + self._party.name(trick.winner)
        if trick.roem:
            told += f" + {trick.roem} {self._screen.wording.say('word.roem')}"
        elif trick.uncalled:
            told += f" ({trick.uncalled})"
        return told

    def _running(self, place: int) -> Iterator[str]:
        """Give the score after so many deals."""
        numbers = {deal.number for deal in self._record.deals[:place]}
        lines = [line for number, line in self._lines.items() if number in numbers]
        first, second = self._record.game.sides
        a, b = (sum(line.written[side] for line in lines) for side in (first, second))
        sides = {"first": self._party.side(first), "second": self._party.side(second)}
        yield self._screen.wording.say("table.totals", a=a, b=b, **sides)

    def _name(self, seat: Seat) -> str:
        return f"{self._party.name(seat)[:12]:12}"


def _players(record: Record) -> Mapping[Seat, Player]:
    return {seat: Player(record.tags[seat]) for seat in record.game.seats if seat in record.tags}


def _written(line: Line) -> Written:
    return Written(
        deal=line.deal,
        maker=line.maker,
        points=line.points,
        written=line.written,
        marks=line.marks,
        pot=line.pot,
    )
