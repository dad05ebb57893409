"""The eight tricks of Klaverjas: laying, taking, and the roem that lies in the last one."""

from __future__ import annotations

from typing import Final, NamedTuple

from klaverjas.cards import POINTS, POWER, Card, Suit
from klaverjas.events import TrickTaken
from klaverjas.four.roem import Roem, roem_in, roem_value
from klaverjas.four.rules import KlaverjasRules
from klaverjas.seats import Game, Pair, Seat
from klaverjas.trick import TRUMPING, legal_mask

__all__ = ["LAST_TRICK", "NEXT", "NOTHING", "PARTNER", "FinishedTrick", "Tricks"]

GAME: Final = Game.KLAVERJAS
NEXT: Final[dict[Seat, Seat]] = {seat: GAME.after(seat) for seat in Seat}
PARTNER: Final[dict[Seat, Seat]] = {seat: GAME.after(seat, 2) for seat in Seat}
NOTHING: Final[Pair[int]] = Pair(0, 0)
LAST_TRICK: Final = 10

# Everything here happens for every card: the tuples are made without their keyword arguments.
new: Final = tuple.__new__


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


class Tricks(NamedTuple):
    """The play so far."""

    hands: tuple[int, ...]
    """What is in the hands, as masks, from north clockwise."""
    turn: Seat
    legal: int
    """What `turn` may lay, as a mask."""
    leader: Seat
    trick: tuple[Card, ...]
    best: int
    """The place in `trick` of the card now winning it."""
    taken: tuple[FinishedTrick, ...]
    points: Pair[int]
    roem: Pair[int]
    window: bool
    """Roem lies uncalled in the last trick, and may still be called."""

    @classmethod
    def begin(cls, hands: tuple[int, ...], leader: Seat) -> Tricks:
        """Let a seat lead to the first trick."""
        legal = hands[leader.number]
        return cls(hands, leader, legal, leader, (), 0, (), NOTHING, NOTHING, False)

    def lay(self, card: Card, trump: Suit, trumping: str) -> Tricks:
        """Lay a card that does not complete its trick; it must be legal."""
        hands, turn, _, leader, trick, best, taken, points, roem, _ = self
        left = list(hands)
        left[turn.number] ^= card.bit
        after, last = NEXT[turn], len(trick)
        trick = (*trick, card)
        led = trick[0].suit
        strengths = POWER[trump.number][led.number]
        if strengths[card.number] > strengths[trick[best].number]:
            best = last
        hand = left[after.number]
        follow = hand & led.mask
        if led is trump or not follow:
            # The one to play next is the partner of whoever laid the card before this one.
            partner = best == last - 1
            follow = legal_mask(hand, led, trick[best], partner, trump, TRUMPING[trumping])
        fields = (tuple(left), after, follow, leader, trick, best, taken, points, roem, False)
        return new(Tricks, fields)

    def take(self, card: Card, trump: Suit, rules: KlaverjasRules) -> Tricks:
        """Lay the card that completes a trick, and let the best one take it."""
        hands, turn, _, leader, trick, best, taken, points, roem, _ = self
        left = list(hands)
        left[turn.number] ^= card.bit
        strengths, worth = POWER[trump.number][trick[0].suit.number], POINTS[trump.number]
        winner = turn if strengths[card.number] > strengths[trick[best].number] else leader
        for _ in range(best if winner is leader else 0):
            winner = NEXT[winner]
        one, two, three = trick
        won = worth[one.number] + worth[two.number] + worth[three.number] + worth[card.number]
        won += LAST_TRICK * (len(taken) == 7)
        mask = one.bit | two.bit | three.bit | card.bit
        lies = roem_value(mask, trump, rules.four_of_a_kind, rules.stuk)
        done = (leader, (*trick, card), winner, won, lies, False, None)
        points = credit(points, winner, won)
        taken = (*taken, new(FinishedTrick, done))
        legal = left[winner.number]
        fields = (tuple(left), winner, legal, winner, (), 0, taken, points, roem, lies > 0)
        return new(Tricks, fields)

    def last_roem(self, trump: Suit, rules: KlaverjasRules) -> Roem:
        """Take the roem of the last trick apart."""
        one, two, three, four = self.taken[-1].cards
        mask = one.bit | two.bit | three.bit | four.bit
        return roem_in(mask, trump, rules.four_of_a_kind, rules.stuk)

    def count_roem(self, caller: Seat | None) -> Tricks:
        """Count the roem of the last trick for the side that took it."""
        last = self.taken[-1]
        return self._replace(
            taken=(*self.taken[:-1], last._replace(counted=True, caller=caller)),
            roem=credit(self.roem, last.winner, last.roem),
            window=False,
        )

    @property
    def won(self) -> Pair[int]:
        """Count the tricks by side."""
        theirs = sum(trick.winner.number & 1 for trick in self.taken)
        return Pair(len(self.taken) - theirs, theirs)


def credit(pair: Pair[int], seat: Seat, figure: int) -> Pair[int]:
    """Add a figure to the side of a seat."""
    ours, theirs = pair
    fields = (ours, theirs + figure) if seat.number & 1 else (ours + figure, theirs)
    return new(Pair, fields)


_TAKEN: Final[dict[tuple[int, Seat, int], TrickTaken]] = {}


def trick_taken(number: int, winner: Seat, points: int) -> TrickTaken:
    """Give the event of a trick; each of the few thousand there can be is made once."""
    key = (number, winner, points)
    event = _TAKEN.get(key)
    if event is None:
        event = _TAKEN[key] = TrickTaken(number, winner, points)
    return event
