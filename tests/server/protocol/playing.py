"""Playing at a table of a scene: every kind of action in turn, and one attempt at each offence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final

from klaverjas import Card, IllegalAction, Match, Reason, Seat
from klaverjas.actions import NAMES, PLAYER_ACTIONS, Name, Play, PlayerAction
from tests.server.protocol.scene import Message, Scene, Voice

EVERY_ACTION: Final[tuple[PlayerAction, ...]] = (
    *(kind() for kind in PLAYER_ACTIONS if kind not in (Name, Play)),  # type: ignore[call-arg]
    *NAMES,
    *(Play(card, call) for call in (None, "bela", "from-bela") for card in Card),
)


@dataclass
class Players:
    """The people at one table. `done` counts what they did, so that they do everything in turn.

    `shunned` are actions nobody takes; `offences` are the reasons for which something was refused.
    """

    scene: Scene
    table: str
    voices: Mapping[Seat, Voice]
    shunned: frozenset[str] = frozenset({"claim"})
    done: Counter[tuple[str, str]] = field(default_factory=Counter)
    offences: set[Reason] = field(default_factory=set)
    chance: Random = field(default_factory=lambda: Random(1))

    @property
    def match(self) -> Match:
        """The match as the referee has it."""
        match = self.scene.table(self.table).state.match
        assert match is not None
        return match

    async def play(self, until: Callable[[Match], bool]) -> None:
        """Answer every question that must be, until something is so."""
        while not until(self.match):
            await self.offend()
            ask = self.match.asks()[0]
            await self.act(ask.seat, self._choose(ask.legal))

    def _choose(self, legal: tuple[PlayerAction, ...]) -> PlayerAction:
        """Take what was done least often; which card, chance says."""
        choices = [action for action in legal if action.a not in self.shunned]
        fewest = min(self.done[_kind(action)] for action in choices)
        return self.chance.choice([one for one in choices if self.done[_kind(one)] == fewest])

    async def act(self, seat: Seat, action: PlayerAction) -> Message:
        """Act for a seat."""
        self.done[_kind(action)] += 1
        return await self.voices[seat].act(self.table, action.to_dict())

    async def offend(self) -> None:
        """Try whatever is refused for a reason that nobody has met yet."""
        seat = self.match.asks()[0].seat
        for reason, action in self._offences(seat):
            if reason not in self.offences:
                self.offences.add(reason)
                await self.voices[seat].act(self.table, action.to_dict())

    def _offences(self, seat: Seat) -> Iterator[tuple[Reason, PlayerAction]]:
        for action in EVERY_ACTION:
            try:
                self.match.apply(seat, action)
            except IllegalAction as fault:
                yield fault.reason, action


def _kind(action: PlayerAction) -> tuple[str, str]:
    return action.a, str(getattr(action, "call", ""))
