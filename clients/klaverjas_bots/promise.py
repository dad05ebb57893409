"""What a hand promises to the one who makes trump with it.

The figures are points of a deal, ours less theirs; they were found by playing some thousands of
deals out, and rounded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from klaverjas import Hand, Rank, Suit

__all__ = ["EIGHT", "NINE", "SIX", "Scale", "promise"]


class Scale(NamedTuple):
    """What the things a hand may hold are worth; they add up."""

    nothing: int
    """What a hand without any of them promises."""
    each_trump: int
    trumps: Mapping[Rank, int]
    """What a trump of this rank is worth on top."""
    jack_and_nine: int
    king_and_queen: int
    ace: int
    ten_with_ace: int
    guarded_ten: int
    void: int


EIGHT: Final = Scale(
    nothing=-103,
    each_trump=24,
    trumps={Rank.JACK: 51, Rank.NINE: 13, Rank.ACE: 10},
    jack_and_nine=13,
    king_and_queen=0,
    ace=27,
    ten_with_ace=15,
    guarded_ten=10,
    void=18,
)
"""For a hand of Klaverjas."""
SIX: Final = Scale(
    nothing=-50,
    each_trump=15,
    trumps={Rank.JACK: 29, Rank.NINE: 12, Rank.ACE: 6, Rank.TEN: 7},
    jack_and_nine=7,
    king_and_queen=24,
    ace=15,
    ten_with_ace=8,
    guarded_ten=12,
    void=2,
)
"""For the first six cards of a hand of Klaberjass."""
NINE: Final = Scale(
    nothing=-92,
    each_trump=15,
    trumps={Rank.JACK: 35, Rank.NINE: 16, Rank.ACE: 9, Rank.TEN: 10},
    jack_and_nine=6,
    king_and_queen=28,
    ace=19,
    ten_with_ace=10,
    guarded_ten=15,
    void=10,
)
"""For a whole hand of Klaberjass, its sequences left out."""


def promise(hand: Hand, trump: Suit, scale: Scale) -> int:
    """Estimate by how many points this hand's side will lead if it makes this trump."""
    total = scale.nothing + _trumps(hand, trump, scale)
    return total + sum(_plain(hand, suit, scale) for suit in Suit if suit is not trump)


def _trumps(hand: Hand, trump: Suit, scale: Scale) -> int:
    ranks = {card.rank for card in hand.in_suit(trump)}
    total = sum(scale.each_trump + scale.trumps.get(rank, 0) for rank in ranks)
    if {Rank.JACK, Rank.NINE} <= ranks:
        total += scale.jack_and_nine
    if {Rank.KING, Rank.QUEEN} <= ranks:
        total += scale.king_and_queen
    return total


def _plain(hand: Hand, suit: Suit, scale: Scale) -> int:
    ranks = {card.rank for card in hand.in_suit(suit)}
    if not ranks:
        return scale.void
    total = scale.ace if Rank.ACE in ranks else 0
    if Rank.TEN in ranks:
        total += scale.ten_with_ace if Rank.ACE in ranks else scale.guarded_ten * (len(ranks) > 1)
    return total
