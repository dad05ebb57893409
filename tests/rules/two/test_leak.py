"""Nobody learns a hidden card of Klaberjass: by calls, exchange, dialogue, bela or refusals.

As `tests.rules.test_leak` does it: hidden cards are exchanged, those in the other hand and those
in the stock, such that the same actions stay legal and the same is said of sequences. Then all
that a viewer is shown must be the same, byte for byte; whether he or another is asked included.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import zip_longest
from random import Random
from typing import Final, NamedTuple

import pytest
from hypothesis import given

from klaverjas import Card, Hand, IllegalAction, Match, Phase, RuleSet, Seat
from klaverjas.actions import Claim, Deal, PlayerAction
from klaverjas.asks import Ask
from klaverjas.events import Dealing, Event, PacketDealing
from klaverjas.two.deal import Deal as TwoDeal
from klaverjas.two.sequences import sequences_in
from tests.rules.both_games import SEEDS, short_klaberjass
from tests.rules.playout import house_action
from tests.rules.test_leak import HONEST, Course, Viewer, Window, shown
from tests.rules.two.stage import klaberjass_sets, rules_of

VIEWERS: Final[tuple[Viewer, ...]] = (Seat.N, Seat.S, None)


def deal_of(match: Match) -> TwoDeal:
    assert isinstance(match.deal, TwoDeal)
    return match.deal


def some_action(ask: Ask, chance: Random) -> PlayerAction:
    """Choose among what is open, a claim but seldom."""
    calm = [action for action in ask.legal if not isinstance(action, Claim)]
    return chance.choice(calm if chance.random() < 0.98 else ask.legal)


def random_course(rules: RuleSet, chance: Random, length: int) -> Course:
    """Play so many actions of one deal, or up to its end."""
    start = Match.start(rules)
    start, _ = start.apply(None, house_action(start, chance))
    actions: tuple[tuple[Viewer, Deal | PlayerAction], ...] = ()
    match = start
    for _ in range(length):
        asks = match.asks()
        if actions and not asks:
            break
        seat, action = (
            (asks[0].seat, some_action(asks[0], chance))
            if asks
            else (None, house_action(match, chance))
        )
        match, _ = match.apply(seat, action)
        actions = (*actions, (seat, action))  # type: ignore[arg-type]  # the house deals
    return Course(start, actions, match)


def known(course: Course, viewer: Viewer) -> set[Card]:
    """Gather the cards a viewer has seen: his own, and all that lay open."""
    deal = deal_of(course.end)
    cards = {deal.cards.upcard}
    if deal.trump and deal.rules.bottom_shown:
        cards.add(deal.cards.bottom)
    if deal.swapper:
        cards.add(deal.seven)
    if deal.tricks:
        cards |= {card for trick in deal.tricks.taken for card in trick.cards}
        cards |= {play.card for play in deal.tricks.trick}
    if deal.shown:
        cards |= {card for sequence in deal.shown.sequences for card in sequence.cards}
    if viewer is not None:
        dealt = deal.nine if deal.trump else deal.cards.six
        cards |= set(Hand(dealt["NS".index(viewer)]))
    return cards


def exchanges(hidden: list[Card], chance: Random) -> Iterator[dict[Card, Card]]:
    """Propose other places for the hidden cards: all anew, then single pairs exchanged."""
    yield dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    for _ in range(4):
        one, other = chance.sample(hidden, 2)
        yield {one: other, other: one}


def said(match: Match) -> object:
    """Give what was truly said: it may differ with the cards, and is not to be compared."""
    deal = deal_of(match)
    return deal.declared, deal.shown, deal.claimed


def redealt(course: Course, swap: dict[Card, Card]) -> Course | None:
    """Exchange cards in the pack and take the same actions, if all stay legal."""
    (_, deal), *rest = course.actions
    assert isinstance(deal, Deal)
    pack = Deal(tuple(swap.get(card, card) for card in deal.pack))
    match = course.start
    try:
        for seat, action in ((None, pack), *rest):
            match, _ = match.apply(seat, action)
    except IllegalAction:
        return None
    return Course(course.start, ((None, pack), *rest), match)


def twins(course: Course, viewer: Viewer, chance: Random) -> Iterator[Course]:
    """Find courses that differ only in cards the viewer cannot see."""
    (_, deal), *_ = course.actions
    assert isinstance(deal, Deal)
    seen = known(course, viewer)
    hidden = [card for card in deal.pack if card not in seen]
    for swap in exchanges(hidden, chance):
        twin = redealt(course, swap)
        if twin and twin.actions != course.actions and said(twin.end) == said(course.end):
            yield twin


class Watch(NamedTuple):
    """What a check found: how many twins were compared in which phase, and the leaks."""

    compared: Counter[str]
    leaks: list[str]


def watch(window: Window, rules: RuleSet, seed: int) -> Watch:
    """Let everybody watch one course and its twins."""
    chance = Random(seed)
    course = random_course(rules, chance, chance.choice((1, 3, 4, 5, 6, 8, 12, 20, 26)))
    compared, leaks = Counter[str](), list[str]()
    for viewer in VIEWERS:
        first = shown(window, course, viewer)
        for twin in twins(course, viewer, chance):
            compared[course.end.phase] += 1
            pairs = zip_longest(first, shown(window, twin, viewer))
            leaks += [f"{viewer}: {one!r} {two!r}" for one, two in pairs if one != two]
    return Watch(compared, leaks)


@given(short_klaberjass(), SEEDS)
def test_nobody_learns_what_he_may_not_know(rules: RuleSet, seed: int) -> None:
    assert watch(HONEST, rules, seed).leaks == []


@pytest.mark.parametrize("rules", klaberjass_sets(), ids=lambda rules: rules.name)
def test_nobody_learns_it_under_any_named_set(rules: RuleSet) -> None:
    watches = [watch(HONEST, rules, seed) for seed in range(30)]
    assert [leak for each in watches for leak in each.leaks] == []
    compared = sum((each.compared for each in watches), Counter[str]())
    for phase in (Phase.CALLING, Phase.EXCHANGING, Phase.DECLARING, Phase.PLAYING):
        assert compared[phase] > 2, compared


def opponent(match: Match, viewer: Viewer) -> Hand:
    """Look into the hand one may not see; a spectator looks into north's."""
    hands = deal_of(match).hands if match.deal else (0, 0)
    return Hand(hands[viewer is Seat.N])


def view_with_trumps(match: Match, viewer: Viewer) -> object:
    """Show how many trumps the other holds."""
    trump = deal_of(match).trump if match.deal else None
    return match.view(viewer), len(opponent(match, viewer).in_suit(trump)) if trump else 0


def view_with_stock(match: Match, viewer: Viewer) -> object:
    """Show the second packets before they are dealt."""
    return match.view(viewer), deal_of(match).cards.packets if match.deal else None


def view_with_bottom(match: Match, viewer: Viewer) -> object:
    """Show the bottom card in a set that leaves it hidden."""
    return match.view(viewer), deal_of(match).cards.bottom if match.deal else None


def view_with_loser(match: Match, viewer: Viewer) -> object:
    """Show the sequences of one who said that he was beaten, too."""
    deal = deal_of(match)
    beaten = [each.seat for each in deal.declared if each.says == "good"]
    hands = [Hand(deal.held["NS".index(seat)]) for seat in beaten]
    return match.view(viewer), [sequences_in(deal.rules, hand) for hand in hands]


def view_with_bela(match: Match, viewer: Viewer) -> object:
    """Show who holds king and queen of trump before anything is called."""
    tricks = deal_of(match).tricks if match.deal else None
    return match.view(viewer), tricks.bela if tricks else None


def whole_event(event: Event, viewer: Viewer) -> object:
    """Hand out all the hands in an event."""
    return event if isinstance(event, Dealing | PacketDealing) else event.seen_by(viewer)


def asks_unless(phase: Phase) -> Callable[[Match], tuple[Ask, ...]]:
    """Spare those the question who could only say no, and so tell that they can."""

    def asks(match: Match) -> tuple[Ask, ...]:
        return tuple(ask for ask in match.asks() if match.phase != phase or len(ask.legal) > 1)

    return asks


FAULTS: Final = {
    "trumps": HONEST._replace(view=view_with_trumps),
    "stock": HONEST._replace(view=view_with_stock),
    "bottom": HONEST._replace(view=view_with_bottom),
    "loser": HONEST._replace(view=view_with_loser),
    "bela": HONEST._replace(view=view_with_bela),
    "hands": HONEST._replace(seen=whole_event),
    "exchange": HONEST._replace(asks=asks_unless(Phase.EXCHANGING)),
    "declaring": HONEST._replace(asks=asks_unless(Phase.DECLARING)),
    "last card": HONEST._replace(asks=asks_unless(Phase.PLAYING)),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_planted_leak_is_found(fault: Window) -> None:
    rules = rules_of("denexa-501")
    assert any(watch(fault, rules, seed).leaks for seed in range(150))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_twins_differ_in_hidden_cards_only(viewer: Viewer) -> None:
    chance = Random(10)
    course = random_course(rules_of("klaberjass-500"), chance, 8)
    found = [*twins(course, viewer, chance)]
    assert found
    for twin in found:
        packs = [c.actions[0][1].pack for c in (course, twin) if isinstance(c.actions[0][1], Deal)]
        changed = {card for card, other in zip(*packs, strict=True) if card is not other}
        assert changed
        assert not changed & known(course, viewer)
        assert course.end.view(viewer) == twin.end.view(viewer)
