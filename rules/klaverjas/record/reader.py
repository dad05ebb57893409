"""Reading a record from text, in any spacing (RULES §10)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Final, TextIO

from klaverjas.cards import Card
from klaverjas.errors import InvalidRecord, InvalidText
from klaverjas.events import DrawnCard
from klaverjas.named import NAMED_SETS
from klaverjas.record.course import Course
from klaverjas.record.entries import HEADER, Record
from klaverjas.ruleset import RuleSet
from klaverjas.seats import Game, Seat

__all__ = ["RESERVED", "TAG_NAME", "load", "loads"]

TAG_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_TAG: Final = re.compile(rf'\s*\[\s*({TAG_NAME.pattern})\s*"((?:[^"\\]|\\.)*)"\s*\]')
_LINE: Final = re.compile(r"\r\n|\n|\r")
RESERVED: Final = ("Game", "Rules", "RulesHash", "Switches", "Draw")


def load(file: TextIO) -> Record:
    """Read a record from a text file, as `loads` does."""
    return loads(file.read())


def loads(text: str) -> Record:
    """Read a record; `InvalidRecord` names the line that cannot be read.

    Whether the cards and sums are right is for `replay` to say.
    """
    lines = list(_lines(text))
    if not lines or lines[0][1].split() != HEADER.split():
        raise InvalidRecord(lines[0][0] if lines else 1, f"a record begins with {HEADER!r}")
    tags, rest = _split(lines[1:])
    rules = _rules(tags)
    drawn, draws = _draw(tags, rules.game)
    course = Course(rules.game)
    for number, line in rest:
        course.read(number, line)
    course.end()
    return Record(
        rules=rules,
        rules_hash=tags["RulesHash"][1] if "RulesHash" in tags else rules.hash,
        tags={name: value for name, (_, value) in tags.items() if name not in RESERVED},
        draws=draws,
        drawn=drawn,
        deals=tuple(course.deals),
        notes=tuple(sorted(course.notes, key=lambda note: (note.deal, note.trick))),
        lines={name: line for name, (line, _) in tags.items()},
    )


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Number the lines that say something; a later line that begins with % is a comment."""
    seen = False
    for number, line in enumerate(_LINE.split(text.removeprefix("\ufeff")), 1):
        line = line.strip()
        if line and not (seen and line.startswith("%")):
            seen = True
            yield number, line


_Tags = dict[str, tuple[int, str]]


def _split(lines: list[tuple[int, str]]) -> tuple[_Tags, list[tuple[int, str]]]:
    """Take the lines of tags off the front: each tag with its line and value."""
    tags: _Tags = {}
    for place, (number, line) in enumerate(lines):
        if not line.startswith("["):
            return tags, lines[place:]
        for name, value in _tags_in(number, line):
            if name in tags:
                raise InvalidRecord(number, f"tag {name} stands there twice")
            tags[name] = number, value
    return tags, []


def _tags_in(number: int, line: str) -> Iterable[tuple[str, str]]:
    end = 0
    while end < len(line):
        tag = _TAG.match(line, end)
        if tag is None:
            raise InvalidRecord(number, f"not a tag: {line[end:].strip()}")
        yield tag[1], re.sub(r"\\(.)", r"\1", tag[2])
        end = tag.end()


def _rules(tags: _Tags) -> RuleSet:
    """Find the rule set: by its switches if they are given, else by its name."""
    line, name = tags.get("Rules", (1, ""))
    if not name:
        raise InvalidRecord(line, "tag Rules is missing")
    try:
        rules = _from_switches(tags, name) if "Switches" in tags else RuleSet.load(name)
    except InvalidText as error:
        raise InvalidRecord(line, str(error)) from None
    line, game = tags.get("Game", (line, rules.game.value))
    if game != rules.game:
        raise InvalidRecord(line, f"rules {name} are of the game {rules.game}, not {game}")
    return rules


def _from_switches(tags: _Tags, name: str) -> RuleSet:
    line, text = tags["Switches"]
    try:
        switches = json.loads(text)
        game = Game(switches.pop("game"))
        kind = next(type(rules) for rules in NAMED_SETS.values() if rules.game is game)
        # What is not named is the default: no option may bring another switch along.
        plain = {key: value for key, value in kind().full.items() if key not in kind.exclusive}
        return kind().with_switches({**plain, **switches}, name=name)
    except InvalidText as error:
        raise InvalidRecord(line, str(error)) from None
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
        raise InvalidRecord(line, "Switches are the canonical JSON of a rule set") from None


def _draw(tags: _Tags, game: Game) -> tuple[Seat | None, tuple[DrawnCard, ...]]:
    """Read the draw for the first deal: a seat alone, or who drew which card."""
    line, text = tags.get("Draw", (0, ""))
    try:
        if text in game.seats:
            return Seat(text), ()
        return None, tuple(_drawn_card(word, game) for word in text.split())
    except InvalidText as error:
        raise InvalidRecord(line, str(error)) from None


def _drawn_card(word: str, game: Game) -> DrawnCard:
    seat, colon, card = word.partition(":")
    if not colon or seat not in game.seats:
        raise InvalidText(f"not a drawn card: {word!r}")
    return DrawnCard(Seat(seat), Card.parse(card))
