"""One deal, trick by trick: the roem window, closing, forfeits, and what is refused."""

from collections.abc import Mapping
from random import Random

import pytest

from klaverjas import Card, Hand, IllegalAction, Match, Phase, Reason, Seat, Suit
from klaverjas.actions import Action, Close, Deal, Draw, Name, Pass, Play, Roem, Turn
from klaverjas.events import Event, Played, RoemCounted, TrickTaken, Written
from klaverjas.four import deal as four_deal
from klaverjas.four.deal import deal_out, pack_of
from klaverjas.view import LastTrick, TrickCard
from tests.rules import rulebook
from tests.rules.playout import rules_of, shuffled

N, E, S, W = Seat
HANDS = {
    N: Hand.parse("C7 C8 C9 CT CJ CQ CK HA"),
    E: Hand.parse("D7 D8 D9 DT DJ DQ DK HK"),
    S: Hand.parse("S7 S8 S9 ST SJ SQ SK HQ"),
    W: Hand.parse("CA DA SA HT H9 H8 H7 HJ"),
}
TRICKS = [
    "CJ D7 S7 CA",
    "CT DT ST HT",  # four tens
    "C7 D8 S8 H7",
    "C8 D9 S9 H8",
    "C9 DJ SJ H9",
    "CQ DQ SQ DA",
    "CK DK SK SA",
    "HA HK HQ HJ",  # a run of four
]
"""North, forehand and maker in clubs, takes them all."""


def dealt(hands: Mapping[Seat, Hand], **switches: object) -> Match:
    """Deal these hands, west being the dealer."""
    rules = rules_of(**switches)
    draws = tuple(zip(Seat, map(Card, ("C7", "D7", "H7", "CA")), strict=True))
    match, _ = Match.start(rules).apply(None, Draw(draws))
    return match.apply(None, Deal(pack_of(hands, W, rules.packets)))[0]


def begun(**switches: object) -> Match:
    """Deal those hands, and let north name clubs."""
    return dealt(HANDS, **switches).apply(N, Name(Suit.C))[0]


def played(match: Match, *tricks: str) -> tuple[Match, tuple[Event, ...]]:
    """Play tricks that north leads; give the events of the last card."""
    events: tuple[Event, ...] = ()
    for trick in tricks:
        for seat, card in zip(Seat, trick.split(), strict=False):
            match, events = match.apply(seat, Play(Card(card)))
    return match, events


def refused(match: Match, seat: Seat | None, action: Action) -> Reason:
    """Try what must be refused, and give the reason; nobody learns more than his own choices."""
    with pytest.raises(IllegalAction) as refusal:
        match.apply(seat, action)
    assert refusal.value.legal == (match.legal(seat) if seat else ())
    return refusal.value.reason


@pytest.fixture
def window() -> Match:
    """A hundred of roem lies in north's second trick."""
    return played(begun(), *TRICKS[:2])[0]


@pytest.fixture
def closing() -> Match:
    """All is played, and fifty of roem lies in north's last trick."""
    return played(begun(), *TRICKS)[0]


def test_the_winners_are_asked_and_nobody_else(window: Match) -> None:
    leader, partner = window.asks()
    assert (leader.seat, leader.must) == (N, True)
    assert leader.legal == (Roem(), *(Play(Card(c)) for c in ["C7", "C8", "C9", "CQ", "CK", "HA"]))
    assert (partner.seat, partner.must, partner.legal) == (S, False, (Roem(),))
    assert leader.decision == partner.decision
    assert window.legal(E) == window.legal(W) == ()


@pytest.mark.parametrize("caller", [N, S])
def test_either_partner_may_call(window: Match, caller: Seat) -> None:
    before = window.asks()
    match, (counted,) = window.apply(caller, Roem())
    assert isinstance(counted, RoemCounted)
    assert (counted.seat, counted.trick, counted.value) == (caller, 2, 100)
    assert match.view(None).roem == {"NS": 100, "EW": 0}
    (ask,) = match.asks()
    assert ask == before[0]._replace(legal=before[0].legal[1:])


@pytest.mark.parametrize("caller", [N, S])
@pytest.mark.parametrize("late", [N, S])
def test_of_two_calls_the_first_counts(window: Match, caller: Seat, late: Seat) -> None:
    match, _ = window.apply(caller, Roem())
    assert refused(match, late, Roem()) is Reason.WRONG_MOMENT
    assert match.view(None).roem == {"NS": 100, "EW": 0}


@pytest.mark.parametrize("caller", [E, W, None])
def test_the_other_side_may_not_call(window: Match, caller: Seat | None) -> None:
    assert refused(window, caller, Roem()) is Reason.WRONG_MOMENT


def test_the_next_lead_closes_the_window(window: Match) -> None:
    match, _ = window.apply(N, Play(Card.C7))
    for seat in Seat:
        assert refused(match, seat, Roem()) is Reason.WRONG_MOMENT
    (ask,) = match.asks()
    assert (ask.seat, Roem() in ask.legal) == (E, False)
    match, _ = played(window, *TRICKS[2:])
    match, (*_, written) = match.apply(N, Close())
    assert isinstance(written, Written)
    assert written.roem == {"NS": 0, "EW": 0}


def test_a_call_does_not_answer_what_to_lead(window: Match) -> None:
    match, _ = window.apply(N, Roem())
    assert match.view(None).turn is N
    match, _ = match.apply(N, Play(Card.C7))
    assert match.view(None).turn is E


def test_roem_is_refused_where_none_lies() -> None:
    match, events = played(begun(), TRICKS[0])
    assert [type(event) for event in events] == [Played, TrickTaken]
    assert len(match.asks()) == 1
    for seat in Seat:
        assert refused(match, seat, Roem()) is Reason.WRONG_MOMENT


def test_roem_is_refused_inside_a_trick() -> None:
    match, _ = played(begun(), TRICKS[0], "CT DT ST")
    for seat in Seat:
        assert refused(match, seat, Roem()) is Reason.WRONG_MOMENT


def test_nothing_tells_what_lies_uncalled(window: Match) -> None:
    _, events = played(begun(), *TRICKS[:2])
    plain, same = played(begun(four_of_a_kind="none"), *TRICKS[:2])
    assert events == same == (Played(W, Card.HT), TrickTaken(2, N, 40))
    for seat in (E, W, None):
        assert repr(window.view(seat)) == repr(plain.view(seat)).replace(
            plain.rules.name, window.rules.name
        )


def test_after_the_last_trick_the_winner_closes(closing: Match) -> None:
    winner, partner = closing.asks()
    assert closing.phase is Phase.CLOSING
    assert (winner.seat, winner.must, winner.legal) == (N, True, (Roem(), Close()))
    assert (partner.seat, partner.must, partner.legal) == (S, False, (Roem(),))
    match, events = closing.apply(N, Close())
    written = events[0]
    assert isinstance(written, Written)
    assert written.written == {"NS": 262, "EW": 0}
    assert (match.phase, match.dealer, match.asks()) == (Phase.DEALING, N, ())


@pytest.mark.parametrize("caller", [N, S])
def test_calling_the_last_roem_closes_too(closing: Match, caller: Seat) -> None:
    match, (counted, written) = closing.apply(caller, Roem())
    assert isinstance(counted, RoemCounted)
    assert isinstance(written, Written)
    assert (counted.seat, counted.trick, counted.value) == (caller, 8, 50)
    assert written == Written(
        1,
        N,
        {"NS": 162, "EW": 0},
        {"NS": 312, "EW": 0},
        {"NS": "P", "EW": ""},
        roem={"NS": 50, "EW": 0},
    )
    assert match.phase is Phase.DEALING
    assert match.totals == (312, 0)


def test_with_nothing_left_to_call_the_deal_closes_itself() -> None:
    south, west = Hand.parse("S7 S8 S9 ST SJ SQ SK H7"), Hand.parse("CA DA SA HT H9 H8 HQ HJ")
    match, _ = dealt({**HANDS, S: south, W: west}).apply(N, Name(Suit.C))
    match, events = played(match, *TRICKS[:2], "C7 D8 S8 HQ", *TRICKS[3:7], "HA HK H7 HJ")
    assert [type(event) for event in events] == [Played, TrickTaken, Written]
    assert match.phase is Phase.DEALING


@pytest.mark.parametrize(
    ("seat", "action", "reason"),
    [
        (N, Play(Card.HA), "wrong-phase"),
        (N, Pass(), "wrong-phase"),
        (N, Turn(Suit.H), "wrong-phase"),
        (S, Close(), "wrong-moment"),
        (E, Close(), "wrong-moment"),
        (E, Roem(), "wrong-moment"),
    ],
)
def test_while_closing_nothing_else_is_heard(
    closing: Match, seat: Seat, action: Action, reason: str
) -> None:
    assert refused(closing, seat, action) == reason


@pytest.mark.parametrize(
    ("seat", "action", "reason"),
    [
        (N, Name(Suit.H), "wrong-phase"),
        (N, Pass(), "wrong-phase"),
        (N, Close(), "wrong-phase"),
        (N, Turn(Suit.H), "wrong-phase"),
        (N, Roem(), "wrong-moment"),
        (N, Play(Card.D7), "not-held"),
        (N, Play(Card.D7, "bela"), "not-held"),
        (N, Play(Card.CQ, "bela"), "no-bela"),
        (E, Play(Card.D7), "wrong-moment"),
        (E, Play(Card.CJ), "wrong-moment"),
        (None, Play(Card.CJ), "wrong-moment"),
    ],
)
def test_while_playing_nothing_else_is_heard(
    seat: Seat | None, action: Action, reason: str
) -> None:
    assert refused(begun(), seat, action) == reason


def test_a_played_card_is_gone() -> None:
    match, _ = played(begun(), TRICKS[0])
    assert refused(match, N, Play(Card.CJ)) is Reason.NOT_HELD


def test_automatic_roem_is_written_without_a_word() -> None:
    match, events = played(begun(roem_calling="automatic"), *TRICKS[:2])
    counted = events[2]
    assert isinstance(counted, RoemCounted)
    assert (counted.seat, counted.trick, counted.value) == (None, 2, 100)
    assert [(ask.seat, Roem() in ask.legal) for ask in match.asks()] == [(N, False)]
    match, events = played(match, *TRICKS[2:])
    assert [type(event) for event in events] == [Played, TrickTaken, RoemCounted, Written]
    assert match.sheet[0].written == {"NS": 162 + 150 + 100, "EW": 0}


def test_the_last_trick_is_worth_ten_more(closing: Match) -> None:
    _, events = played(begun(), *TRICKS[:7])
    assert events[-1] == TrickTaken(7, N, 4 + 4 + 4 + 11)
    _, events = played(begun(), *TRICKS)
    assert events[-1] == TrickTaken(8, N, 11 + 4 + 3 + 2 + 10)
    assert closing.view(None).points == {"NS": 162, "EW": 0}


def test_a_view_shows_the_table_as_the_seat_sees_it() -> None:
    match, _ = played(begun(), TRICKS[0], "CT DT")
    view, watched = match.view(S), match.view(None)
    assert (view.me, view.turn, view.leader, view.trump, view.maker) == (S, S, N, Suit.C, N)
    assert view.hand == tuple(HANDS[S] - Hand.of("S7"))
    assert view.counts == {N: 6, E: 6, S: 7, W: 7}
    assert view.trick == (TrickCard(N, Card.CT), TrickCard(E, Card.DT))
    assert view.last == LastTrick(N, (Card.CJ, Card.D7, Card.S7, Card.CA), N)
    assert (view.tricks, view.points) == ({"NS": 1, "EW": 0}, {"NS": 31, "EW": 0})
    assert view.legal == match.legal(S)
    assert (watched.hand, watched.legal, watched.trick) == (None, (), view.trick)
    assert match.view(E).legal == ()


def test_the_last_trick_may_be_kept_shut() -> None:
    match, _ = played(begun(show_last_trick=False), TRICKS[0])
    assert match.view(N).last is None
    assert match.view(None).last is None


@pytest.mark.parametrize("packets", ["3-2-3", "4-4"])
@pytest.mark.parametrize("dealer", Seat)
def test_the_pack_is_dealt_in_packets_from_forehand(packets: str, dealer: Seat) -> None:
    for seed in range(5):
        pack = shuffled(Random(seed))
        hands = [Hand(mask) for mask in deal_out(pack, dealer, packets)]
        paper = rulebook.deal_out([*pack], dealer, packets)
        assert [set(hand) for hand in hands] == [paper[seat] for seat in "NESW"]
        stacked = pack_of(dict(zip(Seat, hands, strict=True)), dealer, packets)
        assert deal_out(stacked, dealer, packets) == tuple(hand.mask for hand in hands)


def test_a_deal_shows_each_seat_its_own_cards() -> None:
    match = dealt(HANDS)
    assert {seat: Hand.of(*(match.view(seat).hand or ())) for seat in Seat} == HANDS
    assert match.view(None).hand is None


@pytest.mark.parametrize("side", [0, 1])
def test_a_forfeited_deal_is_written_for_the_other_side(window: Match, side: int) -> None:
    match, _ = window.apply(N, Roem())
    deal = match.deal
    assert isinstance(deal, four_deal.Deal)
    deal, (written,) = deal.forfeited(side)
    assert isinstance(written, Written)
    expected = [262, 0] if side == 1 else [0, 262]
    assert [*written.written.values()] == expected
    assert [*written.marks.values()] == (["", "F"] if side == 1 else ["F", ""])
    assert (deal.phase, deal.asks(0)) == (Phase.OVER, ())


def test_a_deal_may_be_forfeited_before_trump_is_made() -> None:
    deal = dealt(HANDS).deal
    assert isinstance(deal, four_deal.Deal)
    _, (written,) = deal.forfeited(0)
    assert isinstance(written, Written)
    assert (written.maker, written.written) == (None, {"NS": 0, "EW": 162})
