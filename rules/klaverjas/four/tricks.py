"""The eight tricks of Klaverjas: what is asked, laying, taking, and the roem of the last one."""

from __future__ import annotations

from typing import Final, NamedTuple, Self, TypeAlias

from klaverjas.actions import PLAYS_IN_ONE_SUIT, Close, Play, PlayerAction, plays
from klaverjas.actions import Roem as CallRoem
from klaverjas.asks import Ask, Phase
from klaverjas.cards import Card
from klaverjas.errors import IllegalAction, Reason
from klaverjas.four.opening import Opening
from klaverjas.four.roem import Roem
from klaverjas.four.terms import Winning
from klaverjas.seats import Game, Pair, Seat
from klaverjas.standing import Outcome
from klaverjas.trick import refusal

__all__ = ["NEXT", "NOTHING", "PARTNER", "FinishedTrick", "Tally", "Tricks"]

GAME: Final = Game.KLAVERJAS
ROUND: Final[dict[Seat, tuple[Seat, ...]]] = {seat: tuple(GAME.from_seat(seat)) for seat in Seat}
"""The four seats, clockwise from each."""
NEXT: Final[dict[Seat, Seat]] = {seat: GAME.after(seat) for seat in Seat}
PARTNER: Final[dict[Seat, Seat]] = {seat: GAME.after(seat, 2) for seat in Seat}
ALONE: Final[dict[Seat, tuple[Seat, ...]]] = {seat: (seat,) for seat in Seat}
"""Whom one asks who asks nobody beside this seat."""
NOTHING: Final[Pair[int]] = Pair(0, 0)
CLOSE_ALONE: Final = (Close(),)
ROEM_ALONE: Final = (CallRoem(),)

# Everything here happens for every card: the tuples are made without their keyword arguments,
# and members of an enum take several times as long to look up as these.
new: Final = tuple.__new__
CALLING: Final = Phase.CALLING
PLAYING: Final = Phase.PLAYING
CLOSING: Final = Phase.CLOSING
TURNING: Final = Phase.TURNING
OVER: Final = Phase.OVER


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

    points: tuple[int, int]
    roem: tuple[int, int]
    tricks: tuple[int, int]


class Tricks(NamedTuple):
    """The play so far; `four.deal.Deal` is this with what one may do in it."""

    phase: Phase
    opening: Opening
    outcome: Outcome | None
    dealt: tuple[int, ...]
    """The four hands as dealt, as masks, from north clockwise."""
    left: int
    """All cards that were not played yet, as a mask."""
    turn: Seat
    """Who is to call or to play."""
    winning: Winning | None = None
    """How the trick on the table stands; None until trump is made."""
    playable: int = 0
    """What `turn` may lay, as a mask."""
    trick: tuple[Card, ...] = ()
    taken: tuple[FinishedTrick, ...] = ()
    window: bool = False
    """Roem lies uncalled in the last trick, and may still be called."""

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that are asked, the one that must act first."""
        return asked(self)

    def asks(self, decision: int) -> tuple[Ask, ...]:
        """List what is asked, the seat that must act first, under the match's number for it."""
        return asks(self, decision)

    def legal(self, seat: Seat | None) -> tuple[PlayerAction, ...]:
        """List what a seat may do now; nothing when it is not asked."""
        for asked, _, legal, _ in self.asks(0):
            if asked is seat:
                return legal
        return ()

    def refused(self, seat: Seat | None, play: Play) -> IllegalAction:
        """Say why a card may not be laid, and what may be."""
        legal = self.legal(seat)
        if self.phase is not PLAYING:
            return IllegalAction(Reason.WRONG_PHASE if legal else Reason.WRONG_MOMENT, legal)
        if seat is not self.turn:
            return IllegalAction(Reason.WRONG_MOMENT, legal)
        if self.playable & play.card.bit:
            return IllegalAction(Reason.NO_BELA, legal)
        assert self.winning is not None
        trump = self.winning.terms.trump
        return IllegalAction(
            refusal(play.card, self.hand(self.turn), self.playable, self.trick, trump), legal
        )

    def last_roem(self) -> Roem:
        """Take the roem of the last trick apart."""
        one, two, three, four = self.taken[-1].cards
        assert self.winning is not None
        return self.winning.terms.roem[one.bit | two.bit | three.bit | four.bit]

    def count_roem(self, caller: Seat | None) -> Self:
        """Count the roem of the last trick for the side that took it."""
        *before, taken, _ = self
        leader, cards, winner, points, roem, _, _ = taken[-1]
        counted = new(FinishedTrick, (leader, cards, winner, points, roem, True, caller))
        return new(type(self), (*before, (*taken[:-1], counted), False))

    @property
    def leader(self) -> Seat:
        """Who led to the trick, or is to lead."""
        return ROUND[self.turn][-len(self.trick)]

    def hand(self, seat: Seat) -> int:
        """Say what is in a seat's hand, as a mask."""
        return self.dealt[seat.number] & self.left

    @property
    def tally(self) -> Tally:
        """Add up what both sides have."""
        points, roem, tricks = [0, 0], [0, 0], [0, 0]
        for trick in self.taken:
            side = trick.winner.number & 1
            points[side] += trick.points
            tricks[side] += 1
            if trick.counted:
                roem[side] += trick.roem
        return Tally((points[0], points[1]), (roem[0], roem[1]), (tricks[0], tricks[1]))


Plain: TypeAlias = tuple[
    Phase,
    Opening,
    Outcome | None,
    tuple[int, ...],
    int,
    Seat,
    Winning | None,
    int,
    tuple[Card, ...],
    tuple[FinishedTrick, ...],
    bool,
]
"""`Tricks` as a plain tuple, which takes a fraction of the time to make and to unpack."""


def asked(deal: Plain) -> tuple[Seat, ...]:
    """List the seats that are asked, the one that must act first."""
    phase, _, _, _, _, turn, _, _, _, _, window = deal
    if window:
        return (turn, PARTNER[turn])
    return () if phase is TURNING or phase is OVER else ALONE[turn]


def asks(deal: Plain, decision: int) -> tuple[Ask, ...]:
    """List what is asked, the seat that must act first, under the match's number for it."""
    phase, opening, _, _, _, turn, _, playable, _, _, window = deal
    if phase is PLAYING:
        actions: tuple[PlayerAction, ...] = PLAYS_IN_ONE_SUIT.get(playable) or plays(playable)
    elif phase is CALLING:
        actions = opening.making.legal(len(opening.calls), opening.turned)
    elif phase is CLOSING:
        actions = CLOSE_ALONE
    else:
        return ()
    if not window:
        return (new(Ask, (turn, True, actions, decision)),)
    return (
        new(Ask, (turn, True, ROEM_ALONE + actions, decision)),
        new(Ask, (PARTNER[turn], False, ROEM_ALONE, decision)),
    )
