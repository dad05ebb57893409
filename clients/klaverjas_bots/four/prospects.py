"""Roem that may still come into a trick."""

from __future__ import annotations

from typing import Final

from klaverjas import Card, Suit
from klaverjas.four.roem import roem_value
from klaverjas_bots.four.position import Position

__all__ = ["certain_roem", "roem_ahead"]

COMPLETES: Final = 0.7
"""How often somebody who has the card that completes roem gets to lay it, or must."""
TWO_COME: Final = 0.08
"""How often two cards that both are missing for a run come into the same trick."""


def _gains() -> tuple[tuple[tuple[int, int], ...], ...]:
    """Give, for the ranks of a plain suit in a trick, what one more rank would add."""
    return tuple(
        tuple(
            (1 << rank, gain)
            for rank in range(8)
            if not ranks >> rank & 1 and (gain := _runs(ranks | 1 << rank) - _runs(ranks)) > 0
        )
        for ranks in range(256)
    )


def _runs(ranks: int) -> int:
    return roem_value(ranks, Suit.S, "none", False)


_GAINS: Final = _gains()
_THREES: Final = tuple(0b111 << low for low in range(6))


def certain_roem(position: Position, card: Card) -> int:
    """Work out the roem that lies in the trick once this card is on it."""
    rules = position.rules
    mask = position.mask | card.bit
    return roem_value(mask, position.trump, rules.four_of_a_kind, rules.stuk)


def roem_ahead(position: Position, card: Card) -> float:
    """Estimate the roem that those still to come may add to the trick with this card."""
    if not position.to_come:
        return 0.0
    led = (position.trick or (card,))[0].suit
    shift = 8 * led.number
    ranks = (position.mask | card.bit) >> shift & 0xFF
    ahead = 0.0
    for bit, gain in _GAINS[ranks]:
        if position.unseen & bit << shift:
            ahead += gain * COMPLETES * _comes(position, bit << shift)
    if len(position.to_come) > 1 and card.suit is led:
        ahead += 20 * TWO_COME * _open_runs(ranks, position.unseen >> shift & 0xFF)
    if position.rules.stuk and led is position.trump:
        ahead += _stuk_ahead(position, ranks, shift)
    return ahead


def _comes(position: Position, card: int) -> float:
    """Give the chance that one of those still to come holds a card."""
    missing = 1.0
    for player in position.to_come:
        missing *= position.odds.lacks(player, card)
    return 1.0 - missing


def _open_runs(ranks: int, unseen: int) -> int:
    """Count the runs of three that have one card in the trick and two unseen ones."""
    return sum(
        1
        for three in _THREES
        if (three & ranks).bit_count() == 1 and (three & unseen).bit_count() == 2
    )


def _stuk_ahead(position: Position, ranks: int, shift: int) -> float:
    queen_king = ranks & 0b1100000
    if queen_king.bit_count() != 1:
        return 0.0
    other = (queen_king ^ 0b1100000) << shift
    return 20 * COMPLETES * _comes(position, other) if position.unseen & other else 0.0
