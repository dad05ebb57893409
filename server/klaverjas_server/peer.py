"""One connection, whatever carries it: bytes in, messages out, and who is at the other end."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol

import structlog

from klaverjas_server.allowance import Allowance
from klaverjas_server.clock import Clock
from klaverjas_server.hall_limits import HallLimits
from klaverjas_server.refusal import Refusal
from klaverjas_server.sessions import Session
from klaverjas_server.tally import Tally
from klaverjas_wire.codec import Dialect, Shared
from klaverjas_wire.connection import ProtocolProblem, ServerConnection, State
from klaverjas_wire.faults import ByeCode, ErrorCode, LocalFault
from klaverjas_wire.messages import Bye, ClientMessage, Ping, Pong, Request, ServerMessage

if TYPE_CHECKING:
    from klaverjas_server.table import Table

__all__ = ["Carrier", "Peer"]

GOODBYE_SECONDS: Final = 5.0
"""How long a peer has for reading what it was sent last, before the connection is cut."""
BACKLOG_BYTES: Final = 1 << 20
"""How much may wait to be sent to one connection before it is cut."""

_ANSWERED_HERE: Final = (ProtocolProblem, Ping, Pong)
"""What concerns the connection alone; all else is for the hall."""

log = structlog.get_logger()


class Carrier(Protocol):
    """What carries a connection: a TCP transport, or a WebSocket."""

    def write(self, frames: list[bytes]) -> int:
        """Send frames, in order, without waiting; the bytes.

        Tells the peer by `fall_behind` when more than `BACKLOG_BYTES` wait to be sent.
        """

    def close(self) -> None:
        """Send what waits, then hang up."""

    def abort(self) -> None:
        """Hang up at once."""


class Peer:
    """One connection. `session` stands once the peer has been welcomed."""

    __slots__ = (
        "_allowance",
        "_carrier",
        "_clock",
        "_connection",
        "_ended_at",
        "_handle",
        "_session",
        "address",
        "gone",
        "tables",
        "tally",
    )

    def __init__(
        self,
        carrier: Carrier,
        dialect: Dialect,
        address: str,
        clock: Clock,
        handle: Callable[[Peer, ClientMessage], None],
        limits: HallLimits,
        tally: Tally,
    ):
        self.address = address
        self.gone = False
        self.tables: set[Table] = set()
        """The tables that tell this connection what happens."""
        self._session: Session | None = None
        self._ended_at = 0.0
        self._carrier = carrier
        self._clock = clock
        self._handle = handle
        self.tally = tally
        self._allowance = Allowance(limits.messages, limits.burst, clock.now())
        self._connection = ServerConnection(dialect, clock.now())

    @property
    def session(self) -> Session:
        """The session; the connection's state machine lets nobody ask before there is one."""
        assert self._session is not None
        return self._session

    @property
    def has_session(self) -> bool:
        """Somebody has been welcomed here."""
        return self._session is not None

    @property
    def superseded(self) -> bool:
        """The session has gone on on another connection."""
        return self._session is not None and self._session.peer not in (None, self)

    def enter(self, session: Session) -> None:
        """Become the connection of a session."""
        self._session = session
        session.peer = self

    def receive_data(self, data: bytes) -> None:
        """Take bytes off a stream."""
        self.tally.received_bytes += len(data)
        now = self._clock.now()
        self._take(self._connection.receive_data(data, now), now)

    def receive_payload(self, payload: bytes | str) -> None:
        """Take one message of a WebSocket."""
        self.tally.received_bytes += len(payload)
        now = self._clock.now()
        self._take(self._connection.receive_payload(payload, now), now)

    def _take(self, items: list[ClientMessage | ProtocolProblem], now: float) -> None:
        for item in items:
            if self.gone:
                return
            if not self._allowance.take(now):
                self._turn_away(item)
            elif not isinstance(item, _ANSWERED_HERE):
                self._handle(self, item)
            elif isinstance(item, ProtocolProblem):
                self._object(item)
            elif isinstance(item, Ping):
                self.send(Pong(re=item.id))

    def _turn_away(self, item: ClientMessage | ProtocolProblem) -> None:
        """Refuse what comes too fast, and cut whoever does not care."""
        if self._allowance.refused > self._allowance.burst:
            self.end(ByeCode.FLOOD, "far too many messages")
        elif isinstance(item, ProtocolProblem):
            self._object(item)
        elif isinstance(item, Request):
            self.refuse(item, Refusal(ErrorCode.RATE, "too many messages; wait a moment"))

    def _object(self, problem: ProtocolProblem) -> None:
        if isinstance(problem.answer, Bye):
            self.end(ByeCode(problem.answer.code), problem.answer.text)
        else:
            self.tally.refusals[problem.answer.code] += 1
            self.send(problem.answer)

    def send(self, *messages: ServerMessage | Shared) -> None:
        """Send messages, in order; a peer that does not take them is cut."""
        if self.gone:
            return
        self.tally.sent_bytes += self._carrier.write(self._connection.send_all(messages))

    def fall_behind(self) -> None:
        """Cut a connection for which too much waits; coming back is cheap."""
        self.end(ByeCode.SLOW, "too much is waiting for you")
        self._carrier.abort()

    def refuse(self, request: Request, refusal: Refusal) -> None:
        """Refuse a request."""
        answer = refusal.answer(request.id)
        self.tally.refusals[answer.code] += 1
        self.send(answer)

    def end(self, code: ByeCode, text: str) -> None:
        """Say why, and hang up."""
        if self.gone:
            return
        self.gone = True
        self._ended_at = self._clock.now()
        self.tally.goodbyes[str(code)] += 1
        log.info("peer.bye", address=self.address, code=str(code))
        with suppress(LocalFault):  # both ends may be hanging up
            self._carrier.write([self._connection.send(Bye(str(code), text))])
        self._carrier.close()

    def on_time(self) -> None:
        """Do what is due: ping the silent, cut the dead, and those who do not hear goodbye."""
        if self.gone and self._clock.now() >= self._ended_at + GOODBYE_SECONDS:
            self._carrier.abort()
        due = None if self.gone else self._connection.on_time(self._clock.now())
        if isinstance(due, ProtocolProblem):
            self._object(due)
        elif due is not None:
            self.send(due)

    @property
    def ready(self) -> bool:
        """Requests are answered on this connection."""
        return self._connection.state is State.READY
