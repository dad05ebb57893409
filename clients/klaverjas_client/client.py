"""A client of the table server: one session, its requests, its tables, and its way back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Final

from klaverjas import Seat
from klaverjas.actions import PlayerAction
from klaverjas_client.clock import Clock, SystemClock
from klaverjas_client.errors import Disconnected, Dismissed, Refused
from klaverjas_client.link import Kind, Link, dial
from klaverjas_client.table import Table
from klaverjas_wire import messages
from klaverjas_wire.connection import Answer
from klaverjas_wire.faults import ErrorCode
from klaverjas_wire.forms import action_form
from klaverjas_wire.limits import TABLES_PER_PAGE, VERSION
from klaverjas_wire.messages import Reply, Request
from klaverjas_wire.table import RulingAct, Side

__all__ = ["Client", "pauses"]

PATIENCE_SECONDS: Final = 600.0
"""How long a client tries to come back before it gives up."""
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 15.0


def pauses() -> Iterator[float]:
    """Give the seconds to wait before each attempt to come back: twice as long each time."""
    pause = FIRST_PAUSE
    while True:
        yield pause
        pause = min(2 * pause, LONGEST_PAUSE)


class Client:
    """One session at a server; make one with `Client.connect`, and use it in ``async with``.

    Every request returns the server's reply, or raises `Refused`; `Disconnected` if the
    connection ends first. A lost connection is made again with the session's token, and the
    tables go on; `welcome` is the server's last greeting.
    """

    welcome: messages.Welcome

    def __init__(self, host: str, port: int, hello: messages.Hello, clock: Clock, patience: float):
        self.host, self.port = host, port
        self._hello = hello
        self._clock = clock
        self._patience = patience
        self._tables: dict[str, Table] = {}
        self._link: Link | None = None
        self._ready = asyncio.Event()
        self._end: Disconnected | None = None
        self._staying: asyncio.Task[None] | None = None

    @classmethod
    async def connect(
        cls,
        host: str,
        port: int,
        *,
        name: str | None = None,
        token: str | None = None,
        program: str = "klaverjas",
        clock: Clock | None = None,
        patience: float = PATIENCE_SECONDS,
    ) -> Client:
        """Connect and be welcomed; a `token` takes an earlier session over.

        Raises `Unreachable` when nobody answers, `Refused` with the code ``bad-token`` when the
        server does not know the token. `patience` is the time, in seconds, in which a lost
        connection must be made again.
        """
        hello = messages.Hello((VERSION,), name, program, token)
        client = cls(host, port, hello, clock or SystemClock(), patience)
        await client._greet(hello)
        client._staying = asyncio.create_task(client._stay())
        return client

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up; seats stay reserved, and all iterating ends."""
        if self._staying is not None:
            self._staying.cancel()
            await asyncio.gather(self._staying, return_exceptions=True)
        if self._link is not None:
            await self._link.close()
        self._finish(None)

    @property
    def token(self) -> str:
        """The session's identity, and a secret: `connect` with it to come back."""
        return self.welcome.token

    @property
    def clock(self) -> Clock:
        """The clock this client lives by."""
        return self._clock

    @property
    def held(self) -> tuple[Table, ...]:
        """The tables this client has to do with."""
        return tuple(self._tables.values())

    def table(self, name: str) -> Table:
        """Give the table of this name, as far as this client knows it."""
        if name not in self._tables:
            self._tables[name] = Table(self, name)
        return self._tables[name]

    async def regained(self) -> None:
        """Wait until the connection stands; `Disconnected` when it will not any more."""
        await self._ready.wait()
        if self._end is not None:
            raise self._end

    # Requests

    async def rules(self) -> messages.RuleSets:
        """Ask for the rule sets the server knows."""
        return await self._request(messages.ListRules(), messages.RuleSets)

    async def tables(
        self, after: str | None = None, limit: int = TABLES_PER_PAGE
    ) -> messages.Tables:
        """Ask for a page of tables, those after the table `after`."""
        return await self._request(messages.ListTables(after, limit), messages.Tables)

    async def open(
        self,
        rules: str | Mapping[str, object],
        *,
        options: Mapping[str, object] | None = None,
        fill: Mapping[Seat, str] | None = None,
    ) -> messages.Opened:
        """Open a table; `fill` names strategies that take seats at once."""
        named = rules if isinstance(rules, str) else dict(rules)
        settings = None if options is None else dict(options)
        request = messages.Open(named, settings, None if fill is None else dict(fill))
        return await self._request(request, messages.Opened)

    async def sit(
        self, table: str | None = None, seat: Seat | None = None, *, code: str | None = None
    ) -> messages.Seated:
        """Sit down at a table, in a seat or any; or where an invitation's `code` says."""
        return await self._request(messages.Sit(table, seat, code), messages.Seated)

    async def invite(self, table: str, key: str, seat: Seat) -> messages.Invited:
        """Ask for a one-use code to a seat; `key` is what `open` gave."""
        return await self._request(messages.Invite(table, key, seat), messages.Invited)

    async def fill(self, table: str, key: str, seat: Seat, strategy: str) -> messages.Ok:
        """Seat a strategy, or let it stand in for somebody who is away."""
        return await self._request(messages.Fill(table, key, seat, strategy), messages.Ok)

    async def watch(self, table: str) -> messages.Ok:
        """Watch a table; `table(name)` then tells what happens."""
        return await self._request(messages.Watch(table), messages.Ok)

    async def leave(self, table: str) -> messages.Ok:
        """Get up from a table, or stop watching it."""
        return await self._request(messages.Leave(table), messages.Ok)

    async def act(self, table: str, ask: int, action: PlayerAction) -> messages.Done:
        """Answer an ask; `Table.act` also sees to a lost connection."""
        request = messages.Act(table, ask, action_form(action))
        return await self._request(request, messages.Done)

    async def sync(self, table: str, after: int) -> messages.Ok:
        """Have the events after number `after` told again, or everything shown."""
        return await self._request(messages.Sync(table, after), messages.Ok)

    async def rule(
        self,
        table: str,
        key: str,
        act: RulingAct,
        *,
        deal: int | None = None,
        trick: int | None = None,
        seat: Seat | None = None,
        side: Side | None = None,
        points: int | None = None,
        reason: str | None = None,
    ) -> messages.Done:
        """Rule as the director."""
        request = messages.Rule(table, key, act, deal, trick, seat, side, points, reason)
        return await self._request(request, messages.Done)

    async def record(self, table: str) -> messages.Record:
        """Ask for the record of a finished match."""
        return await self._request(messages.ReadRecord(table), messages.Record)

    async def _request(self, request: Request, kind: type[Kind]) -> Kind:
        if self._end is not None:
            raise self._end
        assert self._link is not None
        return await self._link.request(request, kind)

    # What the link tells

    def replied(self, request: Request, reply: Reply) -> None:
        """Note what a reply means for a table, before anything that follows it."""
        if isinstance(reply, messages.Seated):
            self.table(reply.table).seat = reply.seat
        elif isinstance(reply, messages.Done) and isinstance(request, messages.Act):
            self.table(request.table).answered(request.ask)
        elif isinstance(reply, messages.Welcome):
            self._enter(reply)
        elif isinstance(reply, messages.Ok) and isinstance(request, messages.Watch):
            self.table(request.table).watching = True
        elif isinstance(reply, messages.Ok) and isinstance(request, messages.Leave):
            self._tables.pop(request.table, Table(self, request.table)).end()

    def told(self, message: Answer) -> None:
        """Pass on what is said of a table."""
        if isinstance(
            message,
            messages.Snapshot | messages.Event | messages.Ask | messages.Unask | messages.Note,
        ):
            self.table(message.table).told(message)

    def parted(self) -> None:
        """Let whoever makes a request now wait for the way back."""
        if self._end is None:
            self._ready.clear()

    def _enter(self, welcome: messages.Welcome) -> None:
        self.welcome = welcome
        if self._staying is not None:
            for table in self.held:
                table.regained()
        self._ready.set()

    # The connection, and the way back

    async def _greet(self, hello: messages.Hello) -> None:
        """Make a connection, and be welcomed on it."""
        self._link = Link(*await dial(self.host, self.port, self._clock), self._clock, self)
        try:
            await self._link.request(hello, messages.Welcome)
        except BaseException:
            await self._link.close()
            raise

    async def _stay(self) -> None:
        """Come back whenever the connection is lost, as long as that is of any use."""
        assert self._link is not None
        end = await asyncio.shield(self._link.ended)
        while not isinstance(end, Dismissed):
            for table in self.held:
                table.lost(end)
            try:
                await self._come_back()
            except Disconnected as fault:
                end = fault
                break
            except Refused as refusal:
                end = Dismissed(refusal.text, refusal.code)
                break
            end = await asyncio.shield(self._link.ended)
        self._finish(end)

    async def _come_back(self) -> None:
        """Try until welcomed; raises what makes it useless, or is met when patience is over."""
        hello = messages.Hello((VERSION,), client=self._hello.client, token=self.welcome.token)
        latest = self._clock.now() + self._patience
        for pause in pauses():
            await self._clock.sleep(pause)
            try:
                await self._greet(hello)
                return await self._watch_again()
            except Refused as refusal:
                if refusal.code == ErrorCode.BAD_TOKEN or self._clock.now() >= latest:
                    raise
            except Disconnected as fault:
                if isinstance(fault, Dismissed) or self._clock.now() >= latest:
                    raise

    async def _watch_again(self) -> None:
        """Watch what was watched: the server remembers seats alone."""
        for table in self.held:
            if table.watching:
                try:
                    await self.watch(table.name)
                except Refused as refusal:
                    table.end(Dismissed(refusal.text, refusal.code))

    def _finish(self, end: Disconnected | None) -> None:
        if self._end is not None:
            return
        self._end = end or Disconnected("the client was closed")
        self._ready.set()
        for table in self.held:
            table.end(end)
