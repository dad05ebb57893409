"""What either end may expect of the other: sizes, lengths and times.

`LIMITS` is what `welcome` tells the client; everything in it is a constant of this module.
"""

from __future__ import annotations

from typing import Final

import msgspec

__all__ = [
    "ANSWER_BYTES",
    "DEPTH",
    "HELLO_SECONDS",
    "IDLE_SECONDS",
    "LIMITS",
    "NAME_CHARACTERS",
    "PING_SECONDS",
    "REQUEST_BYTES",
    "TABLES_PER_PAGE",
    "TOP",
    "VERSION",
    "Limits",
]

VERSION: Final = 1
"""The version of the wire spoken here."""
REQUEST_BYTES: Final = 4_096
"""The longest message a client may send, without the four bytes of its length."""
ANSWER_BYTES: Final = 65_536
"""The longest message the server sends, without the four bytes of its length."""
DEPTH: Final = 8
"""Maps and lists within each other in a request, the message itself counted."""
NAME_CHARACTERS: Final = 40
TABLES_PER_PAGE: Final = 100
TOP: Final = 2**53 - 1
"""The highest number on the wire: what JavaScript counts exactly."""
HELLO_SECONDS: Final = 5.0
"""From the connection, or from a `hello` that was refused, to the next `hello`."""
PING_SECONDS: Final = 20.0
"""Silence after which one asks whether the other is still there."""
IDLE_SECONDS: Final = 60.0
"""Silence after which the connection is cut."""


class Limits(msgspec.Struct, frozen=True):
    """Tell a client what is expected of it: bytes, counts and seconds."""

    request: int = REQUEST_BYTES
    answer: int = ANSWER_BYTES
    depth: int = DEPTH
    name: int = NAME_CHARACTERS
    tables: int = TABLES_PER_PAGE
    hello: float = HELLO_SECONDS
    ping: float = PING_SECONDS
    idle: float = IDLE_SECONDS


LIMITS: Final = Limits()
