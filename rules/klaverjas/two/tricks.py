"""The nine tricks of Klaberjass: what may be laid, bela called with the card (RULES §5.1, §5.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from klaverjas.actions import Call, Play
from klaverjas.cards import Card, Hand, Rank, Suit
from klaverjas.errors import Reason
from klaverjas.seats import Game, Pair, Seat, add
from klaverjas.trick import TRUMPING, legal_mask, points_in, refusal, winner_of
from klaverjas.two.bela import bela_counts, bela_mask
from klaverjas.two.settlement import LAST_TRICK

__all__ = ["FinishedTrick", "Tricks", "legal_cards"]

GAME: Final = Game.KLABERJASS
NOTHING: Final[Pair[int]] = Pair(0, 0)
JACKS: Final = frozenset(Card.of(suit, Rank.JACK).bit for suit in Suit)


def _bare_jass(higher: int, lower: int, rest: int, partner: bool, trumped: bool) -> int:
    """Ruff, unless the jack is the only trump: then lay anything."""
    return higher | lower | rest if (higher | lower) in JACKS else higher or lower


def legal_cards(hand: int, led: Card | None, trump: Suit, *, bare_jass: bool = False) -> int:
    """Compute what of a hand may be laid: anything to lead, else on the card that was led."""
    if led is None:
        return hand
    trumping = _bare_jass if bare_jass else TRUMPING["rotterdam"]
    return legal_mask(hand, led.suit, led, False, trump, trumping)


class FinishedTrick(NamedTuple):
    """A trick that was taken: plays from the leader on, `points` with the last trick's ten."""

    leader: Seat
    plays: tuple[Play, ...]
    winner: Seat
    points: int

    @property
    def cards(self) -> tuple[Card, ...]:
        """List the two cards, the led one first."""
        return tuple(play.card for play in self.plays)


class Tricks(NamedTuple):
    """The play so far."""

    trump: Suit
    bare_jass: bool
    hands: Pair[int]
    """By side, as masks."""
    leader: Seat
    bela: Seat | None
    """Who had king and queen of trump when the play began."""
    trick: tuple[Play, ...] = ()
    taken: tuple[FinishedTrick, ...] = ()
    points: Pair[int] = NOTHING
    bela_calls: tuple[Call | None, ...] = ()
    """What came with the bela's cards, as they were played."""

    @classmethod
    def begin(cls, hands: Pair[int], trump: Suit, leader: Seat, *, bare_jass: bool) -> Tricks:
        """Let the non-dealer lead to the first trick."""
        both = bela_mask(trump)
        holders = (seat for seat in GAME.seats if hands[GAME.side(seat)] & both == both)
        return cls(trump, bare_jass, hands, leader, next(holders, None))

    @property
    def turn(self) -> Seat:
        """Name the seat that lays the next card."""
        return GAME.after(self.leader, len(self.trick))

    @property
    def won(self) -> Pair[int]:
        """Count the tricks by side."""
        winners = [GAME.side(trick.winner) for trick in self.taken]
        return Pair(winners.count(0), winners.count(1))

    @property
    def _hand(self) -> int:
        return self.hands[GAME.side(self.turn)]

    @property
    def _mask(self) -> int:
        led = self.trick[0].card if self.trick else None
        return legal_cards(self._hand, led, self.trump, bare_jass=self.bare_jass)

    def legal(self) -> tuple[Play, ...]:
        """List what may be laid, card by card, without a call before with it."""
        return tuple(self._plays())

    def _plays(self) -> Iterator[Play]:
        for card in Hand(self._mask):
            yield Play(card)
            if call := self._call(card):
                yield Play(card, call)

    def _call(self, card: Card) -> Call | None:
        """Say what may be called with this card."""
        if self.turn is not self.bela or not card.bit & bela_mask(self.trump):
            return None
        return "from-bela" if self.bela_calls else "bela"

    def refusal(self, play: Play) -> Reason:
        """Say why a play that is not legal is refused: for its card, else for its call."""
        if play.card.bit & self._mask:
            return Reason.NO_BELA
        trick = [play.card for play in self.trick]
        return refusal(play.card, self._hand, self._mask, trick, self.trump)

    def lay(self, play: Play) -> Tricks:
        """Lay a legal card; the second one completes the trick."""
        bits = Pair(*(play.card.bit * (seat is self.turn) for seat in GAME.seats))
        called = self._call(play.card) is not None
        laid = self._replace(
            hands=Pair(self.hands.first ^ bits.first, self.hands.second ^ bits.second),
            trick=(*self.trick, play),
            bela_calls=(*self.bela_calls, play.call) if called else self.bela_calls,
        )
        return laid._take() if len(laid.trick) == 2 else laid

    def _take(self) -> Tricks:
        cards = tuple(play.card for play in self.trick)
        winner = GAME.after(self.leader, winner_of(cards, self.trump))
        points = points_in(cards, self.trump)
        if len(self.taken) == GAME.hand_size - 1:
            points += LAST_TRICK
        taken = FinishedTrick(self.leader, self.trick, winner, points)
        return self._replace(
            leader=winner,
            trick=(),
            taken=(*self.taken, taken),
            points=add(self.points, by_seat(winner, points)),
        )

    def counted_bela(self, policy: str) -> Pair[int]:
        """Count the bela by side, once both its cards are played and called as the set asks."""
        if self.bela is None:
            return NOTHING
        return by_seat(self.bela, bela_counts(policy, self.bela_calls))

    def bela_said(self) -> Pair[tuple[Call, ...]]:
        """List what was said of the bela, by side."""
        said = tuple(call for call in self.bela_calls if call)
        return Pair(*(said if seat is self.bela else () for seat in GAME.seats))


def by_seat(seat: Seat, figure: int) -> Pair[int]:
    """Give this figure to the side of a seat, and nothing to the other."""
    return Pair(0, figure) if GAME.side(seat) else Pair(figure, 0)
