"""Writing a record as text, in the one strict layout (RULES §10)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, TextIO

from klaverjas.actions import Declare, Name, Play, PlayerAction, Silent, Turn
from klaverjas.errors import InvalidText
from klaverjas.named import NAMED_SETS
from klaverjas.record.entries import (
    HEADER,
    Back,
    CallEntry,
    DealEntry,
    Note,
    Record,
    Ruling,
    StandIn,
    SumEntry,
    TrickEntry,
)
from klaverjas.record.reader import TAG_NAME

__all__ = ["dump", "dumps"]

WORD: Final = re.compile(r'[^\s"]+')


def dump(record: Record, file: TextIO) -> None:
    """Write a record to a text file opened for writing, which should be UTF-8."""
    file.write(dumps(record))


def dumps(record: Record) -> str:
    """Write a record as text that ends with a newline.

    Raises `InvalidText` for a tag, reason or strategy that no line can hold.
    """
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    yield HEADER
    yield from _tag_lines(record)
    homeless = {note.deal for note in record.notes} - {deal.number for deal in record.deals} - {0}
    if homeless:
        raise InvalidText(f"a note belongs to deal {min(homeless)}, which is not there")
    yield from (_note(note) for note in record.notes if note.deal == 0)
    for deal in record.deals:
        yield ""
        yield from _deal(record, deal)


def _tag_lines(record: Record) -> Iterator[str]:
    """Write the rules and all further tags, then the seats, then the draw: a line each."""
    seats = [seat.value for seat in record.game.seats]
    others = {name: value for name, value in record.tags.items() if name not in seats}
    yield _tags({**_rules_tags(record), **others})
    names = {seat: record.tags[seat] for seat in seats if seat in record.tags}
    if names:
        yield _tags(names)
    if record.draws:
        yield _tags({"Draw": " ".join(f"{draw.seat}:{draw.card}" for draw in record.draws)})
    elif record.drawn:
        yield _tags({"Draw": record.drawn})


def _rules_tags(record: Record) -> dict[str, str]:
    rules = record.rules
    tags = {"Game": str(record.game), "Rules": rules.name, "RulesHash": record.rules_hash}
    if NAMED_SETS.get(rules.name) != rules:
        tags["Switches"] = rules.canonical
    return tags


def _tags(tags: Mapping[str, str]) -> str:
    for name in tags:
        if not TAG_NAME.fullmatch(name):
            raise InvalidText(f"not a name for a tag: {name!r}")
    return " ".join(f"[{name} {_quote(value)}]" for name, value in tags.items())


def _quote(text: str) -> str:
    if "\n" in text or "\r" in text:
        raise InvalidText(f"a record has no place for a line break: {text!r}")
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _word(text: str) -> str:
    if not WORD.fullmatch(text):
        raise InvalidText(f"not a single word: {text!r}")
    return text


def _deal(record: Record, deal: DealEntry) -> Iterator[str]:
    """Write a deal with its notes, each before the line it belongs to."""
    notes = sorted(
        (note for note in record.notes if note.deal == deal.number), key=lambda note: note.trick
    )
    yield _heading(deal)
    for seat, hand in deal.hands.items():
        yield " ".join((seat, *hand.by_run_order()))
    for place, line in _course(deal, record.game.hand_size + 1):
        while notes and notes[0].trick <= place:
            yield _note(notes.pop(0))
        yield line
    yield from map(_note, notes)


def _course(deal: DealEntry, end: int) -> Iterator[tuple[int, str]]:
    """Write what happened in a deal: each line with its place, as `Note.trick` counts them."""
    for line in _answers(deal):
        yield 0, line
    for trick in deal.tricks:
        yield trick.number, _trick(trick)
    for entry in deal.sums:
        yield end, _sums(entry)
    if deal.claim:
        yield end, f"claim {deal.claim[0]} {deal.claim[1]}"


def _heading(deal: DealEntry) -> str:
    upcard = f" upcard {deal.upcard}" if deal.upcard else ""
    bottom = f" bottom {deal.bottom}" if deal.bottom else ""
    return f"deal {deal.number} dealer {deal.dealer}{upcard}{bottom}"


def _answers(deal: DealEntry) -> Iterator[str]:
    """Write who called, exchanged and declared what."""
    if deal.calls:
        yield " ".join(["calls", *map(_call, deal.calls)] + ["void"] * deal.void)
    if deal.exchange:
        yield " ".join(["exchange", *map(_call, deal.exchange)])
    if deal.declare:
        won = map(str, deal.declared or ())
        yield " ".join(["declare", *map(_call, deal.declare), *won])


def _call(call: CallEntry) -> str:
    seat, action = call
    return f"{seat or 'turned'}:{_action(action)}"


def _action(action: PlayerAction | Turn) -> str:
    if isinstance(action, Name | Turn):
        return action.suit
    if isinstance(action, Declare | Silent):
        return "yes" if isinstance(action, Declare) else "no"
    return action.a


def _trick(trick: TrickEntry) -> str:
    words = [str(trick.number), trick.leader, *map(_play, trick.plays)]
    if trick.winner:
        words.append(trick.winner)
    if trick.roem:
        words += ["roem", str(trick.roem)] + ([trick.caller] if trick.caller else [])
    elif trick.uncalled:
        words += ["-", f"({trick.uncalled})"]
    return " ".join(words)


def _play(play: Play) -> str:
    return f"{play.card}/{play.call}" if play.call else play.card


def _sums(entry: SumEntry) -> str:
    words = [entry.word]
    for side, figure in entry.figures.items():
        words += [side, str(figure)]
    for mark in entry.marks:
        words += [mark.word, mark.who]
    return " ".join(words + (["pot", str(entry.pot)] if entry.pot else []))


def _note(note: Note) -> str:
    if isinstance(note, StandIn):
        strategy = _word(note.strategy)
        return f"stand-in {note.seat} {strategy} from {note.trick}.{note.card}"
    if isinstance(note, Back):
        return f"back {note.seat} {note.trick}.{note.card}"
    assert isinstance(note, Ruling)
    words = ["ruled", *map(_word, (note.kind, *note.words))]
    return " ".join(words + ([_quote(note.reason)] if note.reason is not None else []))
