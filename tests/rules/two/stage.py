"""Deals of Klaberjass set up by hand and driven by words: ``N pass``, ``S H``, ``N HQ/bela``."""

from collections.abc import Mapping
from typing import Final

from klaverjas import Card, Hand, Pair, Phase, RuleSet, Seat, Suit
from klaverjas.actions import Action, Name, Play, PlayerAction, parse_action
from klaverjas.events import Event
from klaverjas.standing import Carry, Outcome, Standing
from klaverjas.two.deal import Deal
from klaverjas.two.pack import pack_of
from klaverjas.two.rules import KlaberjassRules

SEEDS: Final = ("clobyosh-501", "klaberjass-500", "denexa-501", "klabberjass-500")
NO, DE, FI, NL = SEEDS


def rules_of(base: str, /, **switches: object) -> KlaberjassRules:
    """Make a set of Klaberjass."""
    rules = RuleSet.load({"base": base, **switches})
    assert isinstance(rules, KlaberjassRules)
    return rules


def klaberjass_sets() -> tuple[KlaberjassRules, ...]:
    """List the registered sets of Klaberjass."""
    return tuple(rules for rules in RuleSet.all() if isinstance(rules, KlaberjassRules))


def standing(north: int = 0, south: int = 0, *, pot: int = 0, thrown_in: int = 0) -> Standing:
    """Say where the match stands before a deal."""
    return Standing(Pair(north, south), 0, Carry(pot, thrown_in))


def begin(
    rules: KlaberjassRules,
    hands: Mapping[str, str],
    upcard: str,
    bottom: str | None = None,
    *,
    dealer: str = "S",
    before: Standing | None = None,
) -> Deal:
    """Deal these hands of nine, the first six of each first."""
    pack = pack_of(
        {Seat(seat): [Card(card) for card in cards.split()] for seat, cards in hands.items()},
        Seat(dealer),
        Card(upcard),
        Card(bottom) if bottom else None,
    )
    deal, _ = Deal.begin(rules, 1, Seat(dealer), before or Standing(), pack)
    return deal


def action_of(word: str) -> PlayerAction:
    """Read one action."""
    if word in set(Suit):
        return Name(Suit(word))
    card, _, call = word.partition("/")
    if card in set(Card):
        body: dict[str, object] = {"a": "play", "card": card, "call": call or None}
        return parse_action(body)
    return parse_action({"a": word})


def act(deal: Deal, script: str) -> Deal:
    """Act out a script: ``N pass, S take``."""
    return happen(deal, script)[0]


def happen(deal: Deal, script: str) -> tuple[Deal, list[Event]]:
    """Act out a script, and collect what happened."""
    happened: list[Event] = []
    for step in filter(None, map(str.strip, script.split(","))):
        seat, word = step.split()
        deal, events = deal.apply(Seat(seat), action_of(word))
        happened += events
    return deal, happened


def options(deal: Deal) -> list[str]:
    """Spell out what the seat that is asked may do."""
    (question,) = deal.asks(0)
    return [spell(action) for action in question.legal]


def spell(action: Action) -> str:
    """Spell an action as `action_of` reads it."""
    if isinstance(action, Name):
        return str(action.suit)
    if isinstance(action, Play):
        return f"{action.card}/{action.call}" if action.call else str(action.card)
    assert not hasattr(action, "pack")
    return str(action.a)  # type: ignore[union-attr]


def lay(deal: Deal, plays: str, *, declare: str = "") -> tuple[Deal, list[Event]]:
    """Lay these cards; nobody exchanges, and the seats named in `declare` declare."""
    happened: list[Event] = []
    rest = plays.split()
    while deal.outcome is None and (rest or deal.phase is not Phase.PLAYING):
        seat = deal.turn
        word = {
            Phase.EXCHANGING: "keep",
            Phase.DECLARING: "declare" if seat and seat in declare else "silent",
        }.get(deal.phase) or rest.pop(0)
        deal, events = deal.apply(seat, action_of(word))
        happened += events
    return deal, happened


def end_of(deal: Deal) -> Outcome:
    """Give what a finished deal hands back."""
    assert deal.outcome is not None
    return deal.outcome


def kinds(events: list[Event]) -> list[str]:
    """Name the events."""
    return [event.k for event in events]


def seen(hand: int) -> set[str]:
    """Spell out a mask."""
    return set(map(str, Hand(hand)))
