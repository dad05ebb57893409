"""Whole deals of Klaberjass: packets, declaring, showing, writing, claims and forfeits."""

from random import Random
from typing import Final

import pytest

from klaverjas import PACK, Card, Hand, IllegalAction, InvalidText, Pair, Phase, Seat
from klaverjas.events import (
    Bottom,
    Claimed,
    Dealing,
    Dealt,
    Declared,
    Packet,
    PacketDealing,
    SequenceShown,
    Shown,
    Silence,
    TrickTaken,
    Turned,
    Written,
)
from klaverjas.standing import Standing, Verdict
from klaverjas.two.deal import Deal
from klaverjas.two.pack import deal_out, pack_of
from tests.rules.playout import shuffled
from tests.rules.two.stage import (
    DE,
    FI,
    NL,
    NO,
    SEEDS,
    act,
    begin,
    end_of,
    happen,
    kinds,
    lay,
    options,
    rules_of,
    seen,
    standing,
)

RECORD: Final = {"N": "CA CK CQ CT C7 DT H8 S9 S7", "S": "C8 DA DK DQ HK HQ HT H7 SK"}
"""The deal that RULES §10 has as its example."""
RECORD_PLAYS: Final = "CA C8 C7 HQ/bela HT H8 DQ DT CT HK/from-bela SK S9 DA CQ DK S7 H9 CK"


def test_the_pack_lies_as_the_rules_say() -> None:
    for dealer in (Seat.N, Seat.S):
        cards = deal_out(PACK, dealer)
        nondealer = {"C7", "C8", "C9", "CK", "CA", "D7"}, {"DQ", "DK", "DA"}
        dealers = {"CT", "CJ", "CQ", "D8", "D9", "DT"}, {"H7", "H8", "H9"}
        order = (dealers, nondealer) if dealer is Seat.N else (nondealer, dealers)
        assert [seen(hand) for hand in cards.six] == [six for six, _ in order]
        assert [seen(hand) for hand in cards.packets] == [three for _, three in order]
        assert (cards.upcard, cards.bottom) == (Card.DJ, Card.SA)


@pytest.mark.parametrize("size", [6, 9])
def test_a_stacked_pack_deals_the_hands_it_was_stacked_for(size: int) -> None:
    for seed in range(20):
        pack = shuffled(Random(seed))
        hands = {Seat.N: pack[:size], Seat.S: pack[size : 2 * size]}
        for dealer in hands:
            cards = deal_out(pack_of(hands, dealer, pack[30], pack[31]), dealer)
            assert (cards.upcard, cards.bottom) == pack[30:]
            for seat, held in hands.items():
                side = "NS".index(seat)
                assert cards.six[side] == Hand.of(*held[:6]).mask
                assert size == 6 or cards.packets[side] == Hand.of(*held[6:]).mask


@pytest.mark.parametrize(
    ("north", "south", "upcard", "bottom"),
    [
        (PACK[:9], PACK[8:17], "SA", "SK"),
        (PACK[:9], PACK[9:18], "C7", "SK"),
        (PACK[:9], PACK[9:18], "SK", "SK"),
        (PACK[:8], PACK[9:18], "SA", "SK"),
        (PACK[:10], PACK[10:19], "SA", "SK"),
    ],
)
def test_a_pack_that_cannot_be_is_refused(
    north: tuple[Card, ...], south: tuple[Card, ...], upcard: str, bottom: str
) -> None:
    with pytest.raises(InvalidText):
        pack_of({Seat.N: north, Seat.S: south}, Seat.S, Card(upcard), Card(bottom))


def test_six_cards_are_dealt_and_the_upcard_lies_open() -> None:
    pack = shuffled(Random(3))
    deal, events = Deal.begin(rules_of(DE), 4, Seat.N, Standing(), pack)
    dealing, turned = events
    assert isinstance(dealing, Dealing)
    assert turned == Turned(pack[12].suit, pack[12])
    assert dealing.hands[Seat.S] == Hand.of(*pack[0:3], *pack[6:9])
    assert dealing.hands[Seat.N] == Hand.of(*pack[3:6], *pack[9:12])
    assert dealing.seen_by(Seat.S) == Dealt(4, Seat.N, tuple(dealing.hands[Seat.S]))
    assert dealing.seen_by(None) == Dealt(4, Seat.N, None)
    assert (deal.phase, deal.turn) == (Phase.CALLING, Seat.S)


def test_the_second_packet_makes_nine_and_the_upcard_stays() -> None:
    pack = shuffled(Random(3))
    deal, _ = Deal.begin(rules_of(DE), 1, Seat.S, Standing(), pack)
    deal, events = happen(deal, "N take")
    packet = next(event for event in events if isinstance(event, PacketDealing))
    assert packet.hands == {Seat.N: Hand.of(*pack[13:16]), Seat.S: Hand.of(*pack[16:19])}
    assert packet.seen_by(Seat.N) == Packet(tuple(packet.hands[Seat.N]))
    assert packet.seen_by(None) == Packet(None)
    assert events[-1] == Bottom(pack[31])
    assert [hand.bit_count() for hand in deal.nine] == [9, 9]
    assert not any(pack[12] in Hand(hand) for hand in deal.nine)


def record_deal(name: str = DE) -> Deal:
    """Play the example of RULES §10."""
    deal = act(begin(rules_of(name), RECORD, "H9", "C9"), "N pass, S take, N keep, S swap")
    deal, _ = lay(deal, RECORD_PLAYS, declare="NS")
    return deal


def test_the_example_of_the_rules() -> None:
    deal = record_deal()
    outcome = end_of(deal)
    assert outcome.line is not None
    assert outcome.line.points == {"N": 24, "S": 77}
    assert outcome.line.sequences == {"N": 20, "S": 0}
    assert outcome.line.bela == {"N": 0, "S": 20}
    assert outcome.line.written == {"N": 44, "S": 97}
    assert outcome.line.marks == {"N": "", "S": ""}
    assert (outcome.line.pot, outcome.line.last, outcome.line.trump) == (0, "S", "H")
    assert (outcome.written, outcome.next_dealer) == (Pair(44, 97), Seat.S)
    assert [each.says for each in deal.declared] == [
        {"class": 20}, "also", {"top": "A"}, "also", {"trump": False}, "good",
    ]  # fmt: skip
    assert deal.tricks is not None
    assert [trick.winner for trick in deal.tricks.taken] == list("NSSNSSSSS")
    assert [(str(seat), action.a) for seat, action in deal.exchange] == [
        ("N", "keep"), ("S", "swap"),
    ]  # fmt: skip


def test_what_is_written_is_told_to_all() -> None:
    deal = act(begin(rules_of(DE), RECORD, "H9", "C9"), "N pass, S take, N keep, S swap")
    deal, events = lay(deal, RECORD_PLAYS, declare="NS")
    written = events[-1]
    assert isinstance(written, Written)
    assert isinstance(events[-2], TrickTaken)
    assert written == Written(
        deal=1,
        maker=Seat.S,
        points={"N": 24, "S": 77},
        written={"N": 44, "S": 97},
        marks={"N": "", "S": ""},
        sequences={"N": 20, "S": 0},
        bela={"N": 0, "S": 20},
        pot=0,
        last="S",
    )
    assert written.seen_by(None) is written


def test_a_maker_with_less_is_bate_and_writes_nothing() -> None:
    deal = act(begin(rules_of(DE), RECORD, "H9", "C9"), "N take, N keep, S swap")
    line = end_of(lay(deal, RECORD_PLAYS)[0]).line
    assert line is not None
    assert line.written == {"N": 0, "S": 24 + 77 + 20}
    assert line.marks == {"N": "B", "S": ""}


SEQUENCES: Final = {"N": "CA CK CQ CJ DT D9 H8 S9 S7", "S": "C8 DA DK DQ HK HQ HT H7 SK"}


@pytest.mark.parametrize("name", SEEDS)
def test_both_are_asked_whatever_they_hold(name: str) -> None:
    nothing = {"N": "CA CK CT CJ DT D9 H8 S9 S7", "S": "C8 DA DK DT HK HQ HT H7 SK"}
    nothing["S"] = nothing["S"].replace("DT", "S8")
    deal = act(begin(rules_of(name), nothing, "H9", "C9"), "N pass, S pass, N C")
    assert (deal.phase, deal.turn, options(deal)) == (Phase.DECLARING, "N", ["silent"])
    for word, reason in (("declare", "not-held"), ("CA", "wrong-phase"), ("keep", "wrong-phase")):
        with pytest.raises(IllegalAction) as refusal:
            act(deal, f"N {word}")
        assert (refusal.value.reason, len(refusal.value.legal)) == (reason, 1)
    deal, events = happen(deal, "N silent")
    assert events == [Silence(Seat.N)]
    if name != NL:
        deal = act(deal, "N CA")
    assert (deal.phase, deal.turn, options(deal)) == (Phase.DECLARING, "S", ["silent"])
    deal, events = happen(deal, "S silent")
    assert events == [Silence(Seat.S)]
    assert (deal.phase, deal.turn) == (Phase.PLAYING, "N" if name == NL else "S")
    assert deal.contest is not None
    assert deal.contest.winner is None


@pytest.mark.parametrize("name", SEEDS)
def test_the_dealer_answers_what_the_nondealer_opened(name: str) -> None:
    deal = act(begin(rules_of(name), SEQUENCES, "S8", "C9"), "N pass, S pass, N D")
    deal, events = happen(deal, "N declare")
    opening = {"length": 4} if name == FI else {"class": 50}
    assert events == [Declared(Seat.N, opening)]
    deal = deal if name == NL else act(deal, "N CA")
    shown = Shown(Seat.N, (SequenceShown((Card.CA, Card.CK, Card.CQ, Card.CJ), 50),), 50)
    for word in ("declare", "silent"):
        answered, events = happen(deal, f"S {word}")
        # a dealer who cannot match it and one who is silent are not to be told apart
        assert events == [Declared(Seat.S, "good"), *([shown] if name == NL else [])]
        assert answered.declared == (Declared(Seat.N, opening), Declared(Seat.S, "good"))
        assert answered.sequence_winner is Seat.N


def test_only_the_winners_sequences_are_shown_and_all_of_them() -> None:
    hands = {"N": "CA CK CQ CJ DT D9 D8 S9 S7", "S": "C8 DA DK DQ HK HQ HJ H7 SK"}
    for name in SEEDS:
        deal = act(begin(rules_of(name), hands, "S8", "C9"), "N pass, S pass, N D")
        deal, events = lay(deal, "CA C8 CK DQ DA D9", declare="NS")
        shown = [event for event in events if isinstance(event, Shown)]
        (only,) = shown
        assert (only.seat, only.value) == (Seat.N, 70)
        assert ["".join(each.cards) for each in only.sequences] == ["CACKCQCJ", "DTD9D8"]
        assert deal.shown == only


@pytest.mark.parametrize(
    ("name", "kinds_after"),
    [
        (NO, ["played", "trick", "played", "shown", "played", "trick"]),
        (DE, ["played", "trick", "played", "shown", "played", "trick"]),
        (FI, ["played", "trick", "shown", "played", "played", "trick"]),
        (NL, ["played", "played", "trick", "played", "played", "trick"]),
    ],
)
def test_when_they_are_shown(name: str, kinds_after: list[str]) -> None:
    deal = act(begin(rules_of(name), SEQUENCES, "S8", "C9"), "N pass, S pass, N D")
    _, events = lay(deal, "CA C8 CK DQ", declare="N")
    told = kinds(events)
    place = max(place for place, k in enumerate(told) if k in ("declared", "silent"))
    shown_at_once = ["shown"] if name == NL else []
    assert told[place + 1 :] == shown_at_once + kinds_after


def test_a_led_card_still_belongs_to_its_sequence() -> None:
    deal = act(begin(rules_of(DE), SEQUENCES, "S8", "C9"), "N pass, S pass, N D, N declare, N CK")
    deal, _ = happen(deal, "S declare")
    assert deal.contest is not None
    assert (deal.contest.winner, deal.contest.nondealer) == ("nondealer", 50)


def test_sequences_are_those_of_the_hands_after_the_exchange() -> None:
    hands = {"N": "HJ HT H7 C7 D7 S7 S8 C9 D9", "S": "CA CK CT DA DK DT SA SK ST"}
    for answer, words in (("swap", ["declare", "silent"]), ("keep", ["silent"])):
        deal = act(begin(rules_of(DE), hands, "H9", "C8"), f"N take, N {answer}")
        deal = deal if answer == "swap" else act(deal, "S keep")
        assert (deal.phase, options(deal)) == (Phase.DECLARING, words)


def leading(name: str, north: int, south: int, **switches: object) -> Deal:
    """Play the example of the rules up to the sixth trick, the last of four that south has won."""
    before = standing(north, south, pot=300)
    deal = begin(rules_of(name, **switches), RECORD, "H9", "C9", before=before)
    deal = act(deal, "N pass, S take, N keep, S swap")
    return lay(deal, " ".join(RECORD_PLAYS.split()[:12]), declare="NS")[0]


def test_a_right_claim_wins_the_match_at_once() -> None:
    deal = leading(NO, 0, 501 - 31 - 20)
    assert options(deal)[0] == "claim"
    assert deal.tricks is not None
    assert deal.tricks.points.second == 31
    over, events = happen(deal, "S claim")
    assert events == [Claimed(Seat.S, 501, True)]
    outcome = end_of(over)
    assert (outcome.line, outcome.written) == (None, Pair(0, 0))
    assert outcome.verdict == Verdict(1, "claim")
    assert over.phase is Phase.OVER


def test_a_wrong_claim_loses_it_and_the_pot_does_not_help() -> None:
    over, events = happen(leading(NO, 0, 501 - 31 - 20 - 1), "S claim")
    assert events == [Claimed(Seat.S, 500, False)]
    assert end_of(over).verdict == Verdict(0, "claim")


def test_a_claim_counts_ones_own_winning_sequences_and_no_others() -> None:
    hands = {"N": "CA CK CQ CJ DT D9 H8 S9 S7", "S": "C8 DA DK DQ HK HQ HT H7 SK"}
    rules = rules_of(NO)
    for declare, score in (("N", 50 + 11), ("", 11)):
        deal = act(begin(rules, hands, "S8", "C9"), "N pass, S pass, N D")
        deal, _ = lay(deal, "CA C8", declare=declare)
        _, events = happen(deal, "N claim")
        assert events == [Claimed(Seat.N, score, False)]


def test_a_claim_counts_a_bela_once_both_cards_are_played() -> None:
    bela = {"N": "HK HQ C7 C8 D7 D8 S7 SJ HJ", "S": "CA CK CT DA DK DT SA SK ST"}
    deal = act(begin(rules_of(NO), bela, "H7", "H8"), "N take")
    deal, _ = lay(deal, "HK/bela CT")
    assert happen(deal, "N claim")[1] == [Claimed(Seat.N, 4 + 10, False)]
    deal, _ = lay(deal, "HQ CK")
    assert happen(deal, "N claim")[1] == [Claimed(Seat.N, 4 + 10 + 3 + 4 + 20, False)]


@pytest.mark.parametrize("played", [0, 1, 3, 11, 17])
def test_a_claim_at_another_moment_is_refused(played: int) -> None:
    deal = act(begin(rules_of(NO), RECORD, "H9", "C9"), "N pass, S take, N keep, S swap")
    deal, _ = lay(deal, " ".join(RECORD_PLAYS.split()[:played]))
    assert deal.phase is Phase.PLAYING
    assert "claim" not in options(deal)
    with pytest.raises(IllegalAction) as refusal:
        act(deal, f"{deal.turn} claim")
    assert refusal.value.reason == "wrong-moment"
    assert refusal.value.legal == deal.legal(deal.turn)


@pytest.mark.parametrize("name", [DE, FI, NL])
def test_without_claims_passing_the_target_inside_a_deal_wins_nothing(name: str) -> None:
    deal = leading(name, 0, 499)
    assert "claim" not in options(deal)
    with pytest.raises(IllegalAction) as refusal:
        act(deal, "S claim")
    assert refusal.value.reason == "wrong-moment"


def test_a_forfeited_deal_gives_the_other_all_that_was_counted() -> None:
    deal = leading(DE, 0, 0)
    over, events = deal.forfeited(1)
    (written,) = events
    assert isinstance(written, Written)
    counted = 24 + 31 + 20 + 20
    assert sum(written.points.values()) == 24 + 31
    assert written.written == {"N": counted + 300, "S": 0}  # the pot lies with the winner
    assert written.marks == {"N": "", "S": "F"}
    assert (written.last, written.pot) == (None, 0)
    assert end_of(over).next_dealer is Seat.N
    assert over.phase is Phase.OVER
    assert leading(NL, 0, 0).forfeited(0)[0].outcome is not None


def test_a_deal_forfeited_before_the_first_card_is_written_with_nothing() -> None:
    deal = begin(rules_of(DE), RECORD, "H9", "C9")
    over, (written,) = deal.forfeited(0)
    assert isinstance(written, Written)
    assert (written.maker, written.written) == (None, {"N": 0, "S": 0})
    assert end_of(over).next_dealer is Seat.S


def test_a_view_shows_what_lies_open() -> None:
    deal = act(begin(rules_of(DE), RECORD, "H9", "C9"), "N pass, S take")
    assert deal.hands == deal.nine
    swapped = act(deal, "N keep, S swap")
    assert "H9" in seen(swapped.hands[1])
    assert "H7" not in seen(swapped.hands[1])
