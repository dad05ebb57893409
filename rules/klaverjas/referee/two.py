"""Questions about Klaberjass: what is legal, sequences, settling, what a deal comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from klaverjas.actions import Declare, Keep, Play, PlayerAction, Silent, Swap, parse_action
from klaverjas.asks import Phase
from klaverjas.cards import PACK, Card, Hand, Rank
from klaverjas.errors import IllegalAction, InvalidText
from klaverjas.referee.playthrough import Playthrough, read_calls
from klaverjas.referee.request import (
    Answer,
    Refused,
    Request,
    as_card,
    as_object,
    check_apart,
    show,
)
from klaverjas.ruleset import RuleSet
from klaverjas.seats import Game, Seat
from klaverjas.standing import Carry, Standing
from klaverjas.two.deal import Deal
from klaverjas.two.pack import pack_of
from klaverjas.two.rules import KlaberjassRules
from klaverjas.two.sequences import Declaring, compare_sequences
from klaverjas.two.settlement import settle as settled
from klaverjas.two.tricks import legal_cards

__all__ = ["deal", "legal", "sequences", "settle"]

GAME: Final = Game.KLABERJASS
_DECLARING: Final[dict[str, Declaring]] = {word: word for word in get_args(Declaring)}
_EXCHANGE: Final[dict[object, PlayerAction]] = {"swap": Swap(), "keep": Keep()}
_DECLARE: Final[dict[object, PlayerAction]] = {True: Declare(), False: Silent()}


def legal(request: Request, rules: RuleSet) -> Answer:
    """List the cards that the seat to play may lay, sorted as strings."""
    assert isinstance(rules, KlaberjassRules)
    trump = request.suit("trump")
    request.seat("leader", GAME)
    laid, hand = request.cards("trick", 0, 1), request.cards("hand", *range(1, 10))
    check_apart({"trick": laid, "hand": hand})
    led = laid[0] if laid else None
    mask = legal_cards(Hand.of(*hand).mask, led, trump, bare_jass=rules.bare_jass)
    return {"legal": sorted(Hand(mask), key=str)}


def sequences(request: Request, rules: RuleSet) -> Answer:
    """Compare the sequences of two hands, as if both took a trick, with all that is said."""
    assert isinstance(rules, KlaberjassRules)
    trump = request.suit("trump")
    hands = {name: request.cards(name, GAME.hand_size) for name in ("nondealer", "dealer")}
    check_apart(hands)
    declare = _DECLARING[request.text("declare", tuple(_DECLARING))]
    contest = compare_sequences(
        rules, trump, Hand.of(*hands["nondealer"]), Hand.of(*hands["dealer"]), declare
    )
    return {
        "nondealer": contest.nondealer,
        "dealer": contest.dealer,
        "winner": contest.winner,
        "dialogue": [said._asdict() for said in contest.dialogue],
    }


def settle(request: Request, rules: RuleSet) -> Answer:
    """Write a deal down from two sums, whatever they are."""
    assert isinstance(rules, KlaberjassRules)
    maker, defender = request.number("maker"), request.number("defender")
    return {**settled(rules, maker, defender, request.number("pot", 0))._asdict()}


def deal(request: Request, rules: RuleSet) -> Answer:
    """Play a whole deal, and write it down."""
    assert isinstance(rules, KlaberjassRules)
    pot = request.number("pot", 0)
    begun, size = _begin(request, rules, pot)
    calls = read_calls(request, GAME)
    exchange = _answers(request, "exchange", _EXCHANGE)
    declare = _answers(request, "declare", _DECLARE)
    plays = request.listed("plays", _play)
    for index, (seat, call) in enumerate(calls):
        begun.call(index, seat, call)
    begun.called(calls)
    if begun.deal.phase is not Phase.OVER and size < GAME.hand_size:
        raise Refused("bad-message", f"hands: expected {GAME.hand_size} cards each")
    _play_out(begun, exchange, declare, plays)
    return _written(begun, pot)


def _begin(request: Request, rules: KlaberjassRules, pot: int) -> tuple[Playthrough, int]:
    """Deal the hands of the question; the six cards each will do for a deal thrown in."""
    dealer, hands = request.seat("dealer", GAME), request.hands(GAME, GAME.hand_size, 6)
    upcard = request.card("upcard")
    bottom = request.card("bottom") if "bottom" in request else None
    open_ = {"upcard": [upcard], "bottom": [bottom] if bottom else []}
    check_apart({**{f"hands.{seat}": cards for seat, cards in hands.items()}, **open_})
    sizes = {len(cards) for cards in hands.values()}
    if len(sizes) > 1:
        raise Refused("bad-message", "hands: expected as many cards in both")
    pack = pack_of(hands, dealer, upcard, bottom or _unknown_bottom(hands, upcard))
    standing = Standing(carry=Carry(pot=pot))
    return Playthrough(Deal.begin(rules, 1, dealer, standing, pack)[0]), sizes.pop()


def _unknown_bottom(hands: Mapping[Seat, Sequence[Card]], upcard: Card) -> Card:
    """Choose a card to lie at the bottom that closes no exchange: not the seven of the upcard."""
    elsewhere = {upcard, Card.of(upcard.suit, Rank.SEVEN)}.union(*hands.values())
    return next(card for card in PACK if card not in elsewhere)


def _answers(
    request: Request, name: str, known: Mapping[object, PlayerAction]
) -> dict[Seat, PlayerAction]:
    """Read what each seat answers; a seat that is missing has no entry."""
    given = as_object(name, request.fields.get(name, {}))
    answers = {}
    for seat, value in given.items():
        if seat not in GAME.seats:
            raise Refused("bad-message", f"{name}: {show(seat)} is not a seat")
        if not isinstance(value, str | bool) or value not in known:
            words = " or ".join(str(word).lower() for word in known)
            raise Refused("bad-message", f"{name}.{seat}: expected {words}, not {show(value)}")
        answers[Seat(seat)] = known[value]
    return answers


def _play(name: str, value: object) -> Play:
    """Read a card, or a card and what is called with it."""
    if isinstance(value, str):
        return Play(as_card(name, value))
    body = as_object(name, value)
    card = as_card(f"{name}.card", body.get("card"))
    try:
        play = parse_action({"a": "play", "card": card, "call": body.get("call")})
    except InvalidText as error:
        raise Refused("bad-message", f"{name}.call: {error}") from None
    assert isinstance(play, Play)
    return play


def _play_out(
    begun: Playthrough,
    exchange: dict[Seat, PlayerAction],
    declare: dict[Seat, PlayerAction],
    plays: Sequence[Play],
) -> None:
    """Exchange, declare and play, each when it is asked."""
    _decide(begun, Phase.EXCHANGING, "exchange", exchange, Keep())
    if Swap() in exchange.values():
        seat = next(seat for seat, answer in exchange.items() if answer == Swap())
        raise _not_now("exchange", seat, "no exchange is open to him", "wrong-phase", [])
    for index, play in enumerate(plays):
        _decide(begun, Phase.DECLARING, "declare", declare, Silent())
        begun.play(index, play)
    _decide(begun, Phase.DECLARING, "declare", declare, Silent())
    begun.played(plays)


def _decide(
    begun: Playthrough,
    phase: Phase,
    name: str,
    answers: dict[Seat, PlayerAction],
    otherwise: PlayerAction,
) -> None:
    """Answer what is asked in this phase, each seat once."""
    while (asked := begun.asked) and begun.deal.phase is phase:
        answer = answers.pop(asked.seat, otherwise)
        try:
            begun.act(asked.seat, answer)
        except IllegalAction as refused:
            legal = [action.a for action in asked.legal]
            text = f"{asked.seat} may not {answer.a}"
            raise _not_now(name, asked.seat, text, refused.reason, legal) from None


def _not_now(name: str, seat: Seat, text: str, reason: str, legal: Sequence[object]) -> Refused:
    """Refuse an answer; its place is the seat that gives it."""
    where = {"reason": str(reason), "index": str(seat), "legal": list(legal)}
    return Refused("illegal", f"{name}.{seat}: {text}: {reason}", **where)


def _written(begun: Playthrough, pot: int) -> Answer:
    """Say what was written; of a deal that was thrown in, that nothing was."""
    deal = begun.deal
    assert isinstance(deal, Deal) and deal.outcome is not None
    line, nothing = deal.outcome.line, GAME.by_side((0, 0))
    return {
        "maker": deal.maker,
        "trump": deal.trump,
        "winners": begun.winners,
        "points": dict(line.points) if line else nothing,
        "sequences": dict(line.sequences or nothing) if line else nothing,
        "bela": dict(line.bela or nothing) if line else nothing,
        "written": dict(line.written) if line else nothing,
        "pot": line.pot if line else pot,
        "marks": dict(line.marks) if line else GAME.by_side(("", "")),
    }
