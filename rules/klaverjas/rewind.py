"""Going back to an earlier trick, as a director may rule (RULES §8).

A deal holds all that was done in it; going back is playing it again up to the trick.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from klaverjas.actions import Deal, Play, PlayerAction, Roem, Turn
from klaverjas.asks import Phase
from klaverjas.cards import Hand
from klaverjas.errors import IllegalAction, Reason
from klaverjas.four.deal import Deal as FourDeal
from klaverjas.four.deal import pack_of as pack_of_four
from klaverjas.match import Match
from klaverjas.seats import Game, Pair, Seat, add
from klaverjas.standing import DealState, Pack
from klaverjas.two.deal import Deal as TwoDeal
from klaverjas.two.pack import pack_of as pack_of_two

__all__ = ["rewind"]

ROEM: Final = Roem()
GAME_OF_FOUR: Final = Game.KLAVERJAS
GAME_OF_TWO: Final = Game.KLABERJASS


def rewind(match: Match, deal: int, trick: int) -> Match:
    """Go back to before a trick of this deal or an earlier one; the director's points stay.

    Tricks count from 1; one that was not reached yet, or a deal in which nobody made trump, is
    an `IllegalAction`.
    """
    state = _find(match, deal)
    acts, back = _acts_before(state, trick), _at_start(match, state)
    while act := next(acts[back.phase], None):
        back, _ = back.apply(*act)
    return back._replace(decision=match.decision + 1)


def _find(match: Match, number: int) -> DealState:
    deals = match.finished if match.deal is None else (*match.finished, match.deal)
    for deal in deals:
        if deal.number == number:
            return deal
    raise IllegalAction(Reason.WRONG_MOMENT)


def _at_start(match: Match, deal: DealState) -> Match:
    """Put the match back to where this deal was dealt, and deal it again."""
    assert isinstance(deal, FourDeal | TwoDeal)
    since = add(match.standing.adjusted, _negative(deal.standing.adjusted))
    standing = deal.standing._replace(
        totals=add(deal.standing.totals, since), adjusted=match.standing.adjusted
    )
    frame = match.frame._replace(
        dealer=deal.dealer,
        number=deal.number - 1,
        standing=standing,
        finished=tuple(done for done in match.finished if done.number < deal.number),
        verdict=None,
    )
    start = Match(match.procedure, frame, Phase.DEALING, match.decision)
    return start.apply(None, Deal(_pack(deal)))[0]


def _negative(pair: Pair[int]) -> Pair[int]:
    return Pair(-pair.first, -pair.second)


def _pack(deal: FourDeal | TwoDeal) -> Pack:
    if isinstance(deal, FourDeal):
        hands = {seat: Hand(deal.dealt[seat.number]) for seat in Seat}
        return pack_of_four(hands, deal.dealer, deal.rules.packets)
    six, packets = deal.cards.six, deal.cards.packets
    order = {
        seat: (*Hand(six[side]), *Hand(packets[side]))
        for side, seat in enumerate(deal.rules.game.seats)
    }
    return pack_of_two(order, deal.dealer, deal.cards.upcard, deal.cards.bottom)


_Act = tuple[Seat | None, PlayerAction | Turn]


def _acts_before(deal: DealState, trick: int) -> dict[Phase, Iterator[_Act]]:
    """List what was done in a deal before a trick, by the phase that asked for it."""
    assert isinstance(deal, FourDeal | TwoDeal)
    taken = () if deal.tricks is None else deal.tricks.taken
    if deal.trump is None or not 1 <= trick <= min(len(taken) + 1, deal.rules.game.hand_size):
        raise IllegalAction(Reason.WRONG_MOMENT)
    if isinstance(deal, FourDeal):
        return {
            Phase.TURNING: ((None, Turn(suit)) for suit in deal.turned),
            Phase.CALLING: iter(deal.calls),
            Phase.PLAYING: _four_tricks(deal, trick - 1),
        }
    calls = iter(deal.calls)
    return {
        Phase.CALLING: calls,
        Phase.ANSWERING: calls,
        Phase.EXCHANGING: iter(deal.exchange),
        Phase.DECLARING: iter(deal.declarations),
        Phase.PLAYING: _two_tricks(deal, trick - 1),
    }


def _four_tricks(deal: FourDeal, count: int) -> Iterator[_Act]:
    assert deal.tricks is not None
    for done in deal.tricks.taken[:count]:
        for seat, card in zip(GAME_OF_FOUR.from_seat(done.leader), done.cards, strict=True):
            yield seat, Play(card)
        if done.caller is not None:
            yield done.caller, ROEM


def _two_tricks(deal: TwoDeal, count: int) -> Iterator[_Act]:
    assert deal.tricks is not None
    for done in deal.tricks.taken[:count]:
        yield from zip(GAME_OF_TWO.from_seat(done.leader), done.plays, strict=True)
