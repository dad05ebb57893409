"""Text measured in the columns a terminal gives it: wide characters take two, marks none."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

__all__ = ["centre", "clip", "flow", "left", "right", "width"]


def width(text: str) -> int:
    """Count the columns a text takes."""
    return sum(map(_width, text))


def _width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf", "Cc"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def clip(text: str, columns: int, ellipsis: str = "…") -> str:
    """Cut a text to at most so many columns, and show that it was cut."""
    if width(text) <= columns:
        return text
    room = columns - width(ellipsis)
    if room < 0:
        return ""
    return _head(text, room).rstrip() + ellipsis


def _head(text: str, columns: int) -> str:
    used = 0
    for place, character in enumerate(text):
        used += _width(character)
        if used > columns:
            return text[:place]
    return text


def left(text: str, columns: int) -> str:
    """Fill a text up on its right."""
    return text + " " * (columns - width(text))


def right(text: str, columns: int) -> str:
    """Fill a text up on its left."""
    return " " * (columns - width(text)) + text


def centre(text: str, columns: int) -> str:
    """Fill a text up on both sides, of an odd rest one more on the right."""
    before = (columns - width(text)) // 2
    return left(" " * before + text, columns)


def flow(
    parts: Iterable[str], columns: int, separator: str = " ", ellipsis: str = "…"
) -> list[str]:
    """Set parts one after another on lines of so many columns; only a part too wide is cut."""
    lines: list[str] = []
    for part in parts:
        longer = lines[-1] + separator + part if lines else part
        if lines and width(longer) <= columns:
            lines[-1] = longer
        else:
            lines.append(clip(part, columns, ellipsis))
    return lines
