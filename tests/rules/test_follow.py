"""A client that folds in the events it sees keeps the view that the rules would give it."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings

from klaverjas import Match, RuleSet, Seat, View
from klaverjas.events import (
    Answered,
    Bottom,
    Dealt,
    Declared,
    Event,
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
from klaverjas.follow import after
from tests.rules.both_games import SEEDS, short_sets
from tests.rules.playout import Step, rules_of, steps

Fold = Callable[[View, SeenEvent, RuleSet], View]


def first_difference(rules: RuleSet, course: Iterable[Step], fold: Fold = after) -> str | None:
    """Follow a match from every seat and from beside the table; say where a view goes astray."""
    viewers: tuple[Seat | None, ...] = (*rules.game.seats, None)
    views = {viewer: Match.start(rules).view(viewer) for viewer in viewers}
    for step in course:
        for viewer in viewers:
            for event in step.events:
                views[viewer] = fold(views[viewer], event.seen_by(viewer), rules)
            if views[viewer] != replace(step.after.view(viewer), legal=()):
                return f"{viewer} after {step.action}"
    return None


@given(short_sets(), SEEDS)
@settings(max_examples=40)
def test_every_viewer_can_follow_every_match(rules: RuleSet, seed: int) -> None:
    assert first_difference(rules, steps(rules, Random(seed))) is None


def test_the_longest_match_can_be_followed() -> None:
    rules = rules_of("utrecht", trump_making="turned")
    assert first_difference(rules, steps(rules, Random(1))) is None


OTHER_SUIT = "klabberjass-500+schmeiss_round2=name-other,target=3000"
MISSED = [
    *(("amsterdam", kind) for kind in (Dealt, Passed, Named, Played, TrickTaken, RoemCounted)),
    *(("amsterdam+trump_making=turned", kind) for kind in (Turned, Written, Finished)),
    *(("klaberjass-500+target=3000", kind) for kind in (Turned, Packet, Bottom, Kept, Swapped)),
    *(("klaberjass-500+target=3000", kind) for kind in (Declared, Silence, Shown, Written)),
    *((OTHER_SUIT, kind) for kind in (Schmeissed, Answered, Void)),
]


@pytest.mark.parametrize(("name", "kind"), MISSED)
def test_a_viewer_who_misses_an_event_goes_astray(name: str, kind: type[Event]) -> None:
    def deaf(view: View, event: SeenEvent, rules: RuleSet) -> View:
        return view if type(event) is kind else after(view, event, rules)

    rules = RuleSet.load(name)
    assert first_difference(rules, steps(rules, Random(8)), deaf) is not None


def test_a_viewer_who_mishears_the_maker_goes_astray() -> None:
    def mishearing(view: View, event: SeenEvent, rules: RuleSet) -> View:
        if isinstance(event, Taken):
            event = replace(event, seat=rules.game.after(event.seat))
        return after(view, event, rules)

    rules = RuleSet.load("klaberjass-500+target=3000")
    assert first_difference(rules, steps(rules, Random(8)), mishearing) is not None


def test_what_is_no_event_of_a_match_is_refused() -> None:
    rules = RuleSet.named("amsterdam")
    with pytest.raises(TypeError):
        after(Match.start(rules).view(None), "dealt", rules)  # type: ignore[arg-type]


def test_legal_actions_come_with_an_ask_and_not_by_following() -> None:
    rules = RuleSet.named("amsterdam")
    course = steps(rules, Random(2))
    step = next(step for step in course if step.after.asks())
    seat = step.after.asks()[0].seat
    view = step.after.view(seat)
    assert view.legal
    following = next(course)
    for event in following.events:
        view = after(view, event.seen_by(seat), rules)
    assert view.legal == ()
