"""The eight tricks of Klaverjas: laying, taking, and the roem that lies in the last one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple, Self

from klaverjas.asks import Phase
from klaverjas.cards import POINTS, STRONGER, Card, Suit
from klaverjas.events import TrickTaken
from klaverjas.four.opening import Opening
from klaverjas.four.roem import Roem, roem_in, roem_value
from klaverjas.four.rules import KlaverjasRules
from klaverjas.seats import Game, Pair, Seat
from klaverjas.standing import Outcome
from klaverjas.trick import TRUMPING, Trumping, legal_over

__all__ = ["LAST_TRICK", "NEXT", "NOTHING", "PARTNER", "FinishedTrick", "Tally", "Terms", "Tricks"]

GAME: Final = Game.KLAVERJAS
ROUND: Final[dict[Seat, tuple[Seat, ...]]] = {seat: tuple(GAME.from_seat(seat)) for seat in Seat}
"""The four seats, clockwise from each."""
NEXT: Final[dict[Seat, Seat]] = {seat: GAME.after(seat) for seat in Seat}
PARTNER: Final[dict[Seat, Seat]] = {seat: GAME.after(seat, 2) for seat in Seat}
NOTHING: Final[Pair[int]] = Pair(0, 0)
LAST_TRICK: Final = 10
EVERY_CARD: Final = 0xFFFFFFFF

# Everything here happens for every card: the tuples are made without their keyword arguments,
# and members of an enum take several times as long to look up as these.
new: Final = tuple.__new__
PLAYING: Final = Phase.PLAYING


@dataclass(frozen=True, slots=True)
class Terms:
    """What the play of a deal goes by: its trump and its rules, looked up once."""

    trump: Suit
    mask: int
    """The eight trumps."""
    stronger: tuple[int, ...]
    """By card index: the cards that beat it while it wins a trick."""
    worth: tuple[int, ...]
    """By card index: its points."""
    trumping: Trumping
    four_of_a_kind: str
    stuk: bool

    @classmethod
    def of(cls, trump: Suit, rules: KlaverjasRules) -> Terms:
        """Look up what a trump means under a rule set."""
        return _terms(trump, TRUMPING[rules.trumping], rules.four_of_a_kind, rules.stuk)


@cache
def _terms(trump: Suit, trumping: Trumping, four_of_a_kind: str, stuk: bool) -> Terms:
    stronger, worth = STRONGER[trump.number], POINTS[trump.number]
    return Terms(trump, trump.mask, stronger, worth, trumping, four_of_a_kind, stuk)


class FinishedTrick(NamedTuple):
    """A trick that was taken: `cards` from the leader on, `points` with the last trick's ten.

    `roem` is what lay in it; it was counted if `counted`, called by `caller` unless automatic.
    """

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    points: int
    roem: int
    counted: bool = False
    caller: Seat | None = None


class Tally(NamedTuple):
    """What both sides have so far: card points, counted roem, tricks."""

    points: Pair[int] = NOTHING
    roem: Pair[int] = NOTHING
    tricks: Pair[int] = NOTHING


class Tricks(NamedTuple):
    """The play so far; `four.deal.Deal` is this with what one may do in it."""

    opening: Opening
    phase: Phase
    outcome: Outcome | None
    hands: tuple[int, ...]
    """What is in the four hands, as masks, from `turn` clockwise."""
    turn: Seat
    """Who is to call or to play."""
    terms: Terms | None = None
    """None until trump is made."""
    playable: int = 0
    """What `turn` may lay, as a mask."""
    trick: tuple[Card, ...] = ()
    led: int = 0
    """The suit led to the trick, as a mask."""
    best: Card | None = None
    """The card now winning the trick."""
    over: int = EVERY_CARD
    """The cards that would beat it, as a mask."""
    taken: tuple[FinishedTrick, ...] = ()
    window: bool = False
    """Roem lies uncalled in the last trick, and may still be called."""

    def lay(self, card: Card) -> Self:
        """Lay a card that does not complete its trick; it must be legal."""
        opening, _, _, hands, turn, terms, _, trick, led, best, over, taken, _ = self
        mine, hand, third, fourth = hands
        assert terms is not None
        partner = False
        if card.bit & over:
            led = led or card.suit.mask
            best, over = card, terms.stronger[card.number]
        else:
            # The one to play next is the partner of whoever laid the card before this one.
            partner = best is trick[-1]
        legal = hand & led
        if not legal or led == terms.mask:
            trumped = best is not None and best.suit is terms.trump
            legal = legal_over(hand, led, over, partner, trumped, terms.mask, terms.trumping)
        hands = (hand, third, fourth, mine ^ card.bit)
        turn = NEXT[turn]
        trick += (card,)
        fields = (
            opening, PLAYING, None, hands, turn, terms, legal, trick, led, best, over, taken, False,
        )  # fmt: skip
        return new(self.__class__, fields)

    def take(self, card: Card) -> Self:
        """Lay the card that completes a trick, and let the best one take it."""
        opening, _, _, hands, turn, terms, _, trick, _, best, over, taken, _ = self
        mine, first, second, third = hands
        one, two, three = trick
        assert terms is not None
        trick, leader, worth = (one, two, three, card), NEXT[turn], terms.worth
        place = trick.index(card if card.bit & over else best)
        winner = ROUND[leader][place]
        points = worth[one.number] + worth[two.number] + worth[three.number] + worth[card.number]
        if len(taken) == 7:
            points += LAST_TRICK
        mask = one.bit | two.bit | three.bit | card.bit
        lies = roem_value(mask, terms.trump, terms.four_of_a_kind, terms.stuk)
        done = new(FinishedTrick, (leader, trick, winner, points, lies, False, None))
        hands = (first, second, third, mine ^ card.bit)
        if place:
            hands = hands[place:] + hands[:place]
        taken += (done,)
        fields = (
            opening, PLAYING, None, hands, winner, terms, hands[0], (), 0, None, EVERY_CARD, taken,
            lies > 0,
        )  # fmt: skip
        return new(self.__class__, fields)

    def last_roem(self) -> Roem:
        """Take the roem of the last trick apart."""
        one, two, three, four = self.taken[-1].cards
        terms, mask = self.terms, one.bit | two.bit | three.bit | four.bit
        assert terms is not None
        return roem_in(mask, terms.trump, terms.four_of_a_kind, terms.stuk)

    def count_roem(self, caller: Seat | None) -> Self:
        """Count the roem of the last trick for the side that took it."""
        *before, (leader, cards, winner, points, roem, _, _) = self.taken
        counted = new(FinishedTrick, (leader, cards, winner, points, roem, True, caller))
        return new(self.__class__, (*self[:-2], (*before, counted), False))

    @property
    def leader(self) -> Seat:
        """Who led to the trick, or is to lead."""
        return ROUND[self.turn][-len(self.trick)]

    def hand(self, seat: Seat) -> int:
        """Say what is in a seat's hand, as a mask."""
        return self.hands[(seat.number - self.turn.number) % 4]

    @property
    def tally(self) -> Tally:
        """Add up what both sides have."""
        points, roem, tricks = [0, 0], [0, 0], [0, 0]
        for _, _, winner, worth, lay, counted, _ in self.taken:
            side = winner.number & 1
            points[side] += worth
            tricks[side] += 1
            if counted:
                roem[side] += lay
        return new(Tally, (new(Pair, points), new(Pair, roem), new(Pair, tricks)))


@cache
def trick_taken(number: int, winner: Seat, points: int) -> TrickTaken:
    """Give the event of a trick; each of the few thousand there can be is made once."""
    return TrickTaken(number, winner, points)
