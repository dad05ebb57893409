"""Prizes: who gets which, by the standings and the rules of the evening."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from klaverjas_server.drives.settings import Prize
from klaverjas_server.drives.standings import Line

__all__ = ["Award", "award"]


class Award(NamedTuple):
    """A prize and who has it, the best first; those who share a place share what it brings."""

    prize: Prize
    lines: tuple[Line, ...]


def award(prizes: Iterable[Prize], lines: Sequence[Line]) -> tuple[Award, ...]:
    """Give every prize to those it is for."""
    return tuple(Award(prize, tuple(_winners(prize, lines))) for prize in prizes)


def _winners(prize: Prize, lines: Sequence[Line]) -> Iterable[Line]:
    if prize.everybody:
        return [line for line in lines if line.played]
    if prize.last:
        return _last(lines)
    top = max(prize.top, len(lines) // prize.one_in if prize.one_in else 0)
    places = {*prize.places, *range(1, top + 1)}
    return [line for line in lines if places.intersection(_span(line, lines))]


def _span(line: Line, lines: Sequence[Line]) -> range:
    """List the places that those equal to a line take up together."""
    return range(line.place, line.place + sum(other.place == line.place for other in lines))


def _last(lines: Sequence[Line]) -> list[Line]:
    """Find the poodle: fewest points of those who stayed; no tie-break spares anybody."""
    stayed = [line for line in lines if line.played and not line.withdrawn]
    fewest = min((line.points for line in stayed), default=0)
    return [line for line in stayed if line.points == fewest]
