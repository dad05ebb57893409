"""Two rounds of calls, schmeiss and its answers, void deals (RULES §5, §5.5, §5.6)."""

from collections.abc import Mapping

import pytest

from klaverjas import IllegalAction, Pair, Phase, Reason, Seat, Suit
from klaverjas.events import Answered, Named, Passed, Schmeissed, Taken, Void
from klaverjas.two.deal import Deal
from tests.rules.two.stage import (
    DE,
    FI,
    NL,
    NO,
    SEEDS,
    act,
    action_of,
    begin,
    end_of,
    happen,
    kinds,
    options,
    rules_of,
    standing,
)

HANDS = {"N": "CT CJ CQ DT DQ H7 H9 HT SK", "S": "C7 CK CA D7 D8 D9 DA HA SA"}
BOTH = {"schmeiss": "both-rounds", "schmeiss_dealer": True}


def dealt(
    name: str, switches: Mapping[str, object] | None = None, *, thrown_in: int = 0, pot: int = 0
) -> Deal:
    """Deal with the jack of spades as the upcard; south deals."""
    before = standing(pot=pot, thrown_in=thrown_in)
    return begin(rules_of(name, **(switches or {})), HANDS, "SJ", "S8", before=before)


@pytest.mark.parametrize("name", [NO, DE, FI])
def test_two_rounds_without_schmeiss(name: str) -> None:
    deal = dealt(name)
    for seat, words in (
        ("N", ["pass", "take"]),
        ("S", ["pass", "take"]),
        ("N", ["C", "D", "H", "pass"]),
        ("S", ["C", "D", "H", "pass"]),
    ):
        assert deal.phase is Phase.CALLING
        assert (deal.turn, options(deal)) == (seat, words)
        deal = act(deal, f"{seat} pass")
    assert deal.phase is Phase.OVER


@pytest.mark.parametrize(
    ("script", "maker", "trump", "last"),
    [
        ("N take", "N", "S", Taken(Seat.N, Suit.S)),
        ("N pass, S take", "S", "S", Taken(Seat.S, Suit.S)),
        ("N pass, S pass, N H", "N", "H", Named(Seat.N, Suit.H)),
        ("N pass, S pass, N pass, S C", "S", "C", Named(Seat.S, Suit.C)),
    ],
)
def test_who_makes_trump(script: str, maker: str, trump: str, last: Taken | Named) -> None:
    for name in SEEDS:
        deal, events = happen(dealt(name), script)
        assert (deal.maker, deal.trump) == (maker, trump)
        assert [event for event in events if isinstance(event, Taken | Named)] == [last]
        shown = ["bottom"] if name in (NO, DE) else []
        assert kinds(events)[-2 - len(shown) :] == [last.k, "packet", *shown]
        assert "S8" not in map(str, deal.calls)


@pytest.mark.parametrize(("name", "next_dealer"), [(NO, "N"), (DE, "N"), (FI, "S"), (NL, "S")])
def test_four_passes_make_the_deal_void(name: str, next_dealer: str) -> None:
    deal, events = happen(dealt(name, pot=50, thrown_in=2), "N pass, S pass, N pass, S pass")
    assert events[-2:] == [Passed(Seat.S), Void(1, Seat(next_dealer))]
    outcome = end_of(deal)
    assert (outcome.line, outcome.written, outcome.verdict) == (None, Pair(0, 0), None)
    # the pot lies on, and the row of deals thrown in neither grows nor breaks
    assert (outcome.carry.pot, outcome.carry.thrown_in) == (50, 2)
    assert deal.asks(0) == ()


@pytest.mark.parametrize(
    ("name", "switches", "script", "dealer"),
    [
        (DE, {"schmeiss": True}, "N schmeiss, S accept", "N"),
        (DE, {"schmeiss": True}, "N pass, S schmeiss, N accept", "N"),
        (NL, {}, "N schmeiss, S accept", "S"),
        (NL, {}, "N pass, S pass, N schmeiss, S accept", "S"),
        (NL, {"schmeiss_dealer": True}, "N pass, S pass, N pass, S schmeiss, N accept", "S"),
        (NO, {"schmeiss": True}, "N schmeiss, S accept", "N"),
        (FI, {"schmeiss": True}, "N schmeiss, S accept", "S"),
    ],
)
def test_an_accepted_schmeiss_throws_the_deal_in(
    name: str, switches: dict[str, object], script: str, dealer: str
) -> None:
    deal, events = happen(dealt(name, switches, pot=30), script)
    offer, answer, void = events[-3:]
    assert isinstance(offer, Schmeissed)
    assert isinstance(answer, Answered)
    assert answer.accepted
    assert answer.seat is not offer.seat
    assert void == Void(1, Seat(dealer))
    assert end_of(deal).carry == (30, 1)


@pytest.mark.parametrize(
    ("script", "maker"),
    [
        ("N schmeiss, S refuse", "N"),
        ("N pass, S schmeiss, N refuse", "S"),
        ("N pass, S pass, N schmeiss, S refuse", "N"),
        ("N pass, S pass, N pass, S schmeiss, N refuse", "S"),
    ],
)
def test_a_refused_schmeisser_is_maker_with_the_upcards_suit(script: str, maker: str) -> None:
    deal, events = happen(dealt(NL, BOTH), script)
    assert (deal.maker, deal.trump) == (maker, Suit.S)
    assert kinds(events)[-4:] == ["schmeissed", "answered", "taken", "packet"]
    assert deal.phase is Phase.EXCHANGING


def test_an_offer_waits_for_its_answer() -> None:
    deal = act(dealt(NL), "N schmeiss")
    assert (deal.phase, deal.turn, options(deal)) == (Phase.ANSWERING, "S", ["accept", "refuse"])


def test_who_is_refused_in_round_two_may_have_to_name_another() -> None:
    rules = {**BOTH, "schmeiss_round2": "name-other"}
    for script, seat in (
        ("N pass, S pass, N schmeiss, S refuse", "N"),
        ("N pass, S pass, N pass, S schmeiss, N refuse", "S"),
    ):
        deal = act(dealt(NL, rules), script)
        assert (deal.phase, deal.turn) == (Phase.CALLING, seat)
        assert options(deal) == ["C", "D", "H"]
        for word, reason in (
            ("pass", Reason.FORCED),
            ("S", Reason.SUIT_NAMED),
            ("take", Reason.SUIT_NAMED),
            ("accept", Reason.WRONG_PHASE),
        ):
            with pytest.raises(IllegalAction) as refusal:
                deal.apply(Seat(seat), action_of(word))
            assert refusal.value.reason is reason
        named = act(deal, f"{seat} D")
        assert (named.maker, named.trump, named.phase) == (seat, Suit.D, Phase.DECLARING)
    for script, seat in (("N schmeiss, S refuse", "N"), ("N pass, S schmeiss, N refuse", "S")):
        first_round = act(dealt(NL, rules), script)
        assert (first_round.maker, first_round.trump) == (seat, Suit.S)


def test_clob_accepts_every_schmeiss_by_itself() -> None:
    deal, events = happen(dealt("clob"), "N schmeiss")
    assert events == [Schmeissed(Seat.N), Void(1, Seat.N)]
    assert end_of(deal).next_dealer is Seat.N
    assert "schmeiss" not in options(act(dealt("clob"), "N pass"))


def test_the_brake_of_clob_withholds_schmeiss_until_a_deal_is_played() -> None:
    for thrown_in in range(3):
        deal = dealt("clob", thrown_in=thrown_in)
        assert "schmeiss" in options(deal)
        assert end_of(act(deal, "N schmeiss")).carry.thrown_in == thrown_in + 1
    braked = dealt("clob", thrown_in=3)
    for passes in ("", "N pass, S pass"):
        deal = act(braked, passes)
        assert "schmeiss" not in options(deal)
        with pytest.raises(IllegalAction) as refusal:
            act(deal, "N schmeiss")
        assert refusal.value.reason is Reason.WRONG_MOMENT
    assert end_of(act(braked, "N pass, S pass, N pass, S pass")).carry.thrown_in == 3
    played, _ = act(braked, "N take").forfeited(0)
    assert end_of(played).carry.thrown_in == 0
    # without a brake it is never withheld
    assert "schmeiss" in options(dealt(NL, thrown_in=9))


@pytest.mark.parametrize(
    ("name", "switches", "script", "word", "reason"),
    [
        (NO, {}, "", "schmeiss", "not-in-set"),
        (FI, {}, "N pass", "schmeiss", "not-in-set"),
        (DE, {}, "", "schmeiss", "not-in-set"),
        (DE, {"schmeiss": True}, "N pass, S pass", "schmeiss", "not-in-set"),
        (NL, {}, "N pass", "schmeiss", "not-in-set"),
        (DE, {}, "", "H", "suit-named"),
        (DE, {}, "", "S", "suit-named"),
        (DE, {}, "N pass, S pass", "S", "suit-named"),
        (DE, {}, "N pass, S pass", "take", "suit-named"),
        (DE, {}, "", "accept", "wrong-phase"),
        (DE, {}, "", "swap", "wrong-phase"),
        (DE, {}, "", "declare", "wrong-phase"),
        (DE, {}, "", "claim", "wrong-phase"),
        (DE, {}, "", "CT", "wrong-phase"),
        (DE, {}, "", "roem", "wrong-phase"),
        (NL, {}, "N schmeiss", "pass", "wrong-phase"),
        (NL, {}, "N schmeiss", "schmeiss", "wrong-phase"),
    ],
)
def test_a_refused_call_says_why(
    name: str, switches: dict[str, object], script: str, word: str, reason: str
) -> None:
    deal = act(dealt(name, switches), script)
    assert deal.turn is not None
    with pytest.raises(IllegalAction) as refusal:
        deal.apply(deal.turn, action_of(word))
    assert (refusal.value.reason, refusal.value.legal) == (reason, deal.legal(deal.turn))


@pytest.mark.parametrize("word", ["pass", "take", "CT", "schmeiss"])
def test_out_of_turn_nothing_is_told(word: str) -> None:
    for seat in (Seat.S, Seat.E, None):
        with pytest.raises(IllegalAction) as refusal:
            dealt(NL).apply(seat, action_of(word))
        assert (refusal.value.reason, refusal.value.legal) == (Reason.WRONG_MOMENT, ())
