"""Playing a record again through the rules, and comparing all it says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from klaverjas.actions import Claim, Close, Deal, Draw, PlayerAction, Roem, Turn
from klaverjas.asks import Phase
from klaverjas.cards import Hand
from klaverjas.errors import IllegalAction, InvalidRecord, InvalidText
from klaverjas.four.deal import pack_of as pack_of_four
from klaverjas.four.rules import KlaverjasRules
from klaverjas.match import Match
from klaverjas.record.entries import (
    DealEntry,
    Mark,
    Note,
    Record,
    Ruling,
    SumEntry,
    TrickEntry,
    side_of,
)
from klaverjas.record.reader import loads
from klaverjas.record.scribe import deal_entry
from klaverjas.seats import Game, Seat
from klaverjas.standing import Pack
from klaverjas.two.pack import pack_of as pack_of_two

__all__ = ["check", "replay"]

CLAIM: Final = Claim()
CLOSE: Final = Close()
ROEM: Final = Roem()

_PARTS: Final = {Phase.EXCHANGING: "exchange", Phase.DECLARING: "declare"}
"""The phases that have a line of answers."""


def check(text: str) -> Record:
    """Read a record and replay it; `InvalidRecord` unless every card and every sum is right."""
    record = loads(text)
    replay(record)
    return record


def replay(record: Record) -> Match:
    """Play every card of a record again, and give the match it leads to.

    Winners, roem, sums and marks are compared with what the rules give; `InvalidRecord` names
    the first line that differs, what was expected and what was found. Adjusted scores count
    from where they stand, a deal thrown in by ruling ends; other notes change nothing.
    """
    stated, computed = record.rules_hash, record.rules.hash
    _compare(record.lines.get("RulesHash", 1), "hash of the rules", computed, stated)
    replayed = _Replay(_start(record), record.notes)
    replayed.adjust(0)
    for deal in record.deals:
        replayed.deal(deal)
    return replayed.match


def _start(record: Record) -> Match:
    """Draw for the first deal; a record without a draw is believed its first dealer."""
    match, line = Match.start(record.rules), record.lines.get("Draw", 1)
    if record.draws or record.drawn:
        draws = tuple((draw.seat, draw.card) for draw in record.draws)
        try:
            return match.apply(None, Draw(draws, record.drawn))[0]
        except InvalidText as error:
            raise InvalidRecord(line, str(error)) from None
    if record.deals:
        return Match.dealt_by(record.deals[0].dealer, record.rules)
    return match


class _Replay:
    """A match that is being replayed, deal by deal."""

    def __init__(self, match: Match, notes: Iterable[Note]) -> None:
        rulings = [note for note in notes if isinstance(note, Ruling)]
        self.match = match
        self._adjusted = [
            ((ruling.deal, ruling.trick), *ruling.adjustment)
            for ruling in rulings
            if ruling.adjustment
        ]
        self._voids = {ruling.deal: ruling for ruling in rulings if ruling.voids}

    def adjust(self, deal: int, trick: int = 0) -> None:
        """Adjust scores by the rulings that stand before this trick."""
        while self._adjusted and self._adjusted[0][0] <= (deal, trick):
            _, side, points = self._adjusted.pop(0)
            self.match, _ = self.match.adjust(self.match.rules.game.sides.index(side), points)

    def deal(self, entry: DealEntry) -> None:
        """Play one deal as far as it went."""
        self._begin(entry)
        answers = _Answers(entry)
        for seat, call in entry.calls:
            self._act(entry.lines.get("calls", 0), seat, call)
        self._compare_dealt(entry)
        for trick in entry.tricks:
            self.adjust(entry.number, trick.number)
            self._trick(trick, answers)
        self._answer(answers)
        answers.end()
        self.adjust(entry.number, self.match.rules.game.hand_size + 1)
        self._end(entry)
        self.adjust(entry.number, self.match.rules.game.hand_size + 2)

    def _begin(self, entry: DealEntry) -> None:
        line, match = entry.lines.get("deal", 0), self.match
        if match.phase is Phase.OVER:
            raise InvalidRecord(line, f"deal {entry.number} follows the end of the match")
        if match.phase is not Phase.DEALING:
            raise InvalidRecord(line, f"deal {match.number} before this one is not finished")
        _compare(line, "number of the deal", match.number + 1, entry.number)
        _compare(line, "dealer", match.dealer, entry.dealer)
        self.match, _ = self.match.apply(None, Deal(self._pack(entry)))

    def _pack(self, entry: DealEntry) -> Pack:
        """Stack a pack that deals these hands; what is not known of it may lie anyhow."""
        rules, dealt = self.match.rules, Hand()
        open_ = Hand.of(*(card for card in (entry.upcard, entry.bottom) if card))
        sizes = (6, 9) if entry.upcard else (rules.game.hand_size,)
        for seat, hand in entry.hands.items():
            _check_hand(entry.lines.get(seat, 0), seat, hand, dealt | open_, sizes)
            dealt |= hand
        if isinstance(rules, KlaverjasRules):
            return pack_of_four(entry.hands, entry.dealer, rules.packets)
        if entry.upcard is None:
            raise InvalidRecord(entry.lines.get("deal", 0), "the upcard is missing")
        hands = {seat: tuple(hand) for seat, hand in entry.hands.items()}
        return pack_of_two(hands, entry.dealer, entry.upcard, entry.bottom)

    def _compare_dealt(self, entry: DealEntry) -> None:
        """Compare what became of the calls, and how many cards that deals."""
        found, line = self._entry(), entry.lines.get("calls", entry.lines.get("deal", 0))
        _compare(line, "void", _yes(found.void), _yes(entry.void))
        if (found.bottom is None) != (entry.bottom is None):
            wrong = "may not be shown" if entry.bottom else "is missing"
            raise InvalidRecord(entry.lines.get("deal", 0), f"the bottom card {wrong}")
        for seat, hand in entry.hands.items():
            expected = len(found.hands[seat])
            _compare(entry.lines.get(seat, 0), f"cards of {seat}", expected, len(hand))

    def _trick(self, entry: TrickEntry, answers: _Answers) -> None:
        """Play one trick, call its roem, and compare what became of it."""
        line, name, game = entry.line, f"trick {entry.number}", self.match.rules.game
        self._answer(answers, line)
        _compare(line, f"leader of {name}", self._turn(), entry.leader)
        for seat, play in zip(game.from_seat(entry.leader), entry.plays, strict=False):
            self._answer(answers, line)
            self._act(line, seat, play)
        if len(entry.plays) < len(game.seats):
            return
        if entry.caller:
            self._act(line, entry.caller, ROEM)
        found = self._entry().tricks[-1]
        _compare(line, f"winner of {name}", found.winner, entry.winner)
        _compare(line, f"roem of {name}", _roem(found), _roem(entry))
        if entry.uncalled:
            _compare(line, f"uncalled roem of {name}", found.uncalled, entry.uncalled)

    def _answer(self, answers: _Answers, line: int | None = None) -> None:
        """Give the answers that are asked for now; before a card of this line all of them."""
        while self.match.phase in _PARTS:
            answer = answers.following(self.match.phase)
            if answer is None:
                if line is None:
                    return
                part = _PARTS[self.match.phase]
                raise InvalidRecord(line, f"{part}: the answer of {self._turn()} is missing")
            self._act(*answer)

    def _end(self, entry: DealEntry) -> None:
        """Compare how the deal ended, if it did."""
        line = entry.lines.get("declare", 0)
        _compare(
            line, "sequences", _spell_pair(self._entry().declared), _spell_pair(entry.declared)
        )
        if entry.claim:
            line = entry.lines.get("claim", 0)
            self._act(line, entry.claim[0], CLAIM)
            _compare(line, "claim", _spell_pair(self._entry().claim), _spell_pair(entry.claim))
        if entry.number in self._voids:
            self._void(self._voids[entry.number])
        elif entry.sums:
            self._settle(entry)
        elif self._entry().sums:
            text = f"deal {entry.number} is finished, and its points are missing"
            raise InvalidRecord(_last_line(entry), text)

    def _turn(self) -> Seat | None:
        """Name the seat that must act."""
        return next((ask.seat for ask in self.match.asks() if ask.must), None)

    def _entry(self) -> DealEntry:
        assert self.match.deal is not None
        return deal_entry(self.match.deal)

    def _void(self, ruling: Ruling) -> None:
        if self._finished():
            raise InvalidRecord(ruling.line, "a finished deal cannot be thrown in")
        self.match, _ = self.match.void()

    def _settle(self, entry: DealEntry) -> None:
        """Close the deal, and compare its sums and marks."""
        line, turn = entry.sums[0].line, self._turn()
        forfeit = next((mark for mark in entry.sums[-1].marks if mark.word == "forfeit"), None)
        if forfeit:
            self._forfeit(entry.sums[-1].line, forfeit)
        elif self.match.phase is Phase.CLOSING:
            self._act(line, turn, CLOSE)
        if not self._finished():
            raise InvalidRecord(line, f"deal {entry.number} is not finished: it is {turn}'s turn")
        for found, stated in zip(self._entry().sums, entry.sums, strict=True):
            self._compare_sums(found, stated)

    def _forfeit(self, line: int, mark: Mark) -> None:
        if self._finished():
            raise InvalidRecord(line, "a finished deal cannot be forfeited")
        side = self.match.rules.game.sides.index(side_of(self.match.rules.game, mark.who))
        self.match, _ = self.match.forfeit(side)

    def _compare_sums(self, found: SumEntry, stated: SumEntry) -> None:
        line, word, game = stated.line, stated.word, self.match.rules.game
        _compare(line, word, _figures(found), _figures(stated))
        _compare(line, "marks", _marks(game, found), _marks(game, stated))
        _compare(line, "pot", found.pot, stated.pot)

    def _finished(self) -> bool:
        deal = self.match.deal
        return deal is not None and deal.outcome is not None

    def _act(self, line: int, seat: Seat | None, action: PlayerAction | Turn) -> None:
        try:
            self.match, _ = self.match.apply(seat, action)
        except IllegalAction as refused:
            raise InvalidRecord(line, _refused(seat, action, refused)) from None


class _Answers:
    """The answers of a deal about exchange and sequences, each given when it is asked for."""

    def __init__(self, entry: DealEntry) -> None:
        self._left = {
            Phase.EXCHANGING: (entry.lines.get("exchange", 0), list(entry.exchange)),
            Phase.DECLARING: (entry.lines.get("declare", 0), list(entry.declare)),
        }

    def following(self, phase: Phase) -> tuple[int, Seat | None, PlayerAction | Turn] | None:
        """Take the next answer of this phase, with its line; None when there is none left."""
        line, left = self._left[phase]
        return (line, *left.pop(0)) if left else None

    def end(self) -> None:
        """Refuse answers that nobody asked for."""
        for phase, (line, left) in self._left.items():
            if left:
                raise InvalidRecord(line, f"{_PARTS[phase]}: {left[0][0]} is not asked")


def _check_hand(line: int, seat: Seat, hand: Hand, taken: Hand, sizes: tuple[int, ...]) -> None:
    if len(hand) not in sizes:
        expected = " or ".join(map(str, sizes))
        raise InvalidRecord(line, f"cards of {seat}: expected {expected}, found {len(hand)}")
    if hand & taken:
        raise InvalidRecord(line, f"{seat} has what lies elsewhere: {hand & taken}")


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _spell_pair(pair: tuple[Seat, int] | None) -> str:
    return "{} {}".format(*pair) if pair else "nobody"


def _refused(seat: Seat | None, action: PlayerAction | Turn, refused: IllegalAction) -> str:
    """Say what was refused, why, and what was expected instead."""
    legal = ", ".join(_spell(one) for one in refused.legal if not isinstance(one, Draw | Deal))
    expected = f"; expected {legal}" if legal else ""
    return f"{seat or 'the house'} may not {_spell(action)}: {refused.reason}{expected}"


def _spell(action: PlayerAction | Turn) -> str:
    if isinstance(action, Turn):
        return f"turn {action.suit}"
    return " ".join(action.to_dict().values())


def _compare(line: int, what: str, expected: object, found: object) -> None:
    if expected != found:
        raise InvalidRecord(line, f"{what}: expected {expected}, found {found}")


def _roem(trick: TrickEntry) -> str:
    return f"{trick.roem} {trick.caller or ''}".strip()


def _figures(entry: SumEntry) -> str:
    return " ".join(f"{side} {figure}" for side, figure in entry.figures.items())


def _marks(game: Game, entry: SumEntry) -> str:
    words = sorted(f"{mark.word} {side_of(game, mark.who)}" for mark in entry.marks)
    return " ".join(words) or "none"


def _last_line(entry: DealEntry) -> int:
    return entry.tricks[-1].line if entry.tricks else entry.lines.get("deal", 0)
