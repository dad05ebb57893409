"""Acts applied together come to the same as one after the other."""

from collections.abc import Iterator
from itertools import groupby
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas import IllegalAction, Match, Phase, Reason, RuleSet, Seat
from klaverjas.actions import Close, Pass, Play, PlayerAction
from klaverjas.cards import Card
from tests.rules.both_games import short_sets
from tests.rules.playout import Step, rules_of, steps

SEEDS: Final = st.integers(min_value=0, max_value=2**32)


def acts_between(played: list[Step]) -> Iterator[list[Step]]:
    """Give the runs of players' acts between those of the house."""
    for house, run in groupby(played, lambda step: step.seat is None):
        if not house:
            yield list(run)


def acts_of(run: list[Step]) -> list[tuple[Seat, PlayerAction]]:
    """Say who did what."""
    return [(step.seat, step.action) for step in run]  # type: ignore[misc]  # players' acts only


def differences(run: list[Step]) -> list[str]:
    """Apply a run at once, and say where that is not what the steps came to."""
    after, applied = run[0].before.apply_all(acts_of(run))
    wrong = [] if after == run[-1].after else ["the match"]
    for step, (asked, decision, events) in zip(run, applied, strict=True):
        before = step.before
        if (asked, decision, events) != (before.asked, before.decision, step.events):
            wrong.append(f"{step.action}")
    return wrong


@given(short_sets(), SEEDS)
def test_a_run_of_acts_is_all_of_them(rules: RuleSet, seed: int) -> None:
    chance = Random(seed)
    for run in acts_between(list(steps(rules, chance))):
        first = chance.randrange(len(run))
        last = chance.randrange(first, len(run))
        assert differences(run[first : last + 1]) == []


def test_no_acts_change_nothing() -> None:
    match = Match.start(rules_of())
    assert match.apply_all([]) == (match, [])


@pytest.mark.parametrize("seed", range(5))
def test_what_is_refused_alone_is_refused_among_others(seed: int) -> None:
    run = next(acts_between(list(steps(rules_of(), Random(seed)))))
    match, acts = run[0].before, acts_of(run)
    for place, step in enumerate(run):
        wrong = (step.before.asked[0], Play(Card.C7, "bela"))
        with pytest.raises(IllegalAction) as alone:
            step.before.apply(*wrong)
        with pytest.raises(IllegalAction) as among:
            match.apply_all([*acts[:place], wrong, *acts[place:]])
        assert (among.value.reason, among.value.legal) == (alone.value.reason, alone.value.legal)


def test_nothing_follows_the_end_of_a_deal() -> None:
    match = Match.start(rules_of())
    for act in ((Seat.N, Pass()), (Seat.N, Close())):
        with pytest.raises(IllegalAction) as refused:
            match.apply_all([act])
        assert refused.value.reason is Reason.WRONG_PHASE
    played = list(steps(rules_of(), Random(1)))
    run = next(acts_between(played))
    assert run[-1].after.phase is Phase.DEALING
    with pytest.raises(IllegalAction) as refused:
        run[0].before.apply_all([*acts_of(run), acts_of(run)[-1]])
    assert refused.value.reason is Reason.WRONG_PHASE
    ended, _ = run[3].before.void()
    with pytest.raises(IllegalAction) as refused:
        ended.apply_all(acts_of(run)[3:])
    assert refused.value.reason is Reason.WRONG_PHASE


def test_the_checks_find_planted_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    run = next(acts_between(list(steps(rules_of(), Random(1)))))
    assert differences(run) == []
    honest = Match.apply_all
    faults = {
        "the match": lambda after, applied: (after._replace(decision=0), applied),
        "whom": lambda after, applied: (after, [each._replace(asked=()) for each in applied]),
        "number": lambda after, applied: (after, [each._replace(decision=0) for each in applied]),
        "events": lambda after, applied: (after, [each._replace(events=()) for each in applied]),
    }
    for fault in faults.values():
        with monkeypatch.context() as patch:
            patch.setattr(
                Match, "apply_all", lambda match, acts, fault=fault: fault(*honest(match, acts))
            )
            assert differences(run) != []
