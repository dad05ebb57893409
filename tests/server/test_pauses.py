"""What is there to stay is looked at once; what was thrown away late goes when it is quiet."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from klaverjas_server import pauses
from klaverjas_server.pauses import (
    LONGEST_SECONDS,
    SWEEP_SECONDS,
    keep_pauses_short,
    settling,
    sweep_when,
)
from tests.server.hand_clock import HandClock


class Ring:
    """Something that refers to itself, so that no reference count ends it."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    """Gives the process its own collection back."""
    thresholds, callbacks = gc.get_threshold(), list(gc.callbacks)
    keep_pauses_short()
    yield
    gc.set_threshold(*thresholds)
    gc.callbacks[:] = callbacks
    gc.unfreeze()


def old_ring() -> weakref.ref[Ring]:
    """Throws a ring away after it was looked at as a young one."""
    ring = Ring()
    gc.collect(0)
    assert all(each is not ring for each in gc.get_objects())
    return weakref.ref(ring)


def test_what_is_there_to_stay_is_not_looked_at_again() -> None:
    kept = [[number] for number in range(100)]
    gc.collect(0)
    looked_at = {id(each) for each in gc.get_objects()}
    assert not looked_at & {id(each) for each in kept}


def test_what_is_made_while_settling_stays() -> None:
    with settling():
        assert not gc.isenabled()
        kept = [[number] for number in range(100)]
    assert gc.isenabled()
    looked_at = {id(each) for each in gc.get_objects()}
    assert not looked_at & {id(each) for each in kept}


def test_young_rings_go_at_once() -> None:
    ring = weakref.ref(Ring())
    gc.collect(0)
    assert ring() is None


def test_old_rings_go_when_it_is_quiet() -> None:
    clock, here = HandClock(), [True]
    sweep_when(lambda: not here, clock)
    ring = old_ring()
    clock.advance(SWEEP_SECONDS)
    assert ring() is not None
    here.clear()
    clock.advance(SWEEP_SECONDS)
    assert ring() is None


def test_old_rings_go_within_a_day_when_it_is_never_quiet() -> None:
    clock = HandClock()
    sweep_when(lambda: False, clock)
    ring = old_ring()
    clock.advance(LONGEST_SECONDS)
    assert ring() is None


def test_a_sweep_that_looks_at_the_young_alone_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pauses, "_sweep", gc.collect)
    with pytest.raises(AssertionError):
        test_old_rings_go_when_it_is_quiet()


def test_being_set_up_twice_changes_nothing() -> None:
    callbacks = list(gc.callbacks)
    keep_pauses_short()
    assert gc.callbacks == callbacks
