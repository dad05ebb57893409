"""Events as those who listen to a table are told them: written once for all who see the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from klaverjas import Seat
from klaverjas.events import Dealing, PacketDealing
from klaverjas_server.table_state import Happened, Numbered
from klaverjas_wire.codec import Shared
from klaverjas_wire.forms import event_form
from klaverjas_wire.messages import Event

__all__ = ["Telling", "event_message"]

_DEALINGS: Final = frozenset((Dealing, PacketDealing))
"""The events of which every seat sees something else."""


class Telling:
    """What some events of a table are to each seat, and to spectators."""

    __slots__ = ("_alike", "_events", "_forms", "_table")

    def __init__(self, table: str, events: Sequence[Numbered]):
        self._table = table
        self._events = events
        self._forms: dict[Seat | None, Shared] = {}
        self._alike = _DEALINGS.isdisjoint([type(event) for _, event in events])

    def to(self, seat: Seat | None) -> Shared:
        """Give them in the form that a seat, or a spectator (None), sees."""
        if self._alike:
            seat = None
        form = self._forms.get(seat)
        if form is None:
            table = self._table
            form = Shared(*[event_message(table, n, event, seat) for n, event in self._events])
            self._forms[seat] = form
        return form


def event_message(table: str, n: int, event: Happened, seat: Seat | None) -> Event:
    """Make the message that tells a seat, or a spectator, of event `n`."""
    return Event(table, n, event_form(event.seen_by(seat)))
