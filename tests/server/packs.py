"""Stacked packs: who draws what, and deals of which a test knows the course beforehand."""

from collections.abc import Mapping
from typing import Final

from klaverjas import PACK, Card, Game, Hand, Seat
from klaverjas.four.deal import pack_of

N, E, S, W = Seat

FIRST_DRAWN: Final = (Card.C7, Card.D8, Card.H9, Card.SA)
"""West draws the ace and deals; north is forehand."""
DRAW: Final = (*FIRST_DRAWN, *(card for card in PACK if card not in FIRST_DRAWN))

TALKATIVE: Final = {
    N: Hand.parse("HJ H9 CT CA DT DA ST SA"),
    E: Hand.parse("HT HA CJ C7 DJ D7 SJ S7"),
    S: Hand.parse("HQ H8 CQ C8 DQ D8 SQ S8"),
    W: Hand.parse("HK H7 CK C9 DK D9 SK S9"),
}
"""With hearts trump and played in this order north wins every trick, and roem lies in each."""

QUIET: Final = {
    N: Hand.parse("C7 C8 C9 CT CJ CQ CK CA"),
    E: Hand.parse("D7 D8 D9 DT DJ DQ DK DA"),
    S: Hand.parse("H7 H8 H9 HT HJ HQ HK HA"),
    W: Hand.parse("S7 S8 S9 ST SJ SQ SK SA"),
}
"""Whatever is played, four suits lie in each trick: no run and no stuk."""


def packs_of(*deals: Mapping[Seat, Hand], packets: str = "3-2-3") -> list[tuple[Card, ...]]:
    """Stack the packs of a match: the draw that makes west the first dealer, then these hands."""
    dealers = Game.KLAVERJAS.from_seat(W)
    dealt = (pack_of(hands, next(dealers), packets) for hands in deals)
    return [DRAW, *dealt]


NORTH_WINS: Final = (
    "HJ HT HQ HK",
    "H9 HA H8 H7",
    "CT CJ CQ CK",
    "CA C7 C8 C9",
    "DT DJ DQ DK",
    "DA D7 D8 D9",
    "ST SJ SQ SK",
    "SA S7 S8 S9",
)
"""The tricks of `TALKATIVE`."""
