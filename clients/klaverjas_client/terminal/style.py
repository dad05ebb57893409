"""What a terminal can show: its width, its characters, colour."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from klaverjas_words import SIGNS

__all__ = ["Style"]

_WIDEST, _NARROWEST = 80, 40

_PLAIN: Final = str.maketrans(
    {
        "–": "-",
        "−": "-",
        "…": "...",
        "·": "-",
        "•": "*",
        "‘": "'",
        "’": "'",
        "‚": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "ø": "o",
        "Ø": "O",
        "æ": "ae",
        "Æ": "Ae",
        "ß": "ss",
        "│": "|",
        "─": "-",
        "┼": "+",
        "▸": ">",
    }
)
_RED_CARD: Final = re.compile("[♥♦][0-9A-ZÄa-z]{0,2}")
_RED, _NO_COLOUR = "\x1b[31m", "\x1b[0m"


@dataclass(frozen=True, slots=True)
class Style:
    """A terminal `width` columns wide that shows what its `encoding` can say.

    `ascii` asks for plain characters whatever the encoding. `colour` makes the red suits red; it
    never says anything that is not also written.
    """

    width: int = _WIDEST
    encoding: str = "utf-8"
    ascii: bool = False
    colour: bool = False

    @property
    def columns(self) -> int:
        """The width that lines are set to: 40 to 80."""
        return max(_NARROWEST, min(self.width, _WIDEST))

    @property
    def signs(self) -> bool:
        """Whether the signs of the suits can be shown."""
        return all(map(self._shows, SIGNS.values()))

    def plain(self, text: str) -> str:
        """Write a text with what the terminal can show, a ``?`` for what has no likeness."""
        if all(map(self._shows, text)):
            return text
        return "".join(c if self._shows(c) else self._likeness(c) for c in text)

    def paint(self, line: str) -> str:
        """Colour the red cards of a line that is otherwise finished."""
        if not self.colour:
            return line
        return _RED_CARD.sub(lambda card: f"{_RED}{card[0]}{_NO_COLOUR}", line)

    def _shows(self, character: str) -> bool:
        try:
            character.encode("ascii" if self.ascii else self.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def _likeness(self, character: str) -> str:
        likeness = unicodedata.normalize("NFKD", character.translate(_PLAIN))
        kept = "".join(c for c in likeness if self._shows(c))
        return kept or ("" if unicodedata.combining(character) else "?")
