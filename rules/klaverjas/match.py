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
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias

from klaverjas.actions import Action, Deal, Draw, PlayerAction, Roem
from klaverjas.asks import Ask, Phase
from klaverjas.cards import PACK, Suit
from klaverjas.draw import dealer_by
from klaverjas.errors import IllegalAction, InvalidText, Reason
from klaverjas.events import Drawn, DrawnCard, Event, Finished
from klaverjas.four.deal import Deal as FourDeal
from klaverjas.ruleset import RuleSet
from klaverjas.seats import Game, Pair, Seat, add
from klaverjas.standing import DealState, Pack, Standing, Verdict
from klaverjas.two.deal import Deal as TwoDeal
from klaverjas.view import Line, View

__all__ = ["HOUSE_PHASES", "Match", "Step"]

new: Final = tuple.__new__
OVER: Final = Phase.OVER
BETWEEN_DEALS: Final = frozenset({Phase.DRAWING, Phase.DEALING, Phase.OVER})
HOUSE_PHASES: Final = frozenset({Phase.DRAWING, Phase.DEALING, Phase.TURNING})
"""The phases that wait for the house."""

_Begin: TypeAlias = Callable[..., tuple[DealState, tuple[Event, ...]]]

_BEGIN: Final[dict[Game, _Begin]] = {
    Game.KLAVERJAS: FourDeal.begin,
    Game.KLABERJASS: TwoDeal.begin,
}
"""How a deal of each game begins."""


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

    rules: RuleSet
    phase: Phase = Phase.DRAWING
    dealer: Seat | None = None
    """The dealer of this deal, or of the next one in the phase `dealing`."""
    number: int = 0
    """This deal's number, from 1; void deals count too."""
    standing: Standing = Standing()
    decision: int = 0
    """How many actions were taken, calls of roem left out: see `Ask.decision`."""
    deal: DealState | None = None
    finished: tuple[DealState, ...] = ()
    """The deals before this one, whole."""
    draws: tuple[DrawnCard, ...] = ()
    verdict: Verdict | None = None

    @classmethod
    def start(cls, rules: RuleSet) -> Match:
        """Begin a match; the house draws for the first deal."""
        return cls(rules)

    @property
    def totals(self) -> Pair[int]:
        """What the two sides have written so far."""
        return self.standing.totals

    @property
    def winner(self) -> str | None:
        """The side that won; None while the match goes on, and when it is drawn."""
        if self.verdict is None or self.verdict.winner is None:
            return None
        return self.rules.game.sides[self.verdict.winner]

    @property
    def sheet(self) -> tuple[Line, ...]:
        """The lines of the score sheet."""
        done = self.finished if self.deal is None else (*self.finished, self.deal)
        outcomes = (deal.outcome for deal in done)
        return tuple(outcome.line for outcome in outcomes if outcome and outcome.line)

    @property
    def turn_choices(self) -> tuple[Suit, ...]:
        """The suits the house may turn, in the phase `turning`."""
        return self.deal.turn_choices if self.deal else ()

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that `asks` asks, in the same order; cheaper than the asks."""
        return () if self.deal is None else self.deal.asked

    def asks(self) -> tuple[Ask, ...]:
        """List the open questions, the seat that must act first; none while the house acts."""
        deal = self.deal
        return () if deal is None else deal.asks(self.decision)

    def legal(self, seat: Seat) -> tuple[PlayerAction, ...]:
        """List what a seat may do now, as `Ask.legal` does; nothing when it is not asked."""
        return self.deal.legal(seat) if self.deal else ()

    def apply(self, seat: Seat | None, action: Action) -> tuple[Match, tuple[Event, ...]]:
        """Act for a seat, or for the house: the next state, and all that happened.

        Raises `IllegalAction` with the reason, and what would have been legal; the house gets
        `InvalidText` for a draw or a pack that is none.
        """
        rules, phase, dealer, number, standing, decision, deal, finished, draws, _ = self
        if deal is None or phase in BETWEEN_DEALS:
            return self._begin(seat, action)
        deal, events = deal.apply(seat, action)
        if type(action) is not Roem:
            decision += 1
        phase = deal.phase
        if phase is OVER:
            return self._after(deal, events, decision)
        # Once for every card played: `_replace` would take several times as long.
        fields = (rules, phase, dealer, number, standing, decision, deal, finished, draws, None)
        return new(Match, fields), events

    def apply_all(self, acts: Iterable[tuple[Seat, PlayerAction]]) -> tuple[Match, list[Step]]:
        """Act for several seats within one deal, as `apply` does for each, but in less time.

        Raises `IllegalAction` for the first act that is refused, and for any after the deal's end.
        """
        deal, decision = self.deal, self.decision
        steps: list[Step] = []
        for seat, action in acts:
            if deal is None or deal.phase is OVER:
                raise IllegalAction(Reason.WRONG_PHASE)
            asked = deal.asked
            deal, events = deal.apply(seat, action)
            steps.append(new(Step, (asked, decision, events)))
            if type(action) is not Roem:
                decision += 1
        if not steps or deal is None:
            return self, steps
        match, events = self._with_deal(deal, events, decision)
        steps[-1] = steps[-1]._replace(events=events)
        return match, steps

    def forfeit(self, side: int) -> tuple[Match, tuple[Event, ...]]:
        """End the deal with this side (0 or 1) having forfeited it, by ruling or by the clock.

        Raises `IllegalAction` while no deal is being played.
        """
        if self.deal is None or self.deal.outcome is not None:
            raise IllegalAction(Reason.WRONG_PHASE)
        deal, events = self.deal.forfeited(side)
        return self._with_deal(deal, events, self.decision + 1)

    def void(self) -> tuple[Match, tuple[Event, ...]]:
        """Throw the deal in by ruling; the same dealer deals again.

        Raises `IllegalAction` while no deal is being played.
        """
        if self.deal is None or self.deal.outcome is not None:
            raise IllegalAction(Reason.WRONG_PHASE)
        deal, events = self.deal.voided()
        return self._with_deal(deal, events, self.decision + 1)

    def adjust(self, side: int, points: int) -> tuple[Match, tuple[Event, ...]]:
        """Give a side points by ruling, or take them.

        After the end the higher total wins, by however little; equal totals are a drawn match.
        """
        given = Pair(0, points) if side else Pair(points, 0)
        totals, adjusted = add(self.totals, given), add(self.standing.adjusted, given)
        standing = self.standing._replace(totals=totals, adjusted=adjusted)
        if self.phase is not Phase.OVER:
            deal = self.deal and self.deal.with_standing(standing)
            return self._replace(standing=standing, deal=deal), ()
        winner = None if totals.first == totals.second else int(totals.second > totals.first)
        after = self._replace(standing=standing, verdict=Verdict(winner))
        return after, (Finished(self.rules.game.by_side(totals), after.winner),)

    def _begin(self, seat: Seat | None, action: Action) -> tuple[Match, tuple[Event, ...]]:
        if seat is None and isinstance(action, Draw) and self.phase is Phase.DRAWING:
            return self._draw(action)
        if seat is None and isinstance(action, Deal) and self.phase is Phase.DEALING:
            return self._deal(action.pack)
        raise IllegalAction(Reason.WRONG_PHASE)

    def _draw(self, action: Draw) -> tuple[Match, tuple[Event, ...]]:
        dealer = dealer_by(action, self.rules)
        draws = tuple(DrawnCard(seat, card) for seat, card in action.draws)
        drawn = self._replace(phase=Phase.DEALING, dealer=dealer, draws=draws)
        return drawn, (Drawn(draws, dealer),)

    def _deal(self, pack: Pack) -> tuple[Match, tuple[Event, ...]]:
        if len(pack) != len(PACK) or len(set(pack)) != len(PACK):
            raise InvalidText("a pack has each of the 32 cards once")
        rules, _, dealer, number, standing, decision, before, finished, draws, _ = self
        deal, events = _BEGIN[rules.game](rules, number + 1, dealer, standing, pack)
        if before is not None:
            finished = (*finished, before)
        begun = Match(
            rules, deal.phase, dealer, number + 1, standing, decision + 1, deal, finished, draws
        )
        return begun, events

    def _with_deal(
        self, deal: DealState, events: tuple[Event, ...], decision: int
    ) -> tuple[Match, tuple[Event, ...]]:
        if deal.outcome is not None:
            return self._after(deal, events, decision)
        return self._replace(phase=deal.phase, decision=decision, deal=deal), events

    def _after(
        self, deal: DealState, events: tuple[Event, ...], decision: int
    ) -> tuple[Match, tuple[Event, ...]]:
        """Enter a finished deal, and go on to the next one or end the match."""
        rules, _, _, number, standing, _, _, finished, draws, _ = self
        assert deal.outcome is not None
        line, written, dealer, carry, verdict = deal.outcome
        totals = add(standing.totals, written)
        standing = Standing(totals, standing.written + (line is not None), carry, standing.adjusted)
        phase = Phase.DEALING if verdict is None else Phase.OVER
        after = Match(
            rules, phase, dealer, number, standing, decision, deal, finished, draws, verdict
        )
        if verdict is None:
            return after, events
        totals_by_side = rules.game.by_side(totals)
        return after, (*events, Finished(totals_by_side, after.winner, verdict.by))

    def view(self, seat: Seat | None) -> View:
        """Show the match as this seat, or a spectator (None), sees it."""
        phase = Phase.WAITING if self.phase is Phase.DRAWING else self.phase
        blank = View.blank(self.rules, seat, phase, self.totals)
        if self.deal is None:
            return replace(blank, dealer=self.dealer)
        legal = self.legal(seat) if seat else ()
        blank = replace(
            blank, deal=self.number, dealer=self.deal.dealer, sheet=self.sheet, legal=legal
        )
        return self.deal.view(seat, blank)
