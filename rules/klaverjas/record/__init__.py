"""Records of matches: text that anybody can read, and that replays card by card (RULES §10)."""

from klaverjas.record.entries import (
    Back,
    CallEntry,
    DealEntry,
    Mark,
    Note,
    Place,
    Record,
    Ruling,
    StandIn,
    SumEntry,
    TrickEntry,
)
from klaverjas.record.reader import load, loads
from klaverjas.record.replay import check, replay
from klaverjas.record.scribe import place_of, record_of
from klaverjas.record.writer import dump, dumps

__all__ = [
    "Back",
    "CallEntry",
    "DealEntry",
    "Mark",
    "Note",
    "Place",
    "Record",
    "Ruling",
    "StandIn",
    "SumEntry",
    "TrickEntry",
    "check",
    "dump",
    "dumps",
    "load",
    "loads",
    "place_of",
    "record_of",
    "replay",
]
