"""What the guests of a campaign noted: every answer they received, and everything they saw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from klaverjas import Seat
from klaverjas_wire.messages import Event, Reply, Request, Snapshot


class Answered(NamedTuple):
    """A request, the reply to it, and the session and seat that asked."""

    request: Request
    reply: Reply
    session: str
    seat: Seat | None


class Seen(NamedTuple):
    """An event or a snapshot as a seat, or a spectator, was sent it."""

    seat: Seat | None
    message: Event | Snapshot


@dataclass
class Books:
    """All that was noted since the last audit, and counts of all that was noted ever."""

    answered: list[Answered] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    """What a guest cannot explain, whatever the log says."""
    counts: Counter[str] = field(default_factory=Counter)
    answers: int = 0
    on_count: Callable[[int], None] = lambda count: None

    def note(self, answered: Answered) -> None:
        """Note an answer, and call what was to be called at this count."""
        self.answered.append(answered)
        self.counts[f"{_tag(answered.request)} → {_tag(answered.reply)}"] += 1
        self.answers += 1
        self.on_count(self.answers)

    def see(self, seat: Seat | None, message: Event | Snapshot) -> None:
        """Note what was shown."""
        self.seen.append(Seen(seat, message))
        self.counts[_tag(message)] += 1

    def close_page(self) -> tuple[list[Answered], list[Seen]]:
        """Give what is new, and begin a new page."""
        answered, self.answered = self.answered, []
        seen, self.seen = self.seen, []
        return answered, seen


def _tag(message: Request | Reply | Event | Snapshot) -> str:
    return str(message.__struct_config__.tag)
