"""One deal of Klaverjas, as a value: calls, eight tricks, roem, and writing it down.

=========  =============================  =======================================
phase      who is asked                   what they may do
=========  =============================  =======================================
turning    the house                      `Turn`
calling    the speaker                    `Name`, `Pass`
playing    whose turn it is               `Play`; `Roem` when leading, while some lies
           the winner's partner           `Roem`, while some lies (an option)
closing    the winner of the last trick   `Roem`, `Close`
           his partner                    `Roem` (an option)
over       nobody
=========  =============================  =======================================

Automatic are: a trick taken with its fourth card, automatic roem, closing when no roem is left
to call, writing the deal down.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from klaverjas.actions import Action, Close, Name, Pass, Play, PlayerAction, Roem, Turn, plays
from klaverjas.asks import Phase
from klaverjas.cards import POINTS, POWER, Card, Hand, Suit
from klaverjas.errors import IllegalAction, Reason
from klaverjas.events import (
    Dealing,
    Event,
    Named,
    Passed,
    Played,
    RoemCounted,
    TrickTaken,
    Turned,
    Void,
    Written,
)
from klaverjas.four.roem import roem_in, roem_value
from klaverjas.four.rules import PACKETS, KlaverjasRules
from klaverjas.four.settlement import LAST_TRICK, Settlement, forfeit, settle, verdict
from klaverjas.four.trump_making import TRUMP_MAKING
from klaverjas.seats import Game, Pair, Seat, add
from klaverjas.standing import Carry, Outcome, Pack, Question, Standing
from klaverjas.trick import TRUMPING, legal_mask, refusal
from klaverjas.view import LastTrick, Line, TrickCard, View

__all__ = ["Deal", "FinishedTrick", "Tricks", "deal_out", "pack_of"]

GAME: Final = Game.KLAVERJAS
NEXT: Final[dict[Seat, Seat]] = {seat: GAME.after(seat) for seat in Seat}
PARTNER: Final[dict[Seat, Seat]] = {seat: GAME.after(seat, 2) for seat in Seat}
NOTHING: Final[Pair[int]] = Pair(0, 0)
ROEM: Final = Roem()
CLOSE: Final = Close()
PLAYED: Final[dict[Seat, dict[Card, Played]]] = {
    seat: {card: Played(seat, card) for card in Card} for seat in Seat
}


class FinishedTrick(NamedTuple):
    """A trick that was taken: `cards` from the leader on, `points` with the last trick's ten.

    `roem` is what lay in it; it was counted if `counted`, called by `caller` unless automatic.
    """

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    points: int
    roem: int
    counted: bool = False
    caller: Seat | None = None


class Tricks(NamedTuple):
    """The play so far. `best` is the place in `trick` of the card now winning it."""

    hands: tuple[int, ...]
    turn: Seat
    legal: int
    """What `turn` may lay, as a mask."""
    leader: Seat
    trick: tuple[Card, ...]
    best: int
    taken: tuple[FinishedTrick, ...]
    points: Pair[int]
    roem: Pair[int]
    window: bool
    """Roem lies uncalled in the last trick, and may still be called."""


class Deal(NamedTuple):
    """A deal of Klaverjas."""

    rules: KlaverjasRules
    number: int
    dealer: Seat
    standing: Standing
    dealt: tuple[int, ...]
    """The four hands as dealt, as masks, from north clockwise."""
    phase: Phase
    calls: tuple[tuple[Seat, Name | Pass], ...] = ()
    turned: tuple[Suit, ...] = ()
    trump: Suit | None = None
    maker: Seat | None = None
    tricks: Tricks | None = None
    outcome: Outcome | None = None

    @classmethod
    def begin(
        cls, rules: KlaverjasRules, number: int, dealer: Seat, standing: Standing, pack: Pack
    ) -> tuple[Deal, tuple[Event, ...]]:
        """Deal from a pack of all 32 cards, the top one first, in the set's packets."""
        dealt = deal_out(pack, dealer, rules.packets)
        phase = Phase.TURNING if TRUMP_MAKING[rules.trump_making].turned else Phase.CALLING
        hands = {seat: Hand(dealt[seat.number]) for seat in Seat}
        deal = cls(rules, number, dealer, standing, dealt, phase)
        return deal, (Dealing(number, dealer, hands),)

    @property
    def speaker(self) -> Seat:
        """The seat whose call it is."""
        return TRUMP_MAKING[self.rules.trump_making].speaker(self.dealer, len(self.calls))

    @property
    def turn_choices(self) -> tuple[Suit, ...]:
        """The suits the house may turn: any but the one turned before."""
        return tuple(suit for suit in Suit if suit not in self.turned)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that are asked, the one that must act first."""
        tricks = self.tricks
        if self.phase is Phase.CALLING:
            return (self.speaker,)
        if tricks is None or self.phase is Phase.OVER:
            return ()
        return (tricks.turn, PARTNER[tricks.turn]) if tricks.window else (tricks.turn,)

    def questions(self) -> tuple[Question, ...]:
        """List what is asked, the seat that must act first."""
        if self.phase is Phase.CALLING:
            making = TRUMP_MAKING[self.rules.trump_making]
            legal = making.legal(len(self.calls), self.turned)
            return (Question(self.speaker, True, legal),)
        tricks = self.tricks
        if tricks is None or self.phase is Phase.OVER:
            return ()
        actions: tuple[PlayerAction, ...] = (
            plays(tricks.legal) if self.phase is Phase.PLAYING else (CLOSE,)
        )
        if not tricks.window:
            return (Question(tricks.turn, True, actions),)
        return (
            Question(tricks.turn, True, (ROEM, *actions)),
            Question(PARTNER[tricks.turn], False, (ROEM,)),
        )

    def legal(self, seat: Seat | None) -> tuple[PlayerAction, ...]:
        """List what a seat may do now; nothing when it is not asked."""
        tricks = self.tricks
        if tricks and seat is tricks.turn and self.phase is Phase.PLAYING and not tricks.window:
            return plays(tricks.legal)
        return next((q.legal for q in self.questions() if q.seat is seat), ())

    def apply(self, seat: Seat | None, action: Action) -> tuple[Deal, tuple[Event, ...]]:
        """Act; `IllegalAction` when the rules refuse."""
        if type(action) is Play and self.phase is Phase.PLAYING:
            return self._play(seat, action)
        if seat is None and isinstance(action, Turn) and self.phase is Phase.TURNING:
            return self._turn(action.suit)
        if action not in self.legal(seat):
            raise IllegalAction(self._refusal(seat, action), self.legal(seat))
        if isinstance(action, Name | Pass):
            assert seat is not None
            return self._call(seat, action)
        if isinstance(action, Roem):
            return self._call_roem(seat)
        return self._write()

    def _refusal(self, seat: Seat | None, action: Action) -> Reason:
        """Say why an action other than a play in its phase is refused."""
        if not self.legal(seat):
            return Reason.WRONG_MOMENT
        if self.phase is Phase.CALLING:
            making = TRUMP_MAKING[self.rules.trump_making]
            return making.refusal(action)  # type: ignore[arg-type]  # it answers for any action
        moment = isinstance(action, Roem) or (
            isinstance(action, Close) and self.phase is Phase.CLOSING
        )
        return Reason.WRONG_MOMENT if moment else Reason.WRONG_PHASE

    def _turn(self, suit: Suit) -> tuple[Deal, tuple[Event, ...]]:
        if suit in self.turned:
            raise IllegalAction(Reason.SUIT_NAMED)
        deal = self._replace(phase=Phase.CALLING, turned=(*self.turned, suit))
        return deal, (Turned(suit),)

    def _call(self, seat: Seat, action: Name | Pass) -> tuple[Deal, tuple[Event, ...]]:
        calls = (*self.calls, (seat, action))
        if isinstance(action, Name):
            named = self._replace(calls=calls, trump=action.suit, maker=seat, phase=Phase.PLAYING)
            return named._lead_first(), (Named(seat, action.suit),)
        making = TRUMP_MAKING[self.rules.trump_making]
        turning = making.wants_turn(len(calls), self.turned)
        phase = Phase.TURNING if turning else Phase.CALLING
        return self._replace(calls=calls, phase=phase), (Passed(seat),)

    def _lead_first(self) -> Deal:
        """Let forehand lead to the first trick, whoever made trump."""
        lead = NEXT[self.dealer]
        hand = self.dealt[lead.number]
        tricks = Tricks(self.dealt, lead, hand, lead, (), 0, (), NOTHING, NOTHING, False)
        return self._replace(tricks=tricks)

    def _play(self, seat: Seat | None, action: Play) -> tuple[Deal, tuple[Event, ...]]:
        tricks, card = self.tricks, action.card
        assert tricks is not None and self.trump is not None
        if seat is not tricks.turn or action.call or not tricks.legal & card.bit:
            raise IllegalAction(self._refuse_play(seat, action), self.legal(seat))
        hands = list(tricks.hands)
        hands[seat.number] ^= card.bit
        event = PLAYED[seat][card]
        trick = (*tricks.trick, card)
        if len(trick) == 4:
            return self._take(tricks, tuple(hands), trick, event)
        played = self._lay(tricks, tuple(hands), trick, NEXT[seat])
        return self._with_tricks(played), (event,)

    def _refuse_play(self, seat: Seat | None, action: Play) -> Reason:
        tricks = self.tricks
        assert tricks is not None and self.trump is not None
        if seat is not tricks.turn:
            return Reason.WRONG_MOMENT
        if tricks.legal & action.card.bit:
            return Reason.NO_BELA
        hand = tricks.hands[seat.number]
        return refusal(action.card, hand, tricks.legal, tricks.trick, self.trump)

    def _lay(
        self, tricks: Tricks, hands: tuple[int, ...], trick: tuple[Card, ...], turn: Seat
    ) -> Tricks:
        """Go on to the next seat of an unfinished trick."""
        trump, led = self.trump, trick[0].suit
        assert trump is not None
        strengths = POWER[trump.number][led.number]
        last = len(trick) - 1
        wins = last == 0 or strengths[trick[last].number] > strengths[trick[tricks.best].number]
        best = last if wins else tricks.best
        # The seat to play is one past the trick; its partner laid the card before the last.
        legal = legal_mask(
            hands[turn.number],
            led,
            trick[best],
            best == last - 1,
            trump,
            TRUMPING[self.rules.trumping],
        )
        return Tricks(
            hands,
            turn,
            legal,
            tricks.leader,
            trick,
            best,
            tricks.taken,
            tricks.points,
            tricks.roem,
            False,
        )

    def _take(
        self, tricks: Tricks, hands: tuple[int, ...], trick: tuple[Card, ...], played: Played
    ) -> tuple[Deal, tuple[Event, ...]]:
        """Take the trick that its fourth card completes."""
        taken = self._finish_trick(tricks, trick)
        winner, number = taken.winner, len(tricks.taken) + 1
        after = Tricks(
            hands,
            winner,
            hands[winner.number],
            winner,
            (),
            0,
            (*tricks.taken, taken),
            _credit(tricks.points, winner, taken.points),
            tricks.roem,
            taken.roem > 0,
        )
        events = (played, TrickTaken(number, winner, taken.points))
        deal = self._with_tricks(after)
        if taken.roem and self.rules.roem_calling == "automatic":
            deal, counted = deal._count_roem(None)
            events = (*events, counted)  # type: ignore[assignment]
        return deal._close_if_done(events)

    def _finish_trick(self, tricks: Tricks, trick: tuple[Card, ...]) -> FinishedTrick:
        trump, rules = self.trump, self.rules
        assert trump is not None
        strengths, worth = POWER[trump.number][trick[0].suit.number], POINTS[trump.number]
        one, two, three, four = trick
        wins = strengths[four.number] > strengths[trick[tricks.best].number]
        place = 3 if wins else tricks.best
        points = worth[one.number] + worth[two.number] + worth[three.number] + worth[four.number]
        if len(tricks.taken) == 7:
            points += LAST_TRICK
        mask = one.bit | two.bit | three.bit | four.bit
        roem = roem_value(mask, trump, rules.four_of_a_kind, rules.stuk)
        return FinishedTrick(tricks.leader, trick, GAME.after(tricks.leader, place), points, roem)

    def _call_roem(self, seat: Seat | None) -> tuple[Deal, tuple[Event, ...]]:
        deal, counted = self._count_roem(seat)
        return deal._close_if_done((counted,))

    def _count_roem(self, caller: Seat | None) -> tuple[Deal, RoemCounted]:
        """Count the roem of the last trick for the side that took it."""
        tricks, trump, rules = self.tricks, self.trump, self.rules
        assert tricks is not None and trump is not None
        last = tricks.taken[-1]
        mask = sum(card.bit for card in last.cards)
        found = roem_in(mask, trump, rules.four_of_a_kind, rules.stuk)
        after = tricks._replace(
            taken=(*tricks.taken[:-1], last._replace(counted=True, caller=caller)),
            roem=_credit(tricks.roem, last.winner, found.value),
            window=False,
        )
        counted = RoemCounted(caller, len(tricks.taken), found.value, found.parts)
        return self._with_tricks(after), counted

    def _close_if_done(self, events: tuple[Event, ...]) -> tuple[Deal, tuple[Event, ...]]:
        """After the last trick wait for roem to be called, or write the deal down."""
        tricks = self.tricks
        assert tricks is not None
        if len(tricks.taken) < 8:
            return self, events
        if tricks.window:
            return self._replace(phase=Phase.CLOSING), events
        deal, written = self._write()
        return deal, events + written

    def _write(self) -> tuple[Deal, tuple[Event, ...]]:
        tricks, maker = self.tricks, self.maker
        assert tricks is not None and maker is not None
        won = [GAME.side(trick.winner) for trick in tricks.taken]
        counts = Pair(won.count(0), won.count(1))
        side = GAME.side(maker)
        return self._finish(settle(self.rules, side, tricks.points, tricks.roem, counts))

    def forfeited(self, side: int) -> tuple[Deal, tuple[Event, ...]]:
        """End the deal with this side having forfeited it."""
        return self._finish(forfeit(side, self.tricks.roem if self.tricks else NOTHING))

    def voided(self) -> tuple[Deal, tuple[Event, ...]]:
        """End the deal with nothing written; the same dealer deals again."""
        outcome = Outcome(None, NOTHING, self.dealer, self.standing.carry, None)
        over = self._replace(phase=Phase.OVER, outcome=outcome)
        return over, (Void(self.number, self.dealer),)

    def with_standing(self, standing: Standing) -> Deal:
        """Put other totals under a deal that goes on."""
        return self._replace(standing=standing)

    def _finish(self, settlement: Settlement) -> tuple[Deal, tuple[Event, ...]]:
        tricks, by_side = self.tricks, GAME.by_side
        points, roem = (tricks.points, tricks.roem) if tricks else (NOTHING, NOTHING)
        line = Line(
            deal=self.number,
            maker=self.maker,
            trump=self.trump,
            points=by_side(points),
            written=by_side(settlement.written),
            marks=by_side(settlement.marks),
            roem=by_side(roem),
        )
        totals = add(self.standing.totals, settlement.written)
        after = Standing(totals, self.standing.written + 1)
        outcome = Outcome(
            line, settlement.written, NEXT[self.dealer], Carry(), verdict(self.rules, after)
        )
        event = Written(
            self.number, self.maker, line.points, line.written, line.marks, roem=line.roem
        )
        done = tricks._replace(window=False) if tricks else None
        return self._replace(phase=Phase.OVER, tricks=done, outcome=outcome), (event,)

    def _with_tricks(self, tricks: Tricks) -> Deal:
        # Once for every card played: `_replace` would take three times as long.
        return Deal(
            self.rules,
            self.number,
            self.dealer,
            self.standing,
            self.dealt,
            self.phase,
            self.calls,
            self.turned,
            self.trump,
            self.maker,
            tricks,
        )

    def view(self, seat: Seat | None, blank: View) -> View:
        """Complete a view of the match with what the seat sees of this deal."""
        tricks, by_side = self.tricks, GAME.by_side
        hands = tricks.hands if tricks else self.dealt
        view = replace(
            blank,
            turn=next((q.seat for q in self.questions() if q.must), None),
            trump=self.trump,
            maker=self.maker,
            hand=None if seat is None else tuple(Hand(hands[seat.number])),
            counts={each: hands[each.number].bit_count() for each in Seat},
        )
        if tricks is None:
            return view
        won = [GAME.side(trick.winner) for trick in tricks.taken]
        return replace(
            view,
            leader=tricks.leader,
            trick=tuple(map(TrickCard, GAME.from_seat(tricks.leader), tricks.trick)),
            last=self._last_trick(tricks),
            tricks=by_side((won.count(0), won.count(1))),
            points=by_side(tricks.points),
            roem=by_side(tricks.roem),
        )

    def _last_trick(self, tricks: Tricks) -> LastTrick | None:
        if not tricks.taken or not self.rules.show_last_trick:
            return None
        last = tricks.taken[-1]
        return LastTrick(last.leader, last.cards, last.winner)


def _credit(pair: Pair[int], seat: Seat, figure: int) -> Pair[int]:
    """Add a figure to the side of a seat."""
    if GAME.side(seat):
        return Pair(pair.first, pair.second + figure)
    return Pair(pair.first + figure, pair.second)


def _places(dealer: Seat, packets: str) -> list[Seat]:
    """Say whose each card of the pack is, the top one first."""
    order = tuple(GAME.from_seat(NEXT[dealer]))
    return [seat for size in PACKETS[packets] for seat in order for _ in range(size)]


def deal_out(pack: Pack, dealer: Seat, packets: str) -> tuple[int, ...]:
    """Deal a pack in packets, clockwise from forehand: four hands as masks, from north."""
    hands = [0, 0, 0, 0]
    for seat, card in zip(_places(dealer, packets), pack, strict=True):
        hands[seat.number] |= card.bit
    return tuple(hands)


def pack_of(hands: Mapping[Seat, Hand], dealer: Seat, packets: str) -> Pack:
    """Stack a pack that deals these hands of eight; the opposite of `deal_out`."""
    rest = {seat: iter(hands[seat]) for seat in Seat}
    return tuple(next(rest[seat]) for seat in _places(dealer, packets))
