"""Questions about Klaverjas: what is legal, what a trick brings, what a deal comes to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from klaverjas.actions import Close, Play, Roem, Turn
from klaverjas.asks import Phase
from klaverjas.cards import Hand, Suit
from klaverjas.errors import IllegalAction, Reason
from klaverjas.four.deal import Deal, pack_of
from klaverjas.four.roem import roem_in
from klaverjas.four.rules import KlaverjasRules
from klaverjas.referee.playthrough import Playthrough, SeatCall, illegal, read_calls
from klaverjas.referee.request import (
    Answer,
    Refused,
    Request,
    as_card,
    as_list,
    as_suit,
    check_apart,
    show,
)
from klaverjas.ruleset import RuleSet
from klaverjas.seats import Game
from klaverjas.standing import Standing
from klaverjas.trick import TRUMPING, legal_mask, points_in, winner_of

__all__ = ["deal", "legal", "trick"]

GAME: Final = Game.KLAVERJAS
ROEM: Final = Roem()
CLOSE: Final = Close()


def legal(request: Request, rules: RuleSet) -> Answer:
    """List the cards that the seat to play may lay, sorted as strings."""
    assert isinstance(rules, KlaverjasRules)
    trump = request.suit("trump")
    request.seat("leader", GAME)
    laid, hand = request.cards("trick", *range(4)), request.cards("hand", *range(1, 9))
    check_apart({"trick": laid, "hand": hand})
    mask = Hand.of(*hand).mask
    if laid:
        # The partner of the seat to play laid the last card but one.
        place = winner_of(laid, trump)
        partner, policy = place == len(laid) - 2, TRUMPING[rules.trumping]
        mask = legal_mask(mask, laid[0].suit, laid[place], partner, trump, policy)
    return {"legal": sorted(Hand(mask), key=str)}


def trick(request: Request, rules: RuleSet) -> Answer:
    """Say who takes a trick, and what points and roem it has; without the last trick's ten."""
    assert isinstance(rules, KlaverjasRules)
    trump, leader = request.suit("trump"), request.seat("leader", GAME)
    laid = request.cards("trick", 4)
    found = roem_in(Hand.of(*laid).mask, trump, rules.four_of_a_kind, rules.stuk)
    return {
        "winner": GAME.after(leader, winner_of(laid, trump)),
        "points": points_in(laid, trump),
        "roem": found.value,
        "parts": [
            {"kind": part.kind, "cards": list(part.cards), "value": part.value}
            for part in found.parts
        ],
    }


def deal(request: Request, rules: RuleSet) -> Answer:
    """Play a whole deal, and write it down."""
    assert isinstance(rules, KlaverjasRules)
    begun = _begin(request, rules)
    calls = read_calls(request, GAME)
    turned = request.listed("turned", as_suit) if "turned" in request else []
    plays = [Play(card) for card in request.listed("plays", as_card)]
    called = _called(request, rules)
    _make_trump(begun, calls, turned)
    _play(begun, plays, called)
    return _written(begun)


def _begin(request: Request, rules: KlaverjasRules) -> Playthrough:
    dealer, given = request.seat("dealer", GAME), request.hands(GAME, GAME.hand_size)
    hands = {seat: Hand.of(*cards) for seat, cards in given.items()}
    pack = pack_of(hands, dealer, rules.packets)
    return Playthrough(Deal.begin(rules, 1, dealer, Standing(), pack)[0])


def _called(request: Request, rules: KlaverjasRules) -> list[int] | None:
    """Read the tricks whose roem was called; None for all. Automatic roem needs no field."""
    if rules.roem_calling == "automatic" and "roem" not in request:
        return None
    value = request.field("roem")
    if value == "all":
        return None
    if isinstance(value, str):
        raise Refused("bad-message", f'roem: expected "all" or a list, not {show(value)}')
    return [_trick_number(index, entry) for index, entry in enumerate(as_list("roem", value))]


def _trick_number(index: int, value: object) -> int:
    if type(value) is not int:
        raise Refused(
            "bad-message", f"roem[{index}]: expected a trick number, not {show(value)}", index=index
        )
    return value


def _make_trump(begun: Playthrough, calls: Sequence[SeatCall], turned: Sequence[Suit]) -> None:
    """Call by call, with a suit turned wherever the house must turn one."""
    shown = _turn(begun, turned, 0)
    for index, (seat, action) in enumerate(calls):
        begun.call(index, seat, action)
        shown = _turn(begun, turned, shown)
    begun.called(calls)
    if shown < len(turned):
        raise illegal("turned", shown, Reason.WRONG_PHASE, "no suit is turned here")


def _turn(begun: Playthrough, turned: Sequence[Suit], shown: int) -> int:
    if begun.deal.phase is not Phase.TURNING:
        return shown
    choices = [str(suit) for suit in begun.deal.turn_choices]
    if shown == len(turned):
        raise Refused("not-over", "turned: a suit must be turned", index=shown, legal=choices)
    try:
        begun.act(None, Turn(turned[shown]))
    except IllegalAction as refused:
        text = f"{turned[shown]} may not be turned again"
        raise illegal("turned", shown, refused.reason, text, choices) from None
    return shown + 1


def _play(begun: Playthrough, plays: Sequence[Play], called: Sequence[int] | None) -> None:
    """Card by card; the winner calls roem at once, if it was called at all."""
    uncalled = []
    for index, play in enumerate(plays):
        begun.play(index, play)
        asked, number = begun.asked, len(begun.winners)
        if asked is None or ROEM not in asked.legal:
            continue
        if called is None or number in called:
            begun.act(asked.seat, ROEM)
            continue
        uncalled.append(number)
        if begun.deal.phase is Phase.CLOSING:
            begun.act(asked.seat, CLOSE)
    begun.played(plays)
    _check_called(called or (), sorted(begun.roem + uncalled))


def _check_called(called: Sequence[int], lay: Sequence[int]) -> None:
    for index, number in enumerate(called):
        if number not in lay or number in called[:index]:
            text = f"in trick {number} no roem lies" if number not in lay else "it is called once"
            raise illegal("roem", index, Reason.WRONG_MOMENT, text, lay)


def _written(begun: Playthrough) -> Answer:
    outcome = begun.deal.outcome
    assert outcome is not None and outcome.line is not None and outcome.line.roem is not None
    line = outcome.line
    return {
        "maker": line.maker,
        "winners": begun.winners,
        "points": dict(line.points),
        "roem": dict(outcome.line.roem),
        "written": dict(line.written),
        "marks": dict(line.marks),
    }
