"""What can be wrong with a connection, a frame or a message, and the codes that say so.

::

    ProtocolFault (ValueError)
     +-- FrameFault            the connection ends: `bye`
     |    +-- BadFrame         bad-frame
     |    +-- TooLarge         too-large
     +-- MessageFault          the message alone is refused: `error`
     |    +-- BadMessage       bad-message
     |    +-- UnknownType      unknown-type
     +-- LocalFault            this end would break the protocol itself; nothing was sent
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

__all__ = [
    "BadFrame",
    "BadMessage",
    "ByeCode",
    "ErrorCode",
    "FrameFault",
    "LocalFault",
    "MessageFault",
    "ProtocolFault",
    "TooLarge",
    "UnknownType",
]


class ErrorCode(StrEnum):
    """Why a request was refused."""

    NOT_OVER = "not-over"
    BAD_MESSAGE = "bad-message"
    UNKNOWN_TYPE = "unknown-type"
    NO_HELLO = "no-hello"
    BAD_TOKEN = "bad-token"
    UNKNOWN_TABLE = "unknown-table"
    UNKNOWN_RULES = "unknown-rules"
    BAD_RULES = "bad-rules"
    PRIVATE = "private"
    SEAT_TAKEN = "seat-taken"
    ALREADY_SEATED = "already-seated"
    NOT_SEATED = "not-seated"
    NO_QUESTION = "no-question"
    STALE = "stale"
    ANSWERED = "answered"
    ILLEGAL = "illegal"
    ROEM_ALREADY_CALLED = "roem-already-called"
    PAUSED = "paused"
    OVER = "over"
    BUSY = "busy"
    RATE = "rate"
    LIMIT = "limit"
    FORBIDDEN = "forbidden"
    UNAVAILABLE = "unavailable"
    INTERNAL = "internal"

    __hash__ = str.__hash__


class ByeCode(StrEnum):
    """Why the server ends a connection."""

    BAD_FRAME = "bad-frame"
    TOO_LARGE = "too-large"
    VERSION = "version"
    HELLO_TIMEOUT = "hello-timeout"
    IDLE = "idle"
    SLOW = "slow"
    FLOOD = "flood"
    SUPERSEDED = "superseded"
    SHUTDOWN = "shutdown"

    __hash__ = str.__hash__


class ProtocolFault(ValueError):
    """Everything this package raises on purpose."""


class FrameFault(ProtocolFault):
    """A frame after which nothing that follows can be trusted."""

    code: ClassVar[ByeCode]


class BadFrame(FrameFault):
    """An empty frame, or one that is not exactly one value."""

    code = ByeCode.BAD_FRAME


class TooLarge(FrameFault):
    """A frame over the limit, known from its length alone."""

    code = ByeCode.TOO_LARGE


class MessageFault(ProtocolFault):
    """One message that cannot be taken; `t` and `re` are its type and id where they can be read."""

    code: ClassVar[ErrorCode]
    known: tuple[str, ...] | None = None

    def __init__(self, text: str, *, t: str | None = None, re: int | None = None):
        super().__init__(text)
        self.t = t
        self.re = re


class BadMessage(MessageFault):
    """No map, a key twice, too deep, a wrong type, or a value out of range."""

    code = ErrorCode.BAD_MESSAGE


class UnknownType(MessageFault):
    """A message whose `t` names nothing a client may send; `known` names what does."""

    code = ErrorCode.UNKNOWN_TYPE
    known: tuple[str, ...]

    def __init__(self, text: str, known: tuple[str, ...]):
        super().__init__(text)
        self.known = known


class LocalFault(ProtocolFault):
    """A message that this end may not send now; nothing was sent, nothing has changed."""
