"""Cards, suits, ranks and hands: the pack both games share (RULES §1).

A card is written suit first, then rank: ``HJ`` is the jack of hearts, ``ST`` the ten of spades.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final

from klaverjas.errors import InvalidText

__all__ = ["PACK", "RUN_ORDER", "Card", "Hand", "Rank", "Suit", "beaters", "points", "power"]


class Suit(StrEnum):
    """One of the four suits, in the order every list of cards is sorted by: C D H S."""

    C = "C"
    D = "D"
    H = "H"
    S = "S"

    # Enum's own hash goes through Python code, and what is not in a slot through a dictionary;
    # suits and cards index every table there is.
    __slots__ = ("mask", "number")
    __hash__ = str.__hash__

    number: int
    """0 to 3, in the order C D H S."""
    mask: int
    """The eight cards of the suit, as the bits of a hand."""

    def __repr__(self) -> str:
        return f"Suit.{self.name}"


class Rank(StrEnum):
    """One of the eight ranks, in the order of runs from low to high: 7 8 9 T J Q K A."""

    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"

    __slots__ = ("number",)
    __hash__ = str.__hash__

    number: int
    """0 to 7, in the order of runs."""

    def __repr__(self) -> str:
        return f"Rank.{self.name}"


class Card(StrEnum):
    """One of the 32 cards of the piquet pack, sorted by suit, then by the order of runs."""

    C7, C8, C9, CT, CJ, CQ, CK, CA = "C7", "C8", "C9", "CT", "CJ", "CQ", "CK", "CA"
    D7, D8, D9, DT, DJ, DQ, DK, DA = "D7", "D8", "D9", "DT", "DJ", "DQ", "DK", "DA"
    H7, H8, H9, HT, HJ, HQ, HK, HA = "H7", "H8", "H9", "HT", "HJ", "HQ", "HK", "HA"
    S7, S8, S9, ST, SJ, SQ, SK, SA = "S7", "S8", "S9", "ST", "SJ", "SQ", "SK", "SA"

    __slots__ = ("bit", "number", "rank", "suit")
    __hash__ = str.__hash__

    number: int
    """0 to 31: eight times the suit's index, plus the rank's."""
    bit: int
    """The card alone, as the bits of a hand."""
    suit: Suit
    rank: Rank

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card such as ``HJ``, in either case; `InvalidText` for anything else."""
        try:
            return cls(text.strip().upper())
        except ValueError:
            raise InvalidText(f"not a card: {text!r}") from None

    @classmethod
    def of(cls, suit: Suit, rank: Rank) -> Card:
        """Name the card of this suit and rank."""
        return PACK[suit.number * 8 + rank.number]

    def __repr__(self) -> str:
        return f"Card.{self.name}"


for _place, _suit in enumerate(Suit):
    _suit.number, _suit.mask = _place, 0xFF << _place * 8
for _place, _rank in enumerate(Rank):
    _rank.number = _place
for _place, _card in enumerate(Card):
    _card.number, _card.bit = _place, 1 << _place
    _card.suit, _card.rank = Suit(_card.value[0]), Rank(_card.value[1])

PACK: Final[tuple[Card, ...]] = tuple(Card)
"""The 32 cards in order; not a shuffled pack."""

RUN_ORDER: Final[tuple[Rank, ...]] = tuple(Rank)
"""The ranks as runs and the first dealer's draw order them, low to high."""

_CARD_OF_BIT: Final[dict[int, Card]] = {card.bit: card for card in PACK}


class Hand:
    """A set of cards: an immutable value over a 32-bit mask, iterated in the order of `Card`.

    >>> Hand.of("HJ", "C7")
    Hand.parse('C7 HJ')
    """

    __slots__ = ("mask",)
    mask: int

    def __init__(self, mask: int = 0) -> None:
        if not 0 <= mask < 1 << 32:
            raise ValueError(f"a hand is a mask of 32 bits, not {mask}")
        _set_mask(self, mask)

    @classmethod
    def of(cls, *cards: Card | str) -> Hand:
        """Gather these cards; a card named twice is an `InvalidText`."""
        mask = 0
        for card in cards:
            bit = (card if isinstance(card, Card) else Card.parse(card)).bit
            if mask & bit:
                raise InvalidText(f"{card} twice in one hand")
            mask |= bit
        return cls(mask)

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read cards separated by spaces."""
        return cls.of(*text.split())

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a hand does not change")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a hand does not change")

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.mask & card.bit)

    def __iter__(self) -> Iterator[Card]:
        rest = self.mask
        while rest:
            low = rest & -rest
            yield _CARD_OF_BIT[low]
            rest ^= low

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self.mask == other.mask

    def __hash__(self) -> int:
        return hash(self.mask)

    def __or__(self, other: Hand) -> Hand:
        return Hand(self.mask | other.mask)

    def __and__(self, other: Hand) -> Hand:
        return Hand(self.mask & other.mask)

    def __sub__(self, other: Hand) -> Hand:
        return Hand(self.mask & ~other.mask)

    def __reduce__(self) -> tuple[type[Hand], tuple[int]]:
        return Hand, (self.mask,)

    def in_suit(self, suit: Suit) -> Hand:
        """Keep the cards of one suit."""
        return Hand(self.mask & suit.mask)

    def by_run_order(self) -> tuple[Card, ...]:
        """List suit by suit, in each suit the highest of the run order first, as records do."""
        return tuple(sorted(self, key=lambda card: (card.suit.number, -card.rank.number)))

    def __str__(self) -> str:
        return " ".join(self)

    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r})"


# The way past `__setattr__` for the hand itself.
_set_mask: Final = Hand.__dict__["mask"].__set__


def _table(order: str, worth: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Give (strength, points) by rank index for an order written high to low."""
    strength, value = [0] * 8, [0] * 8
    for place, (rank, pips) in enumerate(zip(order, worth, strict=True)):
        strength[Rank(rank).number] = 8 - place
        value[Rank(rank).number] = pips
    return tuple(strength), tuple(value)


_TRUMP_STRENGTH, _TRUMP_POINTS = _table("J9ATKQ87", (20, 14, 11, 10, 4, 3, 0, 0))
_PLAIN_STRENGTH, _PLAIN_POINTS = _table("ATKQJ987", (11, 10, 4, 3, 2, 0, 0, 0))

POINTS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(
        (_TRUMP_POINTS if card.suit is trump else _PLAIN_POINTS)[card.rank.number] for card in PACK
    )
    for trump in Suit
)
"""Card points by trump index and card index."""

POWER: Final[tuple[tuple[tuple[int, ...], ...], ...]] = tuple(
    tuple(
        tuple(
            16 + _TRUMP_STRENGTH[card.rank.number]
            if card.suit is trump
            else _PLAIN_STRENGTH[card.rank.number] * (card.suit is led)
            for card in PACK
        )
        for led in Suit
    )
    for trump in Suit
)
"""Strength in a trick by trump index, led suit's index and card index; 0 never wins."""

BEATERS: Final[tuple[int, ...]] = tuple(
    sum(
        other.bit
        for other in PACK
        if other.suit is card.suit
        and _TRUMP_STRENGTH[other.rank.number] > _TRUMP_STRENGTH[card.rank.number]
    )
    for card in PACK
)
"""By card index, with the card's suit as trump: the mask of the trumps above it."""


def _stronger(card: Card, trump: Suit) -> int:
    strengths = POWER[trump.number][card.suit.number]
    own = strengths[card.number]
    return sum(other.bit for other in PACK if strengths[other.number] > own)


STRONGER: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(_stronger(card, trump) for card in PACK) for trump in Suit
)
"""By trump index and card index: the mask of the cards that beat this one while it wins a trick."""


def points(card: Card, trump: Suit) -> int:
    """Count the card points of one card under this trump."""
    return POINTS[trump.number][card.number]


def power(card: Card, trump: Suit, led: Suit) -> int:
    """Rank a card in a trick: the highest wins, 0 (a discard) never does."""
    return POWER[trump.number][led.number][card.number]


def beaters(trump_card: Card) -> Hand:
    """Gather the trumps above this trump."""
    return Hand(BEATERS[trump_card.number])
