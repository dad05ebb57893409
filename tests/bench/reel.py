"""What a table's four seats were told, act by act: taken from the real server, shown by the floor.

A reel is a list of steps, a step the bytes each seat got, from north clockwise. The first step is
what was told before the first act. Each ends with an ask, and the last with one that could be the
first's, so that the reel can be shown over and over.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, TypeAlias

import msgspec

__all__ = ["Reel", "Step", "read_reel", "write_reel"]

Step: TypeAlias = tuple[bytes, bytes, bytes, bytes]
Reel: TypeAlias = list[Step]

_READ: Final = msgspec.msgpack.Decoder(Reel)


def read_reel(path: Path) -> Reel:
    """Read a reel from a file."""
    return _READ.decode(path.read_bytes())


def write_reel(path: Path, reel: Reel) -> None:
    """Write a reel to a file."""
    path.write_bytes(msgspec.msgpack.encode(reel))
