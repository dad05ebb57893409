"""Drawing for the first deal (RULES §2, §5.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from klaverjas.actions import Draw
from klaverjas.cards import Card
from klaverjas.errors import InvalidText
from klaverjas.ruleset import RuleSet
from klaverjas.seats import Game, Seat

__all__ = ["FIRST_DEALER", "dealer_by", "draw_for", "draw_from", "drawn_dealer"]

FIRST_DEALER: Final = ("highest", "lowest", "drawn")
"""Who may deal first: the highest card drawn, the lowest, or a seat drawn without cards."""


def draw_for(rules: RuleSet, pack: Iterable[Card]) -> Draw:
    """Draw for the first deal of a match, from a shuffled pack, as its rule set has it."""
    if rules.first_dealer == "drawn":
        seats = rules.game.seats
        return Draw(dealer=seats[next(iter(pack)).number % len(seats)])
    return Draw(tuple(draw_from(pack, rules.game, lowest=rules.first_dealer == "lowest")))


def dealer_by(draw: Draw, rules: RuleSet) -> Seat:
    """Name the dealer a draw chooses; `InvalidText` when it is none of this rule set."""
    if rules.first_dealer != "drawn":
        if draw.dealer is not None:
            raise InvalidText("the cards choose the first dealer")
        return drawn_dealer(draw.draws, rules.game, lowest=rules.first_dealer == "lowest")
    if draw.draws or draw.dealer not in rules.game.seats:
        raise InvalidText("a seat is drawn for the first deal, without cards")
    return draw.dealer


def draw_from(pack: Iterable[Card], game: Game, *, lowest: bool = False) -> list[tuple[Seat, Card]]:
    """Draw one card each off the top, those who tie for best again, until one is left.

    The order is A K Q J T 9 8 7, whatever the suit; the highest deals, or the lowest. A pack that
    runs out undecided is an `InvalidText`: shuffle again.
    """
    cards = iter(pack)
    draws: list[tuple[Seat, Card]] = []
    drawing: Sequence[Seat] = game.seats
    while len(drawing) > 1:
        try:
            round_ = [(seat, next(cards)) for seat in drawing]
        except (StopIteration, RuntimeError):
            raise InvalidText("the draw is not decided by this pack") from None
        draws += round_
        drawing = _best(round_, lowest)
    return draws


def drawn_dealer(draws: Sequence[tuple[Seat, Card]], game: Game, *, lowest: bool = False) -> Seat:
    """Name the dealer these draws choose; `InvalidText` when they are not a whole draw."""
    rest: Iterator[tuple[Seat, Card]] = iter(draws)
    drawing: Sequence[Seat] = game.seats
    while len(drawing) > 1:
        round_ = [draw for _, draw in zip(drawing, rest, strict=False)]
        if [seat for seat, _ in round_] != list(drawing):
            raise InvalidText("the draw for the first deal is not complete")
        drawing = _best(round_, lowest)
    if next(rest, None) is not None or len({card for _, card in draws}) < len(draws):
        raise InvalidText("the draw for the first deal has a card too many")
    return drawing[0]


def _best(draws: Sequence[tuple[Seat, Card]], lowest: bool) -> list[Seat]:
    pick = min if lowest else max
    best = pick(card.rank.number for _, card in draws)
    return [seat for seat, card in draws if card.rank.number == best]
