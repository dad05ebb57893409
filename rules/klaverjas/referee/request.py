"""Reading the fields of a question, and refusing what cannot be answered."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from klaverjas.cards import Card, Suit
from klaverjas.errors import InvalidRules
from klaverjas.ruleset import RuleSet
from klaverjas.seats import Game, Seat

__all__ = ["Answer", "Refused", "Request"]

T = TypeVar("T")
Answer: TypeAlias = dict[str, object]


class Refused(Exception):
    """A question that cannot be answered: a code of the wire, a text, and what else there is."""

    def __init__(self, code: str, text: str, **more: object) -> None:
        super().__init__(text)
        self.error: Answer = {"code": code, "text": text, **more}


class Request:
    """The fields of one question; each reader refuses a field that is missing or wrong."""

    def __init__(self, fields: Mapping[str, object]) -> None:
        self.fields = fields

    def __contains__(self, name: str) -> bool:
        return name in self.fields

    def field(self, name: str) -> object:
        """Fetch a field that must be there."""
        if name not in self.fields:
            raise Refused("bad-message", f"{name} is missing")
        return self.fields[name]

    def text(self, name: str, allowed: Sequence[str]) -> str:
        """Read one of a few words."""
        return _word(name, self.field(name), allowed)

    def number(self, name: str, default: int | None = None) -> int:
        """Read a whole number from 0 to a million; a default makes the field optional."""
        if default is not None and name not in self.fields:
            return default
        value = self.field(name)
        if type(value) is not int or not 0 <= value <= 1_000_000:
            raise Refused("bad-message", f"{name}: expected a number from 0 on, not {show(value)}")
        return value

    def listed(self, name: str, read: Callable[[str, object], T]) -> list[T]:
        """Read a list, each entry by the same reader."""
        entries = as_list(name, self.field(name))
        return [read(f"{name}[{place}]", entry) for place, entry in enumerate(entries)]

    def cards(self, name: str, *sizes: int) -> list[Card]:
        """Read a list of different cards, as many as one of these sizes."""
        return as_cards(name, self.field(name), *sizes)

    def card(self, name: str) -> Card:
        """Read one card."""
        return as_card(name, self.field(name))

    def suit(self, name: str) -> Suit:
        """Read a suit."""
        return as_suit(name, self.field(name))

    def seat(self, name: str, game: Game) -> Seat:
        """Read a seat of the game."""
        return Seat(self.text(name, game.seats))

    def hands(self, game: Game, *sizes: int) -> dict[Seat, list[Card]]:
        """Read the hands of all seats, of one of these sizes, no card in two of them."""
        given = as_object("hands", self.field("hands"))
        if given.keys() != set(game.seats):
            raise Refused("bad-message", f"hands: expected those of {' '.join(game.seats)}")
        hands = {seat: as_cards(f"hands.{seat}", given[seat], *sizes) for seat in game.seats}
        check_apart({f"hands.{seat}": cards for seat, cards in hands.items()})
        return hands

    def rules(self) -> RuleSet:
        """Read a rule set: its name, or a base and switches."""
        source = self.field("rules")
        if not isinstance(source, str | Mapping):
            raise Refused("bad-message", f"rules: expected a name or an object, not {show(source)}")
        try:
            return RuleSet.load(_plain(source))
        except InvalidRules as error:
            code = "unknown-rules" if error.key == "base" else "bad-rules"
            more = {"key": error.key, "allowed": [_value(value) for value in error.allowed]}
            raise Refused(code, str(error), **more) from None
        except ValueError:
            raise Refused("bad-rules", f"rules: not a rule set: {show(source)}") from None


def _plain(source: str | Mapping[str, object]) -> str | Mapping[str, object]:
    """Let only plain values through to the switches."""
    if isinstance(source, str):
        return source
    for key, value in source.items():
        if not (value is None or isinstance(value, str | int)):
            raise Refused("bad-rules", f"{key} may not be {show(value)}", key=key, allowed=[])
    return source


def _value(value: object) -> object:
    return value if value is None or isinstance(value, str | int) else str(value)


def show(value: object) -> str:
    """Show a value from outside in a text: short, and whatever it is."""
    if isinstance(value, str):
        return json.dumps(value[:40])
    names = {bool: "true or false", int: "a number", float: "a fraction", type(None): "null"}
    if type(value) in names:
        return names[type(value)]
    return "an object" if isinstance(value, Mapping) else "a list"


def _word(name: str, value: object, allowed: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise Refused(
            "bad-message", f"{name}: expected one of {' '.join(allowed)}, not {show(value)}"
        )
    return value


def as_object(name: str, value: object) -> Mapping[str, object]:
    """Read an object."""
    if not isinstance(value, Mapping):
        raise Refused("bad-message", f"{name}: expected an object, not {show(value)}")
    return value


def as_list(name: str, value: object) -> list[object]:
    """Read a list of anything, not absurdly long."""
    if not isinstance(value, list | tuple):
        raise Refused("bad-message", f"{name}: expected a list, not {show(value)}")
    if len(value) > 100:
        raise Refused("bad-message", f"{name}: {len(value)} entries are too many")
    return list(value)


def as_suit(name: str, value: object) -> Suit:
    """Read a suit."""
    return Suit(_word(name, value, tuple(Suit)))


def as_seat(name: str, value: object, game: Game) -> Seat:
    """Read a seat of the game."""
    return Seat(_word(name, value, game.seats))


def as_card(name: str, value: object) -> Card:
    """Read a card."""
    if not isinstance(value, str) or value not in Card.__members__:
        raise Refused("bad-message", f"{name}: expected a card, not {show(value)}")
    return Card(value)


def as_cards(name: str, value: object, *sizes: int) -> list[Card]:
    """Read a list of different cards, as many as one of these sizes."""
    entries = as_list(name, value)
    cards = [as_card(f"{name}[{place}]", entry) for place, entry in enumerate(entries)]
    if len(cards) not in sizes:
        many = " or ".join(map(str, sizes))
        raise Refused("bad-message", f"{name}: expected {many} cards, not {len(cards)}")
    check_apart({name: cards})
    return cards


def check_apart(lists: Mapping[str, Sequence[Card]]) -> None:
    """Refuse a card that stands in two places."""
    where: dict[Card, str] = {}
    for name, cards in lists.items():
        for card in cards:
            if card in where:
                raise Refused("bad-message", f"{card} is in {where[card]} and in {name}")
            where[card] = name
