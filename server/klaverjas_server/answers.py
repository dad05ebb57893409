"""What became of every ask a table has put, so that whatever arrives late gets its true answer."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from enum import IntEnum
from typing import Final, NamedTuple

from klaverjas import Card, Seat
from klaverjas.actions import NAMES, PLAYER_ACTIONS, Name, Play, PlayerAction

__all__ = ["Answers"]


class _Fate(IntEnum):
    TAKEN = 0
    """an act was taken under the ask"""
    WITHDRAWN = 1
    """the ask was taken back"""
    ROEM_CALLED = 2
    """the roem this ask offered was called, by either partner"""


class _Entry(NamedTuple):
    seat: Seat
    ask: int
    fate: _Fate
    action: PlayerAction | None
    n: int


_ACTIONS: Final[tuple[PlayerAction, ...]] = (
    *NAMES,
    *(Play(card, call) for call in (None, "bela", "from-bela") for card in Card),
    *(kind() for kind in PLAYER_ACTIONS if kind not in (Name, Play)),  # type: ignore[call-arg]
)
_CODES: Final = {action: code for code, action in enumerate(_ACTIONS)}
_NO_ACTION: Final = 255
_PACKED: Final = struct.Struct("<BIBBI")
_SEATS: Final = tuple(Seat)


class Answers(NamedTuple):
    """The fates of a table's asks: this deal's as they are, earlier ones packed to 11 bytes."""

    recent: tuple[_Entry, ...] = ()
    older: bytes = b""
    open_end: bool = False
    """The last act may yet bring further events: the house has not spoken since."""

    def take(self, seat: Seat, ask: int, action: PlayerAction, n: int) -> Answers:
        """Note that an act was taken; its last event so far had number `n`."""
        entry = _Entry(seat, ask, _Fate.TAKEN, action, n)
        return Answers((*self.recent, entry), self.older, open_end=True)

    def reach(self, n: int) -> Answers:
        """Count what the house did next as part of the last act, up to event `n`."""
        if not self.open_end:
            return self
        last = max(at for at, entry in enumerate(self.recent) if entry.fate is _Fate.TAKEN)
        longer = self.recent[last]._replace(n=n)
        return self._replace(recent=(*self.recent[:last], longer, *self.recent[last + 1 :]))

    def end(self) -> Answers:
        """Count nothing more as part of the last act."""
        return self._replace(open_end=False)

    def withdraw(self, seat: Seat, ask: int) -> Answers:
        """Note that an ask was taken back."""
        return self._add(_Entry(seat, ask, _Fate.WITHDRAWN, None, 0))

    def call_roem(self, seat: Seat, ask: int) -> Answers:
        """Note that the roem an ask offered has been called."""
        return self._add(_Entry(seat, ask, _Fate.ROEM_CALLED, None, 0))

    def _add(self, entry: _Entry) -> Answers:
        return self._replace(recent=(*self.recent, entry))

    def packed(self) -> Answers:
        """Pack what there is, when a new deal begins: hardly anybody asks for it again."""
        return Answers((), self.older + b"".join(map(_pack, self.recent)))

    def taken(self, seat: Seat, ask: int, action: PlayerAction) -> int | None:
        """Find the `n` of this very act, if it was taken."""
        for entry in self._of(seat, ask):
            if entry.fate is _Fate.TAKEN and entry.action == action:
                return entry.n
        return None

    def answer(self, seat: Seat, ask: int) -> PlayerAction | None:
        """Find the act that answered an ask: the last one taken under it."""
        answer = None
        for entry in self._of(seat, ask):
            if entry.fate is _Fate.TAKEN:
                answer = entry.action
        return answer

    def roem_called(self, seat: Seat, ask: int) -> bool:
        """Tell whether the roem an ask offered has been called."""
        return any(entry.fate is _Fate.ROEM_CALLED for entry in self._of(seat, ask))

    def had(self, seat: Seat, ask: int) -> bool:
        """Tell whether a seat ever had this ask and has it no more."""
        return any(True for _ in self._of(seat, ask))

    def _of(self, seat: Seat, ask: int) -> Iterator[_Entry]:
        for packed in _PACKED.iter_unpack(self.older):
            if packed[1] == ask and _SEATS[packed[0]] is seat:
                yield _unpack(*packed)
        for entry in self.recent:
            if entry.ask == ask and entry.seat is seat:
                yield entry


def _pack(entry: _Entry) -> bytes:
    code = _NO_ACTION if entry.action is None else _CODES[entry.action]
    return _PACKED.pack(entry.seat.number, entry.ask, entry.fate, code, entry.n)


def _unpack(seat: int, ask: int, fate: int, code: int, n: int) -> _Entry:
    action = None if code == _NO_ACTION else _ACTIONS[code]
    return _Entry(_SEATS[seat], ask, _Fate(fate), action, n)
