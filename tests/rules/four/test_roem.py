"""Roem and winner of every four cards there are, against the rulebook."""

from itertools import combinations
from math import comb
from random import Random

import pytest

from klaverjas import PACK, Card, Hand, Suit
from klaverjas.four import roem as four_roem
from klaverjas.four.roem import FOUR_OF_A_KIND, every_roem, roem_in, roem_value
from klaverjas.trick import points_in, winner_of
from tests.rules import rulebook

EVERY_FOUR = tuple(combinations(PACK, 4))
POLICIES = [(four, stuk) for four in ("none", "court", "all", "nku") for stuk in (True, False)]


def wrong_roem(
    sets: tuple[tuple[Card, ...], ...], trump: Suit, four: str, stuk: bool
) -> list[tuple[Card, ...]]:
    """Find the sets whose roem is not that of the rulebook, whole, in parts or in the table."""
    wrong, table = [], every_roem.__wrapped__(trump, four, stuk)
    for cards in sets:
        mask = cards[0].bit | cards[1].bit | cards[2].bit | cards[3].bit
        value = rulebook.roem(cards, trump, four, stuk)
        whole = roem_value(mask, trump, four, stuk)
        parts = roem_in(mask, trump, four, stuk).value if value else 0
        listed = table[mask].value if mask in table else 0
        if (whole, parts, listed) != (value, value, value):
            wrong.append(cards)
    return wrong


def test_there_are_35960_sets_of_four() -> None:
    assert len(EVERY_FOUR) == comb(32, 4) == 35960


@pytest.mark.parametrize("trump", Suit)
def test_the_roem_of_every_four_cards(trump: Suit) -> None:
    assert wrong_roem(EVERY_FOUR, trump, "court", True) == []


@pytest.mark.parametrize("trump", Suit)
@pytest.mark.parametrize(("four", "stuk"), POLICIES)
def test_roem_by_every_policy(trump: Suit, four: str, stuk: bool) -> None:
    sample = tuple(Random(f"{trump}{four}{stuk}").sample(EVERY_FOUR, 1000))
    of_one_rank = tuple(cards for cards in EVERY_FOUR if len({card.rank for card in cards}) == 1)
    assert len(of_one_rank) == 8
    assert wrong_roem(sample + of_one_rank, trump, four, stuk) == []


@pytest.mark.full
@pytest.mark.parametrize("trump", Suit)
@pytest.mark.parametrize(("four", "stuk"), POLICIES)
def test_the_roem_of_every_four_cards_by_every_policy(trump: Suit, four: str, stuk: bool) -> None:
    assert wrong_roem(EVERY_FOUR, trump, four, stuk) == []


@pytest.mark.parametrize("trump", Suit)
def test_the_winner_of_every_four_cards_whichever_is_led(trump: Suit) -> None:
    wrong = []
    for one, two, three, four in EVERY_FOUR:
        for trick in (
            (one, two, three, four),
            (two, three, four, one),
            (three, four, one, two),
            (four, one, two, three),
        ):
            if trick[winner_of(trick, trump)] is not rulebook.winning_card(trick, trump):
                wrong.append(trick)
    assert wrong == []


@pytest.mark.parametrize("trump", Suit)
def test_the_points_of_every_four_cards(trump: Suit) -> None:
    worth = {card: rulebook.card_points(card, trump) for card in PACK}
    wrong = [
        cards for cards in EVERY_FOUR if points_in(cards, trump) != sum(worth[c] for c in cards)
    ]
    assert wrong == []


def test_how_many_sets_hold_roem() -> None:
    """Counted apart from both formulations: places of runs times what else may lie there."""
    with_four_run = 4 * 5
    with_three_run = 4 * (2 * (32 - 4) + 4 * (32 - 5))
    runs = [cards for cards in EVERY_FOUR if rulebook.run(cards)]
    assert sum(rulebook.run(cards) == 50 for cards in runs) == with_four_run
    assert sum(rulebook.run(cards) == 20 for cards in runs) == with_three_run
    found = [roem_value(Hand.of(*cards).mask, Suit.H, "none", False) for cards in EVERY_FOUR]
    assert (found.count(50), found.count(20)) == (with_four_run, with_three_run)


CASES = [
    # cards, trump, four of a kind, the parts
    ("HT HJ HK HQ", "H", "court", ["run HK HQ HJ HT 50", "stuk HK HQ 20"]),
    ("HT HJ HK HQ", "S", "court", ["run HK HQ HJ HT 50"]),
    ("CA CK CQ C7", "C", "court", ["run CA CK CQ 20", "stuk CK CQ 20"]),
    ("CK CQ C8 C9", "C", "court", ["stuk CK CQ 20"]),
    ("CJ C9 CT S7", "C", "court", ["run CJ CT C9 20"]),
    ("DQ DK DT S7", "C", "court", []),
    ("CA C7 C8 DK", "C", "court", []),
    ("CJ DJ HJ SJ", "C", "none", []),
    ("CJ DJ HJ SJ", "C", "court", ["four CJ DJ HJ SJ 200"]),
    ("CJ DJ HJ SJ", "C", "all", ["four CJ DJ HJ SJ 200"]),
    ("CJ DJ HJ SJ", "C", "nku", ["four CJ DJ HJ SJ 100"]),
    ("C9 D9 H9 S9", "C", "court", []),
    ("C9 D9 H9 S9", "C", "all", ["four C9 D9 H9 S9 100"]),
    ("C7 D7 H7 S7", "C", "nku", ["four C7 D7 H7 S7 100"]),
    ("CA DA HA SA", "C", "court", ["four CA DA HA SA 100"]),
]


@pytest.mark.parametrize(("cards", "trump", "four", "parts"), CASES)
def test_roem_is_taken_apart(cards: str, trump: str, four: str, parts: list[str]) -> None:
    found = roem_in(Hand.parse(cards).mask, Suit(trump), four, stuk=True)
    assert [f"{part.kind} {' '.join(part.cards)} {part.value}" for part in found.parts] == parts
    assert found.value == sum(part.value for part in found.parts)


def test_stuk_may_be_switched_off() -> None:
    assert roem_in(Hand.parse("CA CK CQ C7").mask, Suit.C, "court", stuk=False).value == 20
    assert roem_in(Hand.parse("CK CQ C8 C9").mask, Suit.C, "court", stuk=False).value == 0


def test_the_policies_are_those_of_the_rulebook() -> None:
    found = {name: {str(r): v for r, v in of.items()} for name, of in FOUR_OF_A_KIND.items()}
    assert found == rulebook.FOUR_OF_A_KIND


def runs_round_the_corner() -> tuple[int, ...]:
    """Take K-A-7 for a run, as some beginners do."""
    values = list(four_roem._RUN_VALUES)
    king_ace_seven = 0b11000001
    values[king_ace_seven] = 20
    return tuple(values)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("STUK", 10),
        ("_RUN_VALUES", runs_round_the_corner()),
        ("_STUK_MASKS", four_roem._STUK_MASKS[::-1]),
        ("_FOUR_VALUES", {"court": {}}),
    ],
)
def test_a_planted_fault_is_found(
    monkeypatch: pytest.MonkeyPatch, name: str, fault: object
) -> None:
    monkeypatch.setattr(four_roem, name, fault)
    found = wrong_roem(EVERY_FOUR, Suit.H, "court", True)
    assert found != []
