"""The bench's figures as text: one line each, beside their floor and their bar."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

__all__ = ["Bar", "Figure", "table", "verdicts"]


class Bar(NamedTuple):
    """A figure that is to be reached: `most` is the most it may be."""

    what: str
    most: float
    unit: str


class Figure(NamedTuple):
    """What was measured against a bar."""

    bar: Bar
    measured: float

    @property
    def reached(self) -> bool:
        """The figure is no more than its bar."""
        return self.measured <= self.bar.most


GAP: Final = "  "


def table(heads: tuple[str, ...], lines: Iterable[tuple[object, ...]]) -> str:
    """Set lines under their heads; the first column to the left, figures to the right."""
    cells = [heads, *(tuple(map(_cell, line)) for line in lines)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(_set(line, widths) for line in cells)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.2f}" if value < 100 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _set(line: tuple[str, ...], widths: list[int]) -> str:
    first, *rest = widths
    cells = [line[0].ljust(first), *(c.rjust(w) for c, w in zip(line[1:], rest, strict=True))]
    return GAP.join(cells).rstrip()


def verdicts(figures: Iterable[Figure]) -> str:
    """Say of each figure whether its bar was reached."""
    return table(
        ("bar", "measured", "most", "", ""),
        [
            (f.bar.what, f.measured, f.bar.most, f.bar.unit, "reached" if f.reached else "MISSED")
            for f in figures
        ],
    )
