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


def club() -> Strategy:
    return make("club", 0)


@pytest.mark.parametrize("case", FOLLOWING, ids=lambda case: case.name)
def test_following(case: Situation) -> None:
    spot = laid_out(
        RuleSet.named(case.rules), club, case.hand, case.plays, Suit(case.trump), Seat(case.maker)
    )
    action = spot.choose()
    assert isinstance(action, Play)
    assert action.card in case.lays.split()
