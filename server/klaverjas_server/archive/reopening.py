"""A table of a plain archive that goes on: an authority and seats for whoever has the new codes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from klaverjas import Seat
from klaverjas_server import rows
from klaverjas_server.chance import Chance
from klaverjas_server.course import Deed, entries_of, house_deed, play_out
from klaverjas_server.log import Bodies, Row
from klaverjas_server.refolding import refold
from klaverjas_server.sessions import keyed_hash
from klaverjas_server.table_state import TableState

__all__ = ["Place", "Reopened", "reopen"]

REASON = "imported"


class Place(NamedTuple):
    """A seat that somebody has to take again: who had it, if anybody, and the code to it."""

    seat: Seat
    name: str | None
    code: str


class Reopened(NamedTuple):
    """A table that goes on: `deal` is the one to be played, and `key` the director's authority."""

    table: str
    rules: str
    deal: int
    key: str
    places: tuple[Place, ...]

    def lines(self) -> Iterator[str]:
        """Write down what the director hands out."""
        yield f"table {self.table}  {self.rules}  deal {self.deal}  key {self.key}"
        for seat, name, code in self.places:
            yield f"  {seat}  {name or '-':20}  {code}"


def reopen(
    table: str, entries: tuple[Row, ...], key: bytes, chance: Chance, at: int
) -> tuple[tuple[Row, ...], Reopened]:
    """Give a table its new secrets, hashed with `key`, and deal: its rows, and what to hand out.

    `at` is the time in milliseconds. ValueError where the rules now refuse what was played.
    """
    secret = chance.secret()
    opened = rows.decode_table_row(entries[0].body)
    assert isinstance(opened, rows.Opened)
    opened = msgspec.structs.replace(opened, key=keyed_hash(key, secret))
    entries = (entries[0]._replace(body=rows.encode_row(opened)), *entries[1:])
    state = refold(table, Bodies.of(entries)).state
    places = tuple(_places(state, chance))
    course = play_out(state, _deeds(state, places, key, chance), chance)
    deal = course.state.match.number if course.state.match else 1
    reopened = Reopened(table, state.rules.name, deal, secret, places)
    return (*entries, *entries_of(course.deeds, state.seq, at)), reopened


def _places(state: TableState, chance: Chance) -> Iterator[Place]:
    """Make a code for every seat that no bot has."""
    for seat in state.rules.game.seats:
        who = state.seats.get(seat)
        if who is None or who.session is not None:
            yield Place(seat, who and who.name, chance.secret())


def _deeds(
    state: TableState, places: tuple[Place, ...], key: bytes, chance: Chance
) -> Iterator[Deed]:
    """Free the seats of people, and invite them again; then the house deals where it is due."""
    for place in places:
        if place.seat in state.seats:
            yield _freed(state, place.seat)
        yield Deed(rows.Invited(place.seat, keyed_hash(key, place.code)), "director")
    if not places and (house := house_deed(state, chance)):
        yield house


def _freed(state: TableState, seat: Seat) -> Deed:
    if state.match is None:
        return Deed(rows.Left(seat), str(seat))
    return Deed(rows.Ruled("replace", seat=seat, reason=REASON), "director")
