"""The lines of a record after its tags: deals, and the notes among them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from klaverjas.actions import (
    Accept,
    Declare,
    Keep,
    Name,
    Pass,
    Play,
    PlayerAction,
    Refuse,
    Schmeiss,
    Silent,
    Swap,
    Take,
    Turn,
    parse_action,
)
from klaverjas.cards import Card, Hand, Suit
from klaverjas.errors import InvalidRecord, InvalidText
from klaverjas.record.entries import (
    FIGURES,
    MARKS,
    Back,
    CallEntry,
    DealEntry,
    Mark,
    Note,
    Ruling,
    StandIn,
    SumEntry,
    TrickEntry,
    side_of,
)
from klaverjas.seats import Game, Seat

__all__ = ["Course"]

_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")
_PLACE: Final = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})")
_RULED: Final = re.compile(r'ruled\s+([^"]*?)\s*(?:"((?:[^"\\]|\\.)*)")?')

_CALLS: Final[dict[str, PlayerAction]] = {
    action.a: action for action in (Pass(), Take(), Schmeiss(), Accept(), Refuse())
}
_EXCHANGES: Final[dict[str, PlayerAction]] = {action.a: action for action in (Swap(), Keep())}
_DECLARES: Final[dict[str, PlayerAction]] = {"yes": Declare(), "no": Silent()}

_STAGES: Final = ("deal", "hands", "calls", "exchange", "declare", "tricks", "sums", "claim")
"""The parts of a deal in their order."""


@dataclass(slots=True)
class _Draft:
    """A deal while it is being read."""

    number: int
    dealer: Seat
    upcard: Card | None
    bottom: Card | None
    stage: int = 0
    hands: dict[Seat, Hand] = field(default_factory=dict)
    calls: tuple[CallEntry, ...] = ()
    void: bool = False
    exchange: tuple[CallEntry, ...] = ()
    declare: tuple[CallEntry, ...] = ()
    declared: tuple[Seat, int] | None = None
    tricks: list[TrickEntry] = field(default_factory=list)
    sums: list[SumEntry] = field(default_factory=list)
    claim: tuple[Seat, int] | None = None
    lines: dict[str, int] = field(default_factory=dict)

    def entry(self) -> DealEntry:
        return DealEntry(
            number=self.number,
            dealer=self.dealer,
            hands={seat: self.hands[seat] for seat in Seat if seat in self.hands},
            calls=self.calls,
            void=self.void,
            upcard=self.upcard,
            bottom=self.bottom,
            exchange=self.exchange,
            declare=self.declare,
            declared=self.declared,
            tricks=tuple(self.tricks),
            sums=tuple(self.sums),
            claim=self.claim,
            lines=self.lines,
        )


class Course:
    """Reads the lines of deals one after another; `deals` and `notes` are what they said."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.deals: list[DealEntry] = []
        self.notes: list[Note] = []
        self._draft: _Draft | None = None
        self._line = 1
        self._readers: dict[str, Callable[[Sequence[str]], None]] = {
            "deal": self._deal,
            "calls": self._calls,
            "exchange": self._exchange,
            "declare": self._declare,
            "claim": self._claim,
            "stand-in": self._stand_in,
            "back": self._back,
            **dict.fromkeys(FIGURES[game], self._sums),
            **dict.fromkeys(game.seats, self._hand),
        }

    def read(self, number: int, line: str) -> None:
        """Read one line; `InvalidRecord` says what is wrong with it."""
        self._line = number
        try:
            if line.split(maxsplit=1)[0] == "ruled":
                return self._ruled(line)
            words = line.split()
            reader = self._trick if _NUMBER.fullmatch(words[0]) else self._readers.get(words[0])
            if reader is None:
                raise InvalidText(f"not a line of a record: {line}")
            reader(words)
        except InvalidRecord:
            raise
        except InvalidText as error:
            raise InvalidRecord(number, str(error)) from None

    def end(self) -> None:
        """Finish the last deal."""
        if self._draft is None:
            return
        self._check_hands(self._draft)
        figures = FIGURES[self.game]
        if 0 < len(self._draft.sums) < len(figures):
            missing = figures[len(self._draft.sums)]
            raise InvalidRecord(self._line, f"expected the line {missing} after this one")
        self.deals.append(self._draft.entry())
        self._draft = None

    def _enter(self, stage: str, *, again: bool = False) -> _Draft:
        """Go on to a part of the deal; only some parts have several lines."""
        draft, place = self._draft, _STAGES.index(stage)
        if draft is None:
            raise InvalidText("expected a deal first")
        if place < draft.stage or (place == draft.stage and not again):
            raise InvalidText(f"{stage} may not stand after {_STAGES[draft.stage]}")
        if draft.stage <= 1 < place:
            self._check_hands(draft)
        draft.stage = place
        draft.lines.setdefault(stage, self._line)
        return draft

    def _check_hands(self, draft: _Draft) -> None:
        missing = [seat for seat in self.game.seats if seat not in draft.hands]
        if missing:
            raise InvalidRecord(self._line, f"deal {draft.number} lacks the hand of {missing[0]}")

    def _deal(self, words: Sequence[str]) -> None:
        self.end()
        parts = dict(zip(words[::2], words[1::2], strict=False))
        known = {"deal", "dealer"} | ({"upcard", "bottom"} & parts.keys())
        if len(words) != 2 * len(parts) or parts.keys() != known:
            raise InvalidText(f"expected deal, its number, dealer and his seat: {' '.join(words)}")
        cards = {name: Card.parse(parts[name]) for name in ("upcard", "bottom") if name in parts}
        if cards and self.game is not Game.KLABERJASS:
            raise InvalidText(f"{self.game} has no {next(iter(cards))}")
        number, dealer = _number(parts["deal"]), self._seat(parts["dealer"])
        self._draft = _Draft(number, dealer, cards.get("upcard"), cards.get("bottom"))
        self._draft.lines["deal"] = self._line

    def _hand(self, words: Sequence[str]) -> None:
        draft, seat = self._enter("hands", again=True), Seat(words[0])
        if seat in draft.hands:
            raise InvalidText(f"the hand of {seat} stands there twice")
        draft.hands[seat] = Hand.of(*words[1:])
        draft.lines[seat] = self._line

    def _calls(self, words: Sequence[str]) -> None:
        draft = self._enter("calls")
        draft.void = words[-1] == "void"
        called = words[1:-1] if draft.void else words[1:]
        draft.calls = tuple(self._call(word) for word in called)

    def _call(self, word: str) -> CallEntry:
        who, _, said = word.partition(":")
        if who == "turned":
            return None, Turn(_suit(said))
        action = _CALLS.get(said)
        return self._seat(who), action or Name(_suit(said))

    def _exchange(self, words: Sequence[str]) -> None:
        self._enter("exchange").exchange = self._answers(words[1:], _EXCHANGES)

    def _declare(self, words: Sequence[str]) -> None:
        draft = self._enter("declare")
        answers = [word for word in words[1:] if ":" in word]
        draft.declare = self._answers(answers, _DECLARES)
        if won := words[1 + len(answers) :]:
            _expect(len(won) == 2, "expected the winner of the sequences and their worth")
            draft.declared = self._seat(won[0]), _number(won[1])

    def _answers(
        self, words: Sequence[str], known: dict[str, PlayerAction]
    ) -> tuple[CallEntry, ...]:
        answers = []
        for word in words:
            who, _, said = word.partition(":")
            _expect(said in known, f"not an answer: {word!r}; one of {' '.join(known)}")
            answers.append((self._seat(who), known[said]))
        return tuple(answers)

    def _trick(self, words: Sequence[str]) -> None:
        draft, number = self._enter("tricks", again=True), _number(words[0])
        expected = len(draft.tricks) + 1
        _expect(number == expected, f"expected trick {expected}, found {number}")
        _expect(
            not draft.tricks or draft.tricks[-1].winner is not None,
            f"trick {number - 1} is not finished",
        )
        _expect(len(words) > 1, f"trick {number} has no leader")
        seats = len(self.game.seats)
        rest = list(words[2:])
        cards = [rest.pop(0) for _ in range(seats) if rest]
        winner, roem, caller, uncalled = self._taken(rest)
        _expect(len(cards) == seats or winner is None, f"trick {number} lacks a card")
        entry = TrickEntry(
            number=number,
            leader=self._seat(words[1]),
            plays=tuple(map(_play, cards)),
            winner=winner,
            roem=roem,
            caller=caller,
            uncalled=uncalled,
            line=self._line,
        )
        draft.tricks.append(entry)

    def _taken(self, words: list[str]) -> tuple[Seat | None, int, Seat | None, int]:
        """Read what follows the cards: winner, roem, its caller, or roem that lay uncalled."""
        if not words:
            return None, 0, None, 0
        winner = self._seat(words[0])
        match words[1:]:
            case []:
                return winner, 0, None, 0
            case ["roem", value]:
                return winner, _roem(value), None, 0
            case ["roem", value, caller]:
                return winner, _roem(value), self._seat(caller), 0
            case ["-", comment] if comment[0] == "(" and comment[-1] == ")":
                return winner, 0, None, _roem(comment[1:-1])
        raise InvalidText(f"not what may follow a trick: {' '.join(words[1:])}")

    def _sums(self, words: Sequence[str]) -> None:
        draft, sides = self._enter("sums", again=True), self.game.sides
        order = FIGURES[self.game][len(draft.sums) :]
        _expect(bool(order), f"{words[0]} stands after the sums are written")
        _expect(words[0] == order[0], f"expected the line {(*order, '')[0]}, found {words[0]}")
        figures = dict(zip(words[1:5:2], map(_number, words[2:5:2]), strict=False))
        _expect(set(figures) == set(sides), f"expected {words[0]} of {' and '.join(sides)}")
        marks, pot = self._marks(words[5:])
        _expect(words[0] == "written" or len(words) == 5, f"too much on the line {words[0]}")
        ordered = {side: figures[side] for side in sides}
        entry = SumEntry(word=words[0], figures=ordered, marks=marks, pot=pot, line=self._line)
        draft.sums.append(entry)

    def _marks(self, words: Sequence[str]) -> tuple[tuple[Mark, ...], int]:
        _expect(len(words) % 2 == 0, "a mark has a word and a side")
        marks, pot = [], 0
        for word, who in zip(words[::2], words[1::2], strict=True):
            if word == "pot":
                pot = _number(who)
                continue
            _expect(word in MARKS, f"not a mark: {word!r}; one of {' '.join(MARKS)}")
            side_of(self.game, who)
            marks.append(Mark(word, who))
        return tuple(marks), pot

    def _claim(self, words: Sequence[str]) -> None:
        _expect(len(words) == 3, "a claim has a seat and a score")
        self._enter("claim").claim = self._seat(words[1]), _number(words[2])

    def _stand_in(self, words: Sequence[str]) -> None:
        _expect(len(words) == 5 and words[3] == "from", "expected stand-in, seat, strategy, from")
        deal, (trick, card) = self._deal_number(), _place(words[4])
        seat = self._seat(words[1])
        note = StandIn(
            deal=deal, trick=trick, card=card, seat=seat, strategy=words[2], line=self._line
        )
        self.notes.append(note)

    def _back(self, words: Sequence[str]) -> None:
        _expect(len(words) == 3, "expected back, seat, trick.card")
        deal, (trick, card) = self._deal_number(), _place(words[2])
        note = Back(deal=deal, trick=trick, card=card, seat=self._seat(words[1]), line=self._line)
        self.notes.append(note)

    def _ruled(self, line: str) -> None:
        found = _RULED.fullmatch(line)
        if found is None:
            raise InvalidText(f"not a ruling: {line}")
        kind, *words = found[1].split() or [""]
        _expect(bool(kind), "a ruling has a kind")
        if kind == "adjust":
            _expect(len(words) == 2, "expected ruled adjust, side, points and the reason")
            words = [side_of(self.game, words[0]), str(_number(words[1]))]
        reason = None if found[2] is None else re.sub(r"\\(.)", r"\1", found[2])
        note = Ruling(
            deal=self._deal_number(),
            trick=self._next_place(),
            kind=kind,
            words=tuple(words),
            reason=reason,
            line=self._line,
        )
        self.notes.append(note)

    def _deal_number(self) -> int:
        return self._draft.number if self._draft else 0

    def _next_place(self) -> int:
        """Count where in the deal the next line stands, as `Note.trick` does."""
        draft, end = self._draft, self.game.hand_size + 1
        if draft is None or draft.stage < _STAGES.index("calls"):
            return 0
        if len(draft.sums) == len(FIGURES[self.game]) or draft.claim:
            return end + 1
        return end if draft.sums else len(draft.tricks) + 1

    def _seat(self, text: str) -> Seat:
        if text not in self.game.seats:
            raise InvalidText(f"not a seat: {text!r}; one of {' '.join(self.game.seats)}")
        return Seat(text)


def _expect(condition: bool, text: str) -> None:
    if not condition:
        raise InvalidText(text)


def _number(text: str) -> int:
    _expect(_NUMBER.fullmatch(text) is not None, f"not a number: {text!r}")
    return int(text)


def _roem(text: str) -> int:
    value = _number(text)
    _expect(value > 0, f"roem is worth more than {value}")
    return value


def _suit(text: str) -> Suit:
    _expect(text in tuple(Suit), f"not a suit: {text!r}; one of C D H S")
    return Suit(text)


def _play(word: str) -> Play:
    card, slash, call = word.partition("/")
    action = parse_action({"a": "play", "card": card, "call": call if slash else None})
    assert isinstance(action, Play)
    return action


def _place(text: str) -> tuple[int, int]:
    found = _PLACE.fullmatch(text)
    if found is None:
        raise InvalidText(f"not a place, trick.card: {text!r}")
    return int(found[1]), int(found[2])
