"""Seats, the sides they play for, and pairs of figures kept by side."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

__all__ = ["Game", "Pair", "Seat"]

T = TypeVar("T")


class Seat(StrEnum):
    """A seat at the table; clockwise N E S W. Two-player games use N and S."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    __slots__ = ("number",)
    __hash__ = str.__hash__

    number: int
    """0 to 3, clockwise from north."""

    def __repr__(self) -> str:
        return f"Seat.{self.name}"


for _place, _seat in enumerate(Seat):
    _seat.number = _place


class Pair(NamedTuple, Generic[T]):
    """One thing for each of the two sides, in the order of `Game.sides`."""

    first: T
    second: T

    @property
    def swapped(self) -> Pair[T]:
        """Exchange the two sides."""
        return Pair(self.second, self.first)


def add(one: Pair[int], other: Pair[int]) -> Pair[int]:
    """Add two pairs of figures side by side."""
    return tuple.__new__(Pair, (one[0] + other[0], one[1] + other[1]))


class Game(StrEnum):
    """One of the two games: who sits where, and who plays with whom."""

    KLAVERJAS = "klaverjas"
    KLABERJASS = "klaberjass"

    __hash__ = str.__hash__

    seats: tuple[Seat, ...]
    """The seats in the order of play."""
    sides: tuple[str, str]
    """The names of the two sides, as records and events write them."""
    hand_size: int
    """Cards in a full hand, and so tricks in a deal."""

    def __repr__(self) -> str:
        return f"Game.{self.name}"

    def side(self, seat: Seat) -> int:
        """Say which side a seat plays for: 0 or 1, an index into a `Pair`."""
        return self.seats.index(seat) % 2

    def after(self, seat: Seat, places: int = 1) -> Seat:
        """Name the seat so many places on in the order of play."""
        return self.seats[(self.seats.index(seat) + places) % len(self.seats)]

    def from_seat(self, first: Seat) -> Iterator[Seat]:
        """Go once round the table from a seat."""
        start = self.seats.index(first)
        yield from self.seats[start:]
        yield from self.seats[:start]

    def partner(self, seat: Seat) -> Seat | None:
        """Name the other seat of the side, if there is one."""
        return self.after(seat, 2) if len(self.seats) == 4 else None

    def by_side(self, pair: tuple[T, T]) -> dict[str, T]:
        """Spell a pair out under the names of the sides."""
        first, second = self.sides
        return {first: pair[0], second: pair[1]}


for _game, _seats, _sides, _size in (
    (Game.KLAVERJAS, tuple(Seat), ("NS", "EW"), 8),
    (Game.KLABERJASS, (Seat.N, Seat.S), ("N", "S"), 9),
):
    _game.seats, _game.sides, _game.hand_size = _seats, _sides, _size
