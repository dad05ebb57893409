"""The pairs' walk: even pairs stay at their tables, odd pairs go one table up each round."""

from __future__ import annotations

from klaverjas_server.drives.acquaintance import Sides

__all__ = ["walk"]


def walk(pairs: int, turn: int) -> tuple[tuple[Sides, ...], tuple[int, ...]]:
    """Give the tables and who rests in a round, counted from 0, for pairs 1 to K.

    With an odd number the last even pair is a phantom: whoever meets it rests, at most once in as
    many rounds as there are tables. An even pair never meets another even one, and an odd one none
    of its kind. ValueError beyond as many rounds as tables, where meetings would repeat.
    """
    tables = (pairs + 1) // 2
    if not 0 <= turn < tables:
        raise ValueError(f"{pairs} pairs walk {tables} rounds, and then meet again")
    seated: list[Sides] = []
    rests: tuple[int, ...] = ()
    for table in range(tables):
        odd = 2 * ((table - turn) % tables) + 1
        even = 2 * (table + 1)
        if even > pairs:
            rests = (odd,)
        else:
            seated.append(((odd,), (even,)))
    return tuple(seated), rests
