"""The conversation of one connection, without I/O and without a clock.

Give it the bytes that came and the time; it gives back messages, and problems with the message
that answers them. Give it a message; it gives back the bytes to send, and knows what may be said.
Both ends walk the same table, moved by what passes in either direction::

    GREETING ──hello──▶ GREETED ──welcome──▶ READY
        ▲                  │
        └─────refusal──────┘        a fault: CLOSING ──bye──▶ CLOSED
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import ClassVar, Final, Generic, TypeAlias, TypeVar

from klaverjas_wire.codec import (
    ENCODERS,
    Dialect,
    Shared,
    UnknownMessage,
    decode_answer,
    decode_request,
)
from klaverjas_wire.faults import (
    BadFrame,
    ByeCode,
    ErrorCode,
    FrameFault,
    LocalFault,
    MessageFault,
)
from klaverjas_wire.framing import HEADER_BYTES, Framer, check_length
from klaverjas_wire.limits import (
    ANSWER_BYTES,
    HELLO_SECONDS,
    IDLE_SECONDS,
    PING_SECONDS,
    REQUEST_BYTES,
    VERSION,
)
from klaverjas_wire.messages import (
    Bye,
    ClientMessage,
    Error,
    Hello,
    Ping,
    Pong,
    Reply,
    Request,
    ServerMessage,
    Welcome,
)

__all__ = [
    "HELLO_REFUSALS",
    "Answer",
    "ClientConnection",
    "Connection",
    "ProtocolProblem",
    "ServerConnection",
    "State",
]


class State(StrEnum):
    """Where a conversation stands."""

    GREETING = auto()
    """`hello` has yet to be said, or was refused"""
    GREETED = auto()
    """`hello` was said, `welcome` not yet"""
    READY = auto()
    CLOSING = auto()
    """nothing is read any more; what is owed may still be sent, then `bye`"""
    CLOSED = auto()

    # Enum's own hash goes through Python code; both index a table for every message.
    __hash__ = str.__hash__


class Sign(StrEnum):
    """What a message means for the conversation, whatever it says."""

    LIFE = auto()
    """`ping`, `pong`, and any error that is no refusal"""
    HELLO = auto()
    REFUSAL = auto()
    WELCOME = auto()
    TALK = auto()
    """everything else"""
    FAULT = auto()
    """a frame that cannot be read, a version not spoken, a silence too long"""
    BYE = auto()

    __hash__ = str.__hash__


# What may pass in each state, and where it leads. What is not listed may not be said.
NEXT: Final[dict[State, dict[Sign, State]]] = {
    State.GREETING: {
        Sign.LIFE: State.GREETING,
        Sign.HELLO: State.GREETED,
        Sign.FAULT: State.CLOSING,
        Sign.BYE: State.CLOSED,
    },
    State.GREETED: {
        Sign.LIFE: State.GREETED,
        Sign.REFUSAL: State.GREETING,
        Sign.WELCOME: State.READY,
        Sign.FAULT: State.CLOSING,
        Sign.BYE: State.CLOSED,
    },
    State.READY: {
        Sign.LIFE: State.READY,
        Sign.TALK: State.READY,
        Sign.FAULT: State.CLOSING,
        Sign.BYE: State.CLOSED,
    },
    State.CLOSING: {
        Sign.LIFE: State.CLOSING,
        Sign.WELCOME: State.CLOSING,
        Sign.TALK: State.CLOSING,
        Sign.BYE: State.CLOSED,
    },
    State.CLOSED: {},
}

HELLO_REFUSALS: Final = frozenset(
    (
        ErrorCode.BAD_TOKEN,
        ErrorCode.BUSY,
        ErrorCode.LIMIT,
        ErrorCode.UNAVAILABLE,
        ErrorCode.INTERNAL,
    )
)
"""The errors that refuse a `hello`; after one of them it may be said again."""

# What may be said and is no more than talk changes nothing; both ends say little else, and look
# these up faster than a member of an enum.
_READY: Final = State.READY
_TALK: Final = Sign.TALK
_LISTENING: Final = frozenset(state for state, signs in NEXT.items() if Sign.FAULT in signs)

_SIGNS: Final[dict[type, Sign]] = {
    Ping: Sign.LIFE,
    Pong: Sign.LIFE,
    Error: Sign.LIFE,
    Hello: Sign.HELLO,
    Welcome: Sign.WELCOME,
    Bye: Sign.BYE,
}

Answer: TypeAlias = ServerMessage | UnknownMessage
Incoming = TypeVar("Incoming")
Outgoing = TypeVar("Outgoing", ServerMessage, ClientMessage)


@dataclass(frozen=True, slots=True)
class ProtocolProblem:
    """Something that was wrong with what came, or did not come.

    A server sends `answer`; an `Error` is the end of that message, a `Bye` of the connection. A
    client has nothing to send: after a `Bye` it hangs up.
    """

    answer: Error | Bye

    @property
    def fatal(self) -> bool:
        """Say whether the connection ends with this."""
        return isinstance(self.answer, Bye)


class Connection(ABC, Generic[Incoming, Outgoing]):
    """What both ends have in common: `dialect`, `state`, bytes and times.

    Times are seconds of any clock that only goes forward; `now` at the start is when the
    connection was made.
    """

    __slots__ = ("_encode", "_framer", "_greeting", "_heard", "_pinged", "dialect", "state")

    _receives: ClassVar[int]
    _sends: ClassVar[int]

    def __init__(self, dialect: Dialect, now: float):
        self.dialect = dialect
        self.state = State.GREETING
        self._encode = ENCODERS[dialect]
        self._framer = Framer(self._receives)
        self._greeting = now
        self._heard = now
        self._pinged = False

    def receive_data(self, data: bytes, now: float) -> list[Incoming | ProtocolProblem]:
        """Take bytes off the stream and give what they complete, in order; never raises.

        After a fatal problem nothing follows, and what comes later is dropped.
        """
        only = self._framer.only(data)  # most of what comes
        if only is not None:
            return [self._take(only, now)] if self._listening else []
        found: list[Incoming | ProtocolProblem] = []
        payloads = self._framer.receive_data(data)
        while self._listening:
            try:
                payload = next(payloads, None)
            except FrameFault as fault:
                return [*found, self._end(fault.code, str(fault))]
            if payload is None:
                break
            found.append(self._take(payload, now))
        return found

    def receive_payload(self, payload: bytes | str, now: float) -> list[Incoming | ProtocolProblem]:
        """Take one message of a WebSocket, binary or text, and give what it says; never raises."""
        if not self._listening:
            return []
        try:
            return [self._take(self._bytes_of(payload), now)]
        except FrameFault as fault:
            return [self._end(fault.code, str(fault))]

    def send(self, message: Outgoing) -> bytes:
        """Give the bytes of a message, to be sent at once and in this order.

        `LocalFault` if it may not be said now or is too long: nothing has changed then.
        """
        # Most of what is said is talk when all is ready, and leaves the state as it is.
        talk = self.state is _READY and type(message) not in _SIGNS
        state = _READY if talk else self._after_sending(message)
        data = self._encode(message)
        if len(data) > self._sends:
            self._check_length(data)
        self._account(message)
        self.state = state
        return data

    def _after_sending(self, message: object) -> State:
        state = NEXT[self.state].get(self._sign(message))
        if state is None:
            raise LocalFault(f"{type(message).__name__} may not be sent while {self.state}")
        return state

    def deadline(self) -> float | None:
        """Tell when `on_time` wants to be called next, unless something comes; None for never."""
        if not self._listening:
            return None
        return self._heard + (IDLE_SECONDS if self._pinged else PING_SECONDS)

    def on_time(self, now: float) -> Ping | ProtocolProblem | None:
        """Do what is due: a ping to be sent, or a problem that ends the connection."""
        due = self.deadline()
        if due is None or now < due:
            return None
        if now >= self._heard + IDLE_SECONDS:
            return self._end(ByeCode.IDLE, f"nothing heard for {IDLE_SECONDS:.0f} seconds")
        self._pinged = True
        return Ping()

    @property
    def _listening(self) -> bool:
        return self.state in _LISTENING

    def _bytes_of(self, payload: bytes | str) -> bytes:
        if isinstance(payload, str) is not (self.dialect is Dialect.JSON):
            raise BadFrame("text where bytes are due, or bytes where text is")
        check_length(len(payload), self._receives)
        if isinstance(payload, bytes):
            return payload
        # A lone surrogate cannot come over a socket; as "?" it is no worse than any other text.
        data = payload.encode(errors="replace")
        check_length(len(data), self._receives)
        return data

    def _take(self, payload: bytes, now: float) -> Incoming | ProtocolProblem:
        self._heard, self._pinged = now, False
        try:
            return self._read(payload, now)
        except FrameFault as fault:
            return self._end(fault.code, str(fault))
        except MessageFault as fault:
            return self._refuse(self._error_of(fault))

    @abstractmethod
    def _read(self, payload: bytes, now: float) -> Incoming | ProtocolProblem:
        """Read one message and take the step it makes."""

    def _error_of(self, fault: MessageFault) -> Error:
        return Error(fault.code, str(fault), known=fault.known, re=fault.re)

    def _refuse(self, error: Error) -> ProtocolProblem:
        return ProtocolProblem(error)

    def _end(self, code: ByeCode, text: str) -> ProtocolProblem:
        self.state = NEXT[self.state][Sign.FAULT]
        return ProtocolProblem(Bye(code, text))

    def _sign(self, message: object) -> Sign:
        sign = _SIGNS.get(type(message), _TALK)
        if self.state is State.GREETED and isinstance(message, Error):
            return Sign.REFUSAL if message.code in HELLO_REFUSALS else sign
        return sign

    def _check_length(self, data: bytes) -> None:
        length = len(data) - HEADER_BYTES * (self.dialect is Dialect.TCP)
        if length > self._sends:
            raise LocalFault(f"{length} bytes; the limit is {self._sends}")

    def _account(self, message: Outgoing) -> None:  # a client keeps none
        """Keep the books on a message that is being sent."""


def _no_hello(re: int | None) -> Error:
    return Error(ErrorCode.NO_HELLO, "say hello, and wait for welcome", re=re)


class ServerConnection(Connection[ClientMessage, ServerMessage]):
    """The server's end. `strict` refuses to send a reply that nobody asked for."""

    __slots__ = ("_owed", "_strict")

    _receives = REQUEST_BYTES
    _sends = ANSWER_BYTES

    def __init__(self, dialect: Dialect, now: float, *, strict: bool = False):
        super().__init__(dialect, now)
        self._strict = strict
        self._owed: dict[int | None, int] = {}

    @property
    def owed(self) -> int:
        """Count the requests that have had no reply yet."""
        return sum(self._owed.values())

    def deadline(self) -> float | None:
        """Tell when `on_time` wants to be called next, unless something comes; None for never."""
        if self.state is State.GREETING:
            return self._greeting + HELLO_SECONDS
        return super().deadline()

    def on_time(self, now: float) -> Ping | ProtocolProblem | None:
        """Do what is due: a ping to be sent, or a problem that ends the connection."""
        if self.state is not State.GREETING:
            return super().on_time(now)
        if now < self._greeting + HELLO_SECONDS:
            return None
        return self._end(ByeCode.HELLO_TIMEOUT, f"no hello for {HELLO_SECONDS:.0f} seconds")

    def send_all(self, messages: Iterable[ServerMessage | Shared]) -> list[bytes]:
        """Give the frames of several messages, in order; `LocalFault` as for `send`."""
        frames: list[bytes] = []
        for message in messages:
            if not isinstance(message, Shared):
                frames.append(self.send(message))
            elif self.state is _READY:
                frames += message.frames(self.dialect)
            else:
                frames += map(self.send, message.messages)
        return frames

    def _read(self, payload: bytes, now: float) -> ClientMessage | ProtocolProblem:
        message = decode_request(payload, self.dialect)
        if self.state is not _READY or type(message) in _SIGNS:
            state = NEXT[self.state].get(self._sign(message))
            if state is None:
                return self._out_of_place(message)
            if isinstance(message, Hello):
                self._greeting = now
                if VERSION not in message.v:
                    return self._end(ByeCode.VERSION, f"only version {VERSION} is spoken here")
            self.state = state
        if isinstance(message, Request):
            self._owe(message.id)
        return message

    def _out_of_place(self, message: ClientMessage) -> ProtocolProblem:
        re = message.id if isinstance(message, Request) else None
        if isinstance(message, Hello):
            return self._refuse(Error(ErrorCode.BAD_MESSAGE, "hello has been said", re=re))
        return self._refuse(_no_hello(re))

    def _error_of(self, fault: MessageFault) -> Error:
        """Say `no-hello` of whatever is neither hello, ping nor pong, right or wrong."""
        if Sign.TALK not in NEXT[self.state] and fault.t not in (None, "hello", "ping", "pong"):
            return _no_hello(fault.re)
        return super()._error_of(fault)

    def _refuse(self, error: Error) -> ProtocolProblem:
        self._owe(error.re)
        return ProtocolProblem(error)

    def _owe(self, request: int | None) -> None:
        self._owed[request] = self._owed.get(request, 0) + 1

    def _account(self, message: ServerMessage) -> None:
        if not isinstance(message, Reply):
            return
        left = self._owed.pop(message.re, 0) - 1
        if left > 0:
            self._owed[message.re] = left
        elif left < 0 and self._strict:
            raise LocalFault(f"{type(message).__name__} answers nothing: re {message.re}")


class ClientConnection(Connection[Answer, ClientMessage]):
    """The client's end. Problems are for its own log: only `fatal` ones ask for anything."""

    __slots__ = ()

    _receives = ANSWER_BYTES
    _sends = REQUEST_BYTES

    def _read(self, payload: bytes, now: float) -> Answer | ProtocolProblem:
        message = decode_answer(payload, self.dialect)
        state = NEXT[self.state].get(self._sign(message))
        if state is None:
            text = f"{type(message).__name__} while {self.state}"
            return ProtocolProblem(Error(ErrorCode.BAD_MESSAGE, text))
        self.state = state
        return message
