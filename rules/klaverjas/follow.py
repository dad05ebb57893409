"""Keeping a view up to date from the events a client is told.

A client that starts from a snapshot and folds in every event as it was seen has the same view as
the server, but for `legal`: what one may do comes with an ask, never by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import singledispatch

from klaverjas.asks import Phase
from klaverjas.events import (
    Dealt,
    Drawn,
    Finished,
    Named,
    Passed,
    Played,
    RoemCounted,
    SeenEvent,
    TrickTaken,
    Turned,
    Written,
)
from klaverjas.four.rules import KlaverjasRules
from klaverjas.four.trump_making import TRUMP_MAKING
from klaverjas.ruleset import RuleSet
from klaverjas.seats import Seat
from klaverjas.view import LastTrick, Line, TrickCard, View

__all__ = ["after"]


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
    game, nothing = rules.game, rules.game.by_side((0, 0))
    clean = replace(
        view,
        deal=event.deal,
        dealer=event.dealer,
        hand=event.hand,
        counts=dict.fromkeys(game.seats, 8),
        trump=None,
        maker=None,
        leader=None,
        trick=(),
        last=None,
        tricks=nothing,
        points=nothing,
        roem=nothing,
    )
    if TRUMP_MAKING[_klaverjas(rules).trump_making].turned:
        return replace(clean, phase=Phase.TURNING, turn=None)
    return _calling(clean, rules)


@_fold.register
def _(event: Turned, view: View, rules: RuleSet) -> View:
    return _calling(view, rules)


@_fold.register
def _(event: Passed, view: View, rules: RuleSet) -> View:
    """Let the next seat speak, unless all have passed and another suit must be turned."""
    making = TRUMP_MAKING[_klaverjas(rules).trump_making]
    following = rules.game.after(event.seat)
    if making.turned and following is _first_speaker(view, rules):
        return replace(view, phase=Phase.TURNING, turn=None)
    return replace(view, turn=following)


@_fold.register
def _(event: Named, view: View, rules: RuleSet) -> View:
    assert view.dealer is not None
    lead = rules.game.after(view.dealer)
    return replace(
        view, phase=Phase.PLAYING, trump=event.suit, maker=event.seat, leader=lead, turn=lead
    )


@_fold.register
def _(event: Played, view: View, rules: RuleSet) -> View:
    hand = view.hand
    if event.seat is view.me and hand is not None:
        hand = tuple(card for card in hand if card is not event.card)
    return replace(
        view,
        hand=hand,
        counts={**view.counts, event.seat: view.counts[event.seat] - 1},
        trick=(*view.trick, TrickCard(event.seat, event.card)),
        turn=rules.game.after(event.seat),
    )


@_fold.register
def _(event: TrickTaken, view: View, rules: RuleSet) -> View:
    game, winner, leader = rules.game, event.winner, view.leader
    assert leader is not None
    cards = tuple(laid.card for laid in view.trick)
    side = game.sides[game.side(winner)]
    return replace(
        view,
        phase=Phase.CLOSING if event.trick == game.hand_size else view.phase,
        leader=winner,
        turn=winner,
        trick=(),
        last=LastTrick(leader, cards, winner) if _klaverjas(rules).show_last_trick else None,
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
    return replace(view, phase=Phase.DEALING, turn=None, totals=totals, sheet=(*view.sheet, line))


@_fold.register
def _(event: Finished, view: View, rules: RuleSet) -> View:
    return replace(view, phase=Phase.OVER, turn=None, totals=event.totals)


def _klaverjas(rules: RuleSet) -> KlaverjasRules:
    assert isinstance(rules, KlaverjasRules)
    return rules


def _first_speaker(view: View, rules: RuleSet) -> Seat:
    assert view.dealer is not None
    return TRUMP_MAKING[_klaverjas(rules).trump_making].speaker(view.dealer, 0)


def _calling(view: View, rules: RuleSet) -> View:
    """Begin the calls, or begin them again for a second suit: both with the first speaker."""
    return replace(view, phase=Phase.CALLING, turn=_first_speaker(view, rules))


def _add(figures: Mapping[str, int], side: str, more: int) -> dict[str, int]:
    return {**figures, side: figures[side] + more}
