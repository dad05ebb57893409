"""A table at work: one task, one bounded inbox, one place where anything is published.

Every act goes the same way: apply it to a new value, commit its rows, and only then let the new
value stand, answer the actor, tell everybody else, and put the next questions.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import structlog

from klaverjas import Seat
from klaverjas_server.bell import Bell
from klaverjas_server.chance import Chance
from klaverjas_server.clock import Clock
from klaverjas_server.course import Deed, acted, entries_of, play_out
from klaverjas_server.delay import Delay, Shown
from klaverjas_server.house_players import HousePlayers
from klaverjas_server.log import Append, Log, Unavailable
from klaverjas_server.refusal import Refusal, unavailable
from klaverjas_server.results import result_of
from klaverjas_server.table_state import Numbered, OpenAsk, TableState
from klaverjas_server.telling import Telling
from klaverjas_server.time_up import time_up
from klaverjas_server.timekeeper import Reading, Timekeeper
from klaverjas_wire import messages
from klaverjas_wire.codec import Shared
from klaverjas_wire.faults import ByeCode, ErrorCode
from klaverjas_wire.forms import action_forms, view_form

if TYPE_CHECKING:
    from klaverjas_server.peer import Peer

__all__ = ["PREFIX", "RETRY_SECONDS", "Change", "Table"]

PREFIX: Final = "table/"
"""What the name of a table's stream begins with; its id follows."""

INBOX: Final = 256
"""How many requests may wait at one table; the next is `busy`."""
CROWD: Final = 16 * INBOX
"""How many may wait, those that will be refused counted in; who sends the next is cut."""
RETRY_SECONDS: Final = 1.0
"""How long the house waits before it tries again what could not be written."""

log = structlog.get_logger()

Job = Callable[[], Awaitable[None]]
"""Something of the server's own that waits its turn at a table."""
TableJob = Callable[["Table", "Peer", Any], Awaitable[None]]
"""What answers a request to a table."""


class Call(NamedTuple):
    """A request that waits its turn at a table."""

    peer: Peer
    request: messages.Request
    job: TableJob


class Change(NamedTuple):
    """What a commit changed."""

    before: TableState
    after: TableState
    events: Sequence[Numbered]


class Table:
    """One table. Whoever holds it submits jobs; they run one after the other."""

    def __init__(
        self,
        state: TableState,
        store: Log,
        clock: Clock,
        chance: Chance,
        reading: Reading | None = None,
        results: int = 0,
        delay: Delay | None = None,
    ):
        self.state = state
        self.name: Final = state.table
        """The table's id."""
        self._stream = PREFIX + state.table
        self._delay = (delay or Delay(state)) if state.options.delay else None
        self.away: frozenset[Seat] = frozenset()
        self.listeners: dict[Peer, Seat | None] = {}
        self._store = store
        self._clock = clock
        self._chance = chance
        self.house_players = HousePlayers(chance)
        self._inbox: list[Call | Job] = []  # an empty deque takes 760 bytes, at every table
        self._wake = Bell()
        self.results = results
        """How many rows the table's stream of results has."""
        self.idle_since = clock.now()
        self.clocks = Timekeeper(clock, self._on_due, reading)
        self._stalled = False
        self._stopping = False
        self._task: asyncio.Task[None] | None = None

    @property
    def idle_seconds(self) -> float:
        """How long nothing has waited and nobody has listened; to what is over, nobody needs to."""
        if self._inbox or (self.listeners and not self.state.over):
            return 0.0
        return self._clock.now() - self.idle_since

    @property
    def shown(self) -> TableState:
        """The table as those without a seat may know it."""
        return self.state if self._delay is None else self._delay.shown

    def seen_from(self, seat: Seat | None) -> TableState:
        """Give the table as a seat may know it, or who has none."""
        return self.shown if seat is None else self.state

    @property
    def watchers(self) -> int:
        """How many watch without a seat."""
        return sum(seat is None for seat in self.listeners.values())

    def start(self) -> None:
        """Begin to work, or go on after `stop`."""
        self._stopping = False
        self._task = asyncio.get_running_loop().create_task(self._work(), name=f"table {self.name}")

    async def stop(self) -> None:
        """Finish the job in hand, and do no other."""
        self._stopping = True
        self.clocks.stop()
        self._wake.set()
        if self._task is not None:
            await self._task

    def submit(self, peer: Peer, request: messages.Request, job: TableJob) -> None:
        """Queue the job that will answer a request, or refuse it as `busy`."""
        waiting = len(self._inbox)
        if waiting >= CROWD:
            peer.end(ByeCode.FLOOD, "far too many messages")
            return
        # A refusal waits its turn as well: replies about a table come in the order of requests.
        due = _refuse_as_busy if waiting >= INBOX else job
        self._inbox.append(Call(peer, request, due))
        self._wake.set()

    def put(self, job: Job) -> None:
        """Queue a job of the server's own, which no bound holds up."""
        self._inbox.append(job)
        self._wake.set()

    def wake(self) -> None:
        """Look again whether a strategy has something to do."""
        self._wake.set()

    async def _work(self) -> None:
        """Do what waits, and let strategies act: neither keeps the other from its turn."""
        while not self._stopping:
            try:
                if self._inbox:
                    await self._do(self._inbox.pop(0))
                if not await self._let_house_play():
                    await self._rest()
            except Exception:
                # Whatever it was, nobody at the table may be kept waiting for ever.
                log.exception("table.internal", table=self.name)
                self._stall()

    def _do(self, due: Call | Job) -> Awaitable[None]:
        return self._answer(*due) if isinstance(due, Call) else due()

    async def _rest(self) -> None:
        """Wait until something is to be done, if nothing is."""
        if not (self._inbox or self._stopping):
            self._wake.clear()
            await self._wake.wait()

    async def _let_house_play(self) -> bool:
        """Let one strategy act in its seat; False when none has anything to do."""
        if self._stalled or self.state.paused or self.suspended:
            return False
        move = self.house_players.next_act(self.state)
        if move is None:
            return False
        try:
            change = await self.commit(Deed(acted(move.seat, move.action), move.by, move.ask))
        except Unavailable as fault:
            log.warning("table.unavailable", table=self.name, why=fault.why)
            self._stall()
            return False
        self.publish(change)
        await asyncio.sleep(0)  # a table of strategies alone must not keep the others waiting
        return True

    def _stall(self) -> None:
        """Let the house wait before it tries again."""
        self._stalled = True
        self._clock.call_later(RETRY_SECONDS, self._resume)

    def _resume(self) -> None:
        self._stalled = False
        self._wake.set()

    async def _answer(self, peer: Peer, request: messages.Request, job: TableJob) -> None:
        """Run a job; whatever it raises becomes the one reply its request gets."""
        try:
            await job(self, peer, request)
        except Refusal as refusal:
            peer.refuse(request, refusal)
        except Unavailable as fault:
            log.warning("table.unavailable", table=self.name, why=fault.why)
            peer.refuse(request, unavailable())
        except Exception:
            log.exception("table.internal", table=self.name)
            peer.refuse(request, Refusal(ErrorCode.INTERNAL, "the server made a mistake"))

    # Changing the table

    async def commit(self, *deeds: Deed) -> Change:
        """Make deeds and all that the house does after them durable; only then let them stand.

        `IllegalAction` when the rules refuse one, `Unavailable` when the log does: nothing has
        changed then.
        """
        before = self.state
        after, done, events = play_out(before, deeds, self._chance)
        at = self._clock.wall_ms()
        entries = entries_of(done, before.seq, at)
        batch = [Append(self._stream, before.seq, entries)]
        # Where somebody is asked the match is not over; that is cheaper to see, for every card.
        if not (before.asks and after.asks) and _changes_result(before, after):
            batch.append(result_of(after, self.results, at))
        await self._store.append(batch)
        self.state = after
        self.idle_since = self._clock.now()
        self.results += len(batch) - 1
        return Change(before, after, after.numbered(events))

    def publish(
        self,
        change: Change,
        actor: Peer | None = None,
        replies: Iterable[messages.ServerMessage] = (),
        known: int = 0,
        *,
        fresh: bool = False,
    ) -> None:
        """Answer the actor, tell every listener the events in his form, and put the questions.

        `replies` go to the actor before the events; those up to number `known` he has in them.
        With `fresh`, everybody is shown the table anew before he is asked anything.
        """
        after, events = change.after, change.events
        self.keep_time()
        self.house_players.notice(after, events)
        telling = Telling(self.name, events)
        spectacle = self._spectacle(change, telling, fresh)
        questions = self._questions(change, answered=actor is not None)
        if actor is not None and actor not in self.listeners:
            actor.send(*replies)
        for peer, seat in tuple(self.listeners.items()):
            first = replies if peer is actor else ()
            if seat is None:
                peer.send(*first, *spectacle)
                continue
            news = telling
            if known and peer is actor:
                news = Telling(self.name, [each for each in events if each.n > known])
            anew = (self.snapshot(seat),) if fresh else ()
            peer.send(*first, news.to(seat), *anew, *questions.get(seat, ()))
        if not after.asks or change.before.match is None:
            self._note_progress(change)

    @property
    def suspended(self) -> bool:
        """Everybody who has a seat is away: nothing moves until somebody is back."""
        if not self.away:
            return False
        people = {seat for seat, who in self.state.seats.items() if who.session is not None}
        return bool(people) and people <= self.away

    def keep_time(self) -> None:
        """Set the clocks by what has changed: the state, who is away, who is back."""
        self.clocks.look(self.state, self.away, self.suspended)

    def _on_due(self) -> None:
        self.put(self._call_time)

    async def _call_time(self) -> None:
        """Do what the table's settings say when a seat's time is up."""
        deeds = time_up(self.state, self.clocks)
        if not deeds or self.clocks.left_ms(self.state) != 0:
            self.keep_time()
            return
        try:
            change = await self.commit(*deeds)
        except Unavailable as fault:
            log.warning("table.unavailable", table=self.name, why=fault.why)
            self._clock.call_later(RETRY_SECONDS, self._on_due)
            return
        self.clocks.forget_absence()
        self.publish(change)

    def snapshot(self, seat: Seat | None) -> messages.Snapshot:
        """Show the table as it stands to a seat, or to a spectator as he may know it."""
        return self._snapshot_of(self.seen_from(seat), seat)

    def _snapshot_of(self, state: TableState, seat: Seat | None) -> messages.Snapshot:
        view = state.view(seat, self.away)
        return messages.Snapshot(self.name, state.n, view_form(view))

    def _spectacle(
        self, change: Change, telling: Telling, fresh: bool
    ) -> list[messages.ServerMessage | Shared]:
        """Say what spectators are told now, which may be what happened some tricks ago."""
        told: list[messages.ServerMessage | Shared] = []
        delay = self._delay
        shown = () if delay is None else delay.pass_on(Shown(change.after, change.events, fresh))
        if None not in self.listeners.values():
            return told
        if delay is None:
            return [telling.to(None), *([self.snapshot(None)] if fresh else ())]
        for after, events, anew in shown:
            told.append(Telling(self.name, events).to(None))
            told += [self._snapshot_of(after, None)] if anew else []
        # Who was in a seat until now has seen more than spectators may: he begins again.
        if fresh and not shown:
            told.append(self.snapshot(None))
        return told

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
        self.idle_since = self._clock.now()
        peer.tables.discard(self)
        return self.listeners.pop(peer, None)

    def note(self, note: messages.Note) -> None:
        """Tell every listener something that is not in the log."""
        shared = Shared(note)
        for peer in tuple(self.listeners):
            peer.send(shared)

    def _questions(
        self, change: Change, answered: bool
    ) -> dict[Seat, list[messages.ServerMessage]]:
        """Say what changed in what the seats are asked.

        Whoever `answered` knows that his question is closed; one that the clock or a strategy
        answered for him is taken back.
        """
        before, after = change.before, change.after
        told: dict[Seat, list[messages.ServerMessage]] = {}
        same = after.ask == before.ask
        for old in before.asks:
            knows = answered and after.answers.ends_with(old.seat, before.ask)
            if not knows and not (same and after.ask_of(old.seat)):
                told[old.seat] = [messages.Unask(self.name, before.ask)]
        for ask in after.asks:
            if not same or ask != before.ask_of(ask.seat):
                told.setdefault(ask.seat, []).append(self._ask_message(ask))
        return told

    def _ask_message(self, ask: OpenAsk) -> messages.Ask:
        ms = self.clocks.left_ms(self.state) if ask.must else None
        return messages.Ask(self.name, ask.ask, ask.seat, ask.must, action_forms(ask.legal), ms)

    def _note_progress(self, change: Change) -> None:
        if change.before.match is None and change.after.match is not None:
            log.info("table.started", table=self.name, rules=change.after.rules.name)
        if change.after.over and not change.before.over:
            totals = change.after.rules.game.by_side(change.after.match.totals)  # type: ignore[union-attr]
            log.info("table.finished", table=self.name, totals=totals)


def _changes_result(before: TableState, after: TableState) -> bool:
    """Tell whether a match came to its end, or was taken up again or judged anew after it."""
    return (before.over or after.over) and after.match is not before.match


async def _refuse_as_busy(table: Table, peer: Peer, request: messages.Request) -> None:
    raise Refusal(ErrorCode.BUSY, "too much is waiting at this table")
