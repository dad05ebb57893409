"""Whole matches with `club`: legal, the same every time, and better than chance."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from klaverjas import Ask, Game, Match, Phase, RuleSet, Seat, View
from klaverjas.actions import PlayerAction
from klaverjas.four.trump_making import TRUMP_MAKING
from klaverjas.trick import TRUMPING
from klaverjas_bots import Strategy, make
from tests.clients.bots.table import table_of

FOUR_DEALS = "+deals=4"


def rules_of(base: str, **switches: str) -> RuleSet:
    """Load a set for matches of four deals."""
    return RuleSet.load({"base": base, "deals": 4, **switches})


def seated(north_south: str, east_west: str, seed: int) -> dict[Seat, Strategy]:
    """Sit one strategy down as north and south, another as east and west."""
    names = (north_south, east_west)
    return {seat: make(names[Game.KLAVERJAS.side(seat)], seed + seat.number) for seat in Seat}


def only_legal(view: View, ask: Ask, action: PlayerAction | None) -> None:
    """Fail at a choice that is none, and at club's missing a roem."""
    assert action in ask.legal or (action is None and not ask.must)


SETS = [rules for rules in RuleSet.all() if rules.game is Game.KLAVERJAS]


@pytest.mark.parametrize("rules", SETS, ids=lambda rules: rules.name)
def test_every_choice_is_legal(rules: RuleSet) -> None:
    short = rules_of(rules.name)
    for seed in range(2):
        match = table_of(short, seated("club", "random", seed), seed).play(only_legal)
        assert match.standing.written == 4


@settings(max_examples=25)
@given(
    making=st.sampled_from(sorted(TRUMP_MAKING)),
    trumping=st.sampled_from(sorted(TRUMPING)),
    calling=st.sampled_from(("called", "automatic")),
    seed=st.integers(0, 10_000),
)
def test_every_choice_is_legal_in_every_city(
    making: str, trumping: str, calling: str, seed: int
) -> None:
    rules = rules_of("amsterdam", trump_making=making, trumping=trumping, roem_calling=calling)
    match = table_of(rules, seated("random", "club", seed), seed).play(only_legal)
    assert match.standing.written == 4


@pytest.mark.parametrize("rules", ["amsterdam", "rotterdam", "utrecht-club"])
def test_every_roem_of_its_side_is_called(rules: str) -> None:
    match = table_of(rules_of(rules), seated("club", "club", 1), 1).play(only_legal)
    for deal in match.finished:
        assert all(trick.counted for trick in deal.tricks.taken if trick.roem)  # type: ignore[attr-defined]


@pytest.mark.parametrize("rules", ["amsterdam", "rotterdam", "utrecht", "nku"])
def test_club_beats_random(rules: str) -> None:
    assert margin(rules, "club", "random") > 60


def test_random_does_not_beat_random() -> None:
    assert abs(margin("amsterdam", "random", "random")) < 60


def margin(rules: str, ours: str, theirs: str) -> float:
    """Play the same 40 deals from both sides, and give the points ahead for each deal."""
    ahead = 0
    for seed in range(10):
        first = table_of(rules_of(rules), seated(ours, theirs, seed), seed).play()
        second = table_of(rules_of(rules), seated(theirs, ours, seed), seed).play()
        ahead += first.totals.first - first.totals.second
        ahead += second.totals.second - second.totals.first
    return ahead / 80


def test_the_same_match_every_time() -> None:
    def sheet(seed: int) -> Match:
        return table_of(rules_of("amsterdam"), seated("club", "club", seed), 5).play()

    # What club chooses depends on nothing but the cards, not even on its seed.
    assert sheet(1).sheet == sheet(2).sheet


def test_a_club_s_own_rules_need_not_be_known() -> None:
    """The name of a rule set may mean nothing here: what is legal comes with the ask."""

    class Renamed(Strategy):
        def __init__(self, seed: int) -> None:
            super().__init__(Random(seed))
            self.player = make("club", seed)

        def choose(self, view: View, ask: Ask) -> PlayerAction | None:
            from dataclasses import replace

            return self.player.choose(replace(view, rules="de-boer"), ask)

    players = {seat: Renamed(seat.number) for seat in Seat}
    match = table_of(rules_of("rotterdam"), players, 2).play(only_legal)
    assert match.phase is Phase.OVER
