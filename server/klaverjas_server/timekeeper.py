"""The clocks of one table: whose runs, how much is left, and when it is up."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from klaverjas import Seat
from klaverjas_server.clock import Clock, Timer
from klaverjas_server.stopwatch import ABSENCE, NOTHING, THOUGHT, Stopwatch
from klaverjas_server.table_state import TableState

__all__ = ["Reading", "Timekeeper"]


class Reading(NamedTuple):
    """What a stopwatch showed: the ask it is for, and milliseconds."""

    ask: int
    thought: int
    absence: int


class Timekeeper:
    """Keeps the clock of the seat that must act. `due` is called when its time may be up.

    Nobody else's clock runs: an option can be let pass, and costs no time.
    """

    def __init__(self, clock: Clock, due: Callable[[], None], reading: Reading | None = None):
        self._clock = clock
        self._due = due
        self._timer: Timer | None = None
        self._watch: Stopwatch | None = None
        if reading is not None:
            self._watch = Stopwatch(reading.ask, clock.now())
            self._watch.set(reading.thought / 1_000, reading.absence / 1_000)

    def look(self, state: TableState, away: frozenset[Seat], suspended: bool) -> None:
        """Set the clock by the state of the table; to be called after every change of it."""
        seat, now, watch = state.must_act, self._clock.now(), self._watch
        if seat is None:
            self._watch = None
        else:
            still = suspended or state.paused or not state.is_played_by_person(seat)
            what = NOTHING if still else ABSENCE if seat in away else THOUGHT
            if watch is None or watch.ask != state.ask:
                self._watch = Stopwatch(state.ask, now, what)
            else:
                watch.run(what, now)
        self._set_timer(state)

    def _set_timer(self, state: TableState) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if state.options.at_zero == "wait" or self._watch is None:
            return
        left = self.left_ms(state)
        if left is not None and self._watch.running is not NOTHING:
            self._timer = self._clock.call_later(left / 1_000, self._due)

    def stop(self) -> None:
        """Let nothing be due any more."""
        if self._timer is not None:
            self._timer.cancel()

    def left_ms(self, state: TableState) -> int | None:
        """Tell how much time is left for the ask that must be answered; None without end."""
        options = state.options
        if not options.clocked and options.away is None:
            return None
        seat, watch = state.must_act, self._watch
        if seat is None or watch is None:
            return None
        if watch.running is ABSENCE:
            if options.away is None:
                return None
            used = state.times.away[seat.number] + self.absence_ms
            return max(0, 1_000 * options.away - used)
        if not options.clocked:
            return None
        # What a decision takes beyond its own time comes out of the bank, if that has any left.
        bank = max(0, 1_000 * (options.bank or 0) - state.times.bank[seat.number])
        return max(0, 1_000 * (options.think or 0) + bank - self.thought_ms)

    @property
    def thought_ms(self) -> int:
        """The thought on the ask that must be answered, in milliseconds."""
        return 0 if self._watch is None else round(1_000 * self._watch.thought(self._clock.now()))

    @property
    def absence_ms(self) -> int:
        """How long the table has waited for the seat that must act, and is away."""
        return 0 if self._watch is None else round(1_000 * self._watch.absence(self._clock.now()))

    def forget_absence(self) -> None:
        """Count absence from zero again, now that it is in the log."""
        if self._watch is not None:
            self._watch.set(self._watch.thought(self._clock.now()), 0.0, self._clock.now())

    def reading(self) -> Reading | None:
        """Show the running stopwatch, for the log."""
        if self._watch is None:
            return None
        return Reading(self._watch.ask, self.thought_ms, self.absence_ms)
