"""The card a club player lays: situations at the table, and what `club` makes of them."""

from typing import NamedTuple

import pytest

from klaverjas import RuleSet, Seat, Suit
from klaverjas.actions import Play
from klaverjas_bots import Strategy, make
from tests.clients.bots.table import laid_out


class Situation(NamedTuple):
    """North leads first. `hand` is held by whoever is to play after `plays`."""

    name: str
    plays: str
    hand: str
    lays: str
    """The cards that would be right."""
    trump: str = "H"
    maker: str = "N"
    rules: str = "amsterdam"


FOLLOWING = [
    Situation("the ten to the partner's jack of trump", "HJ H7", "HT H8 C7 D8 S7 SK CK D9", "HT"),
    Situation("fat on the partner's ace", "CA CJ", "CT C7 H8 D8 S7 SK DK D9", "CT"),
    Situation("low on the opponent's ace", "CA", "CT C9 H8 D8 S7 SK DK D9", "C9"),
    Situation("low under the opponent's jack of trump", "HJ", "H9 H7 C7 D8 S7 SK CK D9", "H7"),
    Situation(
        "the ace on a trick nobody took yet, last hand", "CK C7 C8", "CA CQ D8 D9 S7 SK DK H7", "CA"
    ),
    Situation("a low ruff of the opponent's ace", "CA", "H7 H9 HJ D8 S7 SK DK D9", "H7"),
    Situation("no ruff of the partner's ace, but fat", "CA C7", "HJ H9 ST D8 D7 DA DK DQ", "ST"),
    Situation(
        "no ten to a trick that the opponent ruffed", "CA C7 C8", "CT C9 H8 D8 S7 SK DK D9", "CT"
    ),
]

ROEM = [
    Situation("no run for opponents", "CA CK CJ", "CQ CT H8 D8 S7 SK DK D9", "CT"),
    Situation("a run for the partner", "CQ CA C8", "CK CT H8 D8 S7 SK DK D9", "CK"),
    Situation("no stuk for opponents", "H9 H7 HK", "HQ HT C8 D8 S7 SK DK D9", "HT"),
    Situation(
        "where there is no stuk, the ten is kept",
        "H9 H7 HK",
        "HQ HT C8 D8 S7 SK DK D9",
        "HQ",
        rules="amsterdam-plain",
    ),
]
LEADING = [
    Situation("the maker draws trumps", "", "HJ H9 HA CA C8 D8 S7 SK", "HJ"),
    Situation("defenders leave trumps alone", "", "HJ H9 H7 CA C8 D8 S7 SK", "CA", maker="E"),
    Situation("an ace while it lives", "", "H7 H8 CA C8 DK D8 S7 SK", "CA", maker="E"),
    Situation(
        "aces once the trumps are drawn",
        "HJ H7 H8 HT H9 DT HQ HK HA DJ D7 C7",
        "CA C8 DK D8 S7",
        "CA",
    ),
    Situation("no ten before its ace", "", "H7 H8 CT C8 DT D8 S8 S7", "C8 D8 S8 S7", maker="E"),
]


def club() -> Strategy:
    return make("club", 0)


@pytest.mark.parametrize("case", [*FOLLOWING, *ROEM, *LEADING], ids=lambda case: case.name)
def test_the_card_laid(case: Situation) -> None:
    spot = laid_out(
        RuleSet.named(case.rules), club, case.hand, case.plays, Suit(case.trump), Seat(case.maker)
    )
    action = spot.choose()
    assert isinstance(action, Play)
    assert action.card in case.lays.split()
