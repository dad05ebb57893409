"""One catalogue of texts per language, read from the JSON files beside this module.

The files are flat: a key gives a text, or an object with the forms ``one`` and ``other``, chosen
by the value ``count``. ``{name}`` in a text stands for the value of that name. The web client
reads the same files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final, TypeAlias

__all__ = ["LANGUAGES", "Catalogue", "MissingText", "load"]

Text: TypeAlias = str | dict[str, str]

LANGUAGES: Final[tuple[str, ...]] = ("nl", "en", "de", "no", "sv", "fi")
"""The languages there are, by the name of their file."""

_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")


class MissingText(LookupError):
    """A text, or a value that a text needs, which is not there: a mistake in the program."""


class Catalogue:
    """All texts of one language. Nothing falls back: what is missing raises `MissingText`."""

    __slots__ = ("_texts", "language")

    def __init__(self, language: str, texts: Mapping[str, Text]) -> None:
        self.language = language
        self._texts = dict(texts)

    def text(self, key: str, /, **values: object) -> str:
        """Give the text of this key with its values filled in."""
        return _PLACEHOLDER.sub(
            lambda found: self._value(key, found[1], values), self.pattern(key, values.get("count"))
        )

    def pattern(self, key: str, count: object = 1) -> str:
        """Give the text of this key as the file has it, in the form that goes with `count`."""
        try:
            text = self._texts[key]
            return text if isinstance(text, str) else text[_form(count)]
        except KeyError:
            raise MissingText(f"no text {key!r} in {self.language!r}") from None

    def spellings(self, key: str) -> tuple[str, ...]:
        """List the alternatives of a text that holds several, the one to show first."""
        return tuple(part.strip() for part in self.pattern(key).split(","))

    def placeholders(self, key: str) -> frozenset[str]:
        """Name the values this text takes, over all its forms."""
        text = self._texts[key]
        forms = [text] if isinstance(text, str) else list(text.values())
        return frozenset(name for form in forms for name in _PLACEHOLDER.findall(form))

    def _value(self, key: str, name: str, values: Mapping[str, object]) -> str:
        try:
            return str(values[name])
        except KeyError:
            raise MissingText(f"text {key!r} in {self.language!r} needs a {name!r}") from None

    def __contains__(self, key: object) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def __repr__(self) -> str:
        return f"<Catalogue {self.language} of {len(self)} texts>"


def _form(count: object) -> str:
    # All six languages make the same difference for whole numbers: one, and everything else.
    if not isinstance(count, int):
        raise MissingText("a text with a plural needs a whole number as its count")
    return "one" if abs(count) == 1 else "other"


@cache
def load(language: str) -> Catalogue:
    """Read the catalogue of a language of `LANGUAGES`; any other raises `MissingText`."""
    if language not in LANGUAGES:
        raise MissingText(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    raw = files("klaverjas_words").joinpath(f"{language}.json").read_text(encoding="utf-8")
    return Catalogue(language, json.loads(raw))
