"""Frames on a byte stream: four bytes of length, the highest first, then so many bytes.

A WebSocket brings its own frames; there a payload is one message of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from klaverjas_wire.faults import BadFrame, TooLarge

__all__ = ["HEADER_BYTES", "Framer", "check_length", "frame"]

HEADER_BYTES: Final = 4


def frame(payload: bytes) -> bytes:
    """Put the length before a payload."""
    return len(payload).to_bytes(HEADER_BYTES, "big") + payload


def check_length(length: int, limit: int) -> None:
    """Raise `BadFrame` for an empty payload, `TooLarge` for one over the limit."""
    if length == 0:
        raise BadFrame("an empty frame")
    if length > limit:
        raise TooLarge(f"a frame of {length} bytes; the limit is {limit}")


class Framer:
    """Cuts a byte stream into payloads; keeps less than one frame between two calls."""

    __slots__ = ("_limit", "_rest")

    def __init__(self, limit: int):
        self._limit = limit
        self._rest = b""

    @property
    def kept(self) -> int:
        """Count the bytes of the frame that is not yet whole: never over the limit and four."""
        return len(self._rest)

    def only(self, data: bytes) -> bytes | None:
        """Give the payload if these bytes are just one frame, and nothing waits before them."""
        length = int.from_bytes(data[:HEADER_BYTES], "big")
        if length != len(data) - HEADER_BYTES or not 0 < length <= self._limit or self._rest:
            return None
        return data[HEADER_BYTES:]

    def receive_data(self, data: bytes) -> Iterator[bytes]:
        """Give each payload that is now whole, in order; run it to its end.

        After the payloads before it, `BadFrame` for a length of 0 and `TooLarge` for one over
        the limit, from the length alone. What follows such a frame is dropped.
        """
        data = self._rest + data if self._rest else data
        self._rest = b""
        start = 0
        while (body := start + HEADER_BYTES) <= len(data):
            length = int.from_bytes(data[start:body], "big")
            check_length(length, self._limit)
            if body + length > len(data):
                break
            start = body + length
            yield data[body:start]
        self._rest = data[start:]
