"""What can go wrong between a client and its server.

::

    ClientError (Exception)
     +-- Refused          the server refused one request, and said why
     +-- Disconnected     the connection is gone
          +-- Unreachable nobody answers at that address
          +-- Dismissed   the server ended it in a way that makes coming back useless
"""

from __future__ import annotations

from typing import Final

from klaverjas.actions import PlayerAction
from klaverjas_wire.faults import ByeCode
from klaverjas_wire.forms import action_of, actions_of
from klaverjas_wire.messages import Bye, Error

__all__ = ["ClientError", "Disconnected", "Dismissed", "Refused", "Unreachable"]


class ClientError(Exception):
    """Everything the client raises on purpose; its text is a sentence."""


class Refused(ClientError):
    """The server refused a request.

    `code` is an `ErrorCode`, or of a later server a plain string. `reason` and `legal` come with
    ``illegal``, `action` with ``answered``, `key` and `allowed` with ``bad-rules``, `known`
    wherever a name is unknown.
    """

    def __init__(self, error: Error):
        super().__init__(error.text)
        self.code = error.code
        self.text = error.text
        self.reason = error.reason
        self.legal: tuple[PlayerAction, ...] = actions_of(error.legal or ())
        self.action: PlayerAction | None = action_of(error.action) if error.action else None
        self.key = error.key
        self.allowed = error.allowed or ()
        self.known = error.known or ()


class Disconnected(ClientError):
    """The connection is gone; `code` is the server's reason where it gave one."""

    def __init__(self, text: str, code: str | None = None):
        super().__init__(text)
        self.code = code


class Unreachable(Disconnected):
    """Nobody answers at `address`."""

    def __init__(self, address: str, why: object):
        super().__init__(f"{address} does not answer: {why}")
        self.address = address


class Dismissed(Disconnected):
    """The server ended the connection for good: another one took over, or no common version."""


_FOR_GOOD: Final = frozenset((ByeCode.SUPERSEDED, ByeCode.VERSION))


def parting(bye: Bye) -> Disconnected:
    """Make the error of a server's last word."""
    kind = Dismissed if bye.code in _FOR_GOOD else Disconnected
    return kind(bye.text, bye.code)
