"""What a player types, read as one of his actions.

A card is its suit, then its rank: in the letters of files and the wire, in those of the language,
by name, or with the suit's sign. A number stands for what `choices` lists under it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from klaverjas import PACK, Card, Rank, Suit, View
from klaverjas.actions import PLAYER_ACTIONS, Call, Name, Play, PlayerAction
from klaverjas_client.terminal.choices import choices
from klaverjas_client.terminal.style import Style
from klaverjas_client.terminal.wording import Wording
from klaverjas_words import SIGNS, Catalogue

__all__ = ["Chosen", "Command", "Entry", "Reader", "Unclear"]

_CALLS: Final[tuple[Call, ...]] = ("bela", "from-bela")
_FULL_NAME = 3
"""Letters of a suit's name from which on a beginning is taken for the whole."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """An action. If it is not `listed` among the legal ones, the table will say why."""

    action: PlayerAction
    listed: bool


@dataclass(frozen=True, slots=True)
class Unclear:
    """Something that is no action, and a sentence that helps; `candidates` if it is several."""

    text: str
    candidates: tuple[PlayerAction, ...] = ()


class Command(StrEnum):
    """Something asked of the program, not of the table."""

    HELP = "help"
    SHEET = "sheet"
    LAST = "last"
    QUIT = "quit"


Entry: TypeAlias = Chosen | Unclear | Command


class Reader:
    """Reads and spells actions in one language, for one terminal."""

    def __init__(self, words: Catalogue, style: Style) -> None:
        self._wording = Wording(words, style)
        self._words = words
        self._suits = {suit: _fold_all(self._suit_spellings(suit)) for suit in Suit}
        self._ranks = {rank: _fold_all(self._rank_spellings(rank)) for rank in Rank}
        self._spoken = {_fold(self._wording.spoken(card)): card for card in PACK}
        self._calls = {call: _fold_all(words.spellings(f"typed.{call}")) for call in _CALLS}

    def _suit_spellings(self, suit: Suit) -> tuple[str, ...]:
        names = (self._words.text(f"suit.{suit}"), self._words.text(f"suit.{suit}.stem"))
        return (suit, SIGNS[suit], *self._words.spellings(f"suit.{suit}.letters"), *names)

    def _rank_spellings(self, rank: Rank) -> tuple[str, ...]:
        return (rank, self._words.text(f"face.{rank}"), self._words.text(f"rank.{rank}"))

    def read(self, text: str, view: View) -> Entry:
        """Read what was typed while `view.legal` is asked."""
        typed = _fold(text)
        if not typed:
            return Unclear(self._wording.say("entry.empty"))
        if command := self._command(typed):
            return command
        if not view.legal:
            return Unclear(self._wording.say("entry.nothing"))
        last = len(choices(view))
        if typed.isdecimal() and not 0 < _number(typed) <= last:
            return Unclear(self._wording.say("entry.number", text=typed[:9], last=last))
        return self._decide(text, _plausible(set(self._readings(typed, view)), view), view)

    def _decide(self, text: str, meant: list[PlayerAction], view: View) -> Entry:
        if len(meant) == 1:
            return Chosen(meant[0], meant[0] in view.legal)
        if not meant:
            return Unclear(self._sentence("entry.unknown", text, view.legal))
        return Unclear(self._sentence("entry.ambiguous", text, meant), tuple(meant))

    def _sentence(self, key: str, text: str, actions: Sequence[PlayerAction]) -> str:
        printable = "".join(filter(str.isprintable, text.strip()))
        shown = self._wording.clip(self._wording.style.plain(printable), 20)
        options = self._wording.choice([self.offer(action) for action in actions])
        return self._wording.say(key, text=shown, options=options)

    def _command(self, typed: str) -> Command | None:
        for command in Command:
            if typed in (_fold(command), *_fold_all(self._words.spellings(f"typed.{command}"))):
                return command
        return None

    def _readings(self, typed: str, view: View) -> Iterator[PlayerAction]:
        """Find everything this could mean, legal or not."""
        yield from self._numbered(typed, view)
        yield from self._called(typed)
        yield from (Name(suit) for suit in Suit if self._is_suit(typed, suit))
        yield from map(Play, self._cards(typed))
        for call in _CALLS:
            for ending in (*self._calls[call], _fold(call)):
                if typed.endswith(ending):
                    yield from self._with_call(typed.removesuffix(ending), call, view)

    def _numbered(self, typed: str, view: View) -> Iterator[PlayerAction]:
        listed = choices(view)
        if typed.isdecimal() and 0 < _number(typed) <= len(listed):
            yield listed[_number(typed) - 1]

    def _called(self, typed: str) -> Iterator[PlayerAction]:
        for kind in PLAYER_ACTIONS:
            if kind is Play or kind is Name:
                continue
            if typed in (kind.a, *_fold_all(self._words.spellings(f"typed.{kind.a}"))):
                yield kind()  # type: ignore[call-arg]  # the others have no fields

    def _is_suit(self, typed: str, suit: Suit) -> bool:
        spellings = self._suits[suit]
        begins = len(typed) >= _FULL_NAME and any(name.startswith(typed) for name in spellings)
        return typed in spellings or begins

    def _cards(self, typed: str) -> Iterator[Card]:
        if spoken := self._spoken.get(typed):
            yield spoken
        for suit, suit_spellings in self._suits.items():
            for rank, rank_spellings in self._ranks.items():
                if any(s + r == typed for s in suit_spellings for r in rank_spellings):
                    yield Card.of(suit, rank)

    def _with_call(self, typed: str, call: Call, view: View) -> Iterator[PlayerAction]:
        numbered = [a.card for a in self._numbered(typed, view) if isinstance(a, Play)]
        for card in (*numbered, *self._cards(typed)):
            # Of the two words only one can be right for a card; a player need not know which.
            right = [Play(card, c) for c in _CALLS if Play(card, c) in view.legal]
            yield right[0] if right else Play(card, call)

    def spell(self, action: PlayerAction) -> str:
        """Spell an action as the shortest thing that can be typed for it."""
        match action:
            case Play(card, None):
                return self._letters(card.suit) + self._face(card)
            case Play(card, call):
                return f"{self.spell(Play(card))} {self._first(f'typed.{call}')}"
            case Name(suit):
                return self._letters(suit)
            case _:
                return self._first(f"typed.{action.a}")

    def _letters(self, suit: Suit) -> str:
        return self._first(f"suit.{suit}.letters")

    def _face(self, card: Card) -> str:
        return self._wording.say(f"face.{card.rank}").lower()

    def _first(self, key: str) -> str:
        return self._wording.style.plain(self._words.spellings(key)[0])

    def label(self, action: PlayerAction) -> str:
        """Say in words what an action does."""
        match action:
            case Play(card, call):
                key = f"option.play.{call}" if call else "option.play"
                return self._wording.say(key, card=self._wording.card(card))
            case Name(suit):
                return self._wording.say("option.name", suit=self._wording.suit(suit))
            case _:
                return self._wording.say(f"option.{action.a}")

    def offer(self, action: PlayerAction) -> str:
        """Say what an action does, and in brackets what to type for it."""
        label, spelling = self.label(action), self.spell(action)
        return label if label.lower() == spelling else f"{label} ({spelling})"

    def help(self, view: View) -> tuple[str, ...]:
        """Explain what can be typed, now and always, one thing a line."""
        commands = (Command.SHEET, Command.LAST, Command.QUIT)
        always = [self._wording.say(f"help.{c}", word=self._first(f"typed.{c}")) for c in commands]
        # Who looks on plays no cards.
        return tuple(always if view.me is None else [*self._help_to_play(view), *always])

    def _help_to_play(self, view: View) -> Iterator[str]:
        say = self._wording.say
        yield say("help.card", example=self._example(view))
        suits = (f"{self._letters(suit)} = {self._wording.suit(suit)}" for suit in Suit)
        yield say("help.suits", suits=", ".join(suits))
        faces = (f"{say(f'face.{rank}')} = {say(f'rank.{rank}')}" for rank in "AKQJT")
        yield say("help.faces", faces=", ".join(faces))
        calls = [a for a in view.legal if isinstance(a, Play) and a.call]
        if calls:
            yield say("help.bela", example=self.spell(calls[0]))
        if view.legal:
            yield say("help.now", options=self._all(view.legal))

    def _example(self, view: View) -> str:
        card = view.hand[0] if view.hand else Card.HJ
        signed = self._wording.card(card)
        return self._wording.choice(list(dict.fromkeys([self.spell(Play(card)), signed])))

    def _all(self, actions: Iterable[PlayerAction]) -> str:
        return ", ".join(self.offer(action) for action in actions)


def _plausible(found: set[PlayerAction], view: View) -> list[PlayerAction]:
    """Keep what is legal and, if cards are asked for, what is held; else one thing to refuse.

    A card that is held and may not be played still counts: else a slip of the finger would play
    the other card that the same letters mean.
    """
    order = list(choices(view))
    held = {action for action in order if isinstance(action, Play)}
    likely = found & (held | set(view.legal))
    ranked = sorted(
        likely or found, key=lambda a: (order.index(a) if a in order else len(order), str(a))
    )
    cards = all(isinstance(action, Play) for action in ranked)
    return ranked if likely or cards else ranked[:1]


def _number(typed: str) -> int:
    # Longer than any list; and very long numbers take their time, or are refused by Python.
    return int(typed[:9])


def _fold_all(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(_fold, texts))


def _fold(text: str) -> str:
    """Reduce a text to what matters in typing: no case, accents, spaces or hyphens."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ø", "o"))
    return "".join(c for c in plain if c in SIGNS.values() or c.isalnum() or c == "?")
