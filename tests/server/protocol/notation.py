"""How a message is written on the page: JSON after an arrow, broken where a line would be long."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from tests.server.protocol.scene import Message

WIDTH: Final = 110
ARROWS: Final = {"says": "→ "}

_decoder: Final = json.JSONDecoder()


def write(message: Message, did: str) -> str:
    """Write one message."""
    return ARROWS.get(did, "← ") + _write(message, indent=2, room=WIDTH - 2)


def _write(value: Any, indent: int, room: int) -> str:
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) <= room or not isinstance(value, dict | list) or not value:
        return flat
    opening, closing = ("{", "}") if isinstance(value, dict) else ("[", "]")
    lines: list[str] = []
    for part in _parts(value, indent + 1):
        if lines and len(lines[-1]) + len(part) + 2 <= WIDTH - indent and "\n" not in part:
            lines[-1] += ", " + part
        else:
            lines.append(part)
    return opening + (",\n" + " " * (indent + 1)).join(lines) + closing


def _parts(value: dict[str, Any] | list[Any], indent: int) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield _write(item, indent, WIDTH - indent)
        return
    for key, item in value.items():
        name = json.dumps(key) + ": "
        yield name + _write(item, indent + len(name), WIDTH - indent - len(name))


def read(text: str) -> list[tuple[str, Message]]:
    """Read the messages of a block: whose each is (`→` a client's, `←` the server's), and what."""
    messages, rest = [], text.strip()
    while rest:
        arrow, rest = rest[0], rest[1:].lstrip()
        message, end = _decoder.raw_decode(rest)
        messages.append((arrow, message))
        rest = rest[end:].strip()
    return messages
