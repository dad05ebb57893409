"""Matches of Klaberjass: the first draw, deal after deal, the end, and what each may see."""

from random import Random

import pytest

from klaverjas import (
    PACK,
    Card,
    Hand,
    IllegalAction,
    InvalidText,
    KlaberjassView,
    Match,
    Pair,
    Phase,
    Seat,
    Suit,
)
from klaverjas.actions import Deal, Draw
from klaverjas.draw import draw_for
from klaverjas.events import Declared, Drawn, Finished
from klaverjas.standing import Standing
from klaverjas.two.pack import pack_of
from tests.rules.playout import shuffled
from tests.rules.two.stage import (
    DE,
    FI,
    NL,
    NO,
    SEEDS,
    action_of,
    rules_of,
    standing,
)

RECORD = {
    Seat.N: [*map(Card, ["CA", "CK", "CQ", "CT", "C7", "DT", "H8", "S9", "S7"])],
    Seat.S: [*map(Card, ["C8", "DA", "DK", "DQ", "HK", "HQ", "HT", "H7", "SK"])],
}
"""The example of RULES §10: the upcard is H9, the bottom card C9."""
PLAYS = "CA C8 C7 HQ/bela HT H8 DQ DT CT HK/from-bela SK S9 DA CQ DK S7 H9 CK"


def drawn(name: str, **switches: object) -> Match:
    """Draw for the first deal, so that south deals."""
    rules = rules_of(name, **switches)
    high, low = (Seat.S, Card.HA), (Seat.N, Card.C7)
    if rules.first_dealer == "lowest":
        high, low = (Seat.N, Card.HA), (Seat.S, Card.C7)
    draw = Draw(tuple(sorted((high, low))))
    if rules.first_dealer == "drawn":
        draw = Draw(dealer=Seat.S)
    return Match.start(rules).apply(None, draw)[0]


def dealt(match: Match, before: Standing | None = None) -> Match:
    """Deal the example of the rules, perhaps from another standing on."""
    assert match.dealer is not None
    dealer = match.dealer
    if before is not None:
        match = Match.dealt_by(dealer, match.rules, before)
    pack = pack_of(RECORD, dealer, Card.H9, Card.C9)
    return match.apply(None, Deal(pack))[0]


def act(match: Match, *words: str) -> Match:
    """Let whoever is asked do these things."""
    for word in words:
        (ask,) = match.asks()
        match, _ = match.apply(ask.seat, action_of(word))
    return match


def quiet(match: Match, plays: str) -> Match:
    """Play, and let nobody exchange or declare."""
    rest = plays.split()
    while rest or match.phase in (Phase.EXCHANGING, Phase.DECLARING):
        word = {Phase.EXCHANGING: "keep", Phase.DECLARING: "silent"}.get(match.phase)
        match = act(match, word or rest.pop(0))
    return match


@pytest.mark.parametrize(
    ("name", "draws", "dealer"),
    [
        (NO, ((Seat.N, Card.H9), (Seat.S, Card.CT)), Seat.S),
        (DE, ((Seat.N, Card.HA), (Seat.S, Card.CT)), Seat.N),
        (NL, ((Seat.N, Card.HA), (Seat.S, Card.CT)), Seat.S),
        # equal cards: again
        (NL, ((Seat.N, Card.HA), (Seat.S, Card.CA), (Seat.N, Card.D7), (Seat.S, Card.D8)), Seat.N),
    ],
)
def test_the_cut_chooses_the_first_dealer(
    name: str, draws: tuple[tuple[Seat, Card], ...], dealer: Seat
) -> None:
    match, events = Match.start(rules_of(name)).apply(None, Draw(draws))
    (event,) = events
    assert isinstance(event, Drawn)
    assert [(each.seat, each.card) for each in event.draws] == list(draws)
    assert (match.dealer, match.phase) == (dealer, Phase.DEALING)


def test_a_seat_is_drawn_without_cards_where_the_set_says_so() -> None:
    match = Match.start(rules_of(FI))
    for seat in (Seat.N, Seat.S):
        after, events = match.apply(None, Draw(dealer=seat))
        assert (after.dealer, events) == (seat, (Drawn((), seat),))
    for draw in (Draw(), Draw(dealer=Seat.E), Draw(((Seat.N, Card.HA), (Seat.S, Card.C7)))):
        with pytest.raises(InvalidText):
            match.apply(None, draw)
    with pytest.raises(InvalidText):
        Match.start(rules_of(DE)).apply(None, Draw(dealer=Seat.S))


@pytest.mark.parametrize("name", SEEDS)
def test_chance_draws_as_the_set_has_it(name: str) -> None:
    match, dealers = Match.start(rules_of(name)), set()
    for seed in range(20):
        after, _ = match.apply(None, draw_for(match.rules, shuffled(Random(seed))))
        dealers.add(after.dealer)
    assert dealers == {Seat.N, Seat.S}


def test_a_void_deal_counts_a_number_and_nothing_else() -> None:
    match = act(dealt(drawn(DE)), "pass", "pass", "pass", "pass")
    assert (match.phase, match.dealer, match.number) == (Phase.DEALING, Seat.N, 1)
    assert (match.sheet, match.totals, match.standing.written) == ((), Pair(0, 0), 0)
    again = dealt(match)
    assert again.number == 2
    assert again.asks()[0].seat is Seat.S


def test_deal_after_deal_the_sheet_grows() -> None:
    match = quiet(act(dealt(drawn(DE)), "pass", "take", "keep", "swap"), PLAYS)
    assert [line.written for line in match.sheet] == [{"N": 24, "S": 97}]
    assert (match.phase, match.dealer, match.totals) == (Phase.DEALING, Seat.S, Pair(24, 97))
    view = match.view(Seat.N)
    assert view.sheet == match.sheet
    assert view.totals == {"N": 24, "S": 97}


def test_the_match_goes_on_until_a_total_decides_it() -> None:
    for name, before, north, south in ((DE, 402, 24, 499), (DE, 403, None, 500)):
        match = dealt(drawn(name), standing(0, before))
        match = quiet(act(match, "pass", "take", "keep", "swap"), PLAYS)
        assert match.totals.second == south
        assert (match.phase is Phase.OVER) is (north is None)
    assert match.winner == "S"


def test_equal_totals_above_the_target_play_another_deal() -> None:
    match = dealt(drawn(DE), standing(500 - 24, 500 - 97))
    match = quiet(act(match, "pass", "take", "keep", "swap"), PLAYS)
    assert (match.totals, match.phase, match.verdict) == (Pair(500, 500), Phase.DEALING, None)
    match = quiet(act(dealt(match), "pass", "take", "keep", "swap"), PLAYS)
    assert (match.totals, match.winner) == (Pair(524, 597), "S")


def test_the_norwegian_defender_counts_first() -> None:
    match = dealt(drawn(NO), standing(501 - 24, 501 - 97 + 40))
    match = quiet(act(match, "pass", "take", "keep", "swap"), PLAYS)
    assert match.totals == Pair(501, 541)
    assert match.winner == "N"


def test_a_claim_ends_the_match_without_writing_the_deal() -> None:
    match = dealt(drawn(NO), standing(490, 0))
    match = quiet(act(match, "pass", "take", "keep", "swap"), PLAYS[:5])
    over, events = match.apply(Seat.N, action_of("claim"))
    assert events[-1] == Finished({"N": 490, "S": 0}, "N", "claim")
    assert (over.winner, over.sheet, over.phase) == ("N", (), Phase.OVER)
    with pytest.raises(IllegalAction):
        over.apply(Seat.N, action_of("claim"))
    wrong = dealt(drawn(NO), standing(489, 0))
    wrong = quiet(act(wrong, "pass", "take", "keep", "swap"), PLAYS[:5])
    lost, events = wrong.apply(Seat.N, action_of("claim"))
    assert (lost.winner, events[-1].k) == ("S", "finished")


def test_a_forfeit_goes_through_the_match() -> None:
    match = quiet(act(dealt(drawn(DE)), "pass", "take", "keep", "swap"), PLAYS[:22])
    after, _ = match.forfeit(0)
    assert after.totals == Pair(0, 11 + 3 + 10)
    assert (after.dealer, after.phase) == (Seat.S, Phase.DEALING)


def view(match: Match, seat: Seat | None) -> KlaberjassView:
    """Look at a match of Klaberjass."""
    found = match.view(seat)
    assert isinstance(found, KlaberjassView)
    return found


def test_before_the_second_packet_six_cards_and_the_upcard_are_seen() -> None:
    match = dealt(drawn(DE), standing(pot=80))
    mine = view(match, Seat.N)
    assert mine.hand == tuple(Hand.of(*RECORD[Seat.N][:6]))
    assert mine.counts == {"N": 6, "S": 6}
    assert (mine.upcard, mine.bottom, mine.pot) == (Card.H9, None, 80)
    assert (mine.trump, mine.maker, mine.turn, mine.phase) == (None, None, Seat.N, Phase.CALLING)
    assert [action.a for action in mine.legal] == ["pass", "take"]
    assert view(match, Seat.S).legal == ()
    assert view(match, None).hand is None


@pytest.mark.parametrize(("name", "bottom"), [(NO, "C9"), (DE, "C9"), (FI, None), (NL, None)])
def test_after_it_nine_and_the_bottom_card_where_it_is_shown(name: str, bottom: str) -> None:
    match = act(dealt(drawn(name)), "pass", "take")
    for seat in (Seat.N, Seat.S):
        assert view(match, seat).hand == tuple(Hand.of(*RECORD[seat]))
    seen = view(match, None)
    assert (seen.bottom, seen.trump, seen.maker) == (bottom, Suit.H, Seat.S)
    assert seen.counts == {"N": 9, "S": 9}
    # the seven lies where the upcard lay
    swapped = view(act(match, "keep", "swap"), Seat.S)
    assert swapped.upcard is Card.H7
    assert Card.H9 in (swapped.hand or ())


def test_what_is_said_and_shown_stands_in_the_view() -> None:
    match = act(dealt(drawn(DE)), "pass", "take", "keep", "swap", "declare", "CA", "declare", "C8")
    seen = view(match, None)
    assert seen.declared[0] == Declared(Seat.N, {"class": 20})
    assert (len(seen.declared), seen.shown) == (6, None)
    assert seen.bela == {"N": (), "S": ()}
    match = act(match, "C7", "HQ/bela")
    seen = view(match, None)
    assert seen.shown is not None
    assert [list(each.cards) for each in seen.shown.sequences] == [["CA", "CK", "CQ"]]
    assert seen.bela == {"N": (), "S": ("bela",)}
    assert (seen.tricks, seen.points) == ({"N": 1, "S": 1}, {"N": 11, "S": 3})
    assert seen.last is not None
    assert seen.last.cards == (Card.C7, Card.HQ)
    match = act(match, "HT")
    assert [laid.card for laid in view(match, Seat.N).trick] == [Card.HT]


def test_the_last_trick_is_shown_by_a_switch() -> None:
    match = dealt(drawn(DE, show_last_trick=False))
    match = act(match, "pass", "take", "keep", "swap", "silent", "CA", "silent", "C8")
    assert view(match, None).last is None


def test_a_pot_stands_in_the_view_while_it_lies() -> None:
    match = dealt(drawn(DE), standing(pot=80))
    match = quiet(act(match, "pass", "take", "keep", "swap"), PLAYS)
    assert (view(match, None).pot, match.totals) == (0, Pair(24, 97 + 80))


@pytest.mark.parametrize("pack", [PACK[:31], (*PACK[:31], PACK[0])])
def test_a_pack_has_each_card_once(pack: tuple[Card, ...]) -> None:
    with pytest.raises(InvalidText):
        drawn(DE).apply(None, Deal(pack))


def test_a_decision_counts_every_action() -> None:
    match = dealt(drawn(DE))
    numbers = []
    for word in ("pass", "take", "keep", "swap", "silent"):
        numbers.append(match.asks()[0].decision)
        match = act(match, word)
    assert numbers == list(range(numbers[0], numbers[0] + 5))
