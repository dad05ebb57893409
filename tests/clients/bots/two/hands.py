"""Klaberjass laid out by hand: who has which six cards, and which three more."""

from klaverjas import PACK, Card, Hand, RuleSet, Seat
from klaverjas.standing import Pack
from klaverjas_bots import make
from tests.clients.bots.table import Table, begun

PLACES = {Seat.N: ((0, 3), (6, 9), (13, 16)), Seat.S: ((3, 6), (9, 12), (16, 19))}
"""Where in the pack a seat's cards lie when south has dealt."""


def pack_with(north: str, south: str, upcard: str, bottom: str = "") -> Pack:
    """Stack a pack for these hands, six cards or nine; what is left falls as it may."""
    hands = {Seat.N: north.split(), Seat.S: south.split()}
    placed: dict[int, Card] = {12: Card(upcard)}
    for seat, hand in hands.items():
        places = [place for start, end in PLACES[seat] for place in range(start, end)]
        placed |= dict(zip(places, map(Card, hand), strict=False))
    if bottom:
        placed[31] = Card(bottom)
    rest = iter([card for card in PACK if card not in placed.values()])
    return tuple(placed[place] if place in placed else next(rest) for place in range(32))


def table_with(rules: str, north: str, south: str, upcard: str, bottom: str = "") -> Table:
    """Deal these hands; south has dealt, so north speaks first."""
    players = {seat: make("club", 0) for seat in PLACES}
    pack = pack_with(north, south, upcard, bottom)
    return begun(RuleSet.load(rules), players, Seat.S, pack)


def hand_of(table: Table, seat: Seat) -> Hand:
    """Look into a hand."""
    return Hand.of(*(table.match.view(seat).hand or ()))
