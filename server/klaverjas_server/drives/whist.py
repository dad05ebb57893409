"""Whist rotations: everybody is partner to everybody once, and opponent to everybody twice.

A round is the one before with 1 added to every number, modulo N - 1 with one who never moves
(N = 4n), or modulo N with one who rests (N = 4n + 1), each exactly once.
"""

from __future__ import annotations

from typing import Final

from klaverjas_server.drives.acquaintance import Sides

__all__ = ["SIZES", "rounds_of", "whist_round"]

_STARTERS: Final[dict[int, str]] = {
    8: "3-4v0-5 i-1v2-6",
    12: "4-0vi-6 5-3v10-2 8-9v7-1",
    13: "10-9v11-5 12-3v6-8 2-7v1-4",
    16: "13-5v8-4 14-1vi-12 6-11v2-3 9-0v10-7",
    17: "5-4v7-14 2-16v11-3 1-12v8-6 15-10v13-9",
    20: "i-8v5-11 18-13v1-9 16-15v2-14 3-12v7-4 0-17v10-6",
    21: "14-8v9-17 4-20v15-6 16-19v2-13 11-12v3-10 18-1v7-5",
    24: "17-7v14-5 22-6v9-20 11-3v10-15 19-16v2-1 13-iv18-12 8-4v0-21",
    25: "7-18v13-4 6-2v24-14 9-8v22-10 16-11v21-15 12-5v3-20 23-1v17-19",
    28: "10-6v20-2 9-24v23-12 13-11v18-4 22-25v14-19 26-7v1-8 5-15vi-3 16-17v0-21",
    32: "3-25v23-7 6-5v10-13 16-4v22-1 20-15v29-12 19-8v9-17 28-30v18-14 0-iv11-24 27-21v2-26",
    36: (
        "25-12v11-5 4-19v16-8 20-27v17-22 28-18v10-34 21-2v23-6 32-29vi-3 15-14v33-7 0-31v9-30"
        " 26-24v13-1"
    ),
}
"""By number of players, the tables of the first round: partners v partners, i the one who stays."""

SIZES: Final = tuple(_STARTERS)
"""For how many players there is a rotation here; for 9, 29 and 33 none is known to be cyclic."""


def rounds_of(players: int) -> int:
    """Tell how many rounds the whole rotation has; KeyError where there is none."""
    _STARTERS[players]
    return players if players % 4 else players - 1


def whist_round(players: int, turn: int) -> tuple[tuple[Sides, ...], tuple[int, ...]]:
    """Give the tables and the rests of a round, counted from 0, for players 0 to N - 1.

    The one who stays has the number N - 1. KeyError where there is no rotation.
    """
    starter = _STARTERS[players]
    stays = players % 4 == 0
    modulus = players - 1 if stays else players

    def moved(name: str) -> int:
        return players - 1 if name == "i" else (int(name) + turn) % modulus

    def table(text: str) -> Sides:
        ours, theirs = (side.split("-") for side in text.split("v"))
        return tuple(map(moved, ours)), tuple(map(moved, theirs))

    return tuple(map(table, starter.split())), () if stays else (turn % modulus,)
