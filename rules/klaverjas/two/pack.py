"""Dealing Klaberjass from a pack: 3-3-3-3, the upcard, three more each (RULES §5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from klaverjas.cards import PACK, Card
from klaverjas.errors import InvalidText
from klaverjas.seats import Game, Pair, Seat
from klaverjas.standing import Pack

__all__ = ["DealtOut", "deal_out", "pack_of"]

SIX: Final = (slice(0, 3), slice(6, 9)), (slice(3, 6), slice(9, 12))
"""Where in the pack the first six cards lie: the non-dealer's, the dealer's."""
UPCARD: Final = 12
SECOND: Final = (slice(13, 16), slice(16, 19))
"""Where the second packets lie."""
BOTTOM: Final = 31


class DealtOut(NamedTuple):
    """What lies where, hands by side as masks."""

    six: Pair[int]
    packets: Pair[int]
    upcard: Card
    bottom: Card


def deal_out(pack: Pack, dealer: Seat) -> DealtOut:
    """Deal a pack of all 32 cards, the top one first."""
    six = Pair(*(_mask(card for part in parts for card in pack[part]) for parts in SIX))
    packets = Pair(*(_mask(pack[part]) for part in SECOND))
    if Game.KLABERJASS.side(dealer) == 0:
        six, packets = six.swapped, packets.swapped
    return DealtOut(six, packets, pack[UPCARD], pack[BOTTOM])


def pack_of(
    hands: Mapping[Seat, Sequence[Card]], dealer: Seat, upcard: Card, bottom: Card | None = None
) -> Pack:
    """Stack a pack that deals these hands of nine, or of six where the deal was void.

    The first six of a hand become the six that are dealt first; where a card is not known
    another one lies. A card named twice, or another number of cards, is an `InvalidText`.
    """
    known: dict[int, Card] = {UPCARD: upcard} if bottom is None else {12: upcard, BOTTOM: bottom}
    seats = (Game.KLABERJASS.after(dealer), dealer)
    for seat, first, second in zip(seats, SIX, SECOND, strict=True):
        places = [place for part in (*first, second) for place in range(part.start, part.stop)]
        if len(hands[seat]) not in (6, 9):
            raise InvalidText(f"{seat} has {len(hands[seat])} cards instead of six or nine")
        known.update(zip(places, hands[seat], strict=False))
    rest = iter([card for card in PACK if card not in known.values()])
    pack = tuple(known[place] if place in known else next(rest, upcard) for place in range(32))
    if len(set(pack)) < len(PACK):
        raise InvalidText("a card lies in two places")
    return pack


def _mask(cards: Iterable[Card]) -> int:
    return sum(card.bit for card in cards)
