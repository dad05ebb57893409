"""Following to a trick: every position against the rulebook, every refusal with its reason."""

from collections import Counter
from random import Random

import pytest

from klaverjas import PACK, Card, Hand, IllegalAction, Reason, Suit
from klaverjas.actions import Play
from klaverjas.trick import TRUMPING, legal_mask, points_in, refusal, winner_of
from tests.rules import rulebook
from tests.rules.playout import at_trick, rules_of


def position(chance: Random) -> tuple[Suit, list[Card], Hand]:
    """Lay one to three cards on a table, and deal a hand; half of the time somebody ruffed."""
    trump, led = chance.sample(list(Suit), 2)
    cards = list(chance.sample(PACK, len(PACK)))
    laid, size = chance.randint(1, 3), chance.randint(1, 8)
    if chance.random() < 0.5:
        cards.sort(key=lambda card: card.suit is led)
        trick = [
            cards.pop(),
            *chance.sample([c for c in cards if c.suit in (led, trump)], laid - 1),
        ]
        held = [card for card in cards if card.suit is not led and card not in trick]
        return trump, trick, Hand.of(*held[:size])
    return trump, cards[:laid], Hand.of(*cards[-size:])


def legal(trumping: str, trump: Suit, trick: list[Card], hand: Hand) -> Hand:
    """Ask the library."""
    best = winner_of(trick, trump)
    partner = best == len(trick) - 2
    policy = TRUMPING[trumping]
    return Hand(legal_mask(hand.mask, trick[0].suit, trick[best], partner, trump, policy))


@pytest.mark.parametrize("trumping", TRUMPING)
def test_legal_cards_are_those_of_the_rulebook(trumping: str) -> None:
    chance, met = Random(1), Counter[str]()
    for _ in range(6000):
        trump, trick, hand = position(chance)
        on_paper = rulebook.legal_cards(trumping, trump, trick, set(hand))
        assert set(legal(trumping, trump, trick, hand)) == on_paper, (trump, trick, hand)
        met[situation(trump, trick, hand)] += 1
    assert len(met) == 7
    assert min(met.values()) > 100, met


def situation(trump: Suit, trick: list[Card], hand: Hand) -> str:
    """Say which line of the rules a position is about."""
    led, winning = trick[0].suit, rulebook.winning_card(trick, trump)
    if led is trump:
        return "trump led"
    if hand.in_suit(led):
        return "following"
    if not hand.in_suit(trump):
        return "discarding"
    who = "partner" if len(trick) > 1 and trick[-2] == winning else "opponent"
    return f"{who}, {'trump' if winning[0] == trump else 'plain'}"


@pytest.mark.parametrize("fault", TRUMPING)
@pytest.mark.parametrize("trumping", TRUMPING)
def test_one_city_is_not_taken_for_another(trumping: str, fault: str) -> None:
    chance, differences = Random(2), 0
    for _ in range(3000):
        trump, trick, hand = position(chance)
        on_paper = rulebook.legal_cards(trumping, trump, trick, set(hand))
        differences += set(legal(fault, trump, trick, hand)) != on_paper
    assert (differences == 0) == (fault == trumping)


def test_some_card_is_always_legal() -> None:
    chance = Random(3)
    for _ in range(3000):
        trump, trick, hand = position(chance)
        for trumping in TRUMPING:
            found = legal(trumping, trump, trick, hand)
            assert found
            assert not found - hand


REASONS = [
    # trumping, trump, on the table, in hand, card, reason
    ("amsterdam", "H", "SA", "S7 DK", "C9", "not-held"),
    ("amsterdam", "H", "SA", "H7 DK", "S7", "not-held"),
    ("amsterdam", "H", "SA", "S7 DK H9", "DK", "follow"),
    ("amsterdam", "H", "SA", "S7 DK H9", "H9", "follow"),
    ("amsterdam", "H", "H7", "H9 DK", "DK", "follow"),
    ("amsterdam", "H", "HQ", "H9 H7 DK", "H7", "beat"),
    ("amsterdam", "H", "HQ", "H9 H7 DK", "DK", "follow"),
    ("amsterdam", "H", "HA H7", "HJ H8", "H8", "beat"),
    ("amsterdam", "H", "SA", "H9 DK", "DK", "ruff"),
    ("rotterdam", "H", "SA S7", "H9 DK", "DK", "ruff"),
    ("rotterdam", "H", "S7 HJ", "H9 DK", "DK", "ruff"),
    ("rotterdam", "H", "SA HQ", "H9 H7 DK", "H7", "overruff"),
    ("amsterdam", "H", "SA HQ", "H9 H7 DK", "H7", "overruff"),
    ("amsterdam", "H", "SA HQ", "H9 H7 DK", "DK", "ruff"),
    ("amsterdam-underruff", "H", "SA HQ", "H9 H7 DK", "H7", "overruff"),
    ("amsterdam", "H", "SA HJ", "H9 DK", "H9", "underruff"),
    ("amsterdam", "H", "ST HT S8", "H9 H7 CA", "H7", "underruff"),
    ("amsterdam", "H", "ST HT S8", "HQ H7 CA", "HQ", "underruff"),
    ("amsterdam-underruff", "H", "ST HT S8", "HQ H7 CA", "H7", "underruff"),
]


@pytest.mark.parametrize(("trumping", "trump", "trick", "hand", "card", "reason"), REASONS)
def test_a_card_is_refused_for_the_first_reason_that_fits(
    trumping: str, trump: str, trick: str, hand: str, card: str, reason: str
) -> None:
    deal, seat = at_trick(rules_of(trumping=trumping), trump, "E", trick, hand)
    with pytest.raises(IllegalAction) as refused:
        deal.apply(seat, Play(Card(card)))
    assert refused.value.reason == reason
    assert refused.value.legal == deal.legal(seat)


def reason_on_paper(
    trumping: str, trump: str, trick: list[str], hand: set[str], card: str
) -> str | None:
    """Go down the list of reasons as the design words them."""
    if card in (legal := rulebook.legal_cards(trumping, trump, trick, hand)):
        return None
    led, winning = trick[0][0], rulebook.winning_card(trick, trump)
    if card not in hand:
        return "not-held"
    if card[0] != led and any(held[0] == led for held in hand):
        return "follow"
    if led == trump:
        return "beat"
    if card[0] != trump:
        return "ruff"
    higher = {held for held in hand if rulebook.winning_card([winning, held], trump) == held}
    return "overruff" if legal <= higher else "underruff"


@pytest.mark.parametrize("trumping", TRUMPING)
def test_every_refusal_has_the_reason_of_the_list(trumping: str) -> None:
    chance, met = Random(4), Counter[str]()
    for _ in range(1500):
        trump, trick, hand = position(chance)
        may = legal(trumping, trump, trick, hand)
        for card in PACK:
            expected = reason_on_paper(trumping, trump, [*trick], set(hand), card)
            if card in may:
                assert expected is None
            else:
                found = refusal(card, hand.mask, may.mask, trick, trump)
                assert found == expected, (trump, trick, hand, card)
                met[found] += 1
    ruffing = {"rotterdam": {"overruff"}}.get(trumping, {"overruff", "underruff"})
    assert set(met) == {"not-held", "follow", "beat", "ruff", *ruffing}


def test_points_leave_the_last_trick_out() -> None:
    cards = [Card.HT, Card.HJ, Card.HK, Card.HQ]
    assert points_in(cards, Suit.H) == 37
    assert points_in(cards, Suit.S) == 19


def test_reasons_are_those_of_the_library() -> None:
    assert {row[-1] for row in REASONS} <= {str(reason) for reason in Reason}
