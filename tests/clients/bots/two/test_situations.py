"""The card a club player lays in Klaberjass, and what he says with it."""

import pytest

from klaverjas import Card, Phase, Seat
from klaverjas.actions import Play, PlayerAction, Take
from tests.clients.bots.table import Spot, Table
from tests.clients.bots.two.hands import table_with


def playing(rules: str, north: str, south: str, plays: str = "", bottom: str = "S7") -> Spot:
    """Let north make hearts trump, nobody swap or declare, and these cards be played."""
    table = table_with(rules, north, south, "H8", bottom)
    rest = plays.split()
    while rest or table.match.phase is not Phase.PLAYING:
        seat = table.match.asks()[0].seat
        if table.match.phase is Phase.PLAYING:
            table = table.act(seat, Play(Card(rest.pop(0))))
        else:
            table = table.act(seat, quiet(table))
    return Spot(table, table.match.asks()[0].seat)


def quiet(table: Table) -> PlayerAction:
    """Take the upcard, or else do what changes least."""
    legal = table.match.asks()[0].legal
    return Take() if Take() in legal else legal[-1]


NORTH = "HJ H9 HA CA CT DA D8 S8 S9"
SOUTH = "HT HK C8 C9 DT D9 ST SK SJ"


@pytest.mark.parametrize(
    ("north", "south", "plays", "expected"),
    [
        (NORTH, SOUTH, "", "HJ H9"),
        (NORTH, SOUTH, "CA", "C8"),
        ("H7 HQ CA C8 DK D8 SQ S9 S8", "HA CT C9 DT D9 DA ST SK SJ", "C8", "CT"),
        ("H7 HQ CA C8 DK D8 SQ S9 S8", "HA C7 C9 DT D9 DA ST SK SJ", "DK", "DT DA"),
        ("HJ HQ CA C8 DK D8 SQ S9 S8", "HA H7 CT DT D9 DA ST SK SJ", "HQ", "HA"),
        ("HJ HQ CA C8 DK D8 SQ S9 S8", "HA H7 C7 DT D9 DA ST SK SJ", "HJ", "H7"),
    ],
    ids=[
        "the maker draws trumps",
        "low under the ace",
        "the ten where it wins",
        "over the king",
        "trump over trump",
        "the low trump under the jack",
    ],
)
def test_cards(north: str, south: str, plays: str, expected: str) -> None:
    action = playing("klaberjass-500", north, south, plays).choose()
    assert isinstance(action, Play)
    assert action.card in expected.split()


@pytest.mark.parametrize("rules", ["clobyosh-501", "klaberjass-500", "denexa-501", "bela-100"])
def test_the_bela_is_called_with_both_cards(rules: str) -> None:
    """North leads trumps that south, with bare king and queen of them, has to follow."""
    south = "HK HQ C7 C8 DJ D9 SK SQ S9"
    table = playing(rules, "HJ HA CA CT DA DT ST SA S8", south, "HJ").table
    for call in ("bela", "from-bela"):
        action = Spot(table, Seat.S).choose()
        assert isinstance(action, Play)
        assert action.call == call
        table = table.act(Seat.S, action)
        if call == "bela":
            table = table.act(Seat.N, Play(Card.HA))
