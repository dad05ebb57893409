"""Nobody learns what he may not know: hidden cards are exchanged, and he must not notice.

A viewer – a seat, or a spectator – watches the beginning of a deal. The cards he cannot see, those
still in the other hands, are dealt otherwise, such that the same actions stay legal. Then all he
was shown must be the same, byte for byte and in the same order: views, events, questions, refusals.
"""

from collections.abc import Callable, Iterator
from itertools import zip_longest
from random import Random
from typing import NamedTuple, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas import Card, Hand, IllegalAction, Match, Phase, Seat
from klaverjas.actions import Action, Deal, Play
from klaverjas.asks import Ask
from klaverjas.events import Dealing, Event
from klaverjas.four import deal as four_deal
from klaverjas.four.rules import KlaverjasRules
from tests.rules.playout import EVERY_ACTION, choice, klaverjas_sets, rules_of
from tests.rules.variants import short_matches

Viewer: TypeAlias = Seat | None
Actions: TypeAlias = tuple[tuple[Viewer, Action], ...]


class Course(NamedTuple):
    """A match before its last deal, and the actions since, dealing first, with who took them."""

    start: Match
    actions: Actions
    end: Match


class Window(NamedTuple):
    """What a viewer is shown of a match: the library's ways, or ones with a fault planted."""

    view: Callable[[Match, Viewer], object]
    seen: Callable[[Event, Viewer], object]
    asks: Callable[[Match], tuple[Ask, ...]]
    refusal: Callable[[Match, Seat, Action], object]


def refusal(match: Match, seat: Seat, action: Action) -> object:
    """Give what a seat is told when it tries something."""
    try:
        match.apply(seat, action)
    except IllegalAction as refused:
        return refused.reason, refused.legal
    return "taken"


HONEST = Window(Match.view, lambda event, viewer: event.seen_by(viewer), Match.asks, refusal)


def shown(window: Window, course: Course, viewer: Viewer) -> list[bytes]:
    """Play a course again, and write down all that a viewer is shown, in order.

    Of the questions to others he is shown that they are asked, and whether they must answer.
    """
    match, log = course.start, list[bytes]()
    for seat, action in course.actions:
        match, events = match.apply(seat, action)
        log += [repr(window.seen(event, viewer)).encode() for event in events]
        for ask in window.asks(match):
            whole = ask.seat is viewer
            log.append(repr(ask if whole else (ask.seat, ask.must, ask.decision)).encode())
        log.append(repr(window.view(match, viewer)).encode())
    if viewer is not None:
        log += [repr(window.refusal(match, viewer, each)).encode() for each in EVERY_ACTION]
    return log


def random_course(rules: KlaverjasRules, chance: Random, length: int) -> Course:
    """Play so many actions of a match, or up to its end."""
    match = start = Match.start(rules)
    actions: Actions = ()
    for _ in range(length):
        if match.phase is Phase.OVER:
            break
        if match.phase is Phase.DEALING:
            start, actions = match, ()
        seat, action = choice(match, chance)
        actions = (*actions, (seat, action))
        match, _ = match.apply(seat, action)
    return Course(start, actions, match)


def hidden(course: Course, viewer: Viewer) -> dict[Seat, list[Card]]:
    """List the cards still in the hands that a viewer cannot see."""
    others = [seat for seat in Seat if seat is not viewer]
    return {seat: list(course.end.view(seat).hand or ()) for seat in others}


def exchanges(cards: dict[Seat, list[Card]], chance: Random) -> Iterator[dict[Card, Card]]:
    """Propose other ways to hold these cards: all dealt anew, then single pairs exchanged."""
    pool = [card for hand in cards.values() for card in hand]
    for _ in range(2):
        yield dict(zip(pool, chance.sample(pool, len(pool)), strict=True))
    for _ in range(6):
        one, other = chance.sample(list(cards), 2)
        if cards[one] and cards[other]:
            pair = chance.choice(cards[one]), chance.choice(cards[other])
            yield {pair[0]: pair[1], pair[1]: pair[0]}


def redealt(course: Course, swap: dict[Card, Card]) -> Course | None:
    """Exchange cards in the pack and take the same actions, if all of them stay legal."""
    (_, deal), *rest = course.actions
    assert isinstance(deal, Deal)
    pack = Deal(tuple(swap.get(card, card) for card in deal.pack))
    actions: Actions = ((None, pack), *rest)
    match = course.start
    try:
        for seat, action in actions:
            match, _ = match.apply(seat, action)
    except IllegalAction:
        return None
    return Course(course.start, actions, match)


def twins(course: Course, viewer: Viewer, chance: Random) -> Iterator[Course]:
    """Find courses that differ only in cards the viewer cannot see."""
    for swap in exchanges(hidden(course, viewer), chance):
        twin = redealt(course, swap)
        if twin is not None and twin.actions != course.actions:
            yield twin


class Watch(NamedTuple):
    """What a check found: how many twins were compared, and what told them apart."""

    compared: int
    leaks: list[str]


def watch(window: Window, rules: KlaverjasRules, seed: int) -> Watch:
    """Let a seat and a spectator watch one course and its twins."""
    chance = Random(seed)
    course = random_course(rules, chance, chance.randint(2, 90))
    compared, leaks = 0, list[str]()
    for viewer in (chance.choice(list(Seat)), None):
        first = shown(window, course, viewer)
        for twin in twins(course, viewer, chance):
            compared += 1
            pairs = zip_longest(first, shown(window, twin, viewer))
            leaks += [f"{viewer}: {one!r} {two!r}" for one, two in pairs if one != two]
    return Watch(compared, leaks)


@given(short_matches(), st.integers(min_value=0, max_value=2**32))
def test_nobody_learns_what_he_may_not_know(rules: KlaverjasRules, seed: int) -> None:
    assert watch(HONEST, rules, seed).leaks == []


@pytest.mark.parametrize("rules", klaverjas_sets(), ids=lambda rules: rules.name)
def test_nobody_learns_it_under_any_named_set(rules: KlaverjasRules) -> None:
    watches = [watch(HONEST, rules, seed) for seed in range(20)]
    assert [leak for each in watches for leak in each.leaks] == []
    assert sum(each.compared for each in watches) > 100


def test_late_in_a_deal_there_is_still_something_to_hide() -> None:
    """The check would be empty if no exchange were legal once cards have been played."""
    chance, found = Random(9), 0
    for length in range(20, 32):
        course = random_course(rules_of(), chance, length)
        found += len([*twins(course, None, chance)])
    assert found > 20


def partner_of(match: Match, viewer: Viewer) -> Hand:
    """Look into the hand one may not see: one's partner's, or north's."""
    partner = match.rules.game.partner(viewer) if viewer else None
    return Hand.of(*(match.view(partner or Seat.N).hand or ()))


def view_with_a_count(match: Match, viewer: Viewer) -> object:
    """Show how many of the trumps a partner holds."""
    trump = match.view(None).trump
    count = len(partner_of(match, viewer).in_suit(trump)) if trump else 0
    return match.view(viewer), count


def view_in_an_order(match: Match, viewer: Viewer) -> object:
    """Show nothing more, but list the counts by who holds the higher cards."""
    view = match.view(viewer)
    tops = {seat: max(match.view(seat).hand or [""]) for seat in Seat}
    return view, dict(sorted(view.counts.items(), key=lambda item: tops[item[0]]))


def whole_event(event: Event, viewer: Viewer) -> object:
    """Hand out the event with all the hands in it."""
    return event if isinstance(event, Dealing) else event.seen_by(viewer)


def longer_event(event: Event, viewer: Viewer) -> object:
    """Pad a card with a space where one more is held of its suit."""
    seen = repr(event.seen_by(viewer))
    if isinstance(event, Dealing):
        return seen + " " * len([card for card in event.hands[Seat.N] if card.suit == "H"])
    return seen


def asks_of_those_with_a_choice(match: Match) -> tuple[Ask, ...]:
    """Ask only who has something to choose, and let the others play by themselves."""
    return tuple(ask for ask in match.asks() if len(ask.legal) > 1 or not ask.must)


def asks_of_holders(match: Match) -> tuple[Ask, ...]:
    """Leave the decision open to those alone who hold a jack."""
    asks = match.asks()
    return tuple(ask for ask in asks if any(c.rank == "J" for c in match.view(ask.seat).hand or ()))


def telling_refusal(match: Match, seat: Seat, action: Action) -> object:
    """Say who does hold the card that one does not."""
    told = refusal(match, seat, action)
    if isinstance(action, Play) and isinstance(match.deal, four_deal.Deal):
        return told, action.card in partner_of(match, seat)
    return told


@pytest.mark.parametrize(
    "fault",
    [
        HONEST._replace(view=view_with_a_count),
        HONEST._replace(view=view_in_an_order),
        HONEST._replace(seen=whole_event),
        HONEST._replace(seen=longer_event),
        HONEST._replace(asks=asks_of_those_with_a_choice),
        HONEST._replace(asks=asks_of_holders),
        HONEST._replace(refusal=telling_refusal),
    ],
    ids=["count", "order", "hands", "size", "choice", "holder", "refusal"],
)
def test_a_planted_leak_is_found(fault: Window) -> None:
    assert any(watch(fault, rules_of(), seed).leaks for seed in range(20))


@pytest.mark.parametrize("viewer", [*Seat, None])
def test_twins_differ_in_hidden_cards_only(viewer: Viewer) -> None:
    chance = Random(10)
    course = random_course(rules_of(), chance, 12)
    found = [*twins(course, viewer, chance)]
    assert found
    for twin in found:
        packs = [c.actions[0][1].pack for c in (course, twin) if isinstance(c.actions[0][1], Deal)]
        changed = {card for card, other in zip(*packs, strict=True) if card is not other}
        assert changed
        assert not changed & set(course.end.view(viewer).hand or ())
        assert course.end.view(viewer) == twin.end.view(viewer)
