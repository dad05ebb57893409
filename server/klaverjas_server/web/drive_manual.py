"""The secretary's manual: a text with headings, lists and bold words, as blocks of a page."""

from __future__ import annotations

from importlib.resources import files
from typing import Final, TypeAlias

__all__ = ["MANUALS", "Block", "manual_blocks"]

MANUALS: Final = ("nl", "en")

Part: TypeAlias = tuple[bool, str]
"""Words, and whether they are bold."""
Block: TypeAlias = tuple[str, object]
"""``h1`` or ``h2`` and a text, ``list`` and its items, ``text`` and its parts."""


def manual_blocks(language: str) -> list[Block]:
    """Read the manual of a language of `MANUALS`."""
    source = files("klaverjas_server.drives").joinpath(f"MANUAL.{language}.md")
    paragraphs = source.read_text("utf-8").split("\n\n")
    return [_block(paragraph.strip()) for paragraph in paragraphs if paragraph.strip()]


def _block(paragraph: str) -> Block:
    if paragraph.startswith("## "):
        return "h2", paragraph[3:]
    if paragraph.startswith("# "):
        return "h1", paragraph[2:]
    if paragraph.startswith("- "):
        items = paragraph[2:].split("\n- ")
        return "list", [_parts(item) for item in items]
    return "text", _parts(paragraph)


def _parts(text: str) -> list[Part]:
    pieces = " ".join(text.split()).replace("`", "").split("**")
    return [(place % 2 == 1, piece) for place, piece in enumerate(pieces) if piece]
