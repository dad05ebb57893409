"""One trick as one seat sends and hears it: bytes, and the maps they are."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final

from klaverjas_wire.framing import frame
from tests.server.protocol.scene import Entry
from tests.server.protocol.selection import Run

WHO: Final = "Riet"
SCENE: Final = "klaverjas"
ROW: Final = 32
"""Bytes in a line."""


def walk(run: Run) -> list[Entry]:
    """Pick what north says and hears from her first lead to the question after the trick."""
    entries = [e for e in run[SCENE] if e.who == WHO and e.did in ("says", "hears")]
    begins = next(place for place, e in enumerate(entries) if _plays(e))
    ends = next(place for place, e in enumerate(entries) if place > begins and _takes(e))
    return entries[begins - _back_to_ask(entries, begins) : ends + 2]


def _plays(entry: Entry) -> bool:
    action = entry.what.get("action", {})
    return entry.did == "says" and action.get("a") == "play"


def _takes(entry: Entry) -> bool:
    return entry.what["t"] == "event" and bool(entry.what["e"]["k"] == "trick")


def _back_to_ask(entries: Sequence[Entry], begins: int) -> int:
    earlier = range(begins, -1, -1)
    return begins - next(place for place in earlier if entries[place].what["t"] == "ask")


def write_walk(run: Run) -> str:
    """Write it down: for each message an arrow, its bytes, and the map in JSON."""
    return "\n".join(line for entry in walk(run) for line in _lines(entry))


def _lines(entry: Entry) -> Iterator[str]:
    arrow = "→" if entry.did == "says" else "←"
    data = frame(entry.payload).hex()
    for start in range(0, len(data), 2 * ROW):
        yield f"{arrow if start == 0 else ' '} {data[start : start + 2 * ROW]}"
    yield "  " + json.dumps(entry.what, ensure_ascii=False)


def read_walk(text: str) -> list[tuple[str, bytes, str]]:
    """Read it back: arrow, bytes with their length before them, and the JSON."""
    found: list[tuple[str, bytes, str]] = []
    arrow, digits = "", ""
    for line in text.splitlines():
        head, rest = line[0], line[2:]
        arrow = head if head != " " else arrow
        if rest.startswith("{"):
            found.append((arrow, bytes.fromhex(digits), rest))
            digits = ""
        else:
            digits += rest
    return found
