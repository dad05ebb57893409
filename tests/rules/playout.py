"""Matches played at random, step by step, and the words the rulebook has for them."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from random import Random
from typing import Final, NamedTuple

from klaverjas import PACK, Card, Game, Hand, Match, Phase, RuleSet, Seat, Suit
from klaverjas.actions import (
    PLAYER_ACTIONS,
    Action,
    Call,
    Deal,
    Draw,
    Name,
    Play,
    PlayerAction,
    Turn,
)
from klaverjas.draw import draw_for
from klaverjas.events import Event
from klaverjas.four.deal import Deal as FourDeal
from klaverjas.four.rules import KlaverjasRules
from klaverjas.standing import Standing

CALLS: Final[tuple[Call, ...]] = ("bela", "from-bela")
EVERY_ACTION: Final[tuple[PlayerAction, ...]] = (
    *map(Name, Suit),
    *map(Play, PACK),
    *(Play(card, call) for card in PACK for call in CALLS),
    *(kind() for kind in PLAYER_ACTIONS if kind not in (Name, Play)),  # type: ignore[call-arg]
)
"""All that a player of either game could ever say."""


class Step(NamedTuple):
    """One action of a match: the states around it, and what happened."""

    before: Match
    seat: Seat | None
    action: Action
    after: Match
    events: tuple[Event, ...]


def klaverjas_sets() -> tuple[KlaverjasRules, ...]:
    """List the registered sets of Klaverjas."""
    return tuple(rules for rules in RuleSet.all() if isinstance(rules, KlaverjasRules))


def rules_of(base: str = "amsterdam", /, **switches: object) -> KlaverjasRules:
    """Make a set of Klaverjas."""
    rules = RuleSet.load({"base": base, **switches})
    assert isinstance(rules, KlaverjasRules)
    return rules


def switch_values(rules: RuleSet) -> dict[str, object]:
    """Spell out every switch of a set, as the rulebook wants them."""
    return {field.name: getattr(rules, field.name) for field in fields(rules)}


def shuffled(chance: Random) -> tuple[Card, ...]:
    """Shuffle a pack."""
    return tuple(chance.sample(PACK, len(PACK)))


def house_action(match: Match, chance: Random) -> Action:
    """Let chance act for the house."""
    if match.phase is Phase.DRAWING:
        return draw_for(match.rules, shuffled(chance))
    if match.phase is Phase.DEALING:
        return Deal(shuffled(chance))
    return Turn(chance.choice(match.turn_choices))


def choice(match: Match, chance: Random) -> tuple[Seat | None, Action]:
    """Choose one of all the actions that are open."""
    asks = match.asks()
    if not asks:
        return None, house_action(match, chance)
    ask = chance.choice(asks)
    return ask.seat, chance.choice(ask.legal)


def steps(rules: RuleSet, chance: Random) -> Iterator[Step]:
    """Play one match to its end."""
    match = Match.start(rules)
    while match.phase is not Phase.OVER:
        seat, action = choice(match, chance)
        after, events = match.apply(seat, action)
        yield Step(match, seat, action, after, events)
        match = after


def played_out(rules: RuleSet, chance: Random) -> Match:
    """Play one match, and give its end."""
    *_, last = steps(rules, chance)
    return last.after


def word_of(action: Action) -> str:
    """Say an action as the rulebook does."""
    if isinstance(action, Name):
        return f"name {action.suit}"
    assert not isinstance(action, Draw | Deal | Turn)
    return str(action.card) if isinstance(action, Play) else action.a


def words_of(match: Match) -> dict[str, set[str]]:
    """Say, for every seat that is asked, what it may do."""
    return {str(ask.seat): {word_of(action) for action in ask.legal} for ask in match.asks()}


def staged(
    rules: KlaverjasRules, hands: Mapping[str, str], dealer: str = "W", number: int = 1
) -> FourDeal:
    """Set up a deal in which each seat was dealt these cards only, before its first call."""
    deal, _ = FourDeal.begin(rules, number, Seat(dealer), Standing(), PACK)
    masks = tuple(Hand.parse(hands.get(seat, "")).mask for seat in Seat)
    return deal._replace(dealt=masks)


def at_trick(
    rules: KlaverjasRules, trump: str, leader: str, trick: str, hand: str
) -> tuple[FourDeal, Seat]:
    """Lay out a trick before the seat to play, who holds `hand`; forehand, the leader, is maker."""
    cards = trick.split()
    order = list(Game.KLAVERJAS.from_seat(Seat(leader)))
    mover = order[len(cards)]
    hands: dict[str, str] = {**dict(zip(order, cards, strict=False)), mover: hand}
    deal = staged(rules, hands, Game.KLAVERJAS.after(Seat(leader), 3))
    deal, _ = deal.apply(order[0], Name(Suit(trump)))
    for seat, card in zip(order, cards, strict=False):
        deal, _ = deal.apply(seat, Play(Card(card)))
    return deal, mover
