"""Playing a record again through the rules, and comparing all it says."""

from __future__ import annotations

from typing import Final

from klaverjas.actions import Close, Deal, Draw, PlayerAction, Roem, Turn
from klaverjas.asks import Phase
from klaverjas.cards import Hand
from klaverjas.errors import IllegalAction, InvalidRecord, InvalidText
from klaverjas.four.deal import pack_of
from klaverjas.four.rules import KlaverjasRules
from klaverjas.match import Match
from klaverjas.record.entries import DealEntry, Mark, Record, SumEntry, TrickEntry, side_of
from klaverjas.record.reader import loads
from klaverjas.record.scribe import deal_entry
from klaverjas.seats import Game, Seat
from klaverjas.standing import Pack

__all__ = ["check", "replay"]

ROEM: Final = Roem()
CLOSE: Final = Close()


def check(text: str) -> Record:
    """Read a record and replay it; `InvalidRecord` unless every card and every sum is right."""
    record = loads(text)
    replay(record)
    return record


def replay(record: Record) -> Match:
    """Play every card of a record again, and give the match it leads to.

    Winners, roem, sums and marks are compared with what the rules give; `InvalidRecord` names
    the first line that differs, what was expected and what was found. Rulings and stand-ins
    change nothing in the match.
    """
    stated, computed = record.rules_hash, record.rules.hash
    _compare(record.lines.get("RulesHash", 1), "hash of the rules", computed, stated)
    replayed = _Replay(_start(record))
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
        return match._replace(phase=Phase.DEALING, dealer=record.deals[0].dealer)
    return match


class _Replay:
    """A match that is being replayed, deal by deal."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def deal(self, entry: DealEntry) -> None:
        """Play one deal as far as it went."""
        self._begin(entry)
        for seat, call in entry.calls:
            self._act(entry.lines.get("calls", 0), seat, call)
        for trick in entry.tricks:
            self._trick(trick)
        if entry.sums:
            self._settle(entry)
        elif self._finished():
            raise InvalidRecord(
                _last_line(entry), "the deal is finished, and its points are missing"
            )

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
        rules, dealt = self.match.rules, Hand()
        for seat, hand in entry.hands.items():
            _check_hand(entry.lines.get(seat, 0), seat, hand, dealt, rules.game.hand_size)
            dealt |= hand
        assert isinstance(rules, KlaverjasRules)
        return pack_of(entry.hands, entry.dealer, rules.packets)

    def _trick(self, entry: TrickEntry) -> None:
        """Play one trick, call its roem, and compare what became of it."""
        line, name, seats = entry.line, f"trick {entry.number}", self.match.rules.game.seats
        _compare(line, f"leader of {name}", self._turn(), entry.leader)
        for seat, play in zip(
            self.match.rules.game.from_seat(entry.leader), entry.plays, strict=False
        ):
            self._act(line, seat, play)
        if len(entry.plays) < len(seats):
            return
        if entry.caller:
            self._act(line, entry.caller, ROEM)
        found = self._entry().tricks[-1]
        _compare(line, f"winner of {name}", found.winner, entry.winner)
        _compare(line, f"roem of {name}", _roem(found), _roem(entry))
        if entry.uncalled:
            _compare(line, f"uncalled roem of {name}", found.uncalled, entry.uncalled)

    def _turn(self) -> Seat | None:
        """Name the seat that must act."""
        return next((ask.seat for ask in self.match.asks() if ask.must), None)

    def _entry(self) -> DealEntry:
        assert self.match.deal is not None
        return deal_entry(self.match.deal)

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


def _check_hand(line: int, seat: Seat, hand: Hand, dealt: Hand, size: int) -> None:
    if len(hand) != size:
        raise InvalidRecord(line, f"{seat} has {len(hand)} cards, expected {size}")
    if hand & dealt:
        raise InvalidRecord(line, f"{seat} has what another hand has: {hand & dealt}")


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
