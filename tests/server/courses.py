"""Beginnings of a first deal, and others that differ only in cards somebody cannot see."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple, TypeAlias

from klaverjas import PACK, Card, IllegalAction, Match, RuleSet, Seat
from klaverjas.actions import Deal, PlayerAction
from klaverjas.draw import draw_for
from tests.server.packs import DRAW

Viewer: TypeAlias = Seat | None
RULES: Final = RuleSet.named("amsterdam")


class Course(NamedTuple):
    """A pack, and the acts of the seats on it."""

    pack: tuple[Card, ...]
    acts: tuple[tuple[Seat, PlayerAction], ...]


def dealt(pack: tuple[Card, ...]) -> Match:
    """Deal a pack to the table whose dealer is west."""
    match, _ = Match.start(RULES).apply(None, draw_for(RULES, DRAW))
    match, _ = match.apply(None, Deal(pack))
    return match


def end_of(course: Course) -> Match:
    """Take the acts of a course; `IllegalAction` where the pack does not allow them."""
    match = dealt(course.pack)
    for seat, action in course.acts:
        match, _ = match.apply(seat, action)
    return match


def random_course(chance: Random, length: int) -> Course:
    """Let the seats act at random on a random pack."""
    pack = tuple(chance.sample(PACK, len(PACK)))
    match, acts = dealt(pack), list[tuple[Seat, PlayerAction]]()
    for _ in range(length):
        ask = chance.choice(match.asks())
        acts.append((ask.seat, chance.choice(ask.legal)))
        match, _ = match.apply(*acts[-1])
    return Course(pack, tuple(acts))


def numbered(course: Course) -> Iterator[tuple[Seat, PlayerAction, int]]:
    """Give each act with the number of the ask it answers, at a table where people have sat down.

    There the deal is event 7.
    """
    match, n, ask = dealt(course.pack), 7, 7
    for seat, action in course.acts:
        yield seat, action, ask
        after, events = match.apply(seat, action)
        n += len(events)
        ask = n if after.decision != match.decision else ask
        match = after


def twins(course: Course, viewer: Viewer, chance: Random) -> Iterator[Course]:
    """Deal the cards a viewer cannot see otherwise, such that all the acts stay legal."""
    end = end_of(course)
    hidden = [card for seat in Seat if seat is not viewer for card in end.view(seat).hand or ()]
    for number in range(20):
        moved = hidden if number < 5 else chance.sample(hidden, 2)
        swap = dict(zip(moved, chance.sample(moved, len(moved)), strict=True))
        twin = course._replace(pack=tuple(swap.get(card, card) for card in course.pack))
        if twin != course and _is_legal(twin):
            yield twin


def _is_legal(course: Course) -> bool:
    try:
        end_of(course)
    except IllegalAction:
        return False
    return True
