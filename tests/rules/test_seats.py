"""Seats, sides and the order of play in both games."""

import pytest

from klaverjas import Game, Pair, Seat
from klaverjas.seats import add


def test_klaverjas_goes_clockwise_round_four() -> None:
    game = Game.KLAVERJAS
    assert "".join(game.seats) == "NESW"
    assert [game.after(seat) for seat in "NESW"] == list("ESWN")  # type: ignore[arg-type]
    assert [str(seat) for seat in game.from_seat(Seat.S)] == list("SWNE")
    assert game.after(Seat.E, 3) is Seat.N


def test_partners_face_each_other() -> None:
    game = Game.KLAVERJAS
    assert {seat: game.partner(seat) for seat in Seat} == {"N": "S", "E": "W", "S": "N", "W": "E"}
    assert [game.sides[game.side(seat)] for seat in Seat] == ["NS", "EW", "NS", "EW"]


def test_klaberjass_has_two_seats_and_no_partners() -> None:
    game = Game.KLABERJASS
    assert game.seats == (Seat.N, Seat.S)
    assert game.after(Seat.N) is Seat.S
    assert game.after(Seat.S) is Seat.N
    assert game.partner(Seat.N) is None
    assert [game.sides[game.side(seat)] for seat in game.seats] == ["N", "S"]


@pytest.mark.parametrize("value", [*Seat, *Game])
def test_the_repr_is_the_constructor_call(value: Seat | Game) -> None:
    assert eval(repr(value)) is value


def test_a_pair_is_kept_side_by_side() -> None:
    pair = Pair(1, 2)
    assert pair.swapped == Pair(2, 1)
    assert add(pair, Pair(10, 20)) == Pair(11, 22)
    assert Game.KLAVERJAS.by_side(pair) == {"NS": 1, "EW": 2}
    assert Game.KLABERJASS.by_side(pair) == {"N": 1, "S": 2}
