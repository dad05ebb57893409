"""Chances of unseen cards."""

import pytest

from klaverjas import Hand
from klaverjas_bots.odds import Odds


def mask(cards: str) -> int:
    return Hand.parse(cards).mask


UNSEEN = mask("C7 C8 C9 H7 H8 HJ")


def test_cards_anybody_may_hold_lie_evenly() -> None:
    odds = Odds([UNSEEN] * 3, [2, 2, 2])
    for player in range(3):
        assert odds.holds(player, mask("HJ")) == pytest.approx(1 / 3)
        assert odds.lacks(player, mask("C7 C8")) == pytest.approx(4 / 9)
        assert odds.expects(player, UNSEEN) == pytest.approx(2)


def test_who_has_more_cards_holds_one_more_easily() -> None:
    odds = Odds([UNSEEN] * 2, [4, 2])
    assert odds.holds(0, mask("HJ")) == pytest.approx(2 / 3)
    assert odds.holds(1, mask("HJ")) == pytest.approx(1 / 3)


def test_a_card_only_one_may_hold_is_his() -> None:
    odds = Odds([UNSEEN, mask("C7 C8 C9"), mask("C7")], [4, 1, 1])
    assert odds.holds(0, mask("HJ")) == 1
    assert odds.lacks(1, mask("H7 H8 HJ")) == 1
    assert odds.holds(2, mask("C7")) == pytest.approx(1 / 6)


def test_a_player_without_cards_holds_nothing() -> None:
    odds = Odds([UNSEEN] * 2, [6, 0])
    assert odds.lacks(1, UNSEEN) == 1
    assert odds.lacks(0, mask("HJ")) == 0


def test_the_keeper_holds_his_suit_more_easily() -> None:
    odds = Odds([UNSEEN] * 3, [2, 2, 2], kept=mask("H7 H8 HJ"), keeper=1, weight=2)
    assert [odds.holds(player, mask("HJ")) for player in range(3)] == pytest.approx(
        [0.25, 0.5, 0.25]
    )
    assert odds.holds(1, mask("C7")) == pytest.approx(1 / 3)


def test_cards_already_seen_are_nobody_s() -> None:
    assert Odds([UNSEEN] * 3, [2, 2, 2]).holds(0, mask("SA")) == 0
