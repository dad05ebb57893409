"""A deal in its plain form, as a match holds it, comes to the same as the whole deal."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas import Match, RuleSet
from klaverjas.match import Procedure
from tests.rules.both_games import short_sets
from tests.rules.playout import Step, rules_of, steps

SEEDS: Final = st.integers(min_value=0, max_value=2**32)


def differences(match: Match, step: Step) -> list[str]:
    """Hold the plain form of a deal, and what is done with it, against the whole deal."""
    procedure, plain, deal = match.procedure, match.plain, match.deal
    if plain is None or deal is None or step.after.number != match.number:
        return []
    after, events = deal.apply(step.seat, step.action)
    found = {
        "phase": (plain[0], deal.phase),
        "form": (procedure.plain(deal), plain),
        "asked": (procedure.asked(plain), deal.asked),
        "asks": (procedure.asks(plain, 7), deal.asks(7)),
        "act": (procedure.act(plain, step.seat, step.action), (procedure.plain(after), events)),
    }
    return [name for name, (one, other) in found.items() if one != other]


@given(short_sets(), SEEDS)
def test_the_plain_form_says_what_the_whole_deal_says(rules: RuleSet, seed: int) -> None:
    for step in steps(rules, Random(seed)):
        assert differences(step.before, step) == []


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("form", lambda kind: replace(kind, plain=lambda deal: (*deal, None))),
        ("asked", lambda kind: replace(kind, asked=lambda plain: kind.asked(plain)[:0])),
        ("asks", lambda kind: replace(kind, asks=lambda plain, _: kind.asks(plain, 0))),
        ("act", lambda kind: replace(kind, act=lambda *act: (kind.act(*act)[0], ()))),
    ],
)
def test_a_planted_fault_is_found(name: str, fault: Callable[[Procedure], Procedure]) -> None:
    found: set[str] = set()
    for step in steps(rules_of(), Random(1)):
        before = step.before
        found.update(differences(before._replace(procedure=fault(before.procedure)), step))
    assert name in found
