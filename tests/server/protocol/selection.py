"""Finding an example in what was recorded, by what stands behind the fence of its block.

A block is headed by selectors, joined by ``+``: ``says t=sit seat !code`` is the first `sit` with
a seat and no code; ``hears e.k=sat,left`` the first event of each kind; ``~stale`` a request that
was refused as stale, ``~`` one that was not refused; ``reply`` what answered the request before
it, ``next`` what the same person heard next. ``in=director`` looks in one scene alone, ``by=Riet``
at one person's messages; ``cut=sets:2`` shows two of a list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.server.protocol.scene import Entry, Message

Run = Mapping[str, Sequence[Entry]]

ABSENT: Final = object()
VERBS: Final = frozenset({"says", "hears", "reply", "next"})


class NotFound(LookupError):
    """Nothing in the run is what a selector asks for."""


@dataclass(frozen=True)
class Found:
    """An example: the scene it is from, its place there, and what of it is shown."""

    scene: str
    place: int
    entry: Entry
    shown: Message


@dataclass(frozen=True)
class Selector:
    """One message to be found."""

    did: str
    conditions: tuple[tuple[str, str], ...] = ()
    presences: tuple[tuple[str, bool], ...] = ()
    refused: str | None = None
    scene: str | None = None
    who: str | None = None
    cuts: tuple[tuple[str, int], ...] = ()

    def find(self, run: Run, before: Found | None) -> Found:
        """Find the first message that fits; `NotFound` where there is none."""
        follows = self.did in ("reply", "next")
        candidates = self._after(run, before) if follows else self._all(run)
        for scene, place, entry in candidates:
            if self._fits(run[scene], place, entry):
                return Found(scene, place, entry, self._cut(entry.what))
        raise NotFound(f"nothing like {self}")

    def _all(self, run: Run) -> Iterator[tuple[str, int, Entry]]:
        for scene, entries in run.items():
            for place, entry in enumerate(entries):
                if entry.did == self.did and scene == (self.scene or scene):
                    yield scene, place, entry

    def _after(self, run: Run, before: Found | None) -> Iterator[tuple[str, int, Entry]]:
        assert before is not None, f"{self.did} needs something before it"
        find = reply_to if self.did == "reply" else next_after
        place = find(run[before.scene], before.place)
        if place is not None:
            yield before.scene, place, run[before.scene][place]

    def _fits(self, entries: Sequence[Entry], place: int, entry: Entry) -> bool:
        if self.who is not None and entry.who != self.who:
            return False
        if any(_text(field(entry.what, path)) != value for path, value in self.conditions):
            return False
        if any((field(entry.what, path) is not ABSENT) != there for path, there in self.presences):
            return False
        return self.refused is None or (_code(entries, place) or "") == self.refused

    def _cut(self, message: Message) -> Message:
        return {**message, **{key: message[key][:length] for key, length in self.cuts}}


def field(message: Message, path: str) -> Any:
    """Read a field by its path, or `ABSENT`."""
    value: Any = message
    for name in path.split("."):
        if isinstance(value, list) and name.isdecimal():
            value = value[int(name)] if int(name) < len(value) else ABSENT
        else:
            value = value.get(name, ABSENT) if isinstance(value, dict) else ABSENT
    return value


def _text(value: object) -> str:
    return "true" if value is True else "false" if value is False else str(value)


def reply_to(entries: Sequence[Entry], place: int) -> int | None:
    """Find the place of the reply to a request."""
    asked = entries[place]
    for later, entry in enumerate(entries[place:], place):
        if (entry.who, entry.did) == (asked.who, "hears") and _answers(entry.what, asked.what):
            return later
    return None


def next_after(entries: Sequence[Entry], place: int) -> int | None:
    """Find the place of the next message that the same person heard."""
    who = entries[place].who
    for later, entry in enumerate(entries[place + 1 :], place + 1):
        if (entry.who, entry.did) == (who, "hears"):
            return later
    return None


def _answers(message: Message, request: Message) -> bool:
    return "id" in request and message.get("re") == request["id"]


def _code(entries: Sequence[Entry], place: int) -> str | None:
    reply = reply_to(entries, place)
    return None if reply is None else entries[reply].what.get("code")


def parse_selectors(text: str) -> Iterator[Selector]:
    """Read what stands behind a fence; a list of values makes one selector of each."""
    for part in text.split("+"):
        words = part.split()
        did = next(word for word in words if word in VERBS)
        yield from _expand(did, [word for word in words if word != did])


def _expand(did: str, words: Sequence[str]) -> Iterable[Selector]:
    listed = next((word for word in words if "," in word), None)
    if listed is None:
        return [_selector(did, words)]
    path, _, values = listed.partition("=")
    rest = [word for word in words if word != listed]
    return [_selector(did, [*rest, f"{path}={value}"]) for value in values.split(",")]


def _selector(did: str, words: Iterable[str]) -> Selector:
    named = dict(word.split("=", 1) for word in words if "=" in word)
    cuts = [part.split(":") for part in named.pop("cut", "").split(";") if part]
    return Selector(
        did,
        scene=named.pop("in", None),
        who=named.pop("by", "").replace("_", " ") or None,
        conditions=tuple(named.items()),
        presences=tuple(
            (word.removeprefix("!"), not word.startswith("!"))
            for word in words
            if "=" not in word and not word.startswith("~")
        ),
        refused=next((word[1:] for word in words if word.startswith("~")), None),
        cuts=tuple((key, int(length)) for key, length in cuts),
    )


def select(run: Run, text: str) -> list[Found]:
    """Find all that a block shows."""
    found: list[Found] = []
    for selector in parse_selectors(text):
        found.append(selector.find(run, found[-1] if found else None))
    return found
