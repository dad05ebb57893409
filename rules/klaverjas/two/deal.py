"""One deal of Klaberjass, as a value: calls, exchange, sequences, nine tricks, the writing.

==========  ================================  =========================================
phase       who is asked                      what they may do
==========  ================================  =========================================
calling     the speaker                       `Take`, `Name`, `Pass`, `Schmeiss`
answering   who is offered to throw it in     `Accept`, `Refuse`
exchanging  the non-dealer, then the dealer   `Swap`, `Keep`
declaring   the non-dealer before his lead,   `Declare`, `Silent`
            then the dealer
playing     whose turn it is                  `Play`; `Claim` when leading to tricks 2–9
over        nobody
==========  ================================  =========================================

Whether a question is asked depends on what everybody sees, never on a hidden card: the exchange
is asked of one without the seven, and declaring of one without a sequence. Automatic are: the
second packet and the bottom card once trump is made, all that is said of sequences after the
dealer's decision, showing them, a trick taken with its second card, writing the deal down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias, cast

from klaverjas.actions import (
    Action,
    Claim,
    Declare,
    Keep,
    Name,
    Pass,
    Play,
    PlayerAction,
    Refuse,
    Silent,
    Swap,
    Take,
)
from klaverjas.asks import Ask, Phase
from klaverjas.cards import Card, Hand, Rank, Suit
from klaverjas.errors import IllegalAction, Reason
from klaverjas.events import (
    Answered,
    Bottom,
    Claimed,
    Dealing,
    Declared,
    Event,
    Kept,
    Named,
    PacketDealing,
    Passed,
    Played,
    Schmeissed,
    Shown,
    Silence,
    Swapped,
    Taken,
    TrickTaken,
    Turned,
    Void,
    Written,
)
from klaverjas.seats import Game, Pair, Seat, add
from klaverjas.standing import Carry, Outcome, Pack, Standing, Verdict
from klaverjas.two.calls import Calling, Spoken
from klaverjas.two.pack import DealtOut, deal_out
from klaverjas.two.rules import KlaberjassRules
from klaverjas.two.sequences import Contest, Declaring, compare_sequences, runs_in, sequences_in
from klaverjas.two.settlement import (
    NEXT_DEALER,
    OTHER,
    REDEALER,
    Settlement,
    next_dealer,
    settle,
    verdict,
)
from klaverjas.two.tricks import NOTHING, Tricks, by_seat
from klaverjas.view import KlaberjassView, LastTrick, Line, TrickCard, View

__all__ = ["Counted", "Deal"]

GAME: Final = Game.KLABERJASS
SWAP: Final = Swap()
KEEP: Final = Keep()
DECLARE: Final = Declare()
SILENT: Final = Silent()
CLAIM: Final = Claim()


class Counted(NamedTuple):
    """What has been counted so far, by side; `points` with the last trick's ten."""

    points: Pair[int]
    sequences: Pair[int]
    bela: Pair[int]

    @property
    def sums(self) -> Pair[int]:
        """Add it all up."""
        return add(add(self.points, self.sequences), self.bela)


class Deal(NamedTuple):
    """A deal of Klaberjass."""

    phase: Phase
    rules: KlaberjassRules
    number: int
    dealer: Seat
    standing: Standing
    cards: DealtOut
    """The cards as the pack has them: six each, three more each, the upcard, the bottom card."""
    calling: Calling
    maker: Seat | None = None
    trump: Suit | None = None
    """None until the second packet is dealt."""
    exchange: tuple[tuple[Seat, Swap | Keep], ...] = ()
    declarations: tuple[tuple[Seat, Declare | Silent], ...] = ()
    declared: tuple[Declared, ...] = ()
    """All that was said of sequences."""
    contest: Contest | None = None
    """How sequences compared, as if both took a trick; None until both have decided."""
    shown: Shown | None = None
    tricks: Tricks | None = None
    claimed: Claimed | None = None
    counted: Counted | None = None
    """What was counted when the deal was written down."""
    outcome: Outcome | None = None

    @classmethod
    def begin(
        cls, rules: KlaberjassRules, number: int, dealer: Seat, standing: Standing, pack: Pack
    ) -> tuple[Deal, tuple[Event, ...]]:
        """Deal from a pack of all 32 cards, the top one first, and turn the upcard."""
        cards = deal_out(pack, dealer)
        brake = rules.schmeiss_brake
        withheld = brake is not None and standing.carry.thrown_in >= brake
        calling = Calling(rules, dealer, cards.upcard.suit, withheld)
        deal = cls(Phase.CALLING, rules, number, dealer, standing, cards, calling)
        hands = {seat: Hand(cards.six[GAME.side(seat)]) for seat in GAME.seats}
        turned = Turned(cards.upcard.suit, cards.upcard)
        return deal, (Dealing(number, dealer, hands), turned)

    @property
    def nondealer(self) -> Seat:
        """Name the seat that speaks and leads first."""
        return OTHER[self.dealer]

    @property
    def calls(self) -> tuple[tuple[Seat, Spoken], ...]:
        """List the calls and answers."""
        return self.calling.calls

    @property
    def nine(self) -> Pair[int]:
        """Give the hands after the second packet, before the exchange, as masks by side."""
        return Pair(*map(int.__or__, self.cards.six, self.cards.packets))

    @property
    def swapper(self) -> Seat | None:
        """Name the seat that exchanged the seven, if one did."""
        return next((seat for seat, action in self.exchange if action == SWAP), None)

    @property
    def seven(self) -> Card:
        """Name the seven of trump."""
        assert self.trump is not None
        return Card.of(self.trump, Rank.SEVEN)

    @property
    def held(self) -> Pair[int]:
        """Give the hands of nine after the exchange, as masks by side."""
        if self.swapper is None:
            return self.nine
        exchanged = by_seat(self.swapper, self.seven.bit | self.cards.upcard.bit)
        return Pair(*map(int.__xor__, self.nine, exchanged))

    @property
    def hands(self) -> Pair[int]:
        """Give what is in the hands now, as masks by side."""
        if self.trump is None:
            return self.cards.six
        return self.tricks.hands if self.tricks else self.held

    @property
    def sequence_winner(self) -> Seat | None:
        """Name the seat with the better sequences, once that is known."""
        if self.contest is None or self.contest.winner is None:
            return None
        return self.nondealer if self.contest.winner == "nondealer" else self.dealer

    @property
    def turn(self) -> Seat | None:
        """Name the seat that is asked; None when the deal is over."""
        if self.phase is Phase.OVER:
            return None
        if self.phase is Phase.EXCHANGING:
            return self.dealer if self.exchange else self.nondealer
        if self.phase is Phase.DECLARING:
            return self.dealer if self.declarations else self.nondealer
        return self.tricks.turn if self.tricks else self.calling.speaker

    @property
    def turn_choices(self) -> tuple[Suit, ...]:
        """The suits the house may turn: none, for the pack has the upcard."""
        return ()

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that are asked."""
        return (self.turn,) if self.turn else ()

    def asks(self, decision: int) -> tuple[Ask, ...]:
        """List what is asked: one question, until the deal is over."""
        return (Ask(self.turn, True, self.legal(self.turn), decision),) if self.turn else ()

    def legal(self, seat: Seat | None) -> tuple[PlayerAction, ...]:
        """List what a seat may do now; nothing when it is not asked."""
        if seat is None or seat is not self.turn:
            return ()
        if self.phase is Phase.PLAYING:
            assert self.tricks is not None
            return (CLAIM, *self.tricks.legal()) if self._may_claim else self.tricks.legal()
        hand = self.hands[GAME.side(seat)]
        if self.phase is Phase.EXCHANGING:
            return (SWAP, KEEP) if hand & self.seven.bit else (KEEP,)
        if self.phase is Phase.DECLARING:
            return (DECLARE, SILENT) if runs_in(Hand(hand)) else (SILENT,)
        return self.calling.legal()

    @property
    def _may_claim(self) -> bool:
        """Tell whether a trick was just won and none is led to yet."""
        tricks = self.tricks
        return bool(self.rules.claim and tricks and tricks.taken and not tricks.trick)

    def apply(self, seat: Seat | None, action: Action) -> tuple[Deal, tuple[Event, ...]]:
        """Act; `IllegalAction` when the rules refuse."""
        legal = self.legal(seat)
        if seat is None or action not in legal:
            raise IllegalAction(self._refusal(seat, action), legal)
        return _STEPS[self.phase](self, seat, action)

    def _refusal(self, seat: Seat | None, action: Action) -> Reason:
        """Say why an action is refused."""
        if seat is None or seat is not self.turn:
            return Reason.WRONG_MOMENT
        if self.phase is Phase.PLAYING:
            return self._refuse_play(action)
        if self.phase is Phase.EXCHANGING and isinstance(action, Swap):
            return Reason.NO_SEVEN
        if self.phase is Phase.DECLARING and isinstance(action, Declare):
            return Reason.NOT_HELD
        if self.phase in (Phase.CALLING, Phase.ANSWERING):
            return self.calling.refusal(action)
        return Reason.WRONG_PHASE

    def _refuse_play(self, action: Action) -> Reason:
        assert self.tricks is not None
        if isinstance(action, Play):
            return self.tricks.refusal(action)
        return Reason.WRONG_MOMENT if isinstance(action, Claim) else Reason.WRONG_PHASE

    def _call(self, seat: Seat, action: PlayerAction) -> tuple[Deal, tuple[Event, ...]]:
        deal = self._replace(calling=self.calling.say(cast(Spoken, action)))
        if isinstance(action, Take):
            return deal._make_trump(Taken(seat, self.cards.upcard.suit))
        if isinstance(action, Name):
            return deal._make_trump(Named(seat, action.suit))
        if isinstance(action, Pass):
            passed: tuple[Event, ...] = (Passed(seat),)
            if not deal.calling.all_passed:
                return deal, passed
            return deal._void(passed, self.rules.void_dealer, self.standing.carry)
        offered = Schmeissed(seat)
        if self.rules.schmeiss_always_accepted:
            return deal._throw_in(offered)
        return deal._replace(phase=Phase.ANSWERING), (offered,)

    def _answer(self, seat: Seat, action: PlayerAction) -> tuple[Deal, tuple[Event, ...]]:
        deal = self._replace(calling=self.calling.say(cast(Spoken, action)))
        answered = Answered(seat, not isinstance(action, Refuse))
        if answered.accepted:
            return deal._throw_in(answered)
        if deal.calling.must_name:
            return deal._replace(phase=Phase.CALLING), (answered,)
        return deal._make_trump(Taken(OTHER[seat], self.cards.upcard.suit), (answered,))

    def _throw_in(self, event: Event) -> tuple[Deal, tuple[Event, ...]]:
        """End a deal that was thrown in by schmeiss."""
        carry = self.standing.carry
        thrown = carry._replace(thrown_in=carry.thrown_in + 1)
        return self._void((event,), self.rules.schmeiss_redealer, thrown)

    def _void(
        self, events: tuple[Event, ...], redealer: str, carry: Carry
    ) -> tuple[Deal, tuple[Event, ...]]:
        after = REDEALER[redealer](self.dealer, self.dealer)
        outcome = Outcome(None, NOTHING, after, carry, None)
        over = self._replace(phase=Phase.OVER, outcome=outcome)
        return over, (*events, Void(self.number, after))

    def _make_trump(
        self, making: Taken | Named, before: tuple[Event, ...] = ()
    ) -> tuple[Deal, tuple[Event, ...]]:
        """Deal the second packet under this trump, and turn the bottom card where it is shown."""
        deal = self._replace(maker=making.seat, trump=making.suit)
        packets = {seat: Hand(self.cards.packets[GAME.side(seat)]) for seat in GAME.seats}
        bottom = (Bottom(self.cards.bottom),) if self.rules.bottom_shown else ()
        phase = Phase.EXCHANGING if deal._seven_may_be_held else Phase.DECLARING
        return deal._replace(phase=phase), (*before, making, PacketDealing(packets), *bottom)

    @property
    def _seven_may_be_held(self) -> bool:
        """Tell whether the exchange is open, as far as everybody can see."""
        visible = {self.cards.upcard, self.cards.bottom if self.rules.bottom_shown else None}
        return self.trump is self.cards.upcard.suit and self.seven not in visible

    def _exchange(self, seat: Seat, action: PlayerAction) -> tuple[Deal, tuple[Event, ...]]:
        asked = (*self.exchange, (seat, cast("Swap | Keep", action)))
        swapped = isinstance(action, Swap)
        done = swapped or seat is self.dealer
        deal = self._replace(exchange=asked, phase=Phase.DECLARING if done else Phase.EXCHANGING)
        return deal, (Swapped(seat, self.cards.upcard, self.seven) if swapped else Kept(seat),)

    def _declare(self, seat: Seat, action: PlayerAction) -> tuple[Deal, tuple[Event, ...]]:
        decided = (*self.declarations, (seat, cast("Declare | Silent", action)))
        deal = self._replace(declarations=decided)
        spoken = deal._speak(seat)
        said = tuple(event for event in spoken if isinstance(event, Declared))
        deal = deal._replace(declared=(*self.declared, *said))
        if seat is self.nondealer:
            later = self.rules.declare_at == "before-lead"
            return (deal if later else deal._begin_tricks()), spoken
        deal = deal._replace(contest=deal._compare(), phase=Phase.PLAYING)
        deal = deal if deal.tricks else deal._begin_tricks()
        return deal._show("at-once", spoken)

    def _compare(self) -> Contest:
        """Compare the sequences of those who declared."""
        assert self.trump is not None
        declared = {seat for seat, action in self.declarations if action == DECLARE}
        who: dict[tuple[bool, bool], Declaring] = {
            (True, True): "both",
            (True, False): "nondealer",
            (False, True): "dealer",
            (False, False): "none",
        }
        hands = {seat: Hand(self.held[GAME.side(seat)]) for seat in GAME.seats}
        return compare_sequences(
            self.rules,
            self.trump,
            hands[self.nondealer],
            hands[self.dealer],
            who[self.nondealer in declared, self.dealer in declared],
        )

    def _speak(self, seat: Seat) -> tuple[Event, ...]:
        """Say what this decision gives to say: the non-dealer opens, the rest follows the dealer.

        A dealer who is silent on a declaration says *good*, as one does who cannot match it, so
        that nobody learns whether he had something to declare.
        """
        dialogue = self._compare().dialogue
        said = tuple(
            Declared(self.nondealer if by == "nondealer" else self.dealer, says)
            for by, says in dialogue
        )
        opened = self.declarations[0][1] == DECLARE
        fresh = said[:opened] if seat is self.nondealer else said[opened:]
        return fresh or (Silence(seat),)

    def _begin_tricks(self) -> Deal:
        assert self.trump is not None
        tricks = Tricks.begin(self.held, self.trump, self.nondealer, bare_jass=self.rules.bare_jass)
        return self._replace(phase=Phase.PLAYING, tricks=tricks)

    def _show(self, moment: str, events: tuple[Event, ...]) -> tuple[Deal, tuple[Event, ...]]:
        """Lay the winner's sequences open, if this is the set's moment and there is a winner."""
        winner = self.sequence_winner
        if moment != self.rules.show_at or winner is None:
            return self, events
        sequences = sequences_in(self.rules, Hand(self.held[GAME.side(winner)]))
        shown = Shown(winner, sequences, sum(sequence.value for sequence in sequences))
        return self._replace(shown=shown), (*events, shown)

    def _play(self, seat: Seat, action: PlayerAction) -> tuple[Deal, tuple[Event, ...]]:
        if isinstance(action, Claim):
            return self._claim(seat)
        before, play = self.tricks, cast(Play, action)
        assert before is not None
        tricks, played = before.lay(play), Played(seat, play.card, play.call)
        deal, events = self._replace(tricks=tricks)._show_with_card(seat, (played,))
        if tricks.trick:
            return deal._after_lead(), events
        taken, number = tricks.taken[-1], len(tricks.taken)
        events = (*events, TrickTaken(number, taken.winner, taken.points))
        if number == 1:
            return deal._show("first-trick", events)
        return deal._write(events) if number == GAME.hand_size else (deal, events)

    def _show_with_card(
        self, seat: Seat, events: tuple[Event, ...]
    ) -> tuple[Deal, tuple[Event, ...]]:
        """Show the winner's sequences with his card to the second trick."""
        tricks = self.tricks
        assert tricks is not None
        second = (len(tricks.taken), len(tricks.trick)) in ((1, 1), (2, 0))
        if second and seat is self.sequence_winner:
            return self._show("second-trick", events)
        return self, events

    def _after_lead(self) -> Deal:
        """Let the dealer declare before his first card, where the non-dealer already has."""
        if len(self.declarations) == 2:
            return self
        return self._replace(phase=Phase.DECLARING)

    def _count(self) -> Counted:
        """Count what each side has so far; sequences once their winner has the trick he needs."""
        tricks, contest, winner = self.tricks, self.contest, self.sequence_winner
        if tricks is None:
            return Counted(NOTHING, NOTHING, NOTHING)
        sequences = NOTHING
        if contest and winner:
            takes = tricks.won[GAME.side(winner)] > 0 or not self.rules.sequence_needs_trick
            sequences = by_seat(winner, (contest.nondealer + contest.dealer) * takes)
        return Counted(tricks.points, sequences, tricks.counted_bela(self.rules.bela))

    def _claim(self, seat: Seat) -> tuple[Deal, tuple[Event, ...]]:
        """End the match: won by a right claim, lost by a wrong one. The deal is not written."""
        side, counted = GAME.side(seat), self._count()
        score = self.standing.totals[side] + counted.sums[side]
        right = score >= self.rules.target
        claimed = Claimed(seat, score, right)
        won = Verdict(side if right else 1 - side, "claim")
        outcome = Outcome(None, NOTHING, self.dealer, self.standing.carry, won)
        over = self._replace(phase=Phase.OVER, claimed=claimed, counted=counted, outcome=outcome)
        return over, (claimed,)

    def _write(self, events: tuple[Event, ...]) -> tuple[Deal, tuple[Event, ...]]:
        maker = self.maker
        assert maker is not None
        counted, side = self._count(), GAME.side(maker)
        mine, theirs = counted.sums[side], counted.sums[1 - side]
        settlement = settle(self.rules, mine, theirs, self.standing.carry.pot)
        after = next_dealer(self.rules, self.dealer, maker, (mine, theirs))
        marks = by_seat(maker, 1)
        bate = Pair(*("B" * (mine < theirs) * mark for mark in marks))
        deal, written = self._finish(counted, settlement, side, bate, after)
        return deal, (*events, *written)

    def forfeited(self, side: int) -> tuple[Deal, tuple[Event, ...]]:
        """End the deal with this side having forfeited it: the other writes all that counted."""
        counted = self._count()
        settlement = Settlement(0, sum(counted.sums) + self.standing.carry.pot, 0)
        marks = Pair(*("F" * (each == side) for each in (0, 1)))
        winner = GAME.seats[1 - side]
        after = NEXT_DEALER[self.rules.next_dealer](self.dealer, winner)
        return self._finish(counted, settlement, side, marks, after)

    def voided(self) -> tuple[Deal, tuple[Event, ...]]:
        """End the deal with nothing written; the same dealer deals again."""
        return self._void((), "same", self.standing.carry)

    def with_standing(self, standing: Standing) -> Deal:
        """Put other totals under a deal that goes on."""
        return self._replace(standing=standing)

    def _finish(
        self,
        counted: Counted,
        settlement: Settlement,
        maker: int,
        marks: Pair[str],
        after: Seat,
    ) -> tuple[Deal, tuple[Event, ...]]:
        """Write a settlement down: `maker` is the side that its first figure belongs to."""
        written = Pair(settlement.maker, settlement.defender)
        written = written.swapped if maker else written
        line = self._line(counted, written, marks, settlement.pot)
        end = verdict(self.rules, add(self.standing.totals, written), maker)
        outcome = Outcome(line, written, after, Carry(settlement.pot), end)
        over = self._replace(phase=Phase.OVER, counted=counted, outcome=outcome)
        event = Written(
            deal=line.deal,
            maker=line.maker,
            points=line.points,
            written=line.written,
            marks=line.marks,
            sequences=line.sequences,
            bela=line.bela,
            pot=line.pot,
            last=line.last,
        )
        return over, (event,)

    def _line(self, counted: Counted, written: Pair[int], marks: Pair[str], pot: int) -> Line:
        by_side = GAME.by_side
        taken = self.tricks.taken if self.tricks else ()
        last = GAME.sides[GAME.side(taken[-1].winner)] if len(taken) == GAME.hand_size else None
        return Line(
            deal=self.number,
            maker=self.maker,
            trump=self.trump,
            points=by_side(counted.points),
            written=by_side(written),
            marks=by_side(marks),
            sequences=by_side(counted.sequences),
            bela=by_side(counted.bela),
            pot=pot,
            last=last,
        )

    def view(self, seat: Seat | None, blank: View) -> View:
        """Complete a view of the match with what the seat sees of this deal."""
        tricks, hands = self.tricks, self.hands
        carry = self.outcome.carry if self.outcome else self.standing.carry
        bottom = self.cards.bottom if self.trump and self.rules.bottom_shown else None
        view = replace(
            cast(KlaberjassView, blank),
            turn=self.turn,
            trump=self.trump,
            maker=self.maker,
            hand=None if seat is None else tuple(Hand(hands[GAME.side(seat)])),
            counts={each: hands[GAME.side(each)].bit_count() for each in GAME.seats},
            upcard=self.seven if self.swapper else self.cards.upcard,
            bottom=bottom,
            declared=self.declared,
            shown=self.shown,
            bela=GAME.by_side(tricks.bela_said() if tricks else ((), ())),
            pot=carry.pot,
        )
        return self._view_tricks(view, tricks) if tricks else view

    def _view_tricks(self, view: KlaberjassView, tricks: Tricks) -> KlaberjassView:
        cards = [play.card for play in tricks.trick]
        last = tricks.taken[-1] if tricks.taken and self.rules.show_last_trick else None
        return replace(
            view,
            leader=tricks.leader,
            trick=tuple(map(TrickCard, GAME.from_seat(tricks.leader), cards)),
            last=LastTrick(last.leader, last.cards, last.winner) if last else None,
            tricks=GAME.by_side(tricks.won),
            points=GAME.by_side(tricks.points),
        )


_Step: TypeAlias = Callable[[Deal, Seat, PlayerAction], tuple[Deal, tuple[Event, ...]]]

_STEPS: Final[dict[Phase, _Step]] = {
    Phase.CALLING: Deal._call,
    Phase.ANSWERING: Deal._answer,
    Phase.EXCHANGING: Deal._exchange,
    Phase.DECLARING: Deal._declare,
    Phase.PLAYING: Deal._play,
}
"""What happens with a legal action, by phase."""
