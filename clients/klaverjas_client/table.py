"""One table as a client knows it: the view folded from events, the open ask, what happens."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from klaverjas import Ask, InvalidRules, Phase, Player, RuleSet, Seat, View
from klaverjas.actions import PlayerAction
from klaverjas.follow import after
from klaverjas_client.clock import Clock
from klaverjas_client.errors import Disconnected, Refused
from klaverjas_client.happenings import (
    Asked,
    Happened,
    Happening,
    Lost,
    Noted,
    Regained,
    Shown,
    Unasked,
)
from klaverjas_wire import messages
from klaverjas_wire.faults import ErrorCode
from klaverjas_wire.forms import AnyEvent, actions_of, event_of, view_of
from klaverjas_wire.table import (
    Back,
    Filled,
    Left,
    RolledBack,
    Ruled,
    Sat,
    StandIn,
    TableEvent,
    Unknown,
)

if TYPE_CHECKING:
    from klaverjas_client.client import Client

__all__ = ["Table"]

Told: TypeAlias = messages.Snapshot | messages.Event | messages.Ask | messages.Unask | messages.Note


class Table:
    """One table where a client sits or watches; `Client.table` gives it.

    `view` is what is seen after event `n`, None before the first snapshot; `ask` is the open
    question, its `decision` the number the wire calls it by. Iterating gives all that happens,
    once and in order, from the moment the client first had to do with the table.
    """

    def __init__(self, client: Client, name: str):
        self.name = name
        self.seat: Seat | None = None
        self.watching = False
        self.n = 0
        self.view: View | None = None
        self.ask: Ask | None = None
        self._client = client
        self._rules: RuleSet | None = None
        self._syncing: asyncio.Task[None] | None = None
        self._end: Disconnected | None = None
        self._happenings: asyncio.Queue[Happening | None] = asyncio.Queue()

    @property
    def over(self) -> bool:
        """The match is finished."""
        return self.view is not None and self.view.phase is Phase.OVER

    @property
    def rules(self) -> RuleSet | None:
        """The rule set played here; None before the first snapshot, and for one unknown here."""
        if self._rules is None or self.view is None or self._rules.name != self.view.rules:
            return None
        return self._rules

    @property
    def clock(self) -> Clock:
        """The clock its client lives by."""
        return self._client.clock

    async def act(self, action: PlayerAction, ask: int | None = None) -> messages.Done:
        """Answer the open ask, or the one of this number; `Refused` says why not.

        A lost connection does not matter: the same act is sent again when the client is back,
        and the server takes it once.
        """
        if ask is None:
            if self.ask is None:
                text = "you are not asked anything"
                raise Refused(messages.Error(ErrorCode.NO_QUESTION, text))
            ask = self.ask.decision
        while True:
            try:
                return await self._client.act(self.name, ask, action)
            except Disconnected:
                await self._client.regained()

    async def leave(self) -> None:
        """Get up, or stop watching; iterating ends."""
        await self._client.leave(self.name)

    def __aiter__(self) -> Table:
        return self

    async def __anext__(self) -> Happening:
        """Give the next thing that happens; `Disconnected` when the client has lost its server."""
        happening = await self._happenings.get()
        if happening is not None:
            return happening
        self._happenings.put_nowait(None)
        if self._end is not None:
            raise self._end
        raise StopAsyncIteration

    # What the client passes on, in the order in which it came

    def told(self, message: Told) -> None:
        """Take what the server says of this table unasked."""
        if isinstance(message, messages.Event):
            self._take_event(message.n, event_of(message.e))
        elif isinstance(message, messages.Snapshot):
            self._take_snapshot(message.n, view_of(message.view))
        elif isinstance(message, messages.Ask):
            self._take_ask(message)
        elif isinstance(message, messages.Unask):
            self._withdraw(message.ask)
        else:
            self._take_note(message)

    def answered(self, ask: int) -> None:
        """Know that an act was taken under an ask; if more is asked of it, that comes again."""
        if self.ask is not None and self.ask.decision == ask:
            self._set_ask(None)

    def lost(self, why: Disconnected) -> None:
        """Know that the connection is gone."""
        self._happenings.put_nowait(Lost(why))

    def regained(self) -> None:
        """Know that it stands again; snapshots follow."""
        self._set_ask(None)
        self._happenings.put_nowait(Regained())

    def end(self, why: Disconnected | None = None) -> None:
        """Let nothing happen any more: iterating ends, with this error if there is one."""
        self._end = why
        self._happenings.put_nowait(None)

    # Folding

    def _take_snapshot(self, n: int, view: View) -> None:
        self.n, self.view = n, view
        self.seat = view.me
        if self._rules is None or self._rules.name != view.rules:
            self._rules = _rules_of(view)
        self._happenings.put_nowait(Shown(n, view))

    def _take_event(self, n: int, event: AnyEvent | Unknown) -> None:
        if self.view is None or n <= self.n:
            return
        if n > self.n + 1:
            self._sync(self.n)
            return
        self.n = n
        self.view = self._fold(self.view, event)
        self._happenings.put_nowait(Happened(n, event, self.view))
        if isinstance(event, RolledBack | Ruled | Unknown):
            self._sync(0)  # what it changed cannot be told from it: have all of it shown

    def _fold(self, view: View, event: AnyEvent | Unknown) -> View:
        if isinstance(event, Unknown):
            return view
        if isinstance(event, TableEvent):
            return replace(view, players=_players_after(view, event))
        assert self._rules is not None
        legal = self.ask.legal if self.ask else ()
        return replace(after(view, event, self._rules), legal=legal)

    def _take_ask(self, message: messages.Ask) -> None:
        legal = actions_of(message.legal)
        self._set_ask(Ask(message.seat, message.must, legal, message.ask))
        if self.ask is not None and self.view is not None:
            self._happenings.put_nowait(Asked(self.ask, self.view, message.ms))

    def _withdraw(self, ask: int) -> None:
        if self.ask is not None and self.ask.decision == ask:
            self._set_ask(None)
        self._happenings.put_nowait(Unasked(ask))

    def _set_ask(self, ask: Ask | None) -> None:
        self.ask = ask
        if self.view is not None:
            self.view = replace(self.view, legal=ask.legal if ask else ())

    def _take_note(self, note: messages.Note) -> None:
        view = self.view
        player = view.players.get(note.seat) if view and note.seat else None
        if view and note.seat and player and note.k in ("away", "here"):
            player = replace(player, away=note.k == "away")
            self.view = replace(view, players={**view.players, note.seat: player})
        self._happenings.put_nowait(Noted(note, self.view))

    def _sync(self, n: int) -> None:
        """Ask for what is missing, once at a time: what is asked twice comes twice."""
        if self._syncing is None or self._syncing.done():
            self._syncing = asyncio.create_task(self._catch_up(n))

    async def _catch_up(self, n: int) -> None:
        # Coming back shows everything; and a table that is gone shows nothing more.
        with suppress(Refused, Disconnected):
            await self._client.sync(self.name, n)


def _rules_of(view: View) -> RuleSet:
    """Find the rules of a view; if they are unknown here, others of the same game.

    A view is folded from what the events say, so that hardly anything depends on them.
    """
    try:
        return RuleSet.load(view.rules)
    except InvalidRules:
        return next(rules for rules in RuleSet.all() if rules.game is view.game)


def _players_after(view: View, event: TableEvent) -> dict[Seat, Player]:
    """Know who sits where after an event of the table."""
    players = dict(view.players)
    if isinstance(event, Sat):
        players[event.seat] = Player(event.name)
    elif isinstance(event, Filled):
        players[event.seat] = Player(event.strategy, bot=event.strategy)
    elif isinstance(event, Left) and view.phase is Phase.WAITING:
        players.pop(event.seat, None)
    elif isinstance(event, StandIn) and event.seat in players:
        players[event.seat] = replace(players[event.seat], bot=event.strategy)
    elif isinstance(event, Back) and event.seat in players:
        players[event.seat] = replace(players[event.seat], bot=None)
    return players
