"""Bela: king and queen of trump, called with the cards (RULES §5.3, §7)."""

import pytest

from klaverjas import IllegalAction, Pair, Reason, Seat
from klaverjas.actions import Call
from klaverjas.two.bela import bela_counts
from tests.rules.two.stage import (
    DE,
    FI,
    NL,
    NO,
    SEEDS,
    act,
    action_of,
    begin,
    lay,
    options,
    rules_of,
)

HANDS = {"N": "HK HQ C7 C8 D7 D8 S7 S8 CJ", "S": "CA CK CT DA DK DT SA SK ST"}


@pytest.mark.parametrize(
    ("calls", "cells"),
    [
        (("bela", None), (20, 20, 0, 20)),
        ((None, "from-bela"), (20, 0, 0, 0)),
        (("bela", "from-bela"), (20, 20, 20, 20)),
        ((None, None), (0, 0, 0, 0)),
        (("bela",), (0, 0, 0, 0)),
        ((), (0, 0, 0, 0)),
    ],
)
def test_which_calls_count(calls: tuple[Call | None, ...], cells: tuple[int, ...]) -> None:
    assert tuple(bela_counts(rules_of(name).bela, calls) for name in SEEDS) == cells


@pytest.mark.parametrize("name", [NO, DE, FI, NL])
def test_a_call_is_an_action_of_its_own_and_counts_without_a_trick(name: str) -> None:
    deal, _ = lay(act(begin(rules_of(name), HANDS, "H7", "H8"), "N take"), "")
    assert options(deal)[:3] == ["C7", "C8", "CJ"]
    laid = [word for word in options(deal) if word.startswith("H")]
    assert laid == ["HQ", "HQ/bela", "HK", "HK/bela"]
    deal, _ = lay(deal, "HQ/bela CT")
    assert [word for word in options(deal) if word.startswith("H")] == ["HK", "HK/from-bela"]
    deal, _ = lay(deal, "HK/from-bela CK C7 CA")
    assert deal.tricks is not None
    assert deal.tricks.counted_bela(rules_of(name).bela) == Pair(20, 0)
    assert deal.tricks.bela_said() == (("bela", "from-bela"), ())


def test_a_second_card_may_be_called_though_the_first_was_not() -> None:
    deal, _ = lay(act(begin(rules_of(NO), HANDS, "H7", "H8"), "N take"), "HQ CT")
    assert "HK/from-bela" in options(deal)
    assert "HK/bela" not in options(deal)


@pytest.mark.parametrize("word", ["HK/from-bela", "C7/bela", "C7/from-bela"])
def test_a_wrong_call_is_no_bela(word: str) -> None:
    deal, _ = lay(act(begin(rules_of(NO), HANDS, "H7", "H8"), "N take"), "")
    with pytest.raises(IllegalAction) as refusal:
        deal.apply(Seat.N, action_of(word))
    assert refusal.value.reason is Reason.NO_BELA
    assert refusal.value.legal == deal.legal(Seat.N)


def test_one_of_the_two_cards_is_no_bela() -> None:
    hands = {"N": "HK CQ C7 C8 D7 D8 S7 S8 CJ", "S": "CA CK CT DA DK DT SA SK HQ"}
    deal, _ = lay(act(begin(rules_of(NO), hands, "H7", "H8"), "N take"), "")
    with pytest.raises(IllegalAction) as refusal:
        deal.apply(Seat.N, action_of("HK/bela"))
    assert refusal.value.reason is Reason.NO_BELA
    deal, _ = lay(deal, "CJ CT")
    assert not any("bela" in word for word in options(deal))


def test_bela_may_come_by_the_exchange() -> None:
    hands = {"N": "HK H7 C7 C8 D7 D8 S7 S8 CJ", "S": "CA CK CT DA DK DT SA SK ST"}
    taken = act(begin(rules_of(NO), hands, "HQ", "H8"), "N take")
    for answer, has in (("swap", True), ("keep", False)):
        deal, _ = lay(act(taken, f"N {answer}"), "")
        assert ("HQ/bela" in options(deal)) is has
