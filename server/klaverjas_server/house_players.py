"""The strategies that play in a table's seats, as bots and as stand-ins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, cast

from klaverjas import Ask, Seat
from klaverjas.actions import PlayerAction
from klaverjas.events import SeenEvent
from klaverjas_bots import Strategy, make
from klaverjas_server.chance import Chance
from klaverjas_server.table_state import Numbered, Occupant, OpenAsk, TableState
from klaverjas_wire.table import TABLE_EVENTS

__all__ = ["HouseAct", "HousePlayers"]


class HouseAct(NamedTuple):
    """What a strategy wants to do."""

    seat: Seat
    action: PlayerAction
    ask: int
    by: str


class _Player(NamedTuple):
    name: str
    strategy: Strategy


class HousePlayers:
    """Keeps one strategy for each seat that the house plays, with what it has seen of the deal."""

    def __init__(self, chance: Chance):
        self._chance = chance
        self._players: dict[Seat, _Player] = {}
        self._passed: dict[Seat, OpenAsk] = {}
        self._seats: Mapping[Seat, Occupant] = {}
        self._wanted = False

    def are_wanted(self, state: TableState) -> bool:
        """Tell whether the house plays in any seat."""
        # Asked for every card played; the seats of a table are another mapping when they change.
        if self._seats is not state.seats:
            self._seats = state.seats
            self._wanted = any(who.played_by is not None for who in state.seats.values())
        return self._wanted

    def notice(self, state: TableState, events: Iterable[Numbered]) -> None:
        """Show every strategy what happened, as its seat sees it."""
        if not self._players and not self.are_wanted(state):
            return
        for seat, who in state.seats.items():
            if who.played_by is None:
                self._players.pop(seat, None)
            elif seat in self._players and self._players[seat].name == who.played_by:
                _show(self._players[seat].strategy, seat, events)
            else:
                self._enter(state, seat, who.played_by)

    def _enter(self, state: TableState, seat: Seat, name: str) -> None:
        """Seat a strategy, and tell it what it missed of this deal."""
        strategy = make(name, self._chance.seed())
        self._players[seat] = _Player(name, strategy)
        _show(strategy, seat, state.numbered(state.deal_events))

    def next_act(self, state: TableState) -> HouseAct | None:
        """Choose the next act of the house's seats; options before what must be done.

        A roem would otherwise be lost to the lead of the one who must play.
        """
        if not self.are_wanted(state):
            return None
        for ask in sorted(state.asks, key=lambda ask: ask.must):
            occupant = state.seats.get(ask.seat)
            who = None if occupant is None else occupant.played_by
            if who is None or self._passed.get(ask.seat) == ask:
                continue
            if ask.seat not in self._players:
                self._enter(state, ask.seat, who)
            strategy = self._players[ask.seat].strategy
            assert state.match is not None
            view = state.match.view(ask.seat)
            action = strategy.choose(view, Ask(ask.seat, ask.must, ask.legal, state.match.decision))
            if action is not None:
                return HouseAct(ask.seat, action, ask.ask, f"bot:{who}")
            self._passed[ask.seat] = ask
        return None


def _show(strategy: Strategy, seat: Seat, events: Iterable[Numbered]) -> None:
    for _, event in events:
        seen = event.seen_by(seat)
        if not isinstance(seen, TABLE_EVENTS):
            strategy.notice(cast(SeenEvent, seen))
