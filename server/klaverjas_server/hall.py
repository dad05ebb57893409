"""The hall: all tables and sessions, and where every request is taken to."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from importlib.metadata import version
from typing import Any, Final, NamedTuple

import msgspec
import structlog

from klaverjas import InvalidRules, RuleSet, Seat
from klaverjas.record import dumps
from klaverjas_server import acting, rows, seating
from klaverjas_server.chance import Chance
from klaverjas_server.clock import Clock, SystemClock
from klaverjas_server.hall_limits import HallLimits
from klaverjas_server.letterbox import Letterbox
from klaverjas_server.log import Log, Row, Unavailable
from klaverjas_server.match_record import record_of_table
from klaverjas_server.options import BadOptions, Options, read_options
from klaverjas_server.peer import Peer
from klaverjas_server.refusal import Refusal, unavailable
from klaverjas_server.rule_sets import rules_info
from klaverjas_server.ruling import rule
from klaverjas_server.sessions import Session, Sessions, keyed_hash
from klaverjas_server.table import PREFIX, RETRY_SECONDS, Table, TableJob
from klaverjas_server.tables import Tables
from klaverjas_server.tally import Tally
from klaverjas_wire import messages
from klaverjas_wire.codec import fitting
from klaverjas_wire.faults import ByeCode, ErrorCode
from klaverjas_wire.limits import LIMITS, VERSION
from klaverjas_wire.messages import ClientMessage, Request

__all__ = ["SERVER", "Hall"]

SERVER: Final = f"klaverjas/{version('klaverjas')}"
CAPS: Final = ("handover",)
"""What is spoken here beyond version 1."""
log = structlog.get_logger()

Handler = Callable[["Hall", Peer, Any], None]

CLOCKS_TICKS: Final = 5
"""Every how many ticks the running clocks are noted in the log."""
IDLE_TICKS: Final = 60
"""Every how many ticks idle tables are looked for."""


class _Call(NamedTuple):
    """A request to a table."""

    peer: Peer
    request: Request
    job: TableJob

    def put_to(self, table: Table) -> None:
        table.submit(*self)


class Hall:
    """Everything that goes on in one server. Tokens, keys and codes are hashed with `key`."""

    def __init__(
        self,
        store: Log,
        clock: Clock,
        chance: Chance,
        key: bytes,
        limits: HallLimits,
        tally: Tally,
    ):
        self.tally = tally
        # The machine's own clock: nobody's time hangs on how letters are bundled.
        self.letterbox = Letterbox(SystemClock())
        self.sessions = Sessions(key, store, clock, chance)
        self.tables = Tables(store, clock, chance, self.sessions, limits.idle_seconds)
        self.limits = limits
        self.peers: set[Peer] = set()
        self._from: Counter[str] = Counter()
        self._store = store
        self._clock = clock
        self._chance = chance
        self._key = key
        self._errands: set[asyncio.Task[None]] = set()
        self._calls: dict[str, list[_Call]] = {}
        """What was asked of tables that are being woken."""
        self._ticks = 0

    async def recover(self) -> None:
        """Fold what the log holds; all running tables go on where they were."""
        await self.sessions.recover()
        await self.tables.recover()

    async def close(self) -> None:
        """Say goodbye to everybody, and stop every table after the job in hand."""
        for peer in tuple(self.peers):
            peer.end(ByeCode.SHUTDOWN, "the server is shutting down")
        await asyncio.gather(*self._errands, return_exceptions=True)
        await self.tables.stop()

    # Connections

    def arrive(self, peer: Peer) -> None:
        """Count a new connection in, or turn it away when its address has too many."""
        self.peers.add(peer)
        self._from[peer.address] += 1
        if self._from[peer.address] > self.limits.connections:
            peer.end(ByeCode.FLOOD, "too many connections from your address")

    def depart(self, peer: Peer) -> None:
        """Forget a connection that was lost; seats stay their sessions'."""
        peer.gone = True
        self.peers.discard(peer)
        self._from[peer.address] -= 1
        if not self._from[peer.address]:
            del self._from[peer.address]
        if peer.has_session and peer.session.peer is peer:
            peer.session.peer = None
        for table in tuple(peer.tables):
            seating.detach(table, peer)

    def on_time(self) -> None:
        """Ping the silent, cut the dead, free what is idle; to be called once a second."""
        for peer in tuple(self.peers):
            peer.on_time()
        self._ticks += 1
        if self._ticks % CLOCKS_TICKS == 0:
            self._run(self.tables.write_clocks())
        if self._ticks % IDLE_TICKS == 0:
            self._run(self.tables.free_idle())

    def _run(self, errand: Coroutine[Any, Any, None]) -> None:
        """Do something beside what is going on, and finish it before the hall closes."""
        task = asyncio.get_running_loop().create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    # Requests

    def handle(self, peer: Peer, request: ClientMessage) -> None:
        """Take a request where it belongs; it gets exactly one reply."""
        try:
            _HANDLERS[type(request)](self, peer, request)
        except Refusal as refusal:
            assert isinstance(request, Request)
            peer.refuse(request, refusal)
        except Exception:
            log.exception("hall.internal", request=type(request).__name__)
            assert isinstance(request, Request)
            peer.refuse(request, Refusal(ErrorCode.INTERNAL, "the server made a mistake"))

    def _send_out(self, peer: Peer, request: Request, errand: Awaitable[None]) -> None:
        """Do something of the hall's own that must wait for the log."""
        self._run(self._run_errand(peer, request, errand))

    async def _run_errand(self, peer: Peer, request: Request, errand: Awaitable[None]) -> None:
        try:
            await errand
        except Refusal as refusal:
            peer.refuse(request, refusal)
        except Unavailable as fault:
            log.warning("hall.unavailable", why=fault.why)
            peer.refuse(request, unavailable())
        except Exception:
            log.exception("hall.internal", request=type(request).__name__)
            peer.refuse(request, Refusal(ErrorCode.INTERNAL, "the server made a mistake"))

    def _hello(self, peer: Peer, request: messages.Hello) -> None:
        self._send_out(peer, request, self._welcome(peer, request))

    async def _welcome(self, peer: Peer, request: messages.Hello) -> None:
        session, token = await self._recognise(request)
        if request.name not in (None, session.name):
            await self.sessions.rename(session, str(request.name))
        if peer.gone:
            return
        older = session.peer
        peer.enter(session)
        if older is not None:
            older.end(ByeCode.SUPERSEDED, "you have gone on on another connection")
        peer.send(
            messages.Welcome(
                VERSION,
                SERVER,
                session.id,
                token,
                caps=CAPS,
                limits=LIMITS,
                name=session.name if request.code is not None else None,
                re=request.id,
            )
        )
        log.info("peer.welcome", address=peer.address, session=session.id, name=session.name)
        for name in sorted(session.seats, key=int):
            await self._reattach(name, peer)

    async def _recognise(self, request: messages.Hello) -> tuple[Session, str]:
        """Find the session that somebody has a token or a code of, or begin one; and its token."""
        if request.code is not None:
            handed = await self.sessions.by_code(request.code)
            if handed is None:
                raise Refusal(ErrorCode.BAD_TOKEN, "that code is used, unknown or too old")
            return handed
        if request.token is None:
            return await self.sessions.open(request.name)
        session = self.sessions.by_token(request.token)
        if session is None:
            raise Refusal(ErrorCode.BAD_TOKEN, "that token is unknown here")
        return session, request.token

    def _hand_over(self, peer: Peer, request: messages.HandOver) -> None:
        peer.send(messages.Handed(self.sessions.hand_over(peer.session), re=request.id))

    async def _reattach(self, name: str, peer: Peer) -> None:
        """Have a table show a session its seat again; while the log fails, try once more later."""

        async def attach() -> None:
            try:
                await seating.attach(table, peer)
            except Unavailable as fault:
                self._reattach_later(name, peer, fault)

        try:
            table = await self.tables.find(name)
        except Unavailable as fault:
            self._reattach_later(name, peer, fault)
        else:
            table.put(attach)

    def _reattach_later(self, name: str, peer: Peer, fault: Unavailable) -> None:
        log.warning("table.unavailable", table=name, why=fault.why)
        self._clock.call_later(RETRY_SECONDS, lambda: self._run(self._reattach(name, peer)))

    def _list_rules(self, peer: Peer, request: messages.ListRules) -> None:
        peer.send(messages.RuleSets(tuple(map(rules_info, RuleSet.all())), re=request.id))

    def _list_tables(self, peer: Peer, request: messages.ListTables) -> None:
        after = request.after or "0"
        if not after.isdecimal():
            raise Refusal(ErrorCode.BAD_MESSAGE, "`after` is the id of a table")
        listed = [
            table
            for table in sorted(self.tables, key=lambda table: int(table.name))
            if int(table.name) > int(after) and not table.state.options.private
        ]
        page = tuple(map(_table_info, listed[: request.limit]))
        more = len(listed) > len(page)
        peer.send(fitting(messages.Tables(page, more, re=request.id)))

    def _open(self, peer: Peer, request: messages.Open) -> None:
        rules = _read_rules(request.rules)
        options = _read_options(request.options)
        fills = dict(request.fill or {})
        for seat, strategy in fills.items():
            seating.check_strategy(strategy)
            if seat not in rules.game.seats:
                raise Refusal(ErrorCode.BAD_MESSAGE, f"{rules.game} has no seat {seat}")
        opened = self.tables.running(
            table.name for table in self.tables if table.state.opener == peer.session.id
        )
        if opened >= self.limits.tables_per_session:
            raise Refusal(ErrorCode.LIMIT, f"you have {opened} tables open already")
        self._send_out(peer, request, self._open_table(peer, request, rules, options, fills))

    async def _open_table(
        self,
        peer: Peer,
        request: messages.Open,
        rules: RuleSet,
        options: Options,
        fills: dict[Seat, str],
    ) -> None:
        secret = self._chance.secret()
        opened = rows.Opened(
            game=rules.game,
            rules=rules.name,
            switches=rules.full,
            opener=peer.session.id,
            key=keyed_hash(self._key, secret),
            options=msgspec.to_builtins(options),
        )
        filled = [rows.Filled(seat, strategy) for seat, strategy in fills.items()]
        table = await self.tables.open(peer.session.id, opened, filled)
        log.info("table.opened", table=table.name, rules=rules.name, by=peer.session.id)
        peer.send(messages.Opened(table.name, secret, re=request.id))

    def _take_to(self, name: str, peer: Peer, request: Request, job: TableJob) -> None:
        """Queue a job at the table it is for, behind all that wait for the table to wake."""
        table = self.tables.awake(name)
        if table is not None and name not in self._calls:
            table.submit(peer, request, job)
            return
        waiting = self._calls.setdefault(name, [])
        waiting.append(_Call(peer, request, job))
        if len(waiting) == 1:
            self._run(self._wake(name))

    async def _wake(self, name: str) -> None:
        """Wake a table, and take to it what is asked of it meanwhile, in order."""
        refusal = Refusal(ErrorCode.INTERNAL, "the server made a mistake")
        table: Table | None = None
        try:
            table = await self.tables.find(name)
        except Refusal as fault:
            refusal = fault
        except Unavailable as fault:
            log.warning("hall.unavailable", why=fault.why)
            refusal = unavailable()
        except Exception:
            log.exception("table.unreadable", table=name)
        for call in self._calls.pop(name):
            if table is None:
                call.peer.refuse(call.request, refusal)
            else:
                call.put_to(table)

    def _take_with_key(
        self, peer: Peer, request: messages.Invite | messages.Fill | messages.Rule, job: TableJob
    ) -> None:
        """Queue a job that the table's key is needed for."""
        key = keyed_hash(self._key, request.key)

        async def check(table: Table, peer: Peer, request: Any) -> None:
            if key != table.state.key:
                raise Refusal(ErrorCode.FORBIDDEN, "that is not the key of this table")
            await job(table, peer, request)

        self._take_to(request.table, peer, request, check)

    def _sit(self, peer: Peer, request: messages.Sit) -> None:
        if self.tables.running(peer.session.seats) >= self.limits.tables_per_session:
            raise Refusal(ErrorCode.LIMIT, "you have too many seats already")
        code = None if request.code is None else keyed_hash(self._key, request.code)

        async def sit(table: Table, peer: Peer, request: Any) -> None:
            await seating.sit(table, peer, request, code)

        self._take_to(request.table or self._invited_to(code), peer, request, sit)

    def _invited_to(self, code: bytes | None) -> str:
        """Find the table that a code is for."""
        name = self.tables.invited_to(code)
        if name is None:
            raise Refusal(ErrorCode.FORBIDDEN, "that code is used or unknown")
        return name

    def _invite(self, peer: Peer, request: messages.Invite) -> None:
        code = self._chance.secret()

        async def invite(table: Table, peer: Peer, request: Any) -> None:
            await seating.invite(table, peer, request, code, keyed_hash(self._key, code))

        self._take_with_key(peer, request, invite)

    def _fill(self, peer: Peer, request: messages.Fill) -> None:
        self._take_with_key(peer, request, seating.fill)

    def _rule(self, peer: Peer, request: messages.Rule) -> None:
        self._take_with_key(peer, request, rule)

    def _record(self, peer: Peer, request: messages.ReadRecord) -> None:
        self._take_to(request.table, peer, request, self._send_record)

    async def entries(self, table: Table) -> list[Row]:
        """Read all that the log holds of a table."""
        return await self._store.read(PREFIX + table.name)

    async def _send_record(self, table: Table, peer: Peer, request: messages.ReadRecord) -> None:
        state = table.state
        seated = state.seat_of(peer.session.id) is not None
        if state.options.private and not seated and peer.session.id != state.opener:
            raise Refusal(ErrorCode.PRIVATE, "this table is private")
        if not state.over:
            raise Refusal(ErrorCode.NOT_OVER, "the match is not over")
        entries = await self.entries(table)
        text = dumps(record_of_table(state, entries))
        peer.send(messages.Record(table.name, text, re=request.id))


def _at_table(job: TableJob) -> Handler:
    """Take a request to the table it names."""

    def handle(hall: Hall, peer: Peer, request: Any) -> None:
        hall._take_to(request.table, peer, request, job)

    return handle


_HANDLERS: Final[dict[type[ClientMessage], Handler]] = {
    messages.Hello: Hall._hello,
    messages.HandOver: Hall._hand_over,
    messages.ListRules: Hall._list_rules,
    messages.ListTables: Hall._list_tables,
    messages.Open: Hall._open,
    messages.Sit: Hall._sit,
    messages.Invite: Hall._invite,
    messages.Fill: Hall._fill,
    messages.Watch: _at_table(seating.watch),
    messages.Leave: _at_table(seating.leave),
    messages.Act: _at_table(acting.act),
    messages.Sync: _at_table(acting.sync),
    messages.Rule: Hall._rule,
    messages.ReadRecord: Hall._record,
}


def _read_rules(source: str | dict[str, object]) -> RuleSet:
    """Read the rules of a new table, and say which switch is wrong."""
    try:
        return RuleSet.load(source)
    except InvalidRules as fault:
        name = isinstance(source, str) and fault.key == "base"
        code = ErrorCode.UNKNOWN_RULES if name else ErrorCode.BAD_RULES
        raise Refusal(code, str(fault), key=fault.key, allowed=fault.allowed or None) from None


def _read_options(body: dict[str, object] | None) -> Options:
    try:
        return read_options(body)
    except BadOptions as fault:
        raise Refusal(
            ErrorCode.BAD_RULES, str(fault), key=fault.key, allowed=fault.allowed
        ) from None


def _table_info(table: Table) -> messages.TableInfo:
    state = table.state
    players = state.players(table.away)
    seats: dict[Seat, Any] = {seat: players.get(seat) for seat in state.rules.game.seats}
    return messages.TableInfo(
        state.table, state.rules.name, seats, table.shown.phase, table.watchers
    )
