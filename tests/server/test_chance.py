"""Packs: every order has one number, so that one fair number makes a fair pack."""

from collections.abc import Callable, Sequence
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas import PACK, Card
from klaverjas_server.chance import ORDERS, SystemChance, order_of

Order = Callable[[int], Sequence[Card]]


def number_of(order: Sequence[Card]) -> int:
    """Find the number of an order: the opposite of `order_of`."""
    left, number, worth = list(PACK), 0, 1
    for card in order:
        number += worth * left.index(card)
        worth *= len(left)
        left.remove(card)
    return number


def check_has_its_own_number(order: Order, number: int) -> None:
    assert number_of(order(number)) == number


@given(st.integers(0, ORDERS - 1))
def test_every_order_has_its_own_number(number: int) -> None:
    check_has_its_own_number(order_of, number)


def test_the_numbers_are_those_of_all_orders() -> None:
    assert factorial(32) == ORDERS
    assert order_of(0) == PACK
    assert len(set(order_of(ORDERS - 1))) == 32


def test_an_order_that_leaves_the_last_cards_where_they_are_is_caught() -> None:
    def hasty(number: int) -> Sequence[Card]:
        return order_of(number % factorial(31))

    with pytest.raises(AssertionError):
        check_has_its_own_number(hasty, ORDERS - 1)


def test_a_pack_has_every_card_once() -> None:
    packs = [SystemChance().pack() for _ in range(8)]
    assert all(sorted(pack) == sorted(PACK) for pack in packs)
    assert len(set(packs)) == 8
