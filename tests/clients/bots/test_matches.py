"""Whole matches with `club`: legal, the same every time, and better than chance."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from klaverjas import Ask, Game, Line, Phase, RuleSet, Seat, View
from klaverjas.actions import Play, PlayerAction
from klaverjas.events import SeenEvent
from klaverjas.four.deal import Deal
from klaverjas.four.trump_making import TRUMP_MAKING
from klaverjas.trick import TRUMPING
from klaverjas_bots import Club, Strategy, make
from tests.clients.bots.table import table_of


def rules_of(base: str, **switches: str) -> RuleSet:
    """Load a set for matches of four deals."""
    return RuleSet.load({"base": base, "deals": 4, **switches})


def seated(north_south: str, east_west: str, seed: int) -> dict[Seat, Strategy]:
    """Sit one strategy down as north and south, another as east and west."""
    names = (north_south, east_west)
    return {seat: make(names[Game.KLAVERJAS.side(seat)], seed + seat.number) for seat in Seat}


def facing(north: str, south: str, seed: int) -> dict[Seat, Strategy]:
    """Sit one strategy down against another."""
    return {Seat.N: make(north, seed), Seat.S: make(south, seed + 1)}


def only_legal(view: View, ask: Ask, action: PlayerAction | None) -> None:
    """Fail at a choice that is none."""
    assert action in ask.legal or (action is None and not ask.must)


FOUR = [rules for rules in RuleSet.all() if rules.game is Game.KLAVERJAS]
SEEDS = ["clobyosh-501", "klaberjass-500", "denexa-501", "klabberjass-500"]
TWO = [rules for rules in RuleSet.all() if rules.game is Game.KLABERJASS]


@pytest.mark.parametrize("rules", FOUR, ids=lambda rules: rules.name)
def test_every_choice_is_legal(rules: RuleSet) -> None:
    short = rules_of(rules.name)
    for seed in range(2):
        match = table_of(short, seated("club", "random", seed), seed).play(only_legal)
        assert match.standing.written == 4


class Revoker(Club):
    """Lays the first card it has, whatever was led."""

    def choose(self, view: View, ask: Ask) -> PlayerAction | None:
        return Play(view.hand[0]) if view.trick and view.hand else super().choose(view, ask)


def test_an_illegal_choice_is_found() -> None:
    players = {seat: Revoker(Random(0)) for seat in Seat}
    with pytest.raises(AssertionError):
        table_of(rules_of("amsterdam"), players, 0).play(only_legal)


@pytest.mark.parametrize("rules", TWO, ids=lambda rules: rules.name)
@pytest.mark.parametrize("other", ["club", "random"])
def test_every_choice_for_two_is_legal(rules: RuleSet, other: str) -> None:
    for seed in range(3):
        match = table_of(rules, facing("club", other, seed), seed).play(only_legal)
        assert match.winner in ("N", "S")


@settings(max_examples=20)
@given(
    schmeiss=st.sampled_from(("none", "round1", "both-rounds")),
    round2=st.sampled_from(("upcard", "name-other")),
    bare_jass=st.booleans(),
    claim=st.booleans(),
    seed=st.integers(0, 10_000),
)
def test_every_choice_for_two_is_legal_under_every_option(
    schmeiss: str, round2: str, bare_jass: bool, claim: bool, seed: int
) -> None:
    switches = {
        "schmeiss": schmeiss,
        "schmeiss_round2": round2,
        "bare_jass": bare_jass,
        "claim": claim,
        "target": 200,
    }
    rules = RuleSet.load({"base": "klaberjass-500", **switches})
    match = table_of(rules, facing("random", "club", seed), seed).play(only_legal)
    assert match.winner in ("N", "S")


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
    for deal in (*match.finished, match.deal):
        assert isinstance(deal, Deal)
        assert deal.tricks
        assert all(trick.counted for trick in deal.tricks.taken if trick.roem)


@pytest.mark.parametrize("rules", ["amsterdam", "rotterdam", "utrecht", "nku"])
def test_club_beats_random(rules: str) -> None:
    assert margin(rules, "club", "random") > 60


@pytest.mark.parametrize(
    "rules", ["clobyosh-501", "klaberjass-500", "denexa-501", "klabberjass-500"]
)
def test_club_beats_random_at_two(rules: str) -> None:
    assert matches_won(rules, "club", "random") >= 17


def test_random_wins_about_half_against_random() -> None:
    assert 5 <= matches_won("klaberjass-500", "random", "random") <= 15


def matches_won(rules: str, north: str, south: str) -> int:
    """Play 20 matches and count those that north wins."""
    named = RuleSet.named(rules)
    played = (table_of(named, facing(north, south, seed), seed).play() for seed in range(20))
    return sum(match.winner == "N" for match in played)


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


@pytest.mark.parametrize("rules", [rules_of("amsterdam"), RuleSet.named("clobyosh-501")])
def test_the_same_match_every_time(rules: RuleSet) -> None:
    def sheet(seed: int) -> tuple[Line, ...]:
        players = {each: make("club", seed) for each in rules.game.seats}
        return table_of(rules, players, 5).play().sheet

    # What club chooses depends on nothing but the cards, not even on its seed.
    assert sheet(1) == sheet(2)


class Stranger(Club):
    """Plays under rules it knows by a name that means nothing to it."""

    def choose(self, view: View, ask: Ask) -> PlayerAction | None:
        return super().choose(replace(view, rules="our-own"), ask)


@pytest.mark.parametrize("rules", [rules_of("rotterdam"), RuleSet.named("clob")])
def test_a_club_s_own_rules_need_not_be_known(rules: RuleSet) -> None:
    players = {seat: Stranger(Random(0)) for seat in rules.game.seats}
    match = table_of(rules, players, 2).play(only_legal)
    assert match.phase is Phase.OVER


class Latecomer(Club):
    """Never hears of anything that happened."""

    def notice(self, event: SeenEvent) -> None:
        pass


@pytest.mark.parametrize("rules", [rules_of("amsterdam"), RuleSet.named("klabberjass-500")])
def test_a_stand_in_who_noticed_nothing_plays_on(rules: RuleSet) -> None:
    players = {seat: Latecomer(Random(0)) for seat in rules.game.seats}
    assert table_of(rules, players, 3).play(only_legal).phase is Phase.OVER
