"""Making trump, call by call, under each of the five procedures."""

import pytest

from klaverjas import PACK, IllegalAction, Match, Phase, Reason, Seat, Suit
from klaverjas.actions import Deal, Draw, Name, Pass, Play, Roem, Turn
from klaverjas.events import Named, Passed, Turned
from klaverjas.four.trump_making import TRUMP_MAKING
from tests.rules import rulebook
from tests.rules.playout import rules_of

ANY = tuple(map(Name, Suit))
DRAWN = {
    "N": "CA C7 D7 H7",
    "E": "C7 CA D7 H7",
    "S": "C7 D7 CA H7",
    "W": "C7 D7 H7 CA",
}
WAYS = ["free", "forced", "free-dealer", "dealer-first", "turned"]

CALLERS = {
    # whose call it is, dealer west; in capitals the one who must name
    "free": "n e s w N",
    "forced": "N",
    "free-dealer": "n e s W",
    "dealer-first": "w n e s W",
    "turned": "n e s w N",
}


def dealt(trump_making: str, dealer: str = "W") -> Match:
    """Begin a match with this dealer."""
    match = Match.start(rules_of(trump_making=trump_making))
    cards = [card for text in DRAWN[dealer].split() for card in PACK if card == text]
    match, _ = match.apply(None, Draw(tuple(zip(Seat, cards, strict=True))))
    match, _ = match.apply(None, Deal(PACK))
    return match


def before_call(match: Match, suit: Suit = Suit.H) -> Match:
    """Turn a suit where one must be turned before the next call."""
    if match.phase is Phase.TURNING:
        match, events = match.apply(None, Turn(suit))
        assert events == (Turned(suit),)
    return match


@pytest.mark.parametrize("trump_making", WAYS)
def test_everybody_is_asked_in_turn_and_the_last_must_name(trump_making: str) -> None:
    match = dealt(trump_making)
    order = CALLERS[trump_making].split()
    for place, caller in enumerate(order):
        match = before_call(match, [Suit.H, Suit.C][place == 4])
        (ask,) = match.asks()
        names = ANY if trump_making != "turned" else (Name([Suit.H, Suit.C][place == 4]),)
        must = caller.isupper()
        assert (ask.seat, ask.must) == (Seat(caller.upper()), True)
        assert ask.legal == (names if must else (*names, Pass()))
        assert must == (place == len(order) - 1)
        if not must:
            match, events = match.apply(ask.seat, Pass())
            assert events == (Passed(ask.seat),)


@pytest.mark.parametrize("trump_making", WAYS)
@pytest.mark.parametrize("dealer", DRAWN)
def test_the_callers_are_those_of_the_rulebook(trump_making: str, dealer: str) -> None:
    making = TRUMP_MAKING[trump_making]
    order = rulebook.callers(trump_making, dealer)
    speakers = [making.speaker(Seat(dealer), passes) for passes in range(len(order))]
    assert [str(seat) for seat in speakers] == order
    assert making.passes == len(order) - 1


@pytest.mark.parametrize("trump_making", WAYS)
def test_the_first_name_ends_it_and_forehand_leads(trump_making: str) -> None:
    order = CALLERS[trump_making].upper().split()
    for passes, caller in enumerate(order):
        match = dealt(trump_making)
        for seat in order[:passes]:
            match, _ = before_call(match).apply(Seat(seat), Pass())
        suit = Suit.C if passes == 4 else Suit.H
        match = before_call(match, suit)
        match, events = match.apply(Seat(caller), Name(suit))
        assert events == (Named(Seat(caller), suit),)
        (ask,) = match.asks()
        assert (match.phase, ask.seat, len(ask.legal)) == (Phase.PLAYING, Seat.N, 8)
        view = match.view(None)
        assert (view.trump, view.maker, view.leader) == (suit, Seat(caller), Seat.N)


def test_a_suit_that_nobody_holds_may_be_named() -> None:
    """The pack in order deals whole suits to nobody, but forehand has no spades in it."""
    match = dealt("free")
    assert not any(card.suit is Suit.S for card in match.view(Seat.N).hand or ())
    match, _ = match.apply(Seat.N, Name(Suit.S))
    assert match.view(None).trump is Suit.S


@pytest.mark.parametrize("trump_making", WAYS)
def test_one_who_must_name_may_not_pass(trump_making: str) -> None:
    match = dealt(trump_making)
    order = CALLERS[trump_making].upper().split()
    for place, seat in enumerate(order[:-1]):
        match, _ = before_call(match, [Suit.H, Suit.C][place == 4]).apply(Seat(seat), Pass())
    match = before_call(match, Suit.C)
    with pytest.raises(IllegalAction) as refusal:
        match.apply(Seat(order[-1]), Pass())
    assert refusal.value.reason is Reason.FORCED
    assert all(isinstance(action, Name) for action in refusal.value.legal)


def test_only_the_turned_suit_may_be_named() -> None:
    match = before_call(dealt("turned"), Suit.D)
    with pytest.raises(IllegalAction) as refusal:
        match.apply(Seat.N, Name(Suit.C))
    assert refusal.value.reason is Reason.SUIT_NAMED
    assert refusal.value.legal == (Name(Suit.D), Pass())


def test_the_second_suit_turned_is_another() -> None:
    match = dealt("turned")
    assert (match.phase, match.asks(), match.turn_choices) == (Phase.TURNING, (), tuple(Suit))
    match, _ = match.apply(None, Turn(Suit.D))
    for seat in "NESW":
        assert match.phase is Phase.CALLING
        match, _ = match.apply(Seat(seat), Pass())
    assert (match.phase, match.turn_choices) == (Phase.TURNING, (Suit.C, Suit.H, Suit.S))
    with pytest.raises(IllegalAction):
        match.apply(None, Turn(Suit.D))
    match, _ = match.apply(None, Turn(Suit.S))
    (ask,) = match.asks()
    assert (ask.seat, ask.legal) == (Seat.N, (Name(Suit.S),))


@pytest.mark.parametrize("trump_making", WAYS)
def test_nobody_else_is_heard(trump_making: str) -> None:
    match = before_call(dealt(trump_making))
    (ask,) = match.asks()
    for seat in set(Seat) - {ask.seat}:
        for action in (Name(Suit.H), Pass()):
            with pytest.raises(IllegalAction) as refusal:
                match.apply(seat, action)
            assert refusal.value.reason is Reason.WRONG_MOMENT
            assert refusal.value.legal == ()


@pytest.mark.parametrize("action", [Play(PACK[0]), Roem()])
def test_another_phases_actions_are_refused(action: Play | Roem) -> None:
    match = dealt("free")
    with pytest.raises(IllegalAction) as refusal:
        match.apply(Seat.N, action)
    assert refusal.value.reason is Reason.WRONG_PHASE
    assert refusal.value.legal == (*ANY, Pass())
