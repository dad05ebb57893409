"""One match at random, as the server would tell it to one seat: views, events and asks."""

from random import Random
from typing import NamedTuple

from klaverjas import Ask, Match, RuleSet, Seat, View
from klaverjas.events import SeenEvent
from tests.rules.playout import steps


class Moment(NamedTuple):
    """What one act brought: events numbered from `first`, the view and the ask after the last."""

    first: int
    events: tuple[SeenEvent, ...]
    view: View
    ask: Ask | None


def scene(rules: str, seat: Seat | None, seed: int) -> list[Moment]:
    """Plays a match at random; the first moment is its beginning, without events."""
    chosen, first = RuleSet.load(rules), 1
    moments = [Moment(1, (), Match.start(chosen).view(seat), None)]
    for step in steps(chosen, Random(seed)):
        ask = next((ask for ask in step.after.asks() if ask.seat is seat), None)
        seen = tuple(event.seen_by(seat) for event in step.events)
        moments.append(Moment(first, seen, step.after.view(seat), ask))
        first += len(seen)
    return moments
