"""Playing at random."""

from random import Random

import pytest

from klaverjas import Ask, Match, RuleSet, Seat
from klaverjas.actions import Claim, Close, Name, Pass, PlayerAction, Roem
from klaverjas.cards import Suit
from klaverjas_bots import make
from tests.clients.bots.table import table_of

VIEW = Match.start(RuleSet.named("amsterdam")).view(Seat.N)
OPTION = Ask(Seat.N, False, (Roem(),), 1)


def choices(seed: int, ask: Ask, times: int = 60) -> list[PlayerAction | None]:
    """Ask a random player the same thing again and again."""
    player = make("random", seed)
    return [player.choose(VIEW, ask) for _ in range(times)]


def test_an_option_is_taken_or_passed_up() -> None:
    taken = choices(5, OPTION).count(Roem())
    assert 15 < taken < 45
    assert choices(5, OPTION).count(None) == 60 - taken


def test_a_question_is_answered_in_every_way() -> None:
    legal: tuple[PlayerAction, ...] = (*map(Name, Suit), Pass())
    assert set(choices(5, Ask(Seat.N, True, legal, 1))) == set(legal)


def test_a_claim_is_never_made() -> None:
    ask = Ask(Seat.N, True, (Claim(), Close()), 1)
    assert set(choices(5, ask)) == {Close()}


@pytest.mark.parametrize("rules", ["amsterdam", "nku"])
def test_the_same_seed_plays_the_same(rules: str) -> None:
    def totals(seed: int) -> tuple[int, int]:
        players = {seat: make("random", seed + seat.number) for seat in Seat}
        return table_of(RuleSet.named(rules), players, 1).play().totals

    assert totals(1) == totals(1)
    assert totals(1) != totals(2)


def test_chance_comes_from_nowhere_else() -> None:
    first, second = make("random", 3), make("random")
    second.chance = Random(3)
    legal: tuple[PlayerAction, ...] = (*map(Name, Suit), Pass())
    ask = Ask(Seat.N, True, legal, 1)
    assert [first.choose(VIEW, ask) for _ in range(9)] == [
        second.choose(VIEW, ask) for _ in range(9)
    ]
