"""A table as a value: the fold of its stream's rows, and nothing else.

`TableState.apply` is the only way a table changes. Whoever applies the rows of the log gets the
same table, with the same events under the same numbers and the same open asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from klaverjas import Card, Match, Phase, Player, RuleSet, Seat, View
from klaverjas.actions import Action, Deal, Draw, PlayerAction, Turn
from klaverjas.events import Dealing, Event
from klaverjas_server import rows
from klaverjas_server.answers import Answers, Taken
from klaverjas_server.options import Options
from klaverjas_server.rows import TableRow
from klaverjas_wire import table as table_events
from klaverjas_wire.forms import action_of
from klaverjas_wire.table import TableEvent

__all__ = ["Happened", "Numbered", "Occupant", "OpenAsk", "TableState"]

Happened: TypeAlias = Event | TableEvent
"""An event of the game, or of the table it is played at, in its whole truth."""


class Numbered(NamedTuple):
    """An event and its number at the table, counted from 1."""

    n: int
    event: Happened


class Occupant(NamedTuple):
    """Who has a seat: a session, or a strategy; and the strategy that stands in for a session."""

    name: str
    session: str | None = None
    strategy: str | None = None
    stand_in: str | None = None

    @property
    def played_by(self) -> str | None:
        """The strategy that plays there now; None while a person does."""
        return self.strategy or self.stand_in


class OpenAsk(NamedTuple):
    """A question put to a seat, under the number at which its decision opened."""

    ask: int
    seat: Seat
    must: bool
    legal: tuple[PlayerAction, ...]


class TableState(NamedTuple):
    """One table after `seq` rows and `n` events; made from an `Opened` row by `TableState.open`."""

    table: str
    rules: RuleSet
    options: Options
    opener: str
    key: bytes
    engine: int
    seq: int = 1
    n: int = 0
    seats: Mapping[Seat, Occupant] = {}  # never written to
    invitations: Mapping[bytes, Seat] = {}  # never written to
    match: Match | None = None
    ask: int = 0
    """The number of the decision that is open: the last event when it opened."""
    answers: Answers = Answers()
    deal_events: tuple[Happened, ...] = ()
    """The events since this deal began, for whoever missed some; the last has number `n`."""

    @classmethod
    def open(cls, table: str, row: rows.Opened) -> TableState:
        """Make a table of its first row."""
        base = next(known for known in RuleSet.all() if known.game is row.game)
        known = {known.name: known for known in RuleSet.all()}.get(row.rules, base)
        rules = known.with_switches(row.switches, name=row.rules)
        options = msgspec.convert(row.options, Options)
        return cls(table, rules, options, row.opener, row.key, row.engine)

    @property
    def phase(self) -> Phase:
        """Where the table stands, in the words of a view."""
        return Phase.WAITING if self.match is None else self.match.phase

    @property
    def over(self) -> bool:
        """The match is finished."""
        return self.phase is Phase.OVER

    def seat_of(self, session: str) -> Seat | None:
        """Find the seat that belongs to a session."""
        return next((s for s, who in self.seats.items() if who.session == session), None)

    @property
    def asks(self) -> tuple[OpenAsk, ...]:
        """The questions that are open, the one that must be answered first."""
        asks = () if self.match is None else self.match.asks()
        return tuple(OpenAsk(self.ask, seat, must, legal) for seat, must, legal, _ in asks)

    def ask_of(self, seat: Seat) -> OpenAsk | None:
        """Find the one ask a seat may have open."""
        if self.match is None or seat not in self.match.asked:
            return None
        return next((ask for ask in self.asks if ask.seat is seat), None)

    def numbered(self, events: Sequence[Happened]) -> list[Numbered]:
        """Number events of which the last is the last that happened here."""
        return list(map(Numbered, range(self.n - len(events) + 1, self.n + 1), events))

    def view(self, seat: Seat | None, away: frozenset[Seat] = frozenset()) -> View:
        """Show the table to a seat or a spectator; `away` are the seats whose people are gone."""
        blank = View.blank(self.rules, seat, Phase.WAITING, Match.start(self.rules).totals)
        view = blank if self.match is None else self.match.view(seat)
        return replace(view, players=self.players(away))

    def players(self, away: frozenset[Seat]) -> dict[Seat, Player]:
        """List who sits where."""
        return {
            seat: Player(who.name, who.played_by, seat in away) for seat, who in self.seats.items()
        }

    def apply(self, row: TableRow) -> tuple[TableState, tuple[Happened, ...]]:
        """Fold one more row in: the next state, and the events it brings."""
        if isinstance(row, rows.Acted):
            return self._act(row.seat, action_of(row.action))
        state, events = _FOLDS[type(row)](self, row)
        state = state._replace(
            seq=self.seq + 1, n=self.n + len(events), deal_events=self.deal_events + events
        )
        if isinstance(row, _HOUSE_ROWS):
            return state._after_house(self, events), events
        return state, events

    def _act(self, seat: Seat, action: PlayerAction) -> tuple[TableState, tuple[Happened, ...]]:
        before = self.match
        assert before is not None
        match, events = before.apply(seat, action)
        n = self.n + len(events)
        # Once for every card played: `_replace` would take several times as long.
        state = TableState(
            self.table,
            self.rules,
            self.options,
            self.opener,
            self.key,
            self.engine,
            self.seq + 1,
            n,
            self.seats,
            self.invitations,
            match,
            n if match.decision != before.decision else self.ask,
            self.answers.take(Taken(self.ask, before.asked, seat, action, n)),
            self.deal_events + events,
        )
        return state, events

    def _after_house(self, before: TableState, events: tuple[Happened, ...]) -> TableState:
        """Count the house's rows into the act they follow, and open the next decision."""
        begun = any(type(event) is Dealing for event in events)
        return self._replace(
            ask=self.n,
            answers=self.answers.extend(before.n, self.n),
            deal_events=events if begun else self.deal_events,
        )


_HOUSE_ROWS: Final = (rows.Drew, rows.Dealt, rows.Turned)

_Fold: TypeAlias = tuple[TableState, tuple[Happened, ...]]


def _seat(state: TableState, seat: Seat, who: Occupant | None) -> TableState:
    seats = {each: other for each, other in state.seats.items() if each is not seat}
    if who is not None:
        seats[seat] = who
    return state._replace(seats=seats)


def _start_if_full(state: TableState, *events: Happened) -> _Fold:
    """Start the match with the last seat."""
    if len(state.seats) < len(state.rules.game.seats):
        return state, events
    started = table_events.Started(state.rules.name, state.rules.hash)
    return state._replace(match=Match.start(state.rules)), (*events, started)


def _sat(state: TableState, row: rows.Sat) -> _Fold:
    left = {code: seat for code, seat in state.invitations.items() if seat is not row.seat}
    state = _seat(state, row.seat, Occupant(row.name, row.session))
    return _start_if_full(state._replace(invitations=left), table_events.Sat(row.seat, row.name))


def _left(state: TableState, row: rows.Left) -> _Fold:
    return _seat(state, row.seat, None), (table_events.Left(row.seat),)


def _filled(state: TableState, row: rows.Filled) -> _Fold:
    left = {code: seat for code, seat in state.invitations.items() if seat is not row.seat}
    state = _seat(state, row.seat, Occupant(row.strategy, strategy=row.strategy))
    return _start_if_full(
        state._replace(invitations=left), table_events.Filled(row.seat, row.strategy)
    )


def _invited(state: TableState, row: rows.Invited) -> _Fold:
    return state._replace(invitations={**state.invitations, row.code: row.seat}), ()


def _stand_in(state: TableState, row: rows.StandIn) -> _Fold:
    who = state.seats[row.seat]._replace(stand_in=row.strategy)
    return _seat(state, row.seat, who), (table_events.StandIn(row.seat, row.strategy),)


def _back(state: TableState, row: rows.Back) -> _Fold:
    who = state.seats[row.seat]._replace(stand_in=None)
    return _seat(state, row.seat, who), (table_events.Back(row.seat),)


def _play_on(state: TableState, seat: Seat | None, action: Action) -> _Fold:
    assert state.match is not None
    match, events = state.match.apply(seat, action)
    return state._replace(match=match), events


def _drew(state: TableState, row: rows.Drew) -> _Fold:
    return _play_on(state, None, Draw(row.draws, row.dealer))


def _dealt(state: TableState, row: rows.Dealt) -> _Fold:
    cards = (Card(row.pack[at : at + 2]) for at in range(0, len(row.pack), 2))
    return _play_on(state, None, Deal(tuple(cards)))


def _turned(state: TableState, row: rows.Turned) -> _Fold:
    return _play_on(state, None, Turn(row.suit))


_FOLDS: Final[dict[type, Callable[[TableState, Any], _Fold]]] = {
    rows.Sat: _sat,
    rows.Left: _left,
    rows.Filled: _filled,
    rows.Invited: _invited,
    rows.StandIn: _stand_in,
    rows.Back: _back,
    rows.Drew: _drew,
    rows.Dealt: _dealt,
    rows.Turned: _turned,
}
