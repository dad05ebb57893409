"""Letters: read at once while there are few, together when there are many, and all of them."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from klaverjas import Seat, Suit
from klaverjas.actions import Name
from klaverjas_server.letterbox import FEW, INTERVAL, Letterbox
from klaverjas_server.tcp import _Door as TcpDoor
from tests.server.evening import Evening
from tests.server.hand_clock import HandClock
from tests.server.packs import QUIET, packs_of

Hold = Callable[[Evening], Awaitable[Evening]]


class Desk:
    """A letterbox on a clock moved by hand, and what has been read."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.box = Letterbox(self.clock)
        self.read: list[int] = []

    def put(self, letters: range) -> None:
        for letter in letters:
            self.box.put(self.read.append, letter)


def check_nothing_is_lost(desk: Desk) -> None:
    """Put letters in at many moments; each must be read once, in order, within `INTERVAL`."""
    letter = 0
    for many in (1, FEW, FEW + 1, 3 * FEW, 0, 2, 10 * FEW, 1, 0, 0, FEW):
        desk.put(range(letter, letter + many))
        letter += many
        desk.clock.advance(INTERVAL)
        assert desk.read == list(range(letter))


def test_few_letters_are_read_at_once() -> None:
    desk = Desk()
    for start in range(0, 10 * FEW, FEW):
        desk.put(range(start, start + FEW))
        assert desk.read == list(range(start + FEW))
        desk.clock.advance(INTERVAL)


def test_many_letters_are_read_together() -> None:
    desk = Desk()
    desk.put(range(3 * FEW))
    assert desk.read == list(range(FEW))
    desk.clock.advance(INTERVAL)
    assert desk.read == list(range(3 * FEW))


def test_while_much_comes_even_the_first_letter_waits() -> None:
    desk = Desk()
    desk.put(range(3 * FEW))
    desk.clock.advance(INTERVAL)
    desk.put(range(3 * FEW, 3 * FEW + 1))
    assert desk.read == list(range(3 * FEW))
    desk.clock.advance(INTERVAL)
    desk.put(range(3 * FEW + 1, 3 * FEW + 2))
    assert desk.read == list(range(3 * FEW + 2))


def test_every_letter_is_read_once_and_in_order() -> None:
    check_nothing_is_lost(Desk())


def test_a_box_that_is_emptied_too_late_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    later: Callable[..., object] = HandClock.call_later
    monkeypatch.setattr(
        HandClock, "call_later", lambda clock, seconds, what: later(clock, 2 * seconds, what)
    )
    with pytest.raises(AssertionError):
        check_nothing_is_lost(Desk())


def test_a_letter_that_cannot_be_read_keeps_no_other_from_being_read() -> None:
    desk = Desk()
    desk.put(range(FEW))

    def stumble(letter: object) -> None:
        raise RuntimeError("a letter too many")

    desk.box.put(stumble, "spoilt")
    desk.put(range(FEW, FEW + 2))
    desk.clock.advance(INTERVAL)
    assert desk.read == list(range(FEW + 2))


async def until(so: Callable[[], bool]) -> None:
    """Let the loop turn until something is so; nothing rings for what happens at the door."""
    while not so():  # noqa: ASYNC110
        await asyncio.sleep(0)


async def last_words(hold: Hold) -> int:
    """Let north name trump and hang up before the box is emptied; how many rows that wrote."""
    evening = await hold(Evening())
    party = await evening.party(packs=packs_of(QUIET))
    box = evening.app.hall.letterbox = Letterbox(evening.clock)
    for _ in range(FEW + 1):
        box.put(len, "")
    seq = evening.table().state.seq
    party.players[Seat.N].send(party.request(Seat.N, Name(Suit.H)))
    await until(lambda: len(box._held) == 2)
    party.players[Seat.N].close()
    await until(lambda: len(evening.app.hall.peers) < len(party.players))
    box.empty()
    await party.players[Seat.S].settle()
    return evening.table().state.seq - seq


async def test_what_was_said_before_hanging_up_is_heard(hold: Hold) -> None:
    assert await last_words(hold) == 1


async def test_a_door_that_forgets_last_words_is_caught(
    hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forget(door: TcpDoor, fault: Exception | None) -> None:
        assert door._peer is not None
        door._hall.depart(door._peer)

    monkeypatch.setattr(TcpDoor, "connection_lost", forget)
    assert await last_words(hold) == 0
