"""Making trump in Klaberjass: what a club player calls and answers."""

import pytest

from klaverjas import Seat, Suit
from klaverjas.actions import Accept, Name, Pass, PlayerAction, Refuse, Schmeiss, Take
from tests.clients.bots.table import Spot, Table
from tests.clients.bots.two.hands import table_with

STRONG = "HJ H9 HA CA CT D7"
POOR = "C7 C8 D9 DQ SQ H7"
POOREST = "C7 C8 D9 D7 SQ S8"
OTHER = "CK CQ DA DT SA SK"
TAKE, PASS, SCHMEISS = Take(), Pass(), Schmeiss()


def said(table: Table, *actions: PlayerAction) -> Table:
    """Let the speakers say this, in turn."""
    for action in actions:
        table = table.act(table.match.asks()[0].seat, action)
    return table


def choice_after(table: Table, *actions: PlayerAction) -> PlayerAction | None:
    """Let whoever speaks after these calls choose his."""
    spoken = said(table, *actions)
    return Spot(spoken, spoken.match.asks()[0].seat).choose()


@pytest.mark.parametrize("rules", ["klaberjass-500", "clobyosh-501", "denexa-501"])
@pytest.mark.parametrize(
    ("hand", "upcard", "calls", "expected"),
    [
        (STRONG, "H8", (), TAKE),
        (STRONG, "S8", (), PASS),
        (STRONG, "S8", (PASS, PASS), Name(Suit.H)),
        (POOR, "S7", (), PASS),
        (POOR, "S7", (PASS, PASS), PASS),
    ],
)
def test_calls_of_the_nondealer(
    rules: str, hand: str, upcard: str, calls: tuple[PlayerAction, ...], expected: PlayerAction
) -> None:
    assert choice_after(table_with(rules, hand, OTHER, upcard), *calls) == expected


def test_the_dealer_takes_too() -> None:
    assert choice_after(table_with("klaberjass-500", OTHER, STRONG, "H8"), PASS) == TAKE


def test_a_hopeless_hand_is_thrown_in_where_one_may() -> None:
    dutch = table_with("klabberjass-500", POOREST, OTHER, "HT")
    german = table_with("klaberjass-500", POOREST, OTHER, "HT")
    assert choice_after(dutch) == SCHMEISS
    assert choice_after(german) == PASS


@pytest.mark.parametrize(("hand", "expected"), [(STRONG, Refuse()), (POOR, Accept())])
def test_answers(hand: str, expected: PlayerAction) -> None:
    assert choice_after(table_with("klabberjass-500", OTHER, hand, "H8"), SCHMEISS) == expected


def test_who_must_name_names_his_best() -> None:
    rules = "klaberjass-500+schmeiss=both-rounds,schmeiss_round2=name-other"
    table = table_with(rules, STRONG, OTHER, "S8")
    named = choice_after(table, PASS, PASS, SCHMEISS, Refuse())
    assert Spot(said(table, PASS, PASS, SCHMEISS, Refuse()), Seat.N).ask.legal == (
        *(Name(suit) for suit in (Suit.C, Suit.D, Suit.H)),
    )
    assert named == Name(Suit.H)
