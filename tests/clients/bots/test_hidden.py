"""Nobody plays by hidden cards: lay them otherwise, and the choices stay the same."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from random import Random
from typing import NamedTuple, TypeAlias

import pytest

from klaverjas import PACK, Ask, Card, IllegalAction, Match, Phase, RuleSet, Seat, View
from klaverjas.actions import Action, PlayerAction
from klaverjas.events import SeenEvent
from klaverjas.standing import Pack
from klaverjas_bots import Club, Strategy, make
from tests.clients.bots.table import Table, begun

Script: TypeAlias = list[tuple[Seat | None, Action]]
ME = Seat.S


class World:
    """Where a player sits; a fair one does not look round."""

    match: Match


Maker = Callable[[World], Strategy]


class Witness(NamedTuple):
    """What south saw, and chose then."""

    saw: tuple[SeenEvent, ...]
    chose: PlayerAction | None


class Peeker(Club):
    """Plays as a club player who looks into north's hand."""

    def __init__(self, world: World) -> None:
        super().__init__(Random(0))
        self.world = world

    def choose(self, view: View, ask: Ask) -> PlayerAction | None:
        seen = self.world.match.view(Seat.N).hand
        return ask.legal[-1] if seen and Card.HJ in seen else super().choose(view, ask)


RULES = [
    *("amsterdam", "rotterdam", "utrecht-club", "amsterdam+trump_making=turned"),
    *("clobyosh-501", "denexa-501", "klabberjass-500", "klaberjass-500+bare_jass=true"),
]


@pytest.mark.parametrize("name", ["club", "random"])
@pytest.mark.parametrize("rules", RULES)
def test_choices_do_not_depend_on_hidden_cards(name: str, rules: str) -> None:
    compared = 0
    for seed in range(4):
        for pair in compare(RuleSet.load(rules), lambda world: make(name, 3), seed):
            assert pair[0] == pair[1]
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("rules", ["amsterdam", "klabberjass-500"])
def test_a_peeker_is_found(rules: str) -> None:
    pairs = [pair for seed in range(4) for pair in compare(RuleSet.load(rules), Peeker, seed)]
    assert any(one != other for one, other in pairs)


def compare(
    rules: RuleSet, maker: Maker, seed: int
) -> Iterator[tuple[PlayerAction | None, PlayerAction | None]]:
    """Play a deal; give what south chose, and what he does where the unseen lies otherwise."""
    pack = tuple(Random(seed).sample(PACK, 32))
    players = {seat: make("club", seed) for seat in rules.game.seats}
    table = begun(rules, players, Seat.N, pack)
    script: Script = []
    while table.match.phase not in (Phase.DEALING, Phase.OVER):
        if any(ask.seat is ME for ask in table.match.asks()):
            here = witness(rules, maker, pack, script)
            assert here is not None
            for other in others(pack, set(cards_in(here.saw))):
                there = witness(rules, maker, other, script)
                if there is not None and there.saw == here.saw:
                    yield here.chose, there.chose
        script.append(table.next())
        table = table.act(*script[-1])


def others(pack: Pack, seen: set[Card]) -> Iterator[Pack]:
    """Shuffle those cards of a pack that were not seen, some times."""
    hidden = [card for card in pack if card not in seen]
    for seed in range(6):
        Random(seed).shuffle(hidden)
        rest = iter(hidden)
        yield tuple(card if card in seen else next(rest) for card in pack)


def cards_in(value: object) -> Iterator[Card]:
    """Find all cards in events, however deep."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from cards_in(part)
    elif is_dataclass(value):
        for field in fields(value):
            yield from cards_in(getattr(value, field.name))


class Seen(Club):
    """Keeps the events."""

    def __init__(self) -> None:
        super().__init__(Random(0))
        self.events: list[SeenEvent] = []

    def notice(self, event: SeenEvent) -> None:
        self.events.append(event)


def witness(rules: RuleSet, maker: Maker, pack: Pack, script: Script) -> Witness | None:
    """Let south choose after this script; None where it could not have come to it."""
    world, seen = World(), Seen()
    try:
        table = follow(begun(rules, {ME: seen}, Seat.N, pack), script)
    except IllegalAction:
        return None
    ask = next((ask for ask in table.match.asks() if ask.seat is ME), None)
    if ask is None:
        return None
    world.match, player = table.match, maker(world)
    for event in seen.events:
        player.notice(event)
    return Witness(tuple(seen.events), player.choose(table.match.view(ME), ask))


def follow(table: Table, script: Script) -> Table:
    """Let everybody act as the script has it."""
    for seat, action in script:
        table = table.act(seat, action)
    return table
