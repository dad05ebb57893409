"""What the play of a deal goes by: its trump, its rules, and every way a trick can stand.

All of it is worked out once for a trump under a rule set; a card played is then a step from one
`Winning` to the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from klaverjas.cards import PACK, POINTS, STRONGER, Card, Suit
from klaverjas.four.roem import Roem, every_roem
from klaverjas.four.rules import KlaverjasRules
from klaverjas.trick import TRUMPING, Trumping

__all__ = ["Terms", "Winning"]

EVERY_CARD: Final = 0xFFFFFFFF


class Terms:
    """The trump of a deal, and what its rule set makes of it; `Terms.of` finds the one there is."""

    __slots__ = (
        "_stated",
        "mask",
        "nothing_led",
        "roem",
        "standings",
        "trump",
        "trumping",
        "worth",
    )

    def __init__(self, trump: Suit, trumping: Trumping, four_of_a_kind: str, stuk: bool) -> None:
        self._stated = trump, trumping, four_of_a_kind, stuk
        self.trump = trump
        self.mask = trump.mask
        self.trumping = trumping
        self.worth: tuple[int, ...] = POINTS[trump.number]
        """By card index: its points."""
        self.roem: Mapping[int, Roem] = every_roem(trump, four_of_a_kind, stuk)
        """By the four cards of a trick, as a mask: the roem in them, where there is any."""
        self.standings = _standings(self)
        self.nothing_led = self.standings[None, None]
        """How a trick stands before its first card."""

    @staticmethod
    def of(trump: Suit, rules: KlaverjasRules) -> Terms:
        """Look up what a trump means under a rule set."""
        return terms_of(trump, TRUMPING[rules.trumping], rules.four_of_a_kind, rules.stuk)

    def __reduce__(self) -> tuple[Any, ...]:
        return terms_of, self._stated


@cache
def terms_of(trump: Suit, trumping: Trumping, four_of_a_kind: str, stuk: bool) -> Terms:
    """Work out the terms of a trump, once."""
    return Terms(trump, trumping, four_of_a_kind, stuk)


class Winning:
    """How a trick stands: the suit led to it, and the card that is winning it."""

    __slots__ = ("after", "card", "over", "plain", "suit", "terms", "trumped")

    after: tuple[Winning, ...]
    """By card index: how the trick stands once that card is laid; the same unless it beats."""

    def __init__(self, terms: Terms, suit: Suit | None, card: Card | None) -> None:
        trump = terms.trump
        self.terms = terms
        self.suit = suit
        self.card = card
        self.plain: int = 0 if suit is None or suit is trump else suit.mask
        """The plain suit led, as a mask: whoever holds it lays any card of it, and no other."""
        self.over: int = STRONGER[trump.number][card.number] if card else EVERY_CARD
        """The cards that would beat the one now winning, as a mask."""
        self.trumped = card is not None and card.suit is trump

    def due(self, hand: int, partner: bool) -> int:
        """Compute what may be laid from a hand without the plain suit led, or on a trump led.

        `partner` tells whether one's partner laid the card that is winning.
        """
        terms = self.terms
        trumps = hand & terms.mask
        if not trumps:
            return hand
        higher = trumps & self.over
        if not self.plain:
            return higher or trumps
        return terms.trumping(higher, trumps - higher, hand - trumps, partner, self.trumped)

    def __reduce__(self) -> tuple[Any, ...]:
        return _standing, (self.terms, self.suit, self.card)


_Standings = dict[tuple[Suit | None, Card | None], Winning]


def _standing(terms: Terms, suit: Suit | None, card: Card | None) -> Winning:
    return terms.standings[suit, card]


def _standings(terms: Terms) -> _Standings:
    """Work out all the ways a trick can stand, by the suit led and the card winning."""
    found: _Standings = {
        (suit, card): Winning(terms, suit, card)
        for suit in Suit
        for card in PACK
        if card.suit in (suit, terms.trump)
    }
    for (suit, _), stands in found.items():
        stands.after = tuple(
            found[suit, card] if stands.over & card.bit else stands for card in PACK
        )
    nothing = Winning(terms, None, None)
    nothing.after = tuple(found[card.suit, card] for card in PACK)
    return {**found, (None, None): nothing}
