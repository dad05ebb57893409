"""Making trump: hands, and what a club player calls with them."""

import pytest

from klaverjas import Hand, Phase, RuleSet, Seat, Suit
from klaverjas.actions import Name, Pass, PlayerAction, Turn
from klaverjas_bots import make
from klaverjas_bots.promise import EIGHT, promise
from tests.clients.bots.table import Spot, dealt, spread

STRONG = "HJ H9 HA CA CT D7 D8 S7"
FAIR = "HJ HA H7 C7 C8 DA DK S9"
NOTHING = "C7 C8 D9 DQ H7 H8 SQ SK"


def call(rules: str, hand: str, seat: Seat, turned: str = "") -> PlayerAction | None:
    """Let a seat call after everybody before it passed; west has dealt, so north is forehand."""
    players = {each: make("club", 0) for each in Seat}
    hands = spread(Hand.parse(hand), dict.fromkeys(Seat, Hand()), seat, 1)
    table = dealt(RuleSet.load(rules), players, Seat.W, hands)
    suits = iter(map(Suit, turned))
    while table.match.phase is Phase.TURNING or table.match.asks()[0].seat is not seat:
        if table.match.phase is Phase.TURNING:
            table = table.act(None, Turn(next(suits)))
        else:
            table = table.act(table.match.asks()[0].seat, Pass())
    return Spot(table, seat).choose()


@pytest.mark.parametrize(
    ("rules", "hand", "seat", "expected"),
    [
        ("amsterdam", STRONG, "N", "H"),
        ("amsterdam", STRONG, "W", "H"),
        ("rotterdam", STRONG, "E", "H"),
        ("nku", STRONG, "W", "H"),
        ("amsterdam", NOTHING, "N", "pass"),
        ("amsterdam", NOTHING, "W", "pass"),
        ("nku", NOTHING, "W", "pass"),
        ("amsterdam", "CJ C9 C8 C7 HA HT D7 SA", "S", "C"),
        ("amsterdam", "SJ S9 CA CT DA DT H7 H8", "S", "S"),
    ],
)
def test_calls(rules: str, hand: str, seat: str, expected: str) -> None:
    wanted = Pass() if expected == "pass" else Name(Suit(expected))
    assert call(rules, hand, Seat(seat)) == wanted


@pytest.mark.parametrize(
    ("rules", "seat"),
    [("utrecht", "N"), ("amsterdam+trump_making=free-dealer", "W"), ("utrecht-club", "N")],
)
def test_who_must_name_names_his_best(rules: str, seat: str) -> None:
    chosen = call(rules, NOTHING, Seat(seat))
    best = max(promise(Hand.parse(NOTHING), suit, EIGHT) for suit in Suit)
    assert isinstance(chosen, Name)
    assert promise(Hand.parse(NOTHING), chosen.suit, EIGHT) == best


@pytest.mark.parametrize(
    ("hand", "turned", "expected"),
    [(STRONG, "H", "H"), (STRONG, "S", "pass"), (NOTHING, "C", "pass")],
)
def test_only_the_turned_suit_counts(hand: str, turned: str, expected: str) -> None:
    wanted = Pass() if expected == "pass" else Name(Suit(expected))
    assert call("amsterdam+trump_making=turned", hand, Seat.N, turned) == wanted


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("HJ H9 H8 C7 C8 D9 DQ SQ", "HA H9 H8 C7 C8 D9 DQ SQ"),
        ("HJ H9 H8 CA C8 D9 DQ SQ", "HJ H9 H8 C7 C8 D9 DQ SQ"),
        ("HJ H9 H8 CA CT D9 DQ SQ", "HJ H9 H8 CA C7 D9 ST SQ"),
        ("HJ H9 H8 H7 C8 D9 DQ SQ", "HJ H9 H8 C7 C8 D9 DQ SQ"),
        ("HJ H9 H8 C7 C8 C9 DQ DK", "HJ H9 H8 C7 C8 D9 DQ SQ"),
        ("HJ H9 H8 CT C8 D9 DQ SQ", "HJ H9 H8 CT D8 D9 DQ SQ"),
    ],
    ids=["the jack", "a side ace", "its ten", "a longer trump", "a void", "a guarded ten"],
)
def test_what_a_hand_promises(better: str, worse: str) -> None:
    assert promise(Hand.parse(better), Suit.H, EIGHT) > promise(Hand.parse(worse), Suit.H, EIGHT)
