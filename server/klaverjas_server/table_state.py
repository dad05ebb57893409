"""A table as a value: the fold of its stream's rows, and nothing else.

`TableState.apply` is the only way a table changes. Whoever applies the rows of the log gets the
same table, with the same events under the same numbers and the same open asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from klaverjas import Card, IllegalAction, Match, Phase, Player, Reason, RuleSet, Seat, View
from klaverjas.actions import Deal, Draw, HouseAction, Play, PlayerAction, Turn
from klaverjas.events import Dealing, Event
from klaverjas.rewind import rewind
from klaverjas_server import rows
from klaverjas_server.answers import Answers, Taken, Taking
from klaverjas_server.options import Options
from klaverjas_server.rows import TableRow
from klaverjas_wire import table as table_events
from klaverjas_wire.forms import action_of
from klaverjas_wire.table import RulingAct, TableEvent

__all__ = [
    "HOUSE_ROWS",
    "Act",
    "Happened",
    "Numbered",
    "Occupant",
    "OpenAsk",
    "TableState",
    "Times",
]

OVER: Final = Phase.OVER
new: Final = tuple.__new__
"""Makes a named tuple in a fraction of the time, for what is made for every card played."""

Happened: TypeAlias = Event | TableEvent
"""An event of the game, or of the table it is played at, in its whole truth."""


Act: TypeAlias = tuple[Seat, PlayerAction]
"""What a seat did."""


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


class Times(NamedTuple):
    """What the seats have used up, in milliseconds, from north clockwise."""

    bank: tuple[int, ...] = (0, 0, 0, 0)
    """Thought beyond the time there is for each decision."""
    away: tuple[int, ...] = (0, 0, 0, 0)
    """What the table waited for lost connections."""

    def think(self, seat: Seat, beyond: int) -> Times:
        """Take some of a seat's bank."""
        return self._replace(bank=_add_at(self.bank, seat.number, beyond))

    def stay_away(self, seat: Seat, ms: int) -> Times:
        """Take some of the time the table waits for a seat."""
        return self._replace(away=_add_at(self.away, seat.number, ms))


def _add_at(figures: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    return (*figures[:place], figures[place] + more, *figures[place + 1 :])


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
    times: Times = Times()
    paused: bool = False
    stood_in: tuple[int, ...] = (0, 0, 0, 0)
    """The cards that stand-ins have played for the seats, from north clockwise."""
    asks: tuple[OpenAsk, ...] = ()
    """The questions that are open, the one that must be answered first."""

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
        return self.match is not None and self.match.phase is OVER

    def seat_of(self, session: str) -> Seat | None:
        """Find the seat that belongs to a session."""
        for seat, who in self.seats.items():
            if who.session == session:
                return seat
        return None

    @property
    def must_act(self) -> Seat | None:
        """The seat that everybody waits for."""
        asks = self.asks
        return asks[0].seat if asks else None

    def is_played_by_person(self, seat: Seat) -> bool:
        """Tell whether a seat is somebody's, and no strategy plays there now."""
        who = self.seats.get(seat)
        return who is not None and who.played_by is None

    def ask_of(self, seat: Seat) -> OpenAsk | None:
        """Find the one ask a seat may have open."""
        for ask in self.asks:
            if ask.seat is seat:
                return ask
        return None

    @property
    def stand_in_shares(self) -> dict[Seat, str]:
        """Say, for the seats somebody stood in for, how many of the cards he played."""
        if self.match is None:
            return {}
        tricks = self.rules.game.hand_size * self.match.standing.written
        return {
            seat: f"{self.stood_in[seat.number]}/{tricks}"
            for seat in self.rules.game.seats
            if self.stood_in[seat.number]
        }

    def numbered(self, events: Sequence[Happened]) -> list[Numbered]:
        """Number events of which the last is the last that happened here."""
        return [new(Numbered, each) for each in enumerate(events, self.n - len(events) + 1)]

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

    def apply(
        self, row: TableRow, spent_ms: int | None = None
    ) -> tuple[TableState, tuple[Happened, ...]]:
        """Fold one more row in: the next state, and the events it brings.

        `spent_ms` is the thought that went into it.
        """
        if type(row) is rows.Acted:
            seat, action = row.seat, action_of(row.action)
            state, events = self._act(seat, action)
            if self.seats[seat].stand_in is not None and isinstance(action, Play):
                state = state._replace(stood_in=_add_at(self.stood_in, seat.number, 1))
            return (state._spend(seat, spent_ms) if spent_ms else state), events
        if isinstance(row, HOUSE_ROWS):
            return self._let_house_act(row)
        state, events = _FOLDS[type(row)](self, row)
        state = state._replace(
            seq=self.seq + 1, n=self.n + len(events), deal_events=self.deal_events + events
        )
        if isinstance(row, rows.StandIn | rows.Forfeited) and spent_ms:
            state = state._spend(row.seat, spent_ms)
        if state.match is not None and self.match is not None and _moved(self.match, state.match):
            state = state._replace(ask=state.n)
        return state._replace(asks=_asks_of(state.match, state.ask)), events

    def with_match(self, match: Match) -> TableState:
        """Put another match under the table, with what it asks."""
        return self._replace(match=match, asks=_asks_of(match, self.ask))

    def _spend(self, seat: Seat, ms: int) -> TableState:
        """Take what a decision took beyond its own time out of the seat's bank."""
        if not self.options.clocked:
            return self
        beyond = self.options.beyond_think(ms)
        return self._replace(times=self.times.think(seat, beyond)) if beyond else self

    def _act(self, seat: Seat, action: PlayerAction) -> tuple[TableState, tuple[Happened, ...]]:
        before, ask = self.match, self.ask
        assert before is not None
        match, events = before.apply(seat, action)
        n = self.n + len(events)
        asked = tuple([each.seat for each in self.asks])
        answers = self.answers.take(new(Taken, (ask, asked, seat, action, n)))
        ask = n if match.decision != before.decision else ask
        deal_events = self.deal_events + events
        # Once for every card played, the fields in their order: `_replace` would take several
        # times as long. What stands between slices is what an act changes.
        opened, seated, ruled = self[:_SEQ], self[_SEATS:_MATCH], self[_TIMES:_ASKS]
        changed = (match, ask, answers, deal_events)
        asks = _asks_of(match, ask)
        fields = (*opened, self.seq + 1, n, *seated, *changed, *ruled, asks)
        return new(TableState, fields), events

    @property
    def acts_are_plain(self) -> bool:
        """Acts change nothing but the match: no bank, no stand-in's count, nothing shown late."""
        options = self.options
        aided = any(who.stand_in is not None for who in self.seats.values())
        return not (options.clocked or options.delay or aided)

    def act_on(self, acts: Sequence[Act]) -> TableState:
        """Fold the rows of plain acts in, one after the other, in a fraction of the time."""
        if not acts:
            return self
        assert self.match is not None
        match, steps = self.match.apply_all(acts)
        ask, opened, n = self.ask, self.match.decision, self.n
        taken: list[Taking] = []
        for (seat, action), (asked, decision, events) in zip(acts, steps, strict=True):
            if decision != opened:
                ask, opened = n, decision
            n += len(events)
            taken.append((ask, asked, seat, action, n))
        happened = chain.from_iterable([step.events for step in steps])
        ask = ask if match.decision == opened else n
        return self._replace(
            seq=self.seq + len(acts),
            n=n,
            match=match,
            ask=ask,
            answers=self.answers.take_all(taken),
            deal_events=(*self.deal_events, *happened),
            asks=_asks_of(match, ask),
        )

    def _let_house_act(
        self, row: rows.Drew | rows.Dealt | rows.Turned
    ) -> tuple[TableState, tuple[Happened, ...]]:
        """Count what the house does into the act that it follows, and open the next decision."""
        assert self.match is not None
        match, events = self.match.apply(None, _HOUSE_ACTIONS[type(row)](row))
        n = self.n + len(events)
        begun = any(type(event) is Dealing for event in events)
        state = self._replace(
            seq=self.seq + 1,
            n=n,
            match=match,
            ask=n,
            answers=self.answers.extend(self.n, n),
            deal_events=events if begun else self.deal_events + events,
            asks=_asks_of(match, n),
        )
        return state, events


_SEQ, _SEATS, _MATCH, _TIMES, _ASKS = map(
    TableState._fields.index, ("seq", "seats", "match", "times", "asks")
)

HOUSE_ROWS: Final = (rows.Drew, rows.Dealt, rows.Turned)
"""What the house does of itself after an act."""

_Fold: TypeAlias = tuple[TableState, tuple[Happened, ...]]


def _asks_of(match: Match | None, ask: int) -> tuple[OpenAsk, ...]:
    """List the questions of a match under the table's number for them."""
    asks = () if match is None else match.asks()
    return tuple([new(OpenAsk, (ask, seat, must, legal)) for seat, must, legal, _ in asks])


def _seat(state: TableState, seat: Seat, who: Occupant | None) -> TableState:
    seats = {each: other for each, other in state.seats.items() if each is not seat}
    if who is not None:
        seats[seat] = who
    return state._replace(seats=seats)


def _start_if_full(state: TableState, *events: Happened) -> _Fold:
    """Start the match with the last seat; one that was freed by the director is no start."""
    if state.match is not None or len(state.seats) < len(state.rules.game.seats):
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


def _draw(row: rows.Drew) -> HouseAction:
    return Draw(row.draws, row.dealer)


# Looked up, and not made of its name: that takes several times as long, for every card dealt.
_CARDS: Final = {str(card): card for card in Card}


def _deal(row: rows.Dealt) -> HouseAction:
    pack = [_CARDS[suit + rank] for suit, rank in zip(row.pack[::2], row.pack[1::2], strict=True)]
    return Deal(tuple(pack))


def _turn(row: rows.Turned) -> HouseAction:
    return Turn(row.suit)


_HOUSE_ACTIONS: Final[dict[type, Callable[[Any], HouseAction]]] = {
    rows.Drew: _draw,
    rows.Dealt: _deal,
    rows.Turned: _turn,
}


def _absent(state: TableState, row: rows.Absent) -> _Fold:
    return state._replace(times=state.times.stay_away(row.seat, row.ms)), ()


def _forfeited(state: TableState, row: rows.Forfeited) -> _Fold:
    match, events = _match_of(state).forfeit(state.rules.game.side(row.seat))
    return state._replace(match=match), events


def _match_of(state: TableState) -> Match:
    if state.match is None:
        raise IllegalAction(Reason.WRONG_PHASE)
    return state.match


def _moved(before: Match, after: Match) -> bool:
    """Tell whether another decision is open now."""
    return after.decision != before.decision


def _ruled(state: TableState, row: rows.Ruled) -> _Fold:
    return _RULINGS[row.act](state, row)


def _pause(state: TableState, row: rows.Ruled) -> _Fold:
    return state._replace(paused=True), (table_events.Paused(row.reason),)


def _resume(state: TableState, row: rows.Ruled) -> _Fold:
    if not state.paused:
        raise IllegalAction(Reason.WRONG_PHASE)
    return state._replace(paused=False), (table_events.Resumed(),)


def _roll_back(state: TableState, row: rows.Ruled) -> _Fold:
    assert row.deal is not None
    assert row.trick is not None
    match = rewind(_match_of(state), row.deal, row.trick)
    return state._replace(match=match), (table_events.RolledBack(row.deal, row.trick),)


def _replace_player(state: TableState, row: rows.Ruled) -> _Fold:
    """Free a seat for somebody else, who needs a code."""
    assert row.seat is not None
    if row.seat not in state.seats:
        raise IllegalAction(Reason.WRONG_MOMENT)
    ruled = table_events.Ruled("replace", reason=row.reason)
    return _seat(state, row.seat, None), (ruled, table_events.Left(row.seat))


def _void(state: TableState, row: rows.Ruled) -> _Fold:
    match, events = _match_of(state).void()
    return state._replace(match=match), (table_events.Ruled("void", reason=row.reason), *events)


def _adjust(state: TableState, row: rows.Ruled) -> _Fold:
    assert row.side is not None
    assert row.points is not None
    sides = state.rules.game.sides
    if row.side not in sides:
        raise IllegalAction(Reason.WRONG_MOMENT)
    match, events = _match_of(state).adjust(sides.index(row.side), row.points)
    ruled = table_events.Ruled("adjust", row.side, row.points, row.reason)
    return state._replace(match=match), (ruled, *events)


_RULINGS: Final[dict[RulingAct, Callable[[TableState, rows.Ruled], _Fold]]] = {
    "pause": _pause,
    "resume": _resume,
    "rollback": _roll_back,
    "replace": _replace_player,
    "void": _void,
    "adjust": _adjust,
}

_FOLDS: Final[dict[type, Callable[[TableState, Any], _Fold]]] = {
    rows.Sat: _sat,
    rows.Left: _left,
    rows.Filled: _filled,
    rows.Invited: _invited,
    rows.StandIn: _stand_in,
    rows.Back: _back,
    rows.Absent: _absent,
    rows.Forfeited: _forfeited,
    rows.Ruled: _ruled,
}
