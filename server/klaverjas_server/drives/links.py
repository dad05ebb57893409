"""Links: addresses that nobody can guess, for a table's device, a player's phone, a seat.

They are derived from the server's key, so that nothing need be stored and all are the same after
a restart. Renewing them (`Evening.links`) makes all of an evening's earlier ones lead nowhere.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from hashlib import blake2b
from typing import Literal, NamedTuple

from klaverjas_server.drives.evening import Evening

__all__ = ["Who", "find_link", "player_link", "seat_code", "table_key", "table_link"]


class Who(NamedTuple):
    """Who gives an order: a director, his deputy, a table's device, an entrant, or the server."""

    role: Literal["director", "deputy", "table", "player", "house"]
    number: int = 0
    """Of the table, or of the entrant."""

    def __str__(self) -> str:
        return f"{self.role} {self.number}" if self.number else self.role

    @property
    def directs(self) -> bool:
        """He may do everything."""
        return self.role in ("director", "deputy", "house")


def _derive(key: bytes, *parts: object) -> str:
    text = "/".join(map(str, parts))
    digest = blake2b(text.encode(), key=key, digest_size=15, person=b"klaverjas link").digest()
    return urlsafe_b64encode(digest).decode()


def table_link(key: bytes, evening: Evening, table: int) -> str:
    """Make the secret of a hall table's own page."""
    return _derive(key, evening.id, evening.links, "table", table)


def player_link(key: bytes, evening: Evening, number: int) -> str:
    """Make the secret of an entrant's own page."""
    return _derive(key, evening.id, evening.links, "player", number)


def find_link(key: bytes, evening: Evening, secret: str) -> Who | None:
    """Find whose page a secret leads to."""
    for who, link in _links(key, evening):
        if hmac.compare_digest(link.encode(), secret.encode()):
            return who
    return None


def _links(key: bytes, evening: Evening) -> Iterator[tuple[Who, str]]:
    for table in sorted({t.table for round in evening.rounds for t in round.tables}):
        yield Who("table", table), table_link(key, evening, table)
    for number in evening.entrants:
        yield Who("player", number), player_link(key, evening, number)


def seat_code(key: bytes, evening: str, round: int, table: int, seat: str) -> str:
    """Make the one-use code by which a seat at a table on the server is taken."""
    return _derive(key, evening, "seat", round, table, seat)


def table_key(key: bytes, evening: str, round: int, table: int) -> str:
    """Make the director's key to a table on the server."""
    return _derive(key, evening, "key", round, table)
