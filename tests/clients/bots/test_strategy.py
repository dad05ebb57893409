"""Strategies by name."""

from collections.abc import Iterator

import pytest

from klaverjas import Ask, InvalidText, Match, RuleSet, View
from klaverjas.actions import Pass, PlayerAction
from klaverjas_bots import STRATEGIES, Strategy, UnknownStrategy, make, strategy


@pytest.fixture
def patient() -> Iterator[type[Strategy]]:
    """A strategy of one's own, known as long as a test runs."""

    @strategy("patient")
    class Patient(Strategy):
        def choose(self, view: View, ask: Ask) -> PlayerAction | None:
            return Pass() if ask.must else None

    yield Patient
    del STRATEGIES["patient"]


def test_the_strategies_there_are() -> None:
    assert list(STRATEGIES) == ["club", "random"]


@pytest.mark.parametrize("name", STRATEGIES)
def test_made_by_name(name: str) -> None:
    assert type(make(name)) is STRATEGIES[name]
    assert type(make(name, 7)) is STRATEGIES[name]


@pytest.mark.parametrize("name", ["", "Club", "chess", "club "])
def test_an_unknown_name_tells_those_known(name: str) -> None:
    with pytest.raises(UnknownStrategy) as caught:
        make(name)
    assert isinstance(caught.value, InvalidText)
    assert caught.value.known == ("club", "random")
    assert str(caught.value) == f"unknown strategy {name!r}; known: club, random"


def test_one_of_your_own(patient: type[Strategy]) -> None:
    player = make("patient")
    assert type(player) is patient
    match = Match.start(RuleSet.named("amsterdam"))
    view, legal = match.view(None), (Pass(),)
    assert player.choose(view, Ask(None, True, legal, 1)) == Pass()  # type: ignore[arg-type]
    assert player.choose(view, Ask(None, False, legal, 1)) is None  # type: ignore[arg-type]


def test_a_name_is_given_once(patient: type[Strategy]) -> None:
    with pytest.raises(InvalidText, match="'patient' already"):
        strategy("patient")(patient)


def test_a_strategy_must_choose() -> None:
    class Idle(Strategy):
        pass

    with pytest.raises(TypeError, match="choose"):
        Idle(None)  # type: ignore[abstract, arg-type]


def test_seeds_give_chances_of_their_own() -> None:
    def numbers(seed: int | None) -> list[float]:
        chance = make("random", seed).chance
        return [chance.random() for _ in range(4)]

    assert numbers(1) == numbers(1)
    assert numbers(1) != numbers(2)
    assert numbers(None) != numbers(None)
