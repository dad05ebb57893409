"""The pack, hands as values, and what cards are worth."""

import copy
import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas import PACK, Card, Hand, InvalidText, Rank, Suit
from klaverjas.cards import beaters, points, power
from tests.rules import rulebook

MASKS = st.integers(min_value=0, max_value=(1 << 32) - 1)
HANDS = MASKS.map(Hand)


def test_the_pack_is_sorted_by_suit_then_by_the_order_of_runs() -> None:
    assert [str(card) for card in PACK] == [s + r for s in "CDHS" for r in "789TJQKA"]
    assert [card.number for card in PACK] == list(range(32))
    assert [card.bit for card in PACK] == [1 << number for number in range(32)]


@pytest.mark.parametrize("card", PACK)
def test_a_card_is_its_text(card: Card) -> None:
    assert str(card) == card == card.suit + card.rank
    assert Card(str(card)) is card
    assert Card.of(card.suit, card.rank) is card
    assert eval(repr(card)) is card
    assert pickle.loads(pickle.dumps(card)) is card


@pytest.mark.parametrize("text", ["HJ", "hj", " Hj\n"])
def test_a_card_is_read_in_either_case(text: str) -> None:
    assert Card.parse(text) is Card.HJ


@pytest.mark.parametrize("text", ["", "H", "JH", "H10", "H6", "XJ", "HJ HQ", "♥J"])
def test_what_is_not_a_card_is_refused(text: str) -> None:
    with pytest.raises(InvalidText, match="not a card"):
        Card.parse(text)


def test_suits_and_ranks_are_the_constructor_call() -> None:
    for value in (*Suit, *Rank):
        assert eval(repr(value)) is value


@given(HANDS)
def test_a_hand_is_its_cards(hand: Hand) -> None:
    cards = list(hand)
    assert cards == [card for card in PACK if card in hand]
    assert len(hand) == len(cards)
    assert bool(hand) == bool(cards)
    assert Hand.of(*cards) == Hand.of(*map(str, cards)) == Hand(hand.mask) == hand
    assert str(hand) == " ".join(map(str, cards))


@given(HANDS)
def test_the_repr_of_a_hand_makes_it_again(hand: Hand) -> None:
    assert eval(repr(hand)) == hand
    assert Hand.parse(str(hand)) == hand


@given(HANDS)
def test_a_hand_is_copied_and_pickled_as_a_value(hand: Hand) -> None:
    for twin in (pickle.loads(pickle.dumps(hand)), copy.copy(hand), copy.deepcopy(hand)):
        assert twin == hand
        assert hash(twin) == hash(hand)


@given(HANDS, HANDS)
def test_hands_join_and_part_as_sets(one: Hand, other: Hand) -> None:
    assert set(one | other) == set(one) | set(other)
    assert set(one & other) == set(one) & set(other)
    assert set(one - other) == set(one) - set(other)
    assert (one == other) == (set(one) == set(other))


@given(HANDS)
def test_a_hand_is_listed_as_records_do(hand: Hand) -> None:
    listed = hand.by_run_order()
    key = [("CDHS".index(card.suit), -"789TJQKA".index(card.rank)) for card in listed]
    assert set(listed) == set(hand)
    assert key == sorted(key)
    assert [set(hand.in_suit(suit)) for suit in Suit] == [
        {card for card in hand if card.suit is suit} for suit in Suit
    ]


def set_mask(hand: Hand) -> None:
    hand.mask = 0


def delete_mask(hand: Hand) -> None:
    del hand.mask


def set_more(hand: Hand) -> None:
    hand.more = 1


@pytest.mark.parametrize("change", [set_mask, delete_mask, set_more])
def test_a_hand_does_not_change(change: Callable[[Hand], None]) -> None:
    hand = Hand.parse("C7 HJ")
    with pytest.raises(AttributeError, match="does not change"):
        change(hand)
    assert hand == Hand.parse("C7 HJ")


def test_a_hand_holds_cards_and_nothing_else() -> None:
    hand = Hand.parse("C7 HJ")
    assert Card.HJ in hand
    assert Card.HQ not in hand
    assert "HJ" not in hand
    assert hand != {Card.C7, Card.HJ}


def test_a_hand_cannot_hold_a_card_twice() -> None:
    with pytest.raises(InvalidText, match="HJ twice"):
        Hand.parse("HJ C7 HJ")


@pytest.mark.parametrize("mask", [-1, 1 << 32])
def test_a_hand_has_32_bits(mask: int) -> None:
    with pytest.raises(ValueError, match="32 bits"):
        Hand(mask)


@pytest.mark.parametrize("trump", Suit)
def test_cards_are_worth_what_the_rules_say(trump: Suit) -> None:
    assert [points(card, trump) for card in PACK] == [
        rulebook.card_points(card, trump) for card in PACK
    ]
    assert sum(points(card, trump) for card in PACK if card.suit is trump) == 62
    assert sum(points(card, trump) for card in PACK) == 62 + 3 * 30 == 152


@pytest.mark.parametrize("trump", Suit)
@pytest.mark.parametrize("led", Suit)
def test_power_ranks_trumps_over_the_led_suit_over_discards(trump: Suit, led: Suit) -> None:
    strengths = {card: power(card, trump, led) for card in PACK}
    trumps = [Card(trump + rank) for rank in rulebook.TRUMP_ORDER]
    plain = [Card(led + rank) for rank in rulebook.PLAIN_ORDER] if led is not trump else []
    ranked = sorted((card for card in PACK if strengths[card]), key=lambda c: -strengths[c])
    assert ranked == trumps + plain
    assert len({strengths[card] for card in ranked}) == len(ranked)


@pytest.mark.parametrize("suit", Suit)
def test_beaters_are_the_trumps_above(suit: Suit) -> None:
    order = [Card(suit + rank) for rank in rulebook.TRUMP_ORDER]
    for place, card in enumerate(order):
        assert set(beaters(card)) == set(order[:place])
