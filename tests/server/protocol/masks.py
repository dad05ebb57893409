"""What differs from run to run, and is not compared: secrets, names made up, times, wordings."""

from __future__ import annotations

from typing import Any, Final

from tests.server.protocol.scene import Message

MASK: Final = "*"
ALWAYS: Final = frozenset({"token", "session", "server", "ms", "at"})
SECRET_IN: Final = {
    "key": frozenset({"opened", "invite", "fill", "rule"}),
    "code": frozenset({"sit", "invited", "hello", "handed"}),
}
"""Elsewhere these two are not secrets: the key that is wrong, the code of an error."""
WORDED: Final = frozenset({"error", "bye"})
"""Messages whose `text` is for people, and may be put better."""


def masked(message: Message, *, wordings: bool = False) -> Message:
    """Hide what may differ; with `wordings` also how a refusal is put."""
    t = message.get("t")
    return {key: MASK if _hidden(key, t, wordings) else value for key, value in message.items()}


def _hidden(key: str, t: object, wordings: bool) -> bool:
    if key == "text":
        return wordings and t in WORDED
    return key in ALWAYS or t in SECRET_IN.get(key, ())


def secrets_of(message: Message) -> dict[str, Any]:
    """Pick the tokens, keys and codes of a message, which a later request may have to name."""
    t = message.get("t")
    return {
        key: value
        for key, value in message.items()
        if key == "token" or t in SECRET_IN.get(key, ())
    }
