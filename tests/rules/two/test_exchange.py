"""The exchange: asked by what lies open, legal with the seven of trump (RULES §5)."""

import pytest

from klaverjas import Card, Hand, IllegalAction, Phase, Reason, Seat
from klaverjas.events import Kept, Swapped
from tests.rules.two.stage import (
    DE,
    FI,
    NL,
    NO,
    SEEDS,
    act,
    action_of,
    begin,
    happen,
    options,
    rules_of,
    seen,
)

NORTH_HAS_IT = {"N": "CT CJ CQ DT DQ S7 H9 HT SK", "S": "C7 CK CA D7 D8 D9 DA HA SA"}
SOUTH_HAS_IT = {"N": "CT CJ CQ DT DQ H7 H9 HT SK", "S": "C7 CK CA D7 D8 D9 DA HA S7"}
STOCK_HAS_IT = {"N": "CT CJ CQ DT DQ H7 H9 HT SK", "S": "C7 CK CA D7 D8 D9 DA HA SA"}


@pytest.mark.parametrize("name", SEEDS)
@pytest.mark.parametrize("hands", [NORTH_HAS_IT, SOUTH_HAS_IT, STOCK_HAS_IT])
def test_who_is_asked_never_depends_on_the_hands(name: str, hands: dict[str, str]) -> None:
    deal = act(begin(rules_of(name), hands, "SJ", "H8"), "N take")
    assert (deal.phase, deal.turn) == (Phase.EXCHANGING, "N")
    deal = act(deal, "N keep")
    assert (deal.phase, deal.turn) == (Phase.EXCHANGING, "S")
    deal = act(deal, "S keep")
    assert (deal.phase, deal.turn) == (Phase.DECLARING, "N")


def test_swap_is_open_to_the_holder_alone() -> None:
    for name in SEEDS:
        north = act(begin(rules_of(name), NORTH_HAS_IT, "SJ", "H8"), "N take")
        assert options(north) == ["swap", "keep"]
        assert options(act(north, "N keep")) == ["keep"]
        south = act(begin(rules_of(name), SOUTH_HAS_IT, "SJ", "H8"), "N take")
        assert options(south) == ["keep"]
        assert options(act(south, "N keep")) == ["swap", "keep"]


def test_a_swap_ends_the_step_and_changes_the_hand() -> None:
    deal, events = happen(begin(rules_of(DE), NORTH_HAS_IT, "SJ", "H8"), "N take, N swap")
    assert events[-1] == Swapped(Seat.N, Card.SJ, Card.S7)
    assert deal.phase is Phase.DECLARING
    assert deal.swapper is Seat.N
    assert seen(deal.nine[0]) - seen(deal.held[0]) == {"S7"}
    assert seen(deal.held[0]) - seen(deal.nine[0]) == {"SJ"}
    assert deal.hands == deal.held
    assert Hand(deal.held[0]) & Hand.of("SJ") == Hand.of("SJ")
    late, events = happen(begin(rules_of(DE), SOUTH_HAS_IT, "SJ", "H8"), "N take, N keep, S swap")
    assert events[-2:] == [Kept(Seat.N), Swapped(Seat.S, Card.SJ, Card.S7)]
    assert "SJ" in seen(late.held[1])


@pytest.mark.parametrize(
    ("name", "upcard", "bottom", "asked"),
    [
        # the seven is the upcard
        *[(name, "S7", "H8", False) for name in SEEDS],
        # the seven is the bottom card: only those who see it know
        (NO, "SJ", "S7", False),
        (DE, "SJ", "S7", False),
        (FI, "SJ", "S7", True),
        (NL, "SJ", "S7", True),
    ],
)
def test_a_seven_that_lies_open_leaves_nothing_to_ask(
    name: str, upcard: str, bottom: str, asked: bool
) -> None:
    deal = act(begin(rules_of(name), STOCK_HAS_IT, upcard, bottom), "N take")
    assert (deal.phase is Phase.EXCHANGING) is asked


def test_another_trump_leaves_nothing_to_ask() -> None:
    for name in SEEDS:
        deal = act(begin(rules_of(name), NORTH_HAS_IT, "SJ", "H8"), "N pass, S pass, N H")
        assert deal.phase is Phase.DECLARING
        # nor does it help to hold the seven of the trump that was named
        hearts = act(begin(rules_of(name), STOCK_HAS_IT, "SJ", "H8"), "N pass, S pass, N H")
        with pytest.raises(IllegalAction) as refusal:
            act(hearts, "N swap")
        assert refusal.value.reason is Reason.WRONG_PHASE


@pytest.mark.parametrize(
    ("script", "seat", "word", "reason"),
    [
        ("N take", "N", "swap", "no-seven"),
        ("N take, N keep", "S", "swap", "no-seven"),
        ("N take, N keep, S keep", "N", "swap", "wrong-phase"),
        ("N take", "N", "CT", "wrong-phase"),
        ("N take", "N", "declare", "wrong-phase"),
        ("N take", "N", "claim", "wrong-phase"),
        ("N take", "S", "swap", "wrong-moment"),
    ],
)
def test_a_refused_exchange_says_why(script: str, seat: str, word: str, reason: str) -> None:
    deal = act(begin(rules_of(DE), STOCK_HAS_IT, "SJ", "H8"), script)
    with pytest.raises(IllegalAction) as refusal:
        deal.apply(Seat(seat), action_of(word))
    assert (refusal.value.reason, refusal.value.legal) == (reason, deal.legal(Seat(seat)))
