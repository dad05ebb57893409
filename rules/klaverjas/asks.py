"""Phases of a match, and the questions that are open in it."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from klaverjas.actions import PlayerAction
from klaverjas.seats import Seat

__all__ = ["Ask", "Phase"]


class Phase(StrEnum):
    """Where a match stands. The first three wait for the house, never for a player."""

    DRAWING = "drawing"
    DEALING = "dealing"
    TURNING = "turning"
    WAITING = "waiting"
    """for people to sit down: a table's phase, never a match's"""
    CALLING = "calling"
    ANSWERING = "answering"
    """Klaberjass: an offer to throw the deal in lies on the table"""
    EXCHANGING = "exchanging"
    DECLARING = "declaring"
    PLAYING = "playing"
    CLOSING = "closing"
    """all tricks are played, and roem may still be called"""
    OVER = "over"

    __hash__ = str.__hash__

    def __repr__(self) -> str:
        return f"Phase.{self.name}"


class Ask(NamedTuple):
    """One seat's open question.

    `must` is False for an option one may let pass. `legal` lists complete actions: those without
    a card first, in the order of `klaverjas.actions`, then cards in the order of the pack.
    `decision` stays the same as long as it is the same question: a call of roem may shorten
    `legal`, and does not change it.
    """

    seat: Seat
    must: bool
    legal: tuple[PlayerAction, ...]
    decision: int
