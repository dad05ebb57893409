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

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from operator import itemgetter
from typing import Final

from klaverjas.actions import Action, Close, Name, Pass, Play, PlayerAction, Roem, Turn
from klaverjas.asks import Phase
from klaverjas.cards import Card, Hand, Suit
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
from klaverjas.four.opening import Opening
from klaverjas.four.rules import PACKETS, KlaverjasRules
from klaverjas.four.settlement import Settlement, forfeit, settle, verdict
from klaverjas.four.terms import Terms
from klaverjas.four.tricks import (
    NEXT,
    NOTHING,
    PLAYING,
    ROUND,
    FinishedTrick,
    Plain,
    Tally,
    Tricks,
    asked,
    asks,
)
from klaverjas.four.trump_making import TRUMP_MAKING
from klaverjas.seats import Game, Seat, add
from klaverjas.standing import Carry, Outcome, Pack, Standing
from klaverjas.view import LastTrick, Line, TrickCard, View

__all__ = [
    "Deal",
    "FinishedTrick",
    "Tricks",
    "act",
    "asked",
    "asks",
    "deal_out",
    "pack_of",
    "whole",
]

GAME: Final = Game.KLAVERJAS
new: Final = tuple.__new__
SEATS: Final = GAME.seats
N, E, S, W = SEATS
NS, EW = GAME.sides
EVERY_CARD: Final = 0xFFFFFFFF
NO_CARRY: Final = Carry()

# Asked for with every card; a member of an enum takes several times as long to look up.
TURNING: Final = Phase.TURNING
CALLING: Final = Phase.CALLING
CLOSING: Final = Phase.CLOSING
OVER: Final = Phase.OVER

LAST_TRICK: Final = 10
DEAREST_TRICK: Final = 20 + 14 + 11 + 11 + LAST_TRICK
"""The points of the jack and the nine of trump and two aces, taken last."""

# What happens with every call and card; events are values, and each of these is made once.
PLAYED: Final[tuple[tuple[tuple[Event, ...], ...], ...]] = tuple(
    tuple((Played(seat, card),) for card in Card) for seat in Seat
)
TAKEN: Final[tuple[tuple[tuple[tuple[Event, ...], ...], ...], ...]] = tuple(
    tuple(
        tuple((TrickTaken(trick, seat, points),) for trick in range(9))
        for points in range(DEAREST_TRICK + 1)
    )
    for seat in Seat
)
"""By who takes a trick, its points and its number."""
NAMED: Final[dict[Seat, dict[Suit, tuple[Event, ...]]]] = {
    seat: {suit: (Named(seat, suit),) for suit in Suit} for seat in Seat
}
PASSED: Final[dict[Seat, tuple[Event, ...]]] = {seat: (Passed(seat),) for seat in Seat}


class Deal(Tricks):
    """A deal of Klaverjas, from the first call on."""

    __slots__ = ()

    @classmethod
    def begin(
        cls, rules: KlaverjasRules, number: int, dealer: Seat, standing: Standing, pack: Pack
    ) -> tuple[Deal, tuple[Event, ...]]:
        """Deal from a pack of all 32 cards, the top one first, in the set's packets."""
        dealt = deal_out(pack, dealer, rules.packets)
        opening = new(Opening, (rules, number, dealer, standing, (), (), None, None))
        north, east, south, west = dealt
        hands = {N: Hand(north), E: Hand(east), S: Hand(south), W: Hand(west)}
        return cls._calling(opening, dealt), (Dealing(number, dealer, hands),)

    @classmethod
    def _calling(cls, opening: Opening, dealt: tuple[int, ...]) -> Deal:
        """Let the next seat speak, or the house turn a suit before."""
        rules, _, dealer, _, calls, turned, _, _ = opening
        making, passes = TRUMP_MAKING[rules.trump_making], len(calls)
        speaker = making.speaker(dealer, passes)
        phase = TURNING if making.wants_turn(passes, turned) else CALLING
        fields = (phase, opening, None, dealt, EVERY_CARD, speaker, None, 0, (), (), False)
        return new(cls, fields)

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
        return self if self.winning else None

    @property
    def turn_choices(self) -> tuple[Suit, ...]:
        """The suits the house may turn: any but the one turned before."""
        return tuple(suit for suit in Suit if suit not in self.turned)

    def apply(self, seat: Seat | None, action: Action) -> tuple[Deal, tuple[Event, ...]]:
        """Act; `IllegalAction` when the rules refuse."""
        if type(action) is Play:
            after, happened = act(self, seat, action)
            return new(Deal, after), happened
        if type(action) is Roem and self.window and seat in asked(self):
            return self._call_roem(seat)
        if isinstance(action, Turn) and self.phase is TURNING and seat is None:
            return self._turn(action.suit)
        choices = self.legal(seat)
        if seat is None or action not in choices:
            raise IllegalAction(self._refusal(choices, action), choices)
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
        return self._calling(opening._replace(turned=(*opening.turned, suit)), self.dealt), (
            Turned(suit),
        )

    def _pass(self, seat: Seat, action: Pass) -> tuple[Deal, tuple[Event, ...]]:
        rules, number, dealer, standing, calls, turned, _, _ = self.opening
        calls += ((seat, action),)
        opening = new(Opening, (rules, number, dealer, standing, calls, turned, None, None))
        return self._calling(opening, self.dealt), PASSED[seat]

    def _name(self, seat: Seat, action: Name) -> tuple[Deal, tuple[Event, ...]]:
        """Make trump, and let forehand lead to the first trick, whoever made it."""
        rules, number, dealer, standing, calls, turned, _, _ = self.opening
        trump, forehand, calls = action.suit, NEXT[dealer], (*calls, (seat, action))
        opening = new(Opening, (rules, number, dealer, standing, calls, turned, trump, seat))
        dealt, winning = self.dealt, Terms.of(trump, rules).nothing_led
        hand = dealt[forehand.number]
        fields = (
            PLAYING, opening, None, dealt, EVERY_CARD, forehand, winning, hand, (), (), False,
        )  # fmt: skip
        return new(Deal, fields), NAMED[seat][trump]

    def _call_roem(
        self, seat: Seat | None, events: tuple[Event, ...] = ()
    ) -> tuple[Deal, tuple[Event, ...]]:
        value, parts = self.last_roem()
        events += (RoemCounted(seat, len(self.taken), value, parts),)
        return self.count_roem(seat).go_on(events)

    def go_on(self, events: tuple[Event, ...]) -> tuple[Deal, tuple[Event, ...]]:
        """Count roem that needs no call; after the last trick wait for one, or write it down."""
        if self.window and self.opening.rules.roem_calling == "automatic":
            return self._call_roem(None, events)
        if len(self.taken) < 8:
            return self, events
        return (self._replace(phase=CLOSING), events) if self.window else self._write(events)

    def _write(self, events: tuple[Event, ...]) -> tuple[Deal, tuple[Event, ...]]:
        """Write down a deal of which all eight tricks are played."""
        tally, opening = self.tally, self.opening
        assert opening.maker is not None
        settlement = settle(opening.rules, opening.maker.number & 1, *tally)
        return self._finish(settlement, tally, events)

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
        _, opening, _, dealt, left, turn, winning, playable, trick, taken, _ = self
        rules, number, dealer, standing, _, _, trump, maker = opening
        written, marks = settlement
        points, roem, _ = tally
        figures = (
            {NS: points[0], EW: points[1]},
            {NS: written[0], EW: written[1]},
            {NS: marks[0], EW: marks[1]},
            {NS: roem[0], EW: roem[1]},
        )
        end = verdict(rules, add(standing.totals, written), standing.written + 1)
        line = Line(number, maker, trump, *figures)
        outcome = new(Outcome, (line, written, NEXT[dealer], NO_CARRY, end))
        fields = (
            OVER, opening, outcome, dealt, left, turn, winning, playable, trick, taken, False,
        )  # fmt: skip
        return new(Deal, fields), (*events, Written(number, maker, *figures))

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
        if self.winning is None:
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


def whole(deal: Plain) -> Deal:
    """Give the deal that this is the plain form of."""
    return new(Deal, deal)


def act(deal: Plain, seat: Seat | None, action: Action) -> tuple[Plain, tuple[Event, ...]]:
    """Act on a deal in its plain form; `IllegalAction` when the rules refuse.

    This is where every card goes that is played; whatever else one does is done by `Deal`.
    """
    if type(action) is not Play:
        whole_deal, events = new(Deal, deal).apply(seat, action)
        return whole_deal[:], events
    _, opening, _, dealt, left, turn, winning, playable, trick, taken, _ = deal
    card = action.card
    if seat is not turn or not playable & card.bit or action.call:
        raise new(Deal, deal).refused(seat, action)
    if len(trick) == 3:
        return take(deal, card)
    assert winning is not None
    before, winning = winning, winning.after[card.number]
    turn = NEXT[turn]
    hand = dealt[turn.number] & left
    playable = hand & winning.plain
    if not playable:
        # The one to play next is the partner of whoever laid the card before this one.
        partner = winning is before and winning.card is trick[-1]
        playable = winning.due(hand, partner)
    trick += (card,)
    left -= card.bit
    after = PLAYING, opening, None, dealt, left, turn, winning, playable, trick, taken, False
    return after, PLAYED[seat.number][card.number]


def take(deal: Plain, card: Card) -> tuple[Plain, tuple[Event, ...]]:
    """Lay the card that completes a trick, let the best one take it, and go on."""
    _, opening, _, dealt, left, turn, winning, _, trick, taken, _ = deal
    assert winning is not None
    winning, terms = winning.after[card.number], winning.terms
    one, two, three = trick
    trick, leader, worth = (one, two, three, card), NEXT[turn], terms.worth
    place = trick.index(winning.card)
    winner, number = ROUND[leader][place], len(taken) + 1
    points = worth[one.number] + worth[two.number] + worth[three.number] + worth[card.number]
    if number == 8:
        points += LAST_TRICK
    roem = terms.roem.get(one.bit + two.bit + three.bit + card.bit)
    lies = roem.value if roem else 0
    taken += (new(FinishedTrick, (leader, trick, winner, points, lies, False, None)),)
    left -= card.bit
    hand, winning = dealt[winner.number] & left, terms.nothing_led
    window = lies > 0
    after = PLAYING, opening, None, dealt, left, winner, winning, hand, (), taken, window
    events = PLAYED[turn.number][card.number] + TAKEN[winner.number][points][number]
    if number == 8 or (lies and opening.rules.roem_calling == "automatic"):
        deal, events = new(Deal, after).go_on(events)
        return deal[:], events
    return after, events


@cache
def _places(dealer: Seat, packets: str) -> tuple[tuple[int, ...], ...]:
    """Say where in the pack each seat's cards lie, from north clockwise."""
    order = tuple(GAME.from_seat(NEXT[dealer]))
    owners = [seat for size in PACKETS[packets] for seat in order for _ in range(size)]
    return tuple(tuple(n for n, owner in enumerate(owners) if owner is seat) for seat in SEATS)


@cache
def _takers(dealer: Seat, packets: str) -> tuple[Callable[[list[int]], tuple[int, ...]], ...]:
    """Give what takes each seat's cards out of the pack, from north clockwise."""
    return tuple(itemgetter(*places) for places in _places(dealer, packets))


def deal_out(pack: Pack, dealer: Seat, packets: str) -> tuple[int, ...]:
    """Deal a pack in packets, clockwise from forehand: four hands as masks, from north."""
    bits = [card.bit for card in pack]
    return tuple([sum(take(bits)) for take in _takers(dealer, packets)])


def pack_of(hands: Mapping[Seat, Hand], dealer: Seat, packets: str) -> Pack:
    """Stack a pack that deals these hands of eight; the opposite of `deal_out`."""
    pack: dict[int, Card] = {}
    for seat, places in zip(SEATS, _places(dealer, packets), strict=True):
        pack.update(zip(places, hands[seat], strict=True))
    return tuple(pack[n] for n in range(32))
