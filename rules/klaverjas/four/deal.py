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
from typing import Final

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
from klaverjas.four.opening import Opening
from klaverjas.four.rules import PACKETS, KlaverjasRules
from klaverjas.four.settlement import Settlement, forfeit, settle, verdict
from klaverjas.four.tricks import (
    NEXT,
    NOTHING,
    PARTNER,
    PLAYING,
    FinishedTrick,
    Tally,
    Terms,
    Tricks,
    trick_taken,
)
from klaverjas.seats import Game, Seat, add
from klaverjas.standing import Carry, Outcome, Pack, Standing
from klaverjas.trick import refusal
from klaverjas.view import LastTrick, Line, TrickCard, View

__all__ = ["Deal", "FinishedTrick", "Tricks", "deal_out", "pack_of"]

GAME: Final = Game.KLAVERJAS
new: Final = tuple.__new__
SEATS: Final = GAME.seats
NO_CARRY: Final = Carry()
CLOSE_ALONE: Final = (Close(),)
ROEM_ALONE: Final = (Roem(),)

# Asked for with every card; a member of an enum takes several times as long to look up.
TURNING: Final = Phase.TURNING
CALLING: Final = Phase.CALLING
CLOSING: Final = Phase.CLOSING
OVER: Final = Phase.OVER

PLAYED: Final[dict[Seat, dict[Card, Played]]] = {
    seat: {card: Played(seat, card) for card in Card} for seat in Seat
}


class Deal(Tricks):
    """A deal of Klaverjas, from the first call on."""

    __slots__ = ()

    @classmethod
    def begin(
        cls, rules: KlaverjasRules, number: int, dealer: Seat, standing: Standing, pack: Pack
    ) -> tuple[Deal, tuple[Event, ...]]:
        """Deal from a pack of all 32 cards, the top one first, in the set's packets."""
        dealt = deal_out(pack, dealer, rules.packets)
        opening = Opening(rules, number, dealer, standing, dealt)
        hands = {seat: Hand(cards) for seat, cards in zip(SEATS, dealt, strict=True)}
        return cls._calling(opening), (Dealing(number, dealer, hands),)

    @classmethod
    def _calling(cls, opening: Opening) -> Deal:
        """Let the next seat speak, or the house turn a suit before."""
        making, passes = opening.making, len(opening.calls)
        speaker = making.speaker(opening.dealer, passes)
        turning = making.wants_turn(passes, opening.turned)
        hands = from_turn(opening.dealt, speaker)
        return cls(opening, TURNING if turning else CALLING, None, hands, speaker)

    @property
    def rules(self) -> KlaverjasRules:
        """The set the deal is played by."""
        return self.opening.rules

    @property
    def number(self) -> int:
        """Which deal of the match it is, from 1."""
        return self.opening.number

    @property
    def dealer(self) -> Seat:
        """Who dealt."""
        return self.opening.dealer

    @property
    def standing(self) -> Standing:
        """Where the match stood before the deal."""
        return self.opening.standing

    @property
    def dealt(self) -> tuple[int, ...]:
        """The four hands as dealt, as masks, from north clockwise."""
        return self.opening.dealt

    @property
    def calls(self) -> tuple[tuple[Seat, Name | Pass], ...]:
        """Who said what until trump was made."""
        return self.opening.calls

    @property
    def turned(self) -> tuple[Suit, ...]:
        """The suits that the house turned."""
        return self.opening.turned

    @property
    def trump(self) -> Suit | None:
        """The trump, once it is made."""
        return self.opening.trump

    @property
    def maker(self) -> Seat | None:
        """Who made trump."""
        return self.opening.maker

    @property
    def tricks(self) -> Tricks | None:
        """The play so far, once trump is made."""
        return self if self.terms else None

    @property
    def turn_choices(self) -> tuple[Suit, ...]:
        """The suits the house may turn: any but the one turned before."""
        return tuple(suit for suit in Suit if suit not in self.turned)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that are asked, the one that must act first."""
        if self.phase is TURNING or self.phase is OVER:
            return ()
        return (self.turn, PARTNER[self.turn]) if self.window else (self.turn,)

    def asks(self, decision: int) -> tuple[Ask, ...]:
        """List what is asked, the seat that must act first, under the match's number for it."""
        phase, turn = self.phase, self.turn
        if phase is PLAYING:
            actions: tuple[PlayerAction, ...] = plays(self.playable)
        elif phase is CALLING:
            opening = self.opening
            actions = opening.making.legal(len(opening.calls), opening.turned)
        elif phase is CLOSING:
            actions = CLOSE_ALONE
        else:
            return ()
        if not self.window:
            return (new(Ask, (turn, True, actions, decision)),)
        return (
            new(Ask, (turn, True, ROEM_ALONE + actions, decision)),
            new(Ask, (PARTNER[turn], False, ROEM_ALONE, decision)),
        )

    def legal(self, seat: Seat | None) -> tuple[PlayerAction, ...]:
        """List what a seat may do now; nothing when it is not asked."""
        for asked, _, legal, _ in self.asks(0):
            if asked is seat:
                return legal
        return ()

    def apply(self, seat: Seat | None, action: Action) -> tuple[Deal, tuple[Event, ...]]:
        """Act; `IllegalAction` when the rules refuse."""
        if type(action) is Play:
            return self._play(seat, action)
        if isinstance(action, Turn) and self.phase is TURNING and seat is None:
            return self._turn(action.suit)
        choices = self.legal(seat)
        if seat is None or action not in choices:
            raise IllegalAction(self._refusal(choices, action), choices)
        if isinstance(action, Roem):
            return self._call_roem(seat)
        if isinstance(action, Name):
            return self._name(seat, action)
        return self._pass(seat, action) if isinstance(action, Pass) else self._write(())

    def _refusal(self, choices: tuple[PlayerAction, ...], action: Action) -> Reason:
        """Say why an action other than a play in its phase is refused."""
        if not choices:
            return Reason.WRONG_MOMENT
        if self.phase is CALLING:
            return self.opening.making.refusal(action)  # type: ignore[arg-type]  # it answers for any action
        moment = isinstance(action, Roem) or (isinstance(action, Close) and self.phase is CLOSING)
        return Reason.WRONG_MOMENT if moment else Reason.WRONG_PHASE

    def _turn(self, suit: Suit) -> tuple[Deal, tuple[Event, ...]]:
        opening = self.opening
        if suit in opening.turned:
            raise IllegalAction(Reason.SUIT_NAMED)
        return self._calling(opening._replace(turned=(*opening.turned, suit))), (Turned(suit),)

    def _pass(self, seat: Seat, action: Pass) -> tuple[Deal, tuple[Event, ...]]:
        calls = (*self.calls, (seat, action))
        return self._calling(self.opening._replace(calls=calls)), (Passed(seat),)

    def _name(self, seat: Seat, action: Name) -> tuple[Deal, tuple[Event, ...]]:
        """Make trump, and let forehand lead to the first trick, whoever made it."""
        rules, number, dealer, standing, dealt, calls, turned, _, _ = self.opening
        trump, forehand, calls = action.suit, NEXT[dealer], (*calls, (seat, action))
        opening = Opening(rules, number, dealer, standing, dealt, calls, turned, trump, seat)
        hands, terms = from_turn(dealt, forehand), Terms.of(trump, rules)
        deal = Deal(opening, PLAYING, None, hands, forehand, terms, hands[0])
        return deal, (Named(seat, trump),)

    def _play(self, seat: Seat | None, action: Play) -> tuple[Deal, tuple[Event, ...]]:
        card = action.card
        if seat is not self.turn or not self.playable & card.bit or action.call:
            raise IllegalAction(self._refuse_play(seat, action), self.legal(seat))
        played = PLAYED[seat][card]
        if len(self.trick) < 3:
            return self.lay(card), (played,)
        deal = self.take(card)
        number, last = len(deal.taken), deal.taken[-1]
        events = (played, trick_taken(number, last.winner, last.points))
        return deal._go_on(events) if deal.window or number == 8 else (deal, events)

    def _refuse_play(self, seat: Seat | None, action: Play) -> Reason:
        if self.phase is not PLAYING:
            return self._refusal(self.legal(seat), action)
        if seat is not self.turn:
            return Reason.WRONG_MOMENT
        if self.playable & action.card.bit:
            return Reason.NO_BELA
        assert self.trump is not None
        return refusal(action.card, self.hands[0], self.playable, self.trick, self.trump)

    def _call_roem(
        self, seat: Seat | None, events: tuple[Event, ...] = ()
    ) -> tuple[Deal, tuple[Event, ...]]:
        value, parts = self.last_roem()
        counted = RoemCounted(seat, len(self.taken), value, parts)
        return self.count_roem(seat)._go_on((*events, counted))

    def _go_on(self, events: tuple[Event, ...]) -> tuple[Deal, tuple[Event, ...]]:
        """Count roem that needs no call; after the last trick wait for one, or write it down."""
        if self.window and self.rules.roem_calling == "automatic":
            return self._call_roem(None, events)
        if len(self.taken) < 8:
            return self, events
        return (self._replace(phase=CLOSING), events) if self.window else self._write(events)

    def _write(self, events: tuple[Event, ...]) -> tuple[Deal, tuple[Event, ...]]:
        """Write down a deal of which all eight tricks are played."""
        tally, maker = self.tally, self.maker
        assert maker is not None
        return self._finish(settle(self.rules, maker.number & 1, *tally), tally, events)

    def forfeited(self, side: int) -> tuple[Deal, tuple[Event, ...]]:
        """End the deal with this side having forfeited it."""
        return self._finish(forfeit(side, self.tally.roem), self.tally, ())

    def voided(self) -> tuple[Deal, tuple[Event, ...]]:
        """End the deal with nothing written; the same dealer deals again."""
        _, number, dealer, standing, *_ = self.opening
        outcome = Outcome(None, NOTHING, dealer, standing.carry, None)
        return self._replace(phase=OVER, outcome=outcome), (Void(number, dealer),)

    def with_standing(self, standing: Standing) -> Deal:
        """Put other totals under a deal that goes on."""
        return self._replace(opening=self.opening._replace(standing=standing))

    def _finish(
        self, settlement: Settlement, tally: Tally, events: tuple[Event, ...]
    ) -> tuple[Deal, tuple[Event, ...]]:
        rules, number, dealer, standing, _, _, _, trump, maker = self.opening
        written, marks = settlement
        by_side = GAME.by_side
        points, roem = by_side(tally.points), by_side(tally.roem)
        figures = points, by_side(written), by_side(marks), roem
        after = Standing(add(standing.totals, written), standing.written + 1)
        line = Line(number, maker, trump, *figures)
        outcome = Outcome(line, written, NEXT[dealer], NO_CARRY, verdict(rules, after))
        over = new(Deal, (self.opening, OVER, outcome, *self[3:-1], False))
        return over, (*events, Written(number, maker, *figures))

    def view(self, seat: Seat | None, blank: View) -> View:
        """Complete a view of the match with what the seat sees of this deal."""
        tally, by_side = self.tally, GAME.by_side
        view = replace(
            blank,
            turn=next(iter(self.asked), None),
            trump=self.trump,
            maker=self.maker,
            hand=None if seat is None else tuple(Hand(self.hand(seat))),
            counts={each: self.hand(each).bit_count() for each in Seat},
        )
        if self.terms is None:
            return view
        return replace(
            view,
            leader=self.leader,
            trick=tuple(map(TrickCard, GAME.from_seat(self.leader), self.trick)),
            last=self._last_trick(),
            tricks=by_side(tally.tricks),
            points=by_side(tally.points),
            roem=by_side(tally.roem),
        )

    def _last_trick(self) -> LastTrick | None:
        if not self.taken or not self.rules.show_last_trick:
            return None
        last = self.taken[-1]
        return LastTrick(last.leader, last.cards, last.winner)


def from_turn(hands: tuple[int, ...], turn: Seat) -> tuple[int, ...]:
    """Turn four hands that lie from north, so that they lie from this seat."""
    return hands[turn.number :] + hands[: turn.number]


@cache
def _places(dealer: Seat, packets: str) -> tuple[tuple[int, ...], ...]:
    """Say where in the pack each seat's cards lie, from north clockwise."""
    order = tuple(GAME.from_seat(NEXT[dealer]))
    owners = [seat for size in PACKETS[packets] for seat in order for _ in range(size)]
    return tuple(tuple(n for n, owner in enumerate(owners) if owner is seat) for seat in SEATS)


def deal_out(pack: Pack, dealer: Seat, packets: str) -> tuple[int, ...]:
    """Deal a pack in packets, clockwise from forehand: four hands as masks, from north."""
    bits = [card.bit for card in pack]
    return tuple([sum(map(bits.__getitem__, places)) for places in _places(dealer, packets)])


def pack_of(hands: Mapping[Seat, Hand], dealer: Seat, packets: str) -> Pack:
    """Stack a pack that deals these hands of eight; the opposite of `deal_out`."""
    pack: dict[int, Card] = {}
    for seat, places in zip(SEATS, _places(dealer, packets), strict=True):
        pack.update(zip(places, hands[seat], strict=True))
    return tuple(pack[n] for n in range(32))
