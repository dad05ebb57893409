"""What happens at a table besides the game: the events the rules know nothing of.

They have the interface of the game's events: ``k`` is the name on the wire, and `seen_by` gives
the form a seat may see, which here is always the whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, TypeAlias, get_args

from klaverjas.seats import Seat

__all__ = [
    "TABLE_EVENTS",
    "Back",
    "Filled",
    "Left",
    "Paused",
    "Resumed",
    "RolledBack",
    "Ruled",
    "RulingAct",
    "Sat",
    "Side",
    "StandIn",
    "Started",
    "TableEvent",
    "Unknown",
]

RulingAct: TypeAlias = Literal["pause", "resume", "rollback", "replace", "void", "adjust"]
Side: TypeAlias = Literal["NS", "EW", "N", "S"]


@dataclass(frozen=True, slots=True)
class _TableEvent:
    k: ClassVar[str]

    def seen_by(self, seat: Seat | None) -> TableEvent:
        """Give the form this seat, or a spectator (None), may see: the event itself."""
        return self  # type: ignore[return-value]  # each subclass is one of TableEvent


@dataclass(frozen=True, slots=True)
class Sat(_TableEvent):
    """Somebody sat down."""

    k = "sat"
    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Left(_TableEvent):
    """A seat was given up before the start, or its owner said goodbye later."""

    k = "left"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Filled(_TableEvent):
    """A strategy of the house took a seat."""

    k = "filled"
    seat: Seat
    strategy: str


@dataclass(frozen=True, slots=True)
class Started(_TableEvent):
    """The last seat was filled; the match is played by these rules, named and by their hash."""

    k = "started"
    rules: str
    hash: str


@dataclass(frozen=True, slots=True)
class StandIn(_TableEvent):
    """A strategy plays for somebody who is away."""

    k = "stand-in"
    seat: Seat
    strategy: str


@dataclass(frozen=True, slots=True)
class Back(_TableEvent):
    """The owner of a seat took it over from the stand-in."""

    k = "back"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Paused(_TableEvent):
    """The table stands still; `by` says through whom or what."""

    k = "paused"
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Resumed(_TableEvent):
    """The table goes on."""

    k = "resumed"


@dataclass(frozen=True, slots=True)
class RolledBack(_TableEvent):
    """The director went back to before this trick of this deal."""

    k = "rolled-back"
    deal: int
    trick: int


@dataclass(frozen=True, slots=True)
class Ruled(_TableEvent):
    """The director ruled."""

    k = "ruled"
    act: RulingAct
    side: Side | None = None
    points: int | None = None
    reason: str | None = None


TableEvent: TypeAlias = (
    Sat | Left | Filled | Started | StandIn | Back | Paused | Resumed | RolledBack | Ruled
)
TABLE_EVENTS: Final[tuple[type[TableEvent], ...]] = get_args(TableEvent)


@dataclass(frozen=True, slots=True)
class Unknown:
    """An event of a later server: counted, not understood. `body` is all of it but ``k``."""

    k: str
    body: Mapping[str, object]

    def seen_by(self, seat: Seat | None) -> Unknown:
        """Give the event itself."""
        return self
