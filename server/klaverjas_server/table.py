"""A table at work: one task, one bounded inbox, one place where anything is published.

Every act goes the same way: apply it to a new value, commit its rows, and only then let the new
value stand, answer the actor, tell everybody else, and put the next questions.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import structlog

from klaverjas import Seat
from klaverjas.events import Dealing, PacketDealing
from klaverjas_server import rows
from klaverjas_server.chance import Chance
from klaverjas_server.clock import Clock
from klaverjas_server.course import acted, entries_of, play_out
from klaverjas_server.house_players import HousePlayers
from klaverjas_server.log import Append, Log, Unavailable
from klaverjas_server.refusal import Refusal, unavailable
from klaverjas_server.table_state import Numbered, OpenAsk, TableState
from klaverjas_wire import messages
from klaverjas_wire.codec import Shared
from klaverjas_wire.faults import ErrorCode
from klaverjas_wire.forms import action_forms, event_form, view_form

if TYPE_CHECKING:
    from klaverjas_server.peer import Peer

__all__ = ["PREFIX", "Change", "Table"]

PREFIX: Final = "table/"
"""What the name of a table's stream begins with; its id follows."""

INBOX: Final = 256
"""How many requests may wait at one table; the next is `busy`."""
RETRY_SECONDS: Final = 1.0
"""How long the house waits before it tries again what could not be written."""

log = structlog.get_logger()

Job = Callable[[], Awaitable[None]]


class Change(NamedTuple):
    """What a commit changed."""

    before: TableState
    after: TableState
    events: Sequence[Numbered]


class Table:
    """One table. Whoever holds it submits jobs; they run one after the other."""

    def __init__(self, state: TableState, store: Log, clock: Clock, chance: Chance):
        self.state = state
        self.away: frozenset[Seat] = frozenset()
        self.listeners: dict[Peer, Seat | None] = {}
        self._store = store
        self._clock = clock
        self._chance = chance
        self.house_players = HousePlayers(chance)
        self._inbox: deque[Job] = deque()
        self._wake = asyncio.Event()
        self._asked_at: dict[int, float] = {}
        self._stalled = False
        self._stopping = False
        self._task: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        """The table's id."""
        return self.state.table

    @property
    def watchers(self) -> int:
        """How many watch without a seat."""
        return sum(seat is None for seat in self.listeners.values())

    def start(self) -> None:
        """Begin to work."""
        self._task = asyncio.get_running_loop().create_task(self._work(), name=f"table {self.name}")

    async def stop(self) -> None:
        """Finish the job in hand, and do no other."""
        self._stopping = True
        self._wake.set()
        if self._task is not None:
            await self._task

    def submit(self, peer: Peer, request: messages.Request, job: Job) -> None:
        """Queue the job that will answer a request, or refuse it as `busy`."""
        if len(self._inbox) >= INBOX:
            peer.refuse(request, Refusal(ErrorCode.BUSY, "too much is waiting at this table"))
            return
        self._inbox.append(lambda: self._answer(peer, request, job))
        self._wake.set()

    def put(self, job: Job) -> None:
        """Queue a job of the server's own, which no bound holds up."""
        self._inbox.append(job)
        self._wake.set()

    async def _work(self) -> None:
        while not self._stopping:
            if self._inbox:
                await self._inbox.popleft()()
            elif not await self._let_house_play():
                self._wake.clear()
                await self._wake.wait()

    async def _let_house_play(self) -> bool:
        """Let one strategy act in its seat; False when none has anything to do."""
        if self._stalled:
            return False
        move = self.house_players.next_act(self.state)
        if move is None:
            return False
        try:
            change = await self.commit(acted(move.seat, move.action), move.by, move.ask)
        except Unavailable as fault:
            self._stall(fault)
            return False
        self.publish(change)
        await asyncio.sleep(0)  # a table of strategies alone must not keep the others waiting
        return True

    def _stall(self, fault: Unavailable) -> None:
        """Wait for the log to take rows again."""
        log.warning("table.unavailable", table=self.name, why=fault.why)
        self._stalled = True
        self._clock.call_later(RETRY_SECONDS, self._resume)

    def _resume(self) -> None:
        self._stalled = False
        self._wake.set()

    async def _answer(self, peer: Peer, request: messages.Request, job: Job) -> None:
        """Run a job; whatever it raises becomes the one reply its request gets."""
        try:
            await job()
        except Refusal as refusal:
            peer.refuse(request, refusal)
        except Unavailable as fault:
            log.warning("table.unavailable", table=self.name, why=fault.why)
            peer.refuse(request, unavailable())
        except Exception:
            log.exception("table.internal", table=self.name)
            peer.refuse(request, Refusal(ErrorCode.INTERNAL, "the server made a mistake"))

    # Changing the table

    async def commit(
        self, row: rows.TableRow, by: str, ask: int | None = None, spent_ms: int | None = None
    ) -> Change:
        """Make a row and all that the house does after it durable; only then let it stand.

        `IllegalAction` when the rules refuse the row, `Unavailable` when the log does: nothing
        has changed then.
        """
        before = self.state
        course = play_out(before, [row], self._chance)
        entries = entries_of(course.rows, before.seq, self._clock, by, ask, spent_ms)
        await self._store.append([Append(PREFIX + self.name, before.seq, entries)])
        self.state = course.state
        return Change(before, course.state, course.state.numbered(course.events))

    def publish(
        self,
        change: Change,
        actor: Peer | None = None,
        replies: Iterable[messages.ServerMessage] = (),
        known: int = 0,
    ) -> None:
        """Answer the actor, tell every listener the events in his form, and put the questions.

        `replies` go to the actor before the events; those up to number `known` he has in them.
        """
        forms: dict[tuple[int, Seat | None], Shared] = {}
        self._begin_asks(change.after)
        self.house_players.notice(change.after, change.events)
        if actor is not None and actor not in self.listeners:
            actor.send(*replies)
        for peer, seat in tuple(self.listeners.items()):
            told: list[messages.ServerMessage | Shared] = list(replies) if peer is actor else []
            for numbered in change.events:
                if peer is not actor or numbered.n > known:
                    told.append(self._form(numbered, seat, forms))
            if seat is not None:
                told += self._questions(change, seat)
            if told:
                peer.send(*told)
        self._note_progress(change)

    def _begin_asks(self, state: TableState) -> None:
        """Start the watch on the asks that are new."""
        now = self._clock.now()
        self._asked_at = {ask.ask: self._asked_at.get(ask.ask, now) for ask in state.asks}

    def spent_ms(self, ask: OpenAsk) -> int:
        """Tell how long an ask has been open, in milliseconds."""
        since = self._asked_at.get(ask.ask)
        return 0 if since is None else round((self._clock.now() - since) * 1000)

    def snapshot(self, seat: Seat | None) -> messages.Snapshot:
        """Show the table as it stands to a seat or a spectator."""
        view = self.state.view(seat, self.away)
        return messages.Snapshot(self.name, self.state.n, view_form(view))

    def question(self, seat: Seat | None) -> list[messages.Ask]:
        """Put again what a seat is asked, if anything."""
        ask = None if seat is None else self.state.ask_of(seat)
        return [] if ask is None else [self._ask_message(ask)]

    def listen(self, peer: Peer, seat: Seat | None) -> None:
        """Tell a connection everything from now on, as its seat or a spectator sees it."""
        self.listeners[peer] = seat
        peer.tables.add(self)

    def forget(self, peer: Peer) -> Seat | None:
        """Tell a connection no more; the seat it listened from."""
        peer.tables.discard(self)
        return self.listeners.pop(peer, None)

    def note(self, note: messages.Note) -> None:
        """Tell every listener something that is not in the log."""
        shared = Shared(note)
        for peer in tuple(self.listeners):
            peer.send(shared)

    def _form(
        self, numbered: Numbered, seat: Seat | None, forms: dict[tuple[int, Seat | None], Shared]
    ) -> Shared:
        """Write an event once for all who see the same of it."""
        n, event = numbered
        key = (n, seat if isinstance(event, Dealing | PacketDealing) else None)
        if key not in forms:
            form = event_form(event.seen_by(seat))
            forms[key] = Shared(messages.Event(self.name, n, form))
        return forms[key]

    def _questions(self, change: Change, seat: Seat) -> list[messages.ServerMessage]:
        """Say what changed in what a seat is asked."""
        old, new = change.before.ask_of(seat), change.after.ask_of(seat)
        told: list[messages.ServerMessage] = []
        closed = old is not None and (new is None or new.ask != old.ask)
        if old is not None and closed and not change.after.answers.ends_with(seat, old.ask):
            told.append(messages.Unask(self.name, old.ask))
        if new and (old is None or new.ask != old.ask or new.legal != old.legal):
            told.append(self._ask_message(new))
        return told

    def _ask_message(self, ask: OpenAsk) -> messages.Ask:
        return messages.Ask(self.name, ask.ask, ask.seat, ask.must, action_forms(ask.legal))

    def _note_progress(self, change: Change) -> None:
        if change.before.match is None and change.after.match is not None:
            log.info("table.started", table=self.name, rules=change.after.rules.name)
        if change.after.over and not change.before.over:
            totals = change.after.rules.game.by_side(change.after.match.totals)  # type: ignore[union-attr]
            log.info("table.finished", table=self.name, totals=totals)
