"""Who may see what of an event."""

from typing import get_args

import pytest

from klaverjas import Card, Hand, Seat, Suit
from klaverjas.events import (
    Dealing,
    Dealt,
    Event,
    Named,
    Packet,
    PacketDealing,
    Played,
    SeenEvent,
    TrickTaken,
)

HANDS = {seat: Hand.of(f"{suit}7", f"{suit}A") for seat, suit in zip(Seat, "CDHS", strict=True)}


@pytest.mark.parametrize("seat", Seat)
def test_a_seat_sees_its_own_cards_alone(seat: Seat) -> None:
    own = tuple(HANDS[seat])
    assert Dealing(3, Seat.W, HANDS).seen_by(seat) == Dealt(3, Seat.W, own)
    assert PacketDealing(HANDS).seen_by(seat) == Packet(own)


def test_a_spectator_sees_no_cards() -> None:
    assert Dealing(3, Seat.W, HANDS).seen_by(None) == Dealt(3, Seat.W, None)
    assert PacketDealing(HANDS).seen_by(None) == Packet(None)


@pytest.mark.parametrize(
    "event", [Named(Seat.N, Suit.H), Played(Seat.E, Card.HJ), TrickTaken(8, Seat.S, 42)]
)
@pytest.mark.parametrize("seat", [*Seat, None])
def test_what_is_played_openly_is_seen_whole(event: SeenEvent, seat: Seat | None) -> None:
    assert event.seen_by(seat) is event


def test_only_dealing_hides_something() -> None:
    """An event of another kind that one may not see whole needs a form of its own."""
    hidden = set(get_args(Event)) - set(get_args(SeenEvent))
    assert {kind.__name__ for kind in hidden} == {"Dealing", "PacketDealing"}
