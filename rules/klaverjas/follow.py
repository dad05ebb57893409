"""Keeping a view up to date from the events a client is told.

A client that starts from a snapshot and folds in every event as it was seen has the same view as
the server, but for `legal`: what one may do comes with an ask, never by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import singledispatch
from typing import Final

from klaverjas.asks import Phase
from klaverjas.cards import Card, Hand, Rank, Suit
from klaverjas.events import (
    Answered,
    Bottom,
    Claimed,
    Dealt,
    Declared,
    Drawn,
    Finished,
    Kept,
    Named,
    Packet,
    Passed,
    Played,
    RoemCounted,
    Schmeissed,
    SeenEvent,
    Shown,
    Silence,
    Swapped,
    Taken,
    TrickTaken,
    Turned,
    Void,
    Written,
)
from klaverjas.four.rules import KlaverjasRules
from klaverjas.four.trump_making import TRUMP_MAKING
from klaverjas.ruleset import RuleSet
from klaverjas.seats import Game, Seat
from klaverjas.two.rules import KlaberjassRules
from klaverjas.view import KlaberjassView, LastTrick, Line, TrickCard, View

__all__ = ["after"]

FIRST_CARDS: Final = {Game.KLAVERJAS: 8, Game.KLABERJASS: 6}
"""The cards each seat has when the calls begin."""


def after(view: View, event: SeenEvent, rules: RuleSet) -> View:
    """Fold one event, as the viewer saw it, into his view of a match under these rules.

    The view is whole again after the last event of each act; `legal` is empty.
    """
    return _fold(event, replace(view, legal=()), rules)


@singledispatch
def _fold(event: SeenEvent, view: View, rules: RuleSet) -> View:
    raise TypeError(f"not an event of a match: {event!r}")


@_fold.register
def _(event: Drawn, view: View, rules: RuleSet) -> View:
    return replace(view, phase=Phase.DEALING, dealer=event.dealer)


@_fold.register
def _(event: Dealt, view: View, rules: RuleSet) -> View:
    """Clear the table; a pot stays on it."""
    game, nothing = rules.game, rules.game.by_side((0, 0))
    clean = replace(
        view,
        deal=event.deal,
        dealer=event.dealer,
        hand=event.hand,
        counts=dict.fromkeys(game.seats, FIRST_CARDS[game]),
        trump=None,
        maker=None,
        leader=None,
        trick=(),
        last=None,
        tricks=nothing,
        points=nothing,
        roem=nothing,
    )
    if isinstance(clean, KlaberjassView):
        said: dict[str, tuple[str, ...]] = game.by_side(((), ()))
        clean = replace(clean, upcard=None, bottom=None, declared=(), shown=None, bela=said)
    if _turns_suits(rules):
        return replace(clean, phase=Phase.TURNING, turn=None)
    return _calling(clean, rules)


@_fold.register
def _(event: Turned, view: View, rules: RuleSet) -> View:
    if isinstance(view, KlaberjassView):
        view = replace(view, upcard=event.card)
    return _calling(view, rules)


@_fold.register
def _(event: Passed, view: View, rules: RuleSet) -> View:
    """Let the next seat speak, unless all have passed and another suit must be turned."""
    following = rules.game.after(event.seat)
    if _turns_suits(rules) and following is _first_speaker(view, rules):
        return replace(view, phase=Phase.TURNING, turn=None)
    return replace(view, turn=following)


@_fold.register
def _(event: Named, view: View, rules: RuleSet) -> View:
    return _with_trump(view, event.seat, event.suit, rules)


@_fold.register
def _(event: Taken, view: View, rules: RuleSet) -> View:
    return _with_trump(view, event.seat, event.suit, rules)


@_fold.register
def _(event: Schmeissed, view: View, rules: RuleSet) -> View:
    return replace(view, phase=Phase.ANSWERING, turn=rules.game.after(event.seat))


@_fold.register
def _(event: Answered, view: View, rules: RuleSet) -> View:
    """Let a schmeisser who was refused name a suit, unless trump is made at once."""
    return replace(view, phase=Phase.CALLING, turn=rules.game.after(event.seat))


@_fold.register
def _(event: Void, view: View, rules: RuleSet) -> View:
    return replace(view, phase=Phase.DEALING, turn=None)


@_fold.register
def _(event: Packet, view: View, rules: RuleSet) -> View:
    hand = None if event.hand is None else (*(view.hand or ()), *event.hand)
    counts = dict.fromkeys(rules.game.seats, rules.game.hand_size)
    return _exchanging(replace(view, hand=hand and tuple(Hand.of(*hand)), counts=counts), rules)


@_fold.register
def _(event: Bottom, view: View, rules: RuleSet) -> View:
    return _exchanging(replace(_klaberjass(view), bottom=event.card), rules)


@_fold.register
def _(event: Swapped, view: View, rules: RuleSet) -> View:
    hand = view.hand
    if event.seat is view.me and hand is not None:
        kept = (card for card in hand if card is not event.seven)
        hand = tuple(Hand.of(*kept, event.card))
    return _declaring(replace(_klaberjass(view), hand=hand, upcard=event.seven), rules)


@_fold.register
def _(event: Kept, view: View, rules: RuleSet) -> View:
    if event.seat is view.dealer:
        return _declaring(view, rules)
    return replace(view, turn=view.dealer)


@_fold.register
def _(event: Declared, view: View, rules: RuleSet) -> View:
    said = _klaberjass(view)
    return _decided(replace(said, declared=(*said.declared, event)), rules)


@_fold.register
def _(event: Silence, view: View, rules: RuleSet) -> View:
    return _decided(view, rules)


@_fold.register
def _(event: Shown, view: View, rules: RuleSet) -> View:
    return replace(_klaberjass(view), shown=event)


@_fold.register
def _(event: Claimed, view: View, rules: RuleSet) -> View:
    return replace(view, turn=None)


@_fold.register
def _(event: Played, view: View, rules: RuleSet) -> View:
    hand = view.hand
    if event.seat is view.me and hand is not None:
        hand = tuple(card for card in hand if card is not event.card)
    if event.call and isinstance(view, KlaberjassView):
        side = rules.game.sides[rules.game.side(event.seat)]
        view = replace(view, bela={**view.bela, side: (*view.bela[side], event.call)})
    laid = replace(
        view,
        hand=hand,
        counts={**view.counts, event.seat: view.counts[event.seat] - 1},
        trick=(*view.trick, TrickCard(event.seat, event.card)),
        turn=rules.game.after(event.seat),
    )
    if _declares_after(laid, rules):
        return replace(laid, phase=Phase.DECLARING)
    return laid


@_fold.register
def _(event: TrickTaken, view: View, rules: RuleSet) -> View:
    game, winner, leader = rules.game, event.winner, view.leader
    assert leader is not None and isinstance(rules, KlaverjasRules | KlaberjassRules)
    cards = tuple(laid.card for laid in view.trick)
    side = game.sides[game.side(winner)]
    return replace(
        view,
        phase=Phase.CLOSING if event.trick == game.hand_size else view.phase,
        leader=winner,
        turn=winner,
        trick=(),
        last=LastTrick(leader, cards, winner) if rules.show_last_trick else None,
        tricks=_add(view.tricks, side, 1),
        points=_add(view.points, side, event.points),
    )


@_fold.register
def _(event: RoemCounted, view: View, rules: RuleSet) -> View:
    """Count roem for the side that took the trick: its winner leads to the next."""
    game = rules.game
    assert view.leader is not None
    return replace(view, roem=_add(view.roem, game.sides[game.side(view.leader)], event.value))


@_fold.register
def _(event: Written, view: View, rules: RuleSet) -> View:
    line = Line(
        deal=event.deal,
        maker=event.maker,
        trump=view.trump,
        points=event.points,
        written=event.written,
        marks=event.marks,
        roem=event.roem,
        sequences=event.sequences,
        bela=event.bela,
        pot=event.pot,
        last=event.last,
    )
    totals = {side: total + event.written[side] for side, total in view.totals.items()}
    if isinstance(view, KlaberjassView):
        view = replace(view, pot=event.pot or 0)
    return replace(view, phase=Phase.DEALING, turn=None, totals=totals, sheet=(*view.sheet, line))


@_fold.register
def _(event: Finished, view: View, rules: RuleSet) -> View:
    return replace(view, phase=Phase.OVER, turn=None, totals=event.totals)


def _klaberjass(view: View) -> KlaberjassView:
    assert isinstance(view, KlaberjassView)
    return view


def _turns_suits(rules: RuleSet) -> bool:
    return isinstance(rules, KlaverjasRules) and TRUMP_MAKING[rules.trump_making].turned


def _first_speaker(view: View, rules: RuleSet) -> Seat:
    assert view.dealer is not None
    if isinstance(rules, KlaverjasRules):
        return TRUMP_MAKING[rules.trump_making].speaker(view.dealer, 0)
    return rules.game.after(view.dealer)


def _calling(view: View, rules: RuleSet) -> View:
    """Begin the calls, or begin them again for a second suit: both with the first speaker."""
    return replace(view, phase=Phase.CALLING, turn=_first_speaker(view, rules))


def _with_trump(view: View, maker: Seat, trump: Suit, rules: RuleSet) -> View:
    made = replace(view, trump=trump, maker=maker)
    return made if isinstance(made, KlaberjassView) else _leading(made, rules)


def _exchanging(view: View, rules: RuleSet) -> View:
    """Ask for the exchange, if all can see that it is open, else go on to the sequences."""
    table = _klaberjass(view)
    assert table.trump is not None and table.upcard is not None and table.dealer is not None
    seven = Card.of(table.trump, Rank.SEVEN)
    if table.trump is table.upcard.suit and seven not in (table.upcard, table.bottom):
        return replace(table, phase=Phase.EXCHANGING, turn=rules.game.after(table.dealer))
    return _declaring(table, rules)


def _declaring(view: View, rules: RuleSet) -> View:
    assert view.dealer is not None
    return replace(view, phase=Phase.DECLARING, turn=rules.game.after(view.dealer))


def _decided(view: View, rules: RuleSet) -> View:
    """Go on after the first word of a decision; the rest of what is said changes nothing more."""
    if view.phase is not Phase.DECLARING:
        return view
    if view.trick:
        return replace(view, phase=Phase.PLAYING)
    if view.turn is not view.dealer and _before_lead(rules):
        return replace(view, turn=view.dealer)
    return _leading(view, rules)


def _before_lead(rules: RuleSet) -> bool:
    return isinstance(rules, KlaberjassRules) and rules.declare_at == "before-lead"


def _declares_after(view: View, rules: RuleSet) -> bool:
    """Tell whether the dealer must declare now: after the lead to the first trick."""
    first = len(view.trick) == 1 and not any(view.tricks.values())
    return first and isinstance(view, KlaberjassView) and not _before_lead(rules)


def _leading(view: View, rules: RuleSet) -> View:
    """Let the seat after the dealer lead to the first trick, whoever made trump."""
    assert view.dealer is not None
    lead = rules.game.after(view.dealer)
    return replace(view, phase=Phase.PLAYING, leader=lead, turn=lead)


def _add(figures: Mapping[str, int], side: str, more: int) -> dict[str, int]:
    return {**figures, side: figures[side] + more}
