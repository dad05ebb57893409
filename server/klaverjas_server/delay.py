"""What spectators see, and when: a table may show it to them some tricks late."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from klaverjas.events import TrickTaken
from klaverjas_server.table_state import Numbered, TableState

__all__ = ["Delay", "Shown"]


class Shown(NamedTuple):
    """A change of the table: its events, the state after them, and whether that is shown anew."""

    after: TableState
    events: Sequence[Numbered]
    fresh: bool = False

    @property
    def tricks(self) -> int:
        """How many tricks were taken in it."""
        return sum(isinstance(event, TrickTaken) for _, event in self.events)


class Delay:
    """Holds changes back until enough tricks were taken after theirs, and lets whole tricks go.

    Before the match and after it nothing is held back. `shown` is the table as spectators may
    know it; nothing else may be told to them.
    """

    def __init__(self, state: TableState):
        self.shown = state
        self._held: list[Shown] = []  # an empty deque takes 760 bytes, at every table
        self._tricks = 0
        """The tricks in what is held."""

    def pass_on(self, change: Shown) -> Sequence[Shown]:
        """Take a change, and give those that spectators may see now, in order."""
        delay = change.after.options.delay
        if not delay and not self._held:
            self.shown = change.after
            return (change,)
        if not delay or self.shown.match is None or change.after.over:
            return self._show((*self._clear(), change))
        self._held.append(change)
        self._tricks += change.tricks
        return self._show(self._take_due(delay))

    def _clear(self) -> list[Shown]:
        held = list(self._held)
        self._held.clear()
        self._tricks = 0
        return held

    def _take_due(self, delay: int) -> list[Shown]:
        due = []
        while self._tricks > delay:
            due.append(self._held.pop(0))
            self._tricks -= due[-1].tricks
        return due

    def _show(self, changes: Sequence[Shown]) -> Sequence[Shown]:
        if changes:
            self.shown = changes[-1].after
        return changes
