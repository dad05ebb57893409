"""A match of either game, as a value: deal after deal until it is decided.

=========  ===========================================  ======================
phase      who acts                                     with what
=========  ===========================================  ======================
drawing    the house: the first dealer is drawn for     `Draw`
dealing    the house: a pack is dealt                   `Deal`
turning    the house: a suit is turned                  `Turn`
…          the players: the deal's own phases           see `four.deal`, `two.deal`
over       nobody
=========  ===========================================  ======================

Chance is an action of the house, so whoever replays the actions gets the same match. The house
is the seat None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Final, NamedTuple

from klaverjas.actions import Action, Deal, Draw, PlayerAction, Roem
from klaverjas.asks import Ask, Phase
from klaverjas.cards import PACK, Suit
from klaverjas.draw import dealer_by
from klaverjas.errors import IllegalAction, InvalidText, Reason
from klaverjas.events import Drawn, DrawnCard, Event, Finished
from klaverjas.four import deal as four
from klaverjas.four.deal import Deal as FourDeal
from klaverjas.ruleset import RuleSet
from klaverjas.seats import Game, Pair, Seat, add
from klaverjas.standing import DealState, Pack, PlainDeal, Standing, Verdict
from klaverjas.two.deal import Deal as TwoDeal
from klaverjas.view import Line, View

__all__ = ["HOUSE_PHASES", "Match", "Step"]

new: Final = tuple.__new__
OVER: Final = Phase.OVER
PLAYING: Final = Phase.PLAYING
DRAWING: Final = Phase.DRAWING
DEALING: Final = Phase.DEALING
BETWEEN_DEALS: Final = frozenset({Phase.DRAWING, Phase.DEALING, Phase.OVER})
HOUSE_PHASES: Final = frozenset({Phase.DRAWING, Phase.DEALING, Phase.TURNING})
"""The phases that wait for the house."""


@dataclass(frozen=True, slots=True)
class Procedure:
    """How a deal of one game goes.

    A match holds a deal in its plain form, a tuple that begins with the phase: of Klaverjas that
    is a bare tuple, since making and unpacking one takes a fraction of the time.
    """

    game: Game
    begin: Callable[..., tuple[DealState, tuple[Event, ...]]]
    act: Callable[[Any, Seat | None, Action], tuple[PlainDeal, tuple[Event, ...]]]
    asks: Callable[[Any, int], tuple[Ask, ...]]
    asked: Callable[[Any], tuple[Seat, ...]]
    plain: Callable[[Any], PlainDeal]
    whole: Callable[[Any], DealState]
    """The ways from a deal to its plain form, and back."""

    def __reduce__(self) -> tuple[Any, ...]:
        return procedure_of, (self.game,)


def _itself(deal: TwoDeal) -> TwoDeal:
    return deal


def procedure_of(game: Game) -> Procedure:
    """Say how a deal of a game goes."""
    return PROCEDURES[game]


PROCEDURES: Final = {
    Game.KLAVERJAS: Procedure(
        Game.KLAVERJAS, FourDeal.begin, four.act, four.asks, four.asked, tuple, four.whole
    ),
    Game.KLABERJASS: Procedure(
        Game.KLABERJASS,
        TwoDeal.begin,
        TwoDeal.apply,
        TwoDeal.asks,
        attrgetter("asked"),
        _itself,
        _itself,
    ),
}

START: Final = Standing()


class Frame(NamedTuple):
    """What stays as it is while a deal is played."""

    rules: RuleSet
    dealer: Seat | None = None
    """The dealer of this deal, or of the next one in the phase `dealing`."""
    number: int = 0
    """This deal's number, from 1; void deals count too."""
    standing: Standing = START
    finished: tuple[DealState, ...] = ()
    """The deals before this one, whole."""
    draws: tuple[DrawnCard, ...] = ()
    verdict: Verdict | None = None


class Step(NamedTuple):
    """One of several acts: who was asked before it, under which number, and what happened."""

    asked: tuple[Seat, ...]
    decision: int
    events: tuple[Event, ...]


class Match(NamedTuple):
    """A match under one rule set; make one with `Match.start`.

    >>> match = Match.start(RuleSet.named("amsterdam"))
    >>> match.phase
    Phase.DRAWING
    """

    procedure: Procedure
    """How a deal of this game goes."""
    frame: Frame
    phase: Phase = Phase.DRAWING
    decision: int = 0
    """How many actions were taken, calls of roem left out: see `Ask.decision`."""
    plain: PlainDeal | None = None
    """The deal in its plain form; `deal` is the whole of it."""

    @classmethod
    def start(cls, rules: RuleSet) -> Match:
        """Begin a match; the house draws for the first deal."""
        return cls(PROCEDURES[rules.game], Frame(rules))

    @classmethod
    def dealt_by(cls, dealer: Seat, rules: RuleSet, standing: Standing = START) -> Match:
        """Begin a match without a draw: this seat deals first, from this standing on."""
        frame = Frame(rules, dealer, standing=standing)
        return cls(PROCEDURES[rules.game], frame, Phase.DEALING)

    @property
    def deal(self) -> DealState | None:
        """The deal that is being played, or was played last; None before the first."""
        return None if self.plain is None else self.procedure.whole(self.plain)

    @property
    def rules(self) -> RuleSet:
        """The set the match is played by."""
        return self.frame.rules

    @property
    def dealer(self) -> Seat | None:
        """The dealer of this deal, or of the next one in the phase `dealing`."""
        return self.frame.dealer

    @property
    def number(self) -> int:
        """This deal's number, from 1; void deals count too."""
        return self.frame.number

    @property
    def standing(self) -> Standing:
        """Where the match stands: before this deal, or after it when it is finished."""
        return self.frame.standing

    @property
    def finished(self) -> tuple[DealState, ...]:
        """The deals before this one, whole."""
        return self.frame.finished

    @property
    def draws(self) -> tuple[DrawnCard, ...]:
        """The cards drawn for the first deal."""
        return self.frame.draws

    @property
    def verdict(self) -> Verdict | None:
        """How the match ended; None while it goes on."""
        return self.frame.verdict

    @property
    def totals(self) -> Pair[int]:
        """What the two sides have written so far."""
        return self.frame.standing.totals

    @property
    def winner(self) -> str | None:
        """The side that won; None while the match goes on, and when it is drawn."""
        if self.verdict is None or self.verdict.winner is None:
            return None
        return self.rules.game.sides[self.verdict.winner]

    @property
    def sheet(self) -> tuple[Line, ...]:
        """The lines of the score sheet."""
        finished, deal = self.finished, self.deal
        outcomes = (done.outcome for done in (finished if deal is None else (*finished, deal)))
        return tuple(outcome.line for outcome in outcomes if outcome and outcome.line)

    @property
    def turn_choices(self) -> tuple[Suit, ...]:
        """The suits the house may turn, in the phase `turning`."""
        deal = self.deal
        return () if deal is None else deal.turn_choices

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that `asks` asks, in the same order; cheaper than the asks."""
        procedure, _, _, _, plain = self
        if plain is None:
            return ()
        asked = procedure.asked  # read before it is called: as if it were a method it takes longer
        return asked(plain)

    def asks(self) -> tuple[Ask, ...]:
        """List the open questions, the seat that must act first; none while the house acts."""
        procedure, _, _, decision, plain = self
        if plain is None:
            return ()
        asks = procedure.asks
        return asks(plain, decision)

    def legal(self, seat: Seat) -> tuple[PlayerAction, ...]:
        """List what a seat may do now, as `Ask.legal` does; nothing when it is not asked."""
        deal = self.deal
        return () if deal is None else deal.legal(seat)

    def apply(self, seat: Seat | None, action: Action) -> tuple[Match, tuple[Event, ...]]:
        """Act for a seat, or for the house: the next state, and all that happened.

        Raises `IllegalAction` with the reason, and what would have been legal; the house gets
        `InvalidText` for a draw or a pack that is none.
        """
        procedure, frame, phase, decision, plain = self
        if phase is not PLAYING and phase in BETWEEN_DEALS:
            return self._begin(seat, action)
        act = procedure.act
        plain, events = act(plain, seat, action)
        if type(action) is not Roem:
            decision += 1
        phase = plain[0]
        if phase is OVER:
            return self._after(plain, events, decision)
        # Once for every card played: `_replace` would take several times as long.
        return new(Match, (procedure, frame, phase, decision, plain)), events

    def apply_all(self, acts: Iterable[tuple[Seat, PlayerAction]]) -> tuple[Match, list[Step]]:
        """Act for several seats within one deal, as `apply` does for each, but in less time.

        Raises `IllegalAction` for the first act that is refused, and for any after the deal's end.
        """
        procedure, _, _, decision, plain = self
        asked_of, act = procedure.asked, procedure.act
        steps: list[Step] = []
        for seat, action in acts:
            if plain is None or plain[0] is OVER:
                raise IllegalAction(Reason.WRONG_PHASE)
            asked = asked_of(plain)
            plain, events = act(plain, seat, action)
            steps.append(new(Step, (asked, decision, events)))
            if type(action) is not Roem:
                decision += 1
        if not steps or plain is None:
            return self, steps
        match, events = self._with_deal(plain, events, decision)
        steps[-1] = steps[-1]._replace(events=events)
        return match, steps

    @property
    def _running(self) -> DealState:
        deal = self.deal
        if deal is None or deal.outcome is not None:
            raise IllegalAction(Reason.WRONG_PHASE)
        return deal

    def forfeit(self, side: int) -> tuple[Match, tuple[Event, ...]]:
        """End the deal with this side (0 or 1) having forfeited it, by ruling or by the clock.

        Raises `IllegalAction` while no deal is being played.
        """
        deal, events = self._running.forfeited(side)
        return self._with_deal(self.procedure.plain(deal), events, self.decision + 1)

    def void(self) -> tuple[Match, tuple[Event, ...]]:
        """Throw the deal in by ruling; the same dealer deals again.

        Raises `IllegalAction` while no deal is being played.
        """
        deal, events = self._running.voided()
        return self._with_deal(self.procedure.plain(deal), events, self.decision + 1)

    def adjust(self, side: int, points: int) -> tuple[Match, tuple[Event, ...]]:
        """Give a side points by ruling, or take them.

        After the end the higher total wins, by however little; equal totals are a drawn match.
        """
        given = Pair(0, points) if side else Pair(points, 0)
        frame = self.frame
        totals, adjusted = add(self.totals, given), add(frame.standing.adjusted, given)
        standing = frame.standing._replace(totals=totals, adjusted=adjusted)
        if self.phase is not Phase.OVER:
            deal = self.deal
            plain = None if deal is None else self.procedure.plain(deal.with_standing(standing))
            return self._replace(frame=frame._replace(standing=standing), plain=plain), ()
        winner = None if totals.first == totals.second else int(totals.second > totals.first)
        frame = frame._replace(standing=standing, verdict=Verdict(winner))
        after = self._replace(frame=frame)
        return after, (Finished(self.rules.game.by_side(totals), after.winner),)

    def _begin(self, seat: Seat | None, action: Action) -> tuple[Match, tuple[Event, ...]]:
        if seat is None and isinstance(action, Deal) and self.phase is DEALING:
            return self._deal(action.pack)
        if seat is None and isinstance(action, Draw) and self.phase is DRAWING:
            return self._draw(action)
        raise IllegalAction(Reason.WRONG_PHASE)

    def _draw(self, action: Draw) -> tuple[Match, tuple[Event, ...]]:
        dealer = dealer_by(action, self.rules)
        draws = tuple(DrawnCard(seat, card) for seat, card in action.draws)
        frame = self.frame._replace(dealer=dealer, draws=draws)
        return self._replace(frame=frame, phase=Phase.DEALING), (Drawn(draws, dealer),)

    def _deal(self, pack: Pack) -> tuple[Match, tuple[Event, ...]]:
        if len(pack) != len(PACK) or len(set(pack)) != len(PACK):
            raise InvalidText("a pack has each of the 32 cards once")
        procedure, frame, _, decision, before = self
        rules, dealer, number, standing, finished, draws, _ = frame
        deal, events = procedure.begin(rules, number + 1, dealer, standing, pack)
        if before is not None:
            finished += (procedure.whole(before),)
        frame = new(Frame, (rules, dealer, number + 1, standing, finished, draws, None))
        return new(
            Match, (procedure, frame, deal.phase, decision + 1, procedure.plain(deal))
        ), events

    def _with_deal(
        self, plain: PlainDeal, events: tuple[Event, ...], decision: int
    ) -> tuple[Match, tuple[Event, ...]]:
        if plain[0] is OVER:
            return self._after(plain, events, decision)
        return self._replace(phase=plain[0], decision=decision, plain=plain), events

    def _after(
        self, plain: PlainDeal, events: tuple[Event, ...], decision: int
    ) -> tuple[Match, tuple[Event, ...]]:
        """Enter a finished deal, and go on to the next one or end the match."""
        procedure, (rules, _, number, standing, finished, draws, _), *_ = self
        outcome = procedure.whole(plain).outcome
        assert outcome is not None
        line, written, dealer, carry, verdict = outcome
        totals = add(standing.totals, written)
        count = standing.written + (line is not None)
        standing = new(Standing, (totals, count, carry, standing.adjusted))
        frame = new(Frame, (rules, dealer, number, standing, finished, draws, verdict))
        phase = DEALING if verdict is None else OVER
        after = new(Match, (procedure, frame, phase, decision, plain))
        if verdict is None:
            return after, events
        totals_by_side = rules.game.by_side(totals)
        return after, (*events, Finished(totals_by_side, after.winner, verdict.by))

    def view(self, seat: Seat | None) -> View:
        """Show the match as this seat, or a spectator (None), sees it."""
        phase = Phase.WAITING if self.phase is Phase.DRAWING else self.phase
        blank = View.blank(self.rules, seat, phase, self.totals)
        deal = self.deal
        if deal is None:
            return replace(blank, dealer=self.dealer)
        legal = deal.legal(seat) if seat else ()
        blank = replace(blank, deal=self.number, dealer=deal.dealer, sheet=self.sheet, legal=legal)
        return deal.view(seat, blank)
