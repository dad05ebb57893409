"""A table as a value: the fold of its stream's rows, and nothing else.

`TableState.apply` is the only way a table changes. Whoever applies the rows of the log gets the
same table, with the same events under the same numbers and the same open asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from klaverjas import Card, Match, Phase, Player, RuleSet, Seat, View
from klaverjas.actions import Action, Deal, Draw, PlayerAction, Roem, Turn
from klaverjas.asks import Ask
from klaverjas.events import Dealing, Event
from klaverjas_server import rows
from klaverjas_server.answers import Answers
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
    decision: int


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
    asks: tuple[OpenAsk, ...] = ()
    answers: Answers = Answers()
    deal_events: tuple[Numbered, ...] = ()
    """The events since this deal began, for whoever missed some."""

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

    def ask_of(self, seat: Seat) -> OpenAsk | None:
        """Find the one ask a seat may have open."""
        return next((ask for ask in self.asks if ask.seat is seat), None)

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

    def apply(self, row: TableRow) -> tuple[TableState, tuple[Numbered, ...]]:
        """Fold one more row in: the next state, and the events it brings, numbered."""
        state, events = _FOLDS[type(row)](self, row)
        numbered = tuple(Numbered(self.n + place, e) for place, e in enumerate(events, 1))
        state = state._replace(seq=self.seq + 1, n=self.n + len(events))
        if isinstance(row, _HOUSE_ROWS):
            state = state._replace(answers=state.answers.reach(state.n))
        elif state.answers.open_end:
            state = state._replace(answers=state.answers.end())
        if any(type(event) is Dealing for event in events):
            state = state._replace(deal_events=(), answers=state.answers.packed())
        return state._with_asks(self, row)._with_events(numbered), numbered

    def _with_events(self, numbered: tuple[Numbered, ...]) -> TableState:
        return self._replace(deal_events=self.deal_events + numbered) if numbered else self

    def _with_asks(self, before: TableState, row: TableRow) -> TableState:
        """Open, keep and close asks: an ask stays itself as long as its decision does."""
        if self.match is before.match or self.match is None:
            return self
        asks = tuple(self._open(before, ask) for ask in self.match.asks())
        state = self._replace(asks=asks)
        if isinstance(row, rows.Acted):
            state = state._with_answer(before, row)
        still = {(ask.seat, ask.ask) for ask in asks}
        answers = state.answers
        for old in before.asks:
            gone = (old.seat, old.ask) not in still
            if gone and not (isinstance(row, rows.Acted) and row.seat is old.seat):
                answers = answers.withdraw(old.seat, old.ask)
        return state._replace(answers=answers)

    def _open(self, before: TableState, ask: Ask) -> OpenAsk:
        same = before.ask_of(ask.seat)
        number = same.ask if same and same.decision == ask.decision else self.n
        return OpenAsk(number, *ask)

    def _with_answer(self, before: TableState, row: rows.Acted) -> TableState:
        action, ask = action_of(row.action), before.ask_of(row.seat)
        assert ask is not None
        answers = self.answers.take(row.seat, ask.ask, action, self.n)
        if isinstance(action, Roem):
            for offered in before.asks:
                answers = answers.call_roem(offered.seat, offered.ask)
        return self._replace(answers=answers)


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


def _acted(state: TableState, row: rows.Acted) -> _Fold:
    return _play_on(state, row.seat, action_of(row.action))


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
    rows.Acted: _acted,
}
