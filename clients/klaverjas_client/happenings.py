"""What happens at a table, as whoever sits or watches there hears of it, in its order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from klaverjas import Ask, View
from klaverjas_client.errors import Disconnected
from klaverjas_wire.forms import AnyEvent
from klaverjas_wire.messages import Note
from klaverjas_wire.table import Unknown

__all__ = ["Asked", "Happened", "Happening", "Lost", "Noted", "Regained", "Shown", "Unasked"]


@dataclass(frozen=True, slots=True)
class Shown:
    """The server showed the whole table, as it is after event `n`."""

    n: int
    view: View


@dataclass(frozen=True, slots=True)
class Happened:
    """Event `n` happened; `view` is what is seen after it."""

    n: int
    event: AnyEvent | Unknown
    view: View


@dataclass(frozen=True, slots=True)
class Asked:
    """The seat is asked, or asked again for fewer actions; `ms` is the time there is for it."""

    ask: Ask
    view: View
    ms: int | None = None


@dataclass(frozen=True, slots=True)
class Unasked:
    """The ask of this number was taken back."""

    ask: int


@dataclass(frozen=True, slots=True)
class Noted:
    """Something that is not in the log: presence, clocks."""

    note: Note
    view: View | None


@dataclass(frozen=True, slots=True)
class Lost:
    """The connection is gone; the client tries to come back."""

    why: Disconnected


@dataclass(frozen=True, slots=True)
class Regained:
    """The connection stands again; what was missed is shown next."""


Happening: TypeAlias = Shown | Happened | Asked | Unasked | Noted | Lost | Regained
