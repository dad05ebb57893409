"""The page, read strictly: its sections, tables, field lists, and fenced blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

PAGE: Final = Path("server/PROTOCOL.md")

_FENCE: Final = re.compile(r"^```(\w*) ?(.*)$")
_HEADING: Final = re.compile(r"^(#+) (.*)$")
_NAMES: Final = re.compile(r"`([^`]+)`")


@dataclass
class Block:
    """A fenced block: its language, what stands behind it, the lines within from line `start`."""

    language: str
    info: str
    lines: list[str]
    start: int

    @property
    def text(self) -> str:
        """The lines as one text."""
        return "\n".join(self.lines)


@dataclass
class Table:
    """A table: its columns by name, and its rows."""

    columns: list[str]
    rows: list[dict[str, str]] = field(default_factory=list)

    def names(self, column: str) -> list[str]:
        """Read the one name in backticks of each cell."""
        return [_only_name(row[column]) for row in self.rows]


def _only_name(cell: str) -> str:
    found = names_in(cell)
    assert len(found) == 1, f"one name in backticks is due: {cell!r}"
    return found[0]


@dataclass
class Section:
    """What stands under one heading, up to the next."""

    title: str
    level: int
    parent: str
    lines: list[str] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name in backticks that the heading begins with, or the heading itself."""
        found = re.match(r"`([^`]+)`", self.title)
        return found.group(1) if found else self.title

    def table(self, first_column: str) -> Table:
        """Give the table whose first column has this name."""
        return next(table for table in self.tables if table.columns[0] == first_column)

    def has(self, label: str) -> bool:
        """Tell whether a line begins with a label."""
        return any(line.startswith(f"{label}:") for line in self.lines)

    def listed(self, label: str) -> list[str]:
        """Read the names of a line that begins with a label, as in ``Reply: `ok```."""
        for line in self.lines:
            if line.startswith(f"{label}:"):
                return names_in(line)
        raise LookupError(f"{self.title} has no line {label}:")


def names_in(text: str) -> list[str]:
    """List what stands in backticks."""
    return _NAMES.findall(text)


@dataclass
class Page:
    """The whole page."""

    sections: list[Section]

    def section(self, title: str) -> Section:
        """Find a section by its heading."""
        return next(section for section in self.sections if section.title == title)

    def under(self, parent: str) -> dict[str, Section]:
        """Find the sections below a heading, by name."""
        return {section.name: section for section in self.sections if section.parent == parent}

    @property
    def blocks(self) -> list[Block]:
        """All fenced blocks in order."""
        return [block for section in self.sections for block in section.blocks]


def parse_page(text: str) -> Page:
    """Read a page."""
    sections = [Section("", 0, "")]
    lines = iter(enumerate(text.splitlines()))
    parents: dict[int, str] = {}
    for number, line in lines:
        section = sections[-1]
        if heading := _HEADING.match(line):
            level = len(heading.group(1))
            parents[level] = heading.group(2)
            sections.append(Section(heading.group(2), level, parents.get(level - 1, "")))
        elif fence := _FENCE.match(line):
            section.blocks.append(_read_block(fence.group(1), fence.group(2), lines, number + 1))
        else:
            section.lines.append(line)
            _read_row(section, line)
    return Page(sections)


def _read_block(language: str, info: str, lines: Iterator[tuple[int, str]], start: int) -> Block:
    block = Block(language, info, [], start)
    for _, line in lines:
        if line == "```":
            return block
        block.lines.append(line)
    raise ValueError(f"the block of line {start} has no end")


def _read_row(section: Section, line: str) -> None:
    if not line.startswith("|"):
        return
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    before = section.lines[-2] if len(section.lines) > 1 else ""
    if not before.startswith("|"):
        section.tables.append(Table(cells))
    elif not set(line) <= set("|-: "):
        columns = section.tables[-1].columns
        assert len(cells) == len(columns), f"a row of another width: {line}"
        section.tables[-1].rows.append(dict(zip(columns, cells, strict=True)))
