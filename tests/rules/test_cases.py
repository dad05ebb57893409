"""The cases the rules give with their right answers, for Klaverjas."""

import pytest

from klaverjas import Card, IllegalAction, Reason, Seat
from klaverjas.actions import Play, Roem
from klaverjas.events import RoemCounted, TrickTaken
from tests.rules.playout import at_trick, rules_of, word_of

CITIES = ("amsterdam", "rotterdam", "amsterdam-underruff")

LEGAL = [
    # trump, leader, on the table, in hand, legal in amsterdam | rotterdam | amsterdam-underruff
    ("H", "E", "SA", "H7 DK C9", "H7", "H7", "H7"),
    ("D", "N", "CA C8", "DJ D7 HT", "DJ D7 HT", "DJ D7", "DJ D7 HT"),
    ("H", "W", "ST HT S8", "H9 H7 CA", "H9 CA", "H9", "H9 CA"),
    ("H", "W", "ST HT S8", "HQ H7 CA", "CA", "HQ H7", "CA"),
    ("H", "N", "SA HA", "HT H8 DK", "DK", "HT H8", "HT H8"),
    # the jack is high: of the nine and the king neither beats it
    ("H", "E", "SA S7 HJ", "H9 HK", "H9 HK", "H9 HK", "H9 HK"),
    ("H", "N", "SA HJ", "H9 HK", "H9 HK", "H9 HK", "H9 HK"),
    # the partner is high with the ace
    ("H", "W", "SA HA S7", "H9 H8", "H9", "H9", "H9"),
    # trump led: over the partner too
    ("D", "W", "D8 D9 D7", "DJ D7", "DJ", "DJ", "DJ"),
    ("D", "N", "D9 D8", "DJ D7", "DJ", "DJ", "DJ"),
    ("D", "N", "D9 D8", "DA D7", "DA D7", "DA D7", "DA D7"),
]


@pytest.mark.parametrize(("trump", "leader", "trick", "hand", "one", "two", "three"), LEGAL)
def test_legal_cards(
    trump: str, leader: str, trick: str, hand: str, one: str, two: str, three: str
) -> None:
    for trumping, legal in zip(CITIES, (one, two, three), strict=True):
        deal, seat = at_trick(rules_of(trumping=trumping), trump, leader, trick, hand)
        assert {word_of(action) for action in deal.legal(seat)} == set(legal.split()), trumping


def test_in_that_case_no_other_card_is_accepted() -> None:
    deal, south = at_trick(rules_of("rotterdam"), "D", "N", "CA C8", "DJ D7 HT")
    with pytest.raises(IllegalAction) as refusal:
        deal.apply(south, Play(Card.HT))
    assert refusal.value.reason is Reason.RUFF
    assert refusal.value.legal == (Play(Card.D7), Play(Card.DJ))


ROEM = [
    # trump, cards from north on, winner, points, roem
    ("H", "HT HJ HK HQ", "E", 37, 70),
    ("S", "HT HJ HK HQ", "N", 19, 50),
    ("C", "CJ C9 CT S7", "N", 44, 20),
    ("C", "CA CK CQ C7", "N", 18, 40),
    ("C", "CK CQ C8 C9", "W", 21, 20),
    ("C", "DQ DK DT S7", "S", 17, 0),
]


@pytest.mark.parametrize(("trump", "cards", "winner", "points", "roem"), ROEM)
def test_a_trick_and_its_roem(trump: str, cards: str, winner: str, points: int, roem: int) -> None:
    *first, last = cards.split()
    deal, west = at_trick(rules_of(), trump, "N", " ".join(first), last)
    deal, events = deal.apply(west, Play(Card(last)))
    assert events[1:] == (TrickTaken(1, Seat(winner), points),)
    if roem == 0:
        assert Roem() not in deal.legal(Seat(winner))
        return
    _, (counted,) = deal.apply(Seat(winner), Roem())
    assert isinstance(counted, RoemCounted)
    assert (counted.value, sum(part.value for part in counted.parts)) == (roem, roem)


def test_roem_is_taken_apart() -> None:
    deal, west = at_trick(rules_of(), "H", "N", "HT HJ HK", "HQ")
    deal, _ = deal.apply(west, Play(Card.HQ))
    _, (counted,) = deal.apply(Seat.E, Roem())
    assert isinstance(counted, RoemCounted)
    assert [(part.kind, " ".join(part.cards), part.value) for part in counted.parts] == [
        ("run", "HK HQ HJ HT", 50),
        ("stuk", "HK HQ", 20),
    ]
