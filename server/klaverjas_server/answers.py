"""Every act a table has taken, so that whatever arrives late gets its true answer."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Final, NamedTuple, TypeAlias

from klaverjas import Card, Seat
from klaverjas.actions import NAMES, PLAYER_ACTIONS, Name, Play, PlayerAction, Roem
from klaverjas_wire.forms import KNOWN_ACTIONS

__all__ = ["Answers", "Taken", "Taking"]

new: Final = tuple.__new__
RECENT: Final = 16
"""How many acts are kept as they are; earlier ones are packed."""


class Taken(NamedTuple):
    """One act: the ask it was taken under, whom that ask was put to, and its last event."""

    ask: int
    asked: tuple[Seat, ...]
    seat: Seat
    action: PlayerAction
    n: int


Taking: TypeAlias = tuple[int, tuple[Seat, ...], Seat, PlayerAction, int]
"""The fields of a `Taken`."""

_ACTIONS: Final[tuple[PlayerAction, ...]] = (
    *NAMES,
    *(Play(card, call) for call in (None, "bela", "from-bela") for card in Card),
    *(kind() for kind in PLAYER_ACTIONS if kind not in (Name, Play)),  # type: ignore[call-arg]
)
_CODES: Final = {action: code for code, action in enumerate(_ACTIONS)}
# Most acts are values that are made once: those need no hash of a dataclass to be found.
_CODES_OF_KNOWN: Final = {id(action): _CODES[action] for action in KNOWN_ACTIONS}
_MASKS: Final[dict[tuple[Seat, ...], int]] = {
    seats: sum(1 << seat.number for seat in seats)
    for count in range(3)
    for seats in permutations(Seat, count)
}
"""By whom an ask was put to, the one that must act first: those seats as a mask."""
_FIELDS: Final = "IBBBI"
_PACKED: Final = struct.Struct("<" + _FIELDS)


class Answers(NamedTuple):
    """The acts of a table in order: the latest as they are, earlier ones packed to 11 bytes."""

    recent: tuple[Taken, ...] = ()
    older: bytes = b""

    def take(self, taken: Taken) -> Answers:
        """Note one more act."""
        if len(self.recent) < RECENT:
            return new(Answers, ((*self.recent, taken), self.older))
        return Answers((taken,), self.older + _pack(self.recent))

    def take_all(self, taken: Sequence[Taking]) -> Answers:
        """Note several more acts, as if one after the other; each has the fields of a `Taken`."""
        acts = (*self.recent, *taken)
        packed = max(0, len(acts) - 1) // RECENT * RECENT
        recent = tuple([new(Taken, act) for act in acts[packed:]])
        return new(Answers, (recent, self.older + _pack(acts[:packed])))

    def extend(self, before: int, n: int) -> Answers:
        """Count what the house does right after the last act as part of it, up to event `n`.

        `before` is the table's last event until then; if that is not the act's own, something
        else has happened since.
        """
        if not self.recent or self.recent[-1].n != before:
            return self
        ask, asked, seat, action, _ = self.recent[-1]
        last = new(Taken, (ask, asked, seat, action, n))
        return new(Answers, ((*self.recent[:-1], last), self.older))

    def taken(self, seat: Seat, ask: int, action: PlayerAction) -> int | None:
        """Find the last event of this very act, if it was taken."""
        for act in self._under(ask):
            if act.seat is seat and act.action == action:
                return act.n
        return None

    def answer(self, seat: Seat, ask: int) -> PlayerAction | None:
        """Find the act by which a seat answered an ask: the last one it took under it."""
        answer = None
        for act in self._under(ask):
            if act.seat is seat:
                answer = act.action
        return answer

    def ends_with(self, seat: Seat, ask: int) -> bool:
        """Tell whether the last act of all was this seat's, under this ask."""
        last = self.recent[-1] if self.recent else None
        return last is not None and (last.seat, last.ask) == (seat, ask)

    def roem_called(self, seat: Seat, ask: int) -> bool:
        """Tell whether the roem that an ask offered a seat has been called, by either partner."""
        return any(isinstance(act.action, Roem) and seat in act.asked for act in self._under(ask))

    def had(self, seat: Seat, ask: int) -> bool:
        """Tell whether a seat was ever put this ask, and an act was taken under it since."""
        return any(seat in act.asked for act in self._under(ask))

    def _under(self, ask: int) -> Iterable[Taken]:
        """List the acts taken under an ask; the numbers of asks only grow."""
        if not self.recent or ask > self.recent[-1].ask:
            return ()
        recent = [act for act in self.recent if act.ask == ask]
        if ask > self.recent[0].ask:
            return recent
        older = _PACKED.iter_unpack(self.older)
        return [*(_unpack(*packed) for packed in older if packed[0] == ask), *recent]


def _pack(acts: Sequence[Taking]) -> bytes:
    known, masks = _CODES_OF_KNOWN.get, _MASKS
    fields: list[int] = []
    for ask, asked, seat, action, n in acts:
        code = known(id(action)) or _CODES[action]
        fields += (ask, masks[asked], seat.number, code, n)
    return struct.pack("<" + _FIELDS * len(acts), *fields)


def _unpack(ask: int, asked: int, seat: int, code: int, n: int) -> Taken:
    return Taken(ask, _seats(asked), tuple(Seat)[seat], _ACTIONS[code], n)


def _seats(mask: int) -> tuple[Seat, ...]:
    seats: Iterable[Seat] = Seat
    return tuple(seat for seat in seats if mask & 1 << seat.number)
