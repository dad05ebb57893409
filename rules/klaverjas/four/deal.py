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
from functools import cache
from typing import Final, NamedTuple

from klaverjas.actions import Action, Close, Name, Pass, Play, PlayerAction, Roem, Turn, plays
from klaverjas.asks import Ask, Phase
from klaverjas.cards import Card, Hand, Suit
from klaverjas.errors import IllegalAction, Reason
from klaverjas.events import (
    Dealing,
    Event,
    Named,
    Passed,
    Played,
    RoemCounted,
    Turned,
    Void,
    Written,
)
from klaverjas.four.rules import PACKETS, KlaverjasRules
from klaverjas.four.settlement import Settlement, forfeit, settle, verdict
from klaverjas.four.tricks import NEXT, NOTHING, PARTNER, FinishedTrick, Tricks, trick_taken
from klaverjas.four.trump_making import TRUMP_MAKING
from klaverjas.seats import Game, Seat, add
from klaverjas.standing import Carry, Outcome, Pack, Standing
from klaverjas.trick import refusal
from klaverjas.view import LastTrick, Line, TrickCard, View

__all__ = ["Deal", "FinishedTrick", "Tricks", "deal_out", "pack_of"]

GAME: Final = Game.KLAVERJAS
new: Final = tuple.__new__
ROEM: Final = Roem()
CLOSE: Final = Close()
PLAYED: Final[dict[Seat, dict[Card, Played]]] = {
    seat: {card: Played(seat, card) for card in Card} for seat in Seat
}


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

    def asks(self, decision: int) -> tuple[Ask, ...]:
        """List what is asked, the seat that must act first, under the match's number for it."""
        tricks = self.tricks
        if tricks is None:
            return self._calls_open(decision) if self.phase is Phase.CALLING else ()
        if self.phase is Phase.PLAYING:
            actions: tuple[PlayerAction, ...] = plays(tricks.legal)
        elif self.phase is Phase.CLOSING:
            actions = (CLOSE,)
        else:
            return ()
        turn = tricks.turn
        if not tricks.window:
            return (new(Ask, (turn, True, actions, decision)),)
        return (
            Ask(turn, True, (ROEM, *actions), decision),
            Ask(PARTNER[turn], False, (ROEM,), decision),
        )

    def _calls_open(self, decision: int) -> tuple[Ask, ...]:
        making = TRUMP_MAKING[self.rules.trump_making]
        legal = making.legal(len(self.calls), self.turned)
        return (Ask(self.speaker, True, legal, decision),)

    def legal(self, seat: Seat | None) -> tuple[PlayerAction, ...]:
        """List what a seat may do now; nothing when it is not asked."""
        tricks = self.tricks
        if tricks and seat is tricks.turn and self.phase is Phase.PLAYING and not tricks.window:
            return plays(tricks.legal)
        return next((ask.legal for ask in self.asks(0) if ask.seat is seat), ())

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
        return self._replace(tricks=Tricks.begin(self.dealt, NEXT[self.dealer]))

    def _play(self, seat: Seat | None, action: Play) -> tuple[Deal, tuple[Event, ...]]:
        tricks, card, trump = self.tricks, action.card, self.trump
        assert tricks is not None
        assert trump is not None
        if seat is not tricks.turn or action.call or not tricks.legal & card.bit:
            raise IllegalAction(self._refuse_play(seat, action), self.legal(seat))
        played = PLAYED[seat][card]
        if len(tricks.trick) == 3:
            return self._take(tricks.take(card, trump, self.rules), played)
        return self._with_tricks(tricks.lay(card, trump, self.rules.trumping)), (played,)

    def _refuse_play(self, seat: Seat | None, action: Play) -> Reason:
        tricks = self.tricks
        assert tricks is not None and self.trump is not None
        if seat is not tricks.turn:
            return Reason.WRONG_MOMENT
        if tricks.legal & action.card.bit:
            return Reason.NO_BELA
        hand = tricks.hands[seat.number]
        return refusal(action.card, hand, tricks.legal, tricks.trick, self.trump)

    def _take(self, tricks: Tricks, played: Played) -> tuple[Deal, tuple[Event, ...]]:
        """Tell of the trick that a card completed, and of roem that needs no call."""
        number, last = len(tricks.taken), tricks.taken[-1]
        events = (played, trick_taken(number, last.winner, last.points))
        deal = self._with_tricks(tricks)
        if last.roem and self.rules.roem_calling == "automatic":
            deal, counted = deal._count_roem(None)
            return deal._close_if_done((*events, counted))
        return deal._close_if_done(events)

    def _call_roem(self, seat: Seat | None) -> tuple[Deal, tuple[Event, ...]]:
        deal, counted = self._count_roem(seat)
        return deal._close_if_done((counted,))

    def _count_roem(self, caller: Seat | None) -> tuple[Deal, RoemCounted]:
        """Count the roem of the last trick for the side that took it."""
        tricks, trump = self.tricks, self.trump
        assert tricks is not None
        assert trump is not None
        value, parts = tricks.last_roem(trump, self.rules)
        counted = RoemCounted(caller, len(tricks.taken), value, parts)
        return self._with_tricks(tricks.count_roem(caller)), counted

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
        assert tricks is not None
        assert maker is not None
        side = GAME.side(maker)
        return self._finish(settle(self.rules, side, tricks.points, tricks.roem, tricks.won))

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
        # Once for every card played: `_replace` would take several times as long.
        return new(Deal, (*self[:10], tricks, None))

    def view(self, seat: Seat | None, blank: View) -> View:
        """Complete a view of the match with what the seat sees of this deal."""
        tricks, by_side = self.tricks, GAME.by_side
        hands = tricks.hands if tricks else self.dealt
        view = replace(
            blank,
            turn=next(iter(self.asked), None),
            trump=self.trump,
            maker=self.maker,
            hand=None if seat is None else tuple(Hand(hands[seat.number])),
            counts={each: hands[each.number].bit_count() for each in Seat},
        )
        if tricks is None:
            return view
        return replace(
            view,
            leader=tricks.leader,
            trick=tuple(map(TrickCard, GAME.from_seat(tricks.leader), tricks.trick)),
            last=self._last_trick(tricks),
            tricks=by_side(tricks.won),
            points=by_side(tricks.points),
            roem=by_side(tricks.roem),
        )

    def _last_trick(self, tricks: Tricks) -> LastTrick | None:
        if not tricks.taken or not self.rules.show_last_trick:
            return None
        last = tricks.taken[-1]
        return LastTrick(last.leader, last.cards, last.winner)


@cache
def _places(dealer: Seat, packets: str) -> tuple[Seat, ...]:
    """Say whose each card of the pack is, the top one first."""
    order = tuple(GAME.from_seat(NEXT[dealer]))
    return tuple(seat for size in PACKETS[packets] for seat in order for _ in range(size))


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
