"""Waiting for what nothing tells of."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

__all__ = ["until"]

LOOK_SECONDS: Final = 0.001


async def until(is_so: Callable[[], bool], seconds: float = 30.0) -> bool:
    """Look every millisecond whether something is so; False when it is not after so long."""
    late = time.monotonic() + seconds
    while not is_so():  # many tables make it so, none of them the last
        if time.monotonic() > late:
            return False
        await asyncio.sleep(LOOK_SECONDS)
    return True
