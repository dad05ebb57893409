"""Garbage collection that keeps no table waiting.

What a server holds, it holds for long, and nearly all of it goes by its reference count. A full
collection would look at every object again and again, and stop all tables for as long as that
takes: a tenth of a second for 250 of them. So each object is looked at once, when it is young, and
never again until nobody is there.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from klaverjas_server.clock import Clock

__all__ = ["keep_pauses_short", "settling", "sweep_when"]

YOUNG: Final = 10_000
"""How many objects may be new before they are looked at, which takes some milliseconds."""
SWEEP_SECONDS: Final = 600.0
LONGEST_SECONDS: Final = 86_400.0
"""After how long everything is looked at even if somebody is there."""


def keep_pauses_short() -> None:
    """Set the process's garbage collection up."""
    gc.set_threshold(YOUNG)
    if _let_stay not in gc.callbacks:
        gc.callbacks.append(_let_stay)
    _sweep()


@contextmanager
def settling() -> Iterator[None]:
    """Look at nothing that is made within, as all of it is there to stay."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _let_stay(phase: str, _: dict[str, int]) -> None:
    if phase == "stop":
        gc.freeze()


def _sweep() -> None:
    gc.unfreeze()
    gc.collect()


def sweep_when(quiet: Callable[[], bool], clock: Clock) -> None:
    """Look at everything: every ten minutes if it is quiet then, once a day if it never is."""
    last = clock.now()

    def look() -> None:
        nonlocal last
        if quiet() or clock.now() - last >= LONGEST_SECONDS:
            _sweep()
            last = clock.now()
        clock.call_later(SWEEP_SECONDS, look)

    clock.call_later(SWEEP_SECONDS, look)
