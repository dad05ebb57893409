"""A request refused: the code, a sentence, and what would have been right."""

from __future__ import annotations

from typing import Any

import msgspec

from klaverjas_wire.faults import ErrorCode
from klaverjas_wire.messages import Error

__all__ = ["Refusal", "unavailable"]


class Refusal(Exception):
    """Refuse a request; nothing has changed. `extras` are further fields of `messages.Error`."""

    def __init__(self, code: ErrorCode, text: str, **extras: Any):
        super().__init__(text)
        self._error = Error(str(code), text, **extras)

    def answer(self, re: int | None) -> Error:
        """Make the reply to the request with this id."""
        return msgspec.structs.replace(self._error, re=re)


def unavailable() -> Refusal:
    """Refuse because the log cannot be written now; the same request may succeed later."""
    return Refusal(ErrorCode.UNAVAILABLE, "the server cannot save anything now; try again")
