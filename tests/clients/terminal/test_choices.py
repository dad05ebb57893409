"""A hand is sorted for the eye, and numbers mean what stands beside them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas import PACK, Card, Hand, Suit
from klaverjas.actions import Claim, Name, Pass, Play, Roem
from klaverjas_client.terminal import choices, sorted_hand
from tests.clients.terminal.position import HAND, playing


@pytest.mark.parametrize(
    ("hand", "trump", "shown"),
    [
        ("H9 HJ HA ST S7 DA DQ C8", "H", "HJ H9 HA ST S7 DA DQ C8"),
        ("H9 HJ HA ST S7 DA DQ C8", None, "ST S7 HA HJ H9 C8 DA DQ"),
        ("D7 DT S8 H9", "D", "DT D7 S8 H9"),
        ("C7 S8 H9", None, "S8 H9 C7"),
        ("C7 S8", "H", "S8 C7"),
        ("", "H", ""),
    ],
)
def test_a_hand_is_sorted_trump_first(hand: str, trump: str | None, shown: str) -> None:
    order = sorted_hand(Hand.parse(hand), Suit(trump) if trump else None)
    assert " ".join(order) == shown


@given(st.sets(st.sampled_from(PACK), min_size=1), st.none() | st.sampled_from(Suit))
def test_sorting_keeps_the_hand_and_parts_it_by_suits(hand: set[Card], trump: Suit | None) -> None:
    order = sorted_hand(hand, trump)
    assert sorted(order) == sorted(hand)
    changes = sum(one.suit is not other.suit for one, other in pairwise(order))
    assert changes == len({card.suit for card in hand}) - 1
    assert order[0].suit is trump or trump not in {card.suit for card in hand}


def test_numbers_are_the_cards_of_the_hand_then_the_rest() -> None:
    view = playing(trick=(), legal=(Roem(), Claim(), Play(Card.C8)))
    assert choices(view) == (*map(Play, sorted_hand(HAND, Suit.H)), Roem(), Claim())


def test_without_a_card_asked_for_numbers_are_the_actions() -> None:
    legal = (*map(Name, Suit), Pass())
    assert choices(playing(legal=legal)) == legal
