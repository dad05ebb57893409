"""A club's own rule set, from a TOML file: a base, the switches it sets otherwise, and its words.

::

    name = "De Vrije Slag"
    base = "rotterdam"
    pit = "either"
    deals = 12

    [texts]
    nl = "Rotterdams, met pit voor beide kanten, twaalf spellen."
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from klaverjas.errors import InvalidRules
from klaverjas.ruleset import RuleSet

__all__ = ["ClubSet", "club_set", "read_club_set", "register_club_set"]

NAME_CHARACTERS: Final = 40
TEXT_CHARACTERS: Final = 200

_LANGUAGE: Final = re.compile(r"[a-z]{2}")
# A name must not be taken for the short form of a set, nor break a line anywhere.
_NAME: Final = re.compile(r"[^+\"\x00-\x1f\x7f]{1,40}")
_WHERE: Final = re.compile(r"at line (\d+)")


@dataclass(frozen=True, slots=True)
class ClubSet:
    """A rule set of a club's own, and what the club says of it, by language."""

    rules: RuleSet
    base: str
    texts: dict[str, str] = field(default_factory=dict)

    def text(self, language: str | None) -> str | None:
        """Give what the club says of its set in a language, or else in its own: the first one."""
        own = next(iter(self.texts.values()), None)
        return own if language is None else self.texts.get(language, own)


_registered: Final[dict[str, ClubSet]] = {}


def club_set(name: str) -> ClubSet | None:
    """Find a club's set that was registered; None for a name that is not a club's."""
    return _registered.get(name)


def register_club_set(text: str) -> ClubSet:
    """Read a TOML file, and make its set known under its name; a name that is taken is a fault."""
    club = read_club_set(text)
    with _at_line(text):
        RuleSet.register(club.rules)
    _registered[club.rules.name] = club
    return club


def read_club_set(text: str) -> ClubSet:
    """Read a TOML file; `InvalidRules` names the line, the key and what it may be."""
    try:
        body = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _WHERE.search(str(error))
        raise InvalidRules(f"line {found[1] if found else 1}: not TOML: {error}") from None
    with _at_line(text):
        return _read(body)


@contextmanager
def _at_line(text: str) -> Iterator[None]:
    """Say of a fault on which line of the file it is."""
    try:
        yield
    except InvalidRules as fault:
        line = _line_of(text, fault.key)
        raise InvalidRules(f"line {line}: {fault}", key=fault.key, allowed=fault.allowed) from None


def _read(body: dict[str, object]) -> ClubSet:
    switches = dict(body)
    name, base = switches.pop("name", None), switches.pop("base", None)
    texts = _read_texts(switches.pop("texts", {}))
    if not isinstance(name, str) or not _NAME.fullmatch(name) or not name.strip():
        raise InvalidRules(
            f"name is a text of 1 to {NAME_CHARACTERS} characters, without + and quotes", key="name"
        )
    if not isinstance(base, str):
        known = [rules.name for rules in RuleSet.all()]
        raise InvalidRules(f"base is one of {', '.join(known)}", key="base", allowed=known)
    return ClubSet(RuleSet.named(base).with_switches(switches, name=name), base, texts)


def _read_texts(texts: object) -> dict[str, str]:
    if not isinstance(texts, dict):
        raise InvalidRules("texts is a table of languages", key="texts")
    for language, text in texts.items():
        if not _LANGUAGE.fullmatch(language):
            raise InvalidRules(f"{language!r} is no language such as nl or en", key=language)
        if not isinstance(text, str) or not 1 <= len(text) <= TEXT_CHARACTERS:
            raise InvalidRules(
                f"a text has 1 to {TEXT_CHARACTERS} characters, in quotes", key=language
            )
    return texts


def _line_of(text: str, key: str | None) -> int:
    """Find the line a key stands on; the first one for a key that is missing."""
    if key is not None:
        start = re.compile(rf"""\s*(?:\[?\s*)["']?{re.escape(key)}["']?\s*[=\].]""")
        for number, line in enumerate(text.splitlines(), 1):
            if start.match(line):
                return number
    return 1
