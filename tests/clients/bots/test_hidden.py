"""Nobody plays by hidden cards: lay them otherwise, and the choices stay the same."""

from collections.abc import Callable, Iterator
from random import Random
from typing import TypeAlias

import pytest

from klaverjas import PACK, Ask, Card, Hand, IllegalAction, Match, Phase, RuleSet, Seat, View
from klaverjas.actions import Action, PlayerAction
from klaverjas_bots import Club, Strategy, make
from tests.clients.bots.table import Table, dealt

Hands: TypeAlias = dict[Seat, Hand]
Script: TypeAlias = list[tuple[Seat | None, Action]]
ME = Seat.S
OTHERS = (Seat.N, Seat.E, Seat.W)


class World:
    """Where a player sits; a fair one does not look round."""

    match: Match


Maker = Callable[[World], Strategy]


class Peeker(Club):
    """Plays as a club player who looks into the hand on his left."""

    def __init__(self, world: World) -> None:
        super().__init__(Random(0))
        self.world = world

    def choose(self, view: View, ask: Ask) -> PlayerAction | None:
        seen = self.world.match.view(Seat.W).hand
        return ask.legal[-1] if seen and Card.HJ in seen else super().choose(view, ask)


RULES = ["amsterdam", "rotterdam", "utrecht-club", "nku", "amsterdam+trump_making=turned"]


@pytest.mark.parametrize("name", ["club", "random"])
@pytest.mark.parametrize("rules", RULES)
def test_choices_do_not_depend_on_hidden_cards(name: str, rules: str) -> None:
    for seed in range(3):
        assert changed_choices(RuleSet.load(rules), lambda world: make(name, 3), seed) == []


def test_a_peeker_is_found() -> None:
    assert any(changed_choices(RuleSet.named("amsterdam"), Peeker, seed) for seed in range(3))


def changed_choices(rules: RuleSet, maker: Maker, seed: int) -> list[str]:
    """Play a deal, and list the choices of south that other hidden cards would have changed."""
    hands, players = hands_of(seed), {seat: make("club", seed) for seat in Seat}
    table = dealt(rules, players, Seat.W, hands)
    script: Script = []
    changed = []
    while table.match.phase is not Phase.DEALING:
        if any(ask.seat is ME for ask in table.match.asks()):
            chosen = choice_in(rules, maker, hands, script)
            others = {choice_in(rules, maker, world, script) for world in worlds(table, hands)}
            changed += [f"after {script}: {chosen} or {other}" for other in others - {chosen, ()}]
        script.append(table.next())
        table = table.act(*script[-1])
    return changed


def hands_of(seed: int) -> Hands:
    """Deal four hands of eight."""
    pack = Random(seed).sample(PACK, 32)
    return {seat: Hand.of(*pack[8 * seat.number : 8 * seat.number + 8]) for seat in Seat}


def worlds(table: Table, hands: Hands) -> Iterator[Hands]:
    """Deal the cards that south cannot see some other ways."""
    unplayed = {seat: Hand.of(*(table.match.view(seat).hand or ())) for seat in OTHERS}
    hidden = [card for hand in unplayed.values() for card in hand]
    for seed in range(8):
        Random(seed).shuffle(hidden)
        world, rest = dict(hands), list(hidden)
        for seat, hand in unplayed.items():
            world[seat] = hands[seat] - hand | Hand.of(*rest[: len(hand)])
            del rest[: len(hand)]
        yield world


def choice_in(
    rules: RuleSet, maker: Maker, hands: Hands, script: Script
) -> PlayerAction | tuple[()] | None:
    """Let south choose after this script; nothing () where it could not have come to it."""
    world = World()
    player = maker(world)
    try:
        table = dealt(rules, {ME: player}, Seat.W, hands)
        for seat, action in script:
            table = table.act(seat, action)
        ask = next(ask for ask in table.match.asks() if ask.seat is ME)
    except (IllegalAction, StopIteration):
        return ()
    world.match = table.match
    return player.choose(table.match.view(ME), ask)
