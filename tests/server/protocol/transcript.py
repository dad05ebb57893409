"""Transcripts: scenes as files, and today's server held against them.

A line is one JSON map: first ``{"scene", "server", "packs"}``, then ``{"who", "did", "what"}``,
of which `what` is there only where it says something.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from klaverjas import Card
from klaverjas_server.hall import SERVER
from tests.server.protocol.chance import Pack
from tests.server.protocol.scene import Entry

FOLDER: Final = Path("tests/data/transcripts")


@dataclass(frozen=True)
class Transcript:
    """A scene as it was played on some server, and the packs it was played with."""

    scene: str
    server: str
    packs: tuple[Pack, ...]
    entries: tuple[Entry, ...]


def dump(transcript: Transcript) -> str:
    """Write a transcript."""
    packs = ["".join(pack) for pack in transcript.packs]
    head = {"scene": transcript.scene, "server": transcript.server, "packs": packs}
    return "".join(f"{line}\n" for line in (_line(head), *map(_dump_entry, transcript.entries)))


def _dump_entry(entry: Entry) -> str:
    body = {"who": entry.who, "did": entry.did, "what": entry.what}
    return _line({key: value for key, value in body.items() if value not in (None, "")})


def _line(body: Mapping[str, object]) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def load(text: str) -> Transcript:
    """Read a transcript."""
    head, *lines = map(json.loads, text.splitlines())
    packs = tuple(_pack(pack) for pack in head["packs"])
    entries = (Entry(line.get("who", ""), line["did"], line.get("what")) for line in lines)
    return Transcript(head["scene"], head["server"], packs, tuple(entries))


def _pack(text: str) -> Pack:
    return tuple(Card(text[at : at + 2]) for at in range(0, len(text), 2))


def keep(transcript: Transcript) -> Path:
    """Put a transcript of today's server into the folder, under its version."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{SERVER.partition('/')[2]}-{transcript.scene}.jsonl"
    path.write_text(dump(transcript))
    return path
