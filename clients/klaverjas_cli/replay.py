"""`klaverjas replay`: a recorded match, trick by trick, refereed once more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import replace
from typing import Final, TextIO, get_args

import click

from klaverjas import InvalidText, Line, Match, Player, Seat
from klaverjas.actions import Turn
from klaverjas.events import Claimed, Dealt, Finished, Void, Written
from klaverjas.record import DealEntry, Note, Record, TrickEntry, loads, replay
from klaverjas.record import entries as notes
from klaverjas_cli.failure import Failure
from klaverjas_cli.options import appearance, screen_of
from klaverjas_client.console.screen import Screen
from klaverjas_client.terminal import Party, Story, Told, sorted_hand
from klaverjas_wire.table import Back, Paused, Resumed, RolledBack, Ruled, Side, StandIn

__all__ = ["command"]

SIDES: Final[tuple[Side, ...]] = get_args(Side)
AFTER_ALL: Final = 12
"""Beyond the last place in a deal that a note may have."""


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
        self._match = match
        self._screen = screen
        self._lines = {line.deal: line for line in match.sheet}
        self._view = replace(match.view(None), players=_players(record))
        self._party = Party(screen.wording, record.game, None, self._view.players)
        self._story = Story(screen.words, screen.style, self._view)

    def write(self) -> None:
        """Write all deals, the sheet, and how it ended."""
        for place, deal in enumerate(self._record.deals, 1):
            paint = self._screen.style.paint
            self._screen.write("", *map(paint, self._deal(deal, place)))
        self._screen.sheet(replace(self._view, totals=self._record.totals))
        verdict = self._match.verdict
        if verdict is not None:
            finished = Finished(self._record.totals, self._match.winner, verdict.by)
            self._screen.write(self._story.tell(finished))

    def _deal(self, deal: DealEntry, place: int) -> Iterator[str]:
        yield self._story.tell(Dealt(deal.number, deal.dealer))
        line = self._lines.get(deal.number)
        trump = line.trump if line else None
        for seat, hand in deal.hands.items():
            cards = self._screen.wording.cards(sorted_hand(hand, trump))
            yield f"  {self._name(seat)} {cards}"
        yield from self._shown(deal)
        yield from self._answers(deal)
        for trick in deal.tricks:
            yield from self._notes(deal, {trick.number})
            yield self._trick(trick)
        yield from self._notes(deal, {0, *range(len(deal.tricks) + 1, AFTER_ALL)})
        yield from self._end(deal, place)

    def _shown(self, deal: DealEntry) -> Iterator[str]:
        """Tell the cards that lie open, in Klaberjass."""
        say = self._screen.wording.say
        for word, card in (("word.upcard", deal.upcard), ("word.bottom", deal.bottom)):
            if card is not None:
                yield f"  {say(word)[:12]:12} {self._screen.wording.card(card)}"

    def _answers(self, deal: DealEntry) -> Iterator[str]:
        label = self._screen.reader.label
        for seat, action in (*deal.calls, *deal.exchange, *deal.declare):
            if isinstance(action, Turn):
                yield f"  {self._screen.wording.suit(action.suit)}"
            elif seat is not None:
                yield f"  {self._name(seat)} {label(action)}"
        if deal.declared is not None:
            seat, value = deal.declared
            yield f"  {self._name(seat)} {self._screen.wording.say('word.sequence')} {value}"

    def _notes(self, deal: DealEntry, tricks: Set[int]) -> Iterator[str]:
        """Tell what the director ruled, and who stood in, where it happened."""
        for note in self._record.notes:
            if note.deal == deal.number and note.trick in tricks:
                yield f"  {self._story.tell(_event_of(note))}"

    def _trick(self, trick: TrickEntry) -> str:
        label = self._screen.reader.label
        told = f"  {trick.number} {self._name(trick.leader)} {' '.join(map(label, trick.plays))}"
        if trick.winner is not None:
            told += self._screen.plain(" ▸ ") + self._party.name(trick.winner)
        if trick.roem:
            told += f" + {trick.roem} {self._screen.wording.say('word.roem')}"
        elif trick.uncalled:
            told += f" ({trick.uncalled})"
        return told

    def _end(self, deal: DealEntry, place: int) -> Iterator[str]:
        """Tell what the deal came to: written, thrown in, or cut short by a claim."""
        line = self._lines.get(deal.number)
        if line is not None:
            yield self._story.tell(_written(line))
            yield from self._running(place)
        elif deal.claim is not None:
            seat, score = deal.claim
            game = self._record.game
            right = self._match.winner == game.sides[game.side(seat)]
            yield self._story.tell(Claimed(seat, score, right))
        elif deal.void:
            following = (later.dealer for later in self._record.deals[place:])
            dealer = next(following, self._match.dealer) or deal.dealer
            yield self._story.tell(Void(deal.number, dealer))

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


def _event_of(note: Note) -> Told:
    """Give the event that the table told when this was noted."""
    match note:
        case notes.StandIn(seat=seat, strategy=strategy):
            return StandIn(seat, strategy)
        case notes.Back(seat=seat):
            return Back(seat)
        case notes.Ruling(kind="pause", reason=reason):
            return Paused(reason)
        case notes.Ruling(kind="resume"):
            return Resumed()
        case notes.Ruling(kind="rollback", words=(place,)):
            deal, trick = map(int, place.split("."))
            return RolledBack(deal, trick)
    assert isinstance(note, notes.Ruling)
    if note.adjustment is None:
        return Ruled("void" if note.voids else "replace", reason=note.reason)
    name, points = note.adjustment
    side = next(each for each in SIDES if each == name)
    return Ruled("adjust", side, points, note.reason)


def _written(line: Line) -> Written:
    return Written(
        deal=line.deal,
        maker=line.maker,
        points=line.points,
        written=line.written,
        marks=line.marks,
        pot=line.pot,
    )
