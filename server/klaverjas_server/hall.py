"""The hall: all tables and sessions, and where every request is taken to."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from importlib.metadata import version
from typing import Any, Final

import structlog

from klaverjas import InvalidRules, Phase, RuleSet, Seat
from klaverjas.record import dumps
from klaverjas_server import acting, rows, seating
from klaverjas_server.chance import Chance
from klaverjas_server.clock import Clock
from klaverjas_server.course import entries_of, play_out
from klaverjas_server.log import Append, Log, Row, Unavailable
from klaverjas_server.match_record import record_of_table
from klaverjas_server.options import BadOptions, read_options
from klaverjas_server.peer import Peer
from klaverjas_server.refusal import Refusal, unavailable
from klaverjas_server.rule_sets import rules_info
from klaverjas_server.sessions import Sessions, keyed_hash
from klaverjas_server.table import PREFIX, Table
from klaverjas_server.table_state import TableState
from klaverjas_wire import messages
from klaverjas_wire.codec import fitting
from klaverjas_wire.faults import ByeCode, ErrorCode
from klaverjas_wire.limits import LIMITS, VERSION
from klaverjas_wire.messages import ClientMessage, Request

__all__ = ["SERVER", "Hall"]

SERVER: Final = f"klaverjas/{version('klaverjas')}"
log = structlog.get_logger()

Handler = Callable[["Hall", Peer, Any], None]


class Hall:
    """Everything that goes on in one server. Tokens, keys and codes are hashed with `key`."""

    def __init__(self, store: Log, clock: Clock, chance: Chance, key: bytes):
        self.sessions = Sessions(key, store, clock, chance)
        self.tables: dict[str, Table] = {}
        self.peers: set[Peer] = set()
        self._store = store
        self._clock = clock
        self._chance = chance
        self._key = key
        self._opened = 0
        self._errands: set[asyncio.Task[None]] = set()

    async def recover(self) -> None:
        """Fold everything the log holds; all tables go on where they were."""
        await self.sessions.recover()
        async for stream, entries in self._store.read_all(PREFIX):
            self._recover_table(stream.removeprefix(PREFIX), entries)
        if self.tables:
            log.info("hall.recovered", tables=len(self.tables), sessions=len(self.sessions))

    def _recover_table(self, name: str, entries: list[Row]) -> None:
        first = rows.decode_table_row(entries[0].body)
        assert isinstance(first, rows.Opened)
        state = TableState.open(name, first)
        for entry in entries[1:]:
            state, _ = state.apply(rows.decode_table_row(entry.body))
        self._opened = max(self._opened, int(name))
        table = self._add(state)
        for seat, who in state.seats.items():
            session = None if who.session is None else self.sessions.by_id(who.session)
            if session is not None:
                session.seats.add(name)
                table.away |= {seat}

    def _add(self, state: TableState) -> Table:
        table = Table(state, self._store, self._clock, self._chance)
        self.tables[state.table] = table
        table.start()
        return table

    async def close(self) -> None:
        """Say goodbye to everybody, and stop every table after the job in hand."""
        for peer in tuple(self.peers):
            peer.end(ByeCode.SHUTDOWN, "the server is shutting down")
        await asyncio.gather(*self._errands, return_exceptions=True)
        await asyncio.gather(*(table.stop() for table in self.tables.values()))

    # Connections

    def arrive(self, peer: Peer) -> None:
        """Count a new connection in."""
        self.peers.add(peer)

    def depart(self, peer: Peer) -> None:
        """Forget a connection that was lost; seats stay their sessions'."""
        peer.gone = True
        self.peers.discard(peer)
        if peer.has_session and peer.session.peer is peer:
            peer.session.peer = None
        for table in tuple(peer.tables):
            seating.detach(table, peer)

    def on_time(self) -> None:
        """Ping the silent, cut the dead; to be called about once a second."""
        for peer in tuple(self.peers):
            peer.on_time()

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
        task = asyncio.get_running_loop().create_task(self._run_errand(peer, request, errand))
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

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
        if request.token is None:
            session, token = await self.sessions.open(request.name)
        else:
            found, token = self.sessions.by_token(request.token), request.token
            if found is None:
                raise Refusal(ErrorCode.BAD_TOKEN, "that token is unknown here")
            session = found
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
                VERSION, SERVER, session.id, token, caps=(), limits=LIMITS, re=request.id
            )
        )
        log.info("peer.welcome", address=peer.address, session=session.id, name=session.name)
        for name in sorted(session.seats, key=int):
            self._reattach(self.tables[name], peer)

    def _reattach(self, table: Table, peer: Peer) -> None:
        async def attach() -> None:
            try:
                await seating.attach(table, peer)
            except Unavailable:
                log.warning("table.unavailable", table=table.name)

        table.put(attach)

    def _list_rules(self, peer: Peer, request: messages.ListRules) -> None:
        peer.send(messages.RuleSets(tuple(map(rules_info, RuleSet.all())), re=request.id))

    def _list_tables(self, peer: Peer, request: messages.ListTables) -> None:
        after = request.after or "0"
        if not after.isdecimal():
            raise Refusal(ErrorCode.BAD_MESSAGE, "`after` is the id of a table")
        listed = [
            table
            for name, table in self.tables.items()
            if int(name) > int(after) and not table.state.options.private
        ]
        page = tuple(map(_table_info, listed[: request.limit]))
        more = len(listed) > len(page)
        peer.send(fitting(messages.Tables(page, more, re=request.id)))

    def _open(self, peer: Peer, request: messages.Open) -> None:
        rules = _read_rules(request.rules)
        try:
            read_options(request.options)
        except BadOptions as fault:
            raise Refusal(
                ErrorCode.BAD_RULES, str(fault), key=fault.key, allowed=fault.allowed
            ) from None
        for seat, strategy in (request.fill or {}).items():
            seating.check_strategy(strategy)
            if seat not in rules.game.seats:
                raise Refusal(ErrorCode.BAD_MESSAGE, f"{rules.game} has no seat {seat}")
        self._send_out(peer, request, self._open_table(peer, request, rules))

    async def _open_table(self, peer: Peer, request: messages.Open, rules: RuleSet) -> None:
        self._opened += 1
        name, secret = str(self._opened), self._chance.secret()
        opened = rows.Opened(
            game=rules.game,
            rules=rules.name,
            switches=rules.full,
            opener=peer.session.id,
            key=keyed_hash(self._key, secret),
            options=request.options or {},
        )
        fills = [rows.Filled(seat, strategy) for seat, strategy in (request.fill or {}).items()]
        course = play_out(TableState.open(name, opened), fills, self._chance)
        entries = entries_of((opened, *course.rows), 0, self._clock, peer.session.id)
        await self._store.append([Append(PREFIX + name, 0, entries)])
        self._add(course.state)
        log.info("table.opened", table=name, rules=rules.name, by=peer.session.id)
        peer.send(messages.Opened(name, secret, re=request.id))

    def _table(self, name: str) -> Table:
        try:
            return self.tables[name]
        except KeyError:
            raise Refusal(ErrorCode.UNKNOWN_TABLE, "there is no such table") from None

    def _with_key(self, name: str, key: str) -> Table:
        table = self._table(name)
        if keyed_hash(self._key, key) != table.state.key:
            raise Refusal(ErrorCode.FORBIDDEN, "that is not the key of this table")
        return table

    def _sit(self, peer: Peer, request: messages.Sit) -> None:
        code = None if request.code is None else keyed_hash(self._key, request.code)
        table = self._table(request.table) if request.table else self._invited_to(code)
        table.submit(peer, request, lambda: seating.sit(table, peer, request, code))

    def _invited_to(self, code: bytes | None) -> Table:
        """Find the table that a code is for."""
        for table in self.tables.values():
            if code in table.state.invitations:
                return table
        raise Refusal(ErrorCode.FORBIDDEN, "that code is used or unknown")

    def _invite(self, peer: Peer, request: messages.Invite) -> None:
        table = self._with_key(request.table, request.key)
        code = self._chance.secret()
        hashed = keyed_hash(self._key, code)
        table.submit(peer, request, lambda: seating.invite(table, peer, request, code, hashed))

    def _fill(self, peer: Peer, request: messages.Fill) -> None:
        table = self._with_key(request.table, request.key)
        table.submit(peer, request, lambda: seating.fill(table, peer, request))

    def _record(self, peer: Peer, request: messages.ReadRecord) -> None:
        table = self._table(request.table)
        table.submit(peer, request, lambda: self._send_record(table, peer, request))

    async def _send_record(self, table: Table, peer: Peer, request: messages.ReadRecord) -> None:
        state = table.state
        seated = state.seat_of(peer.session.id) is not None
        if state.options.private and not seated and peer.session.id != state.opener:
            raise Refusal(ErrorCode.PRIVATE, "this table is private")
        if not state.over:
            raise Refusal(ErrorCode.NOT_OVER, "the match is not over")
        entries = await self._store.read(PREFIX + table.name)
        text = dumps(record_of_table(state, entries))
        peer.send(messages.Record(table.name, text, re=request.id))

    def _rule(self, peer: Peer, request: messages.Rule) -> None:
        self._with_key(request.table, request.key)
        raise Refusal(ErrorCode.UNKNOWN_TYPE, "the director's acts are not built yet")


def _at_table(job: Callable[[Table, Peer, Any], Coroutine[Any, Any, None]]) -> Handler:
    """Take a request to the table it names."""

    def handle(hall: Hall, peer: Peer, request: Any) -> None:
        table = hall._table(request.table)
        table.submit(peer, request, lambda: job(table, peer, request))

    return handle


_HANDLERS: Final[dict[type[ClientMessage], Handler]] = {
    messages.Hello: Hall._hello,
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


def _table_info(table: Table) -> messages.TableInfo:
    state = table.state
    players = state.players(table.away)
    seats: dict[Seat, Any] = {seat: players.get(seat) for seat in state.rules.game.seats}
    phase = Phase.WAITING if state.match is None else state.match.phase
    return messages.TableInfo(state.table, state.rules.name, seats, phase, table.watchers)
