"""RULES §5.5, row by row: what each set does, and that each cell is noticed when it changes.

A row looks at what a deal or a match does, never at the switch it comes from.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import pytest

from klaverjas import Card, Hand, InvalidText, Match, Pair, Seat, Suit
from klaverjas.actions import Draw, Play
from klaverjas.events import Bottom, Shown, TrickTaken, Void
from klaverjas.ruleset import allowed_values
from klaverjas.standing import Verdict
from klaverjas.two.deal import Deal
from klaverjas.two.rules import KlaberjassRules
from klaverjas.two.sequences import compare_sequences
from klaverjas.two.settlement import Settlement, settle, verdict
from tests.rules.two.stage import (
    DE,
    FI,
    NL,
    NO,
    act,
    begin,
    end_of,
    happen,
    lay,
    options,
    rules_of,
)

TIED: Final = {"N": "CT CJ CQ DT DQ H7 H9 HT SK", "S": "C7 CK CA D7 D8 D9 DA HA SA"}
"""Fifty card points each, with the plays below and spades as trump."""
TIED_PLAYS: Final = "HT HA SA SK D8 DT CT C7 H7 CK CQ CA D7 DQ H9 DA CJ D9"
STRONG: Final = "SJ S9 SA ST SK SQ S8 HA HT"
WEAK: Final = "C7 C8 C9 D7 D8 DT H7 H8 DJ"
BELA: Final = {"N": "HK HQ C7 C8 D7 D8 S7 S8 CJ", "S": "CA CK CT DA DK DT SA SK ST"}


def first_dealer(rules: KlaberjassRules) -> str:
    """Let north draw an ace and south a seven."""
    match = Match.start(rules)
    try:
        drawn, _ = match.apply(None, Draw(((Seat.N, Card.HA), (Seat.S, Card.C7))))
    except InvalidText:
        drawn, _ = match.apply(None, Draw(dealer=Seat.S))
        return "drawn at random"
    return "highest" if drawn.dealer is Seat.N else "lowest"


def one_sided(rules: KlaberjassRules, winner: str, dealer: str = "S") -> Deal:
    """Play a deal in which this seat took all tricks but those of its discards."""
    hands = {winner: STRONG, "NS".replace(winner, ""): WEAK}
    deal = act(begin(rules, hands, "S7", "CA", dealer=dealer), f"{'NS'.replace(dealer, '')} take")
    while deal.outcome is None:
        (question,) = deal.asks(0)
        deal, _ = deal.apply(question.seat, question.legal[-1])
    return deal


def next_dealer(rules: KlaberjassRules) -> str:
    deals = (one_sided(rules, winner, dealer) for winner, dealer in ("NS", "SS", "NN", "SN"))
    dealers = "".join(end_of(deal).next_dealer for deal in deals)
    return {"NSNS": "winner", "NNSS": "alternates"}[dealers]


def after_tie(rules: KlaberjassRules) -> str:
    """Tie a deal that the non-dealer made, then one that the dealer made."""
    one, _ = lay(act(begin(rules, TIED, "SJ", "S7"), "N take"), TIED_PLAYS)
    other, _ = lay(act(begin(rules, TIED, "SJ", "S7"), "N pass, S take"), TIED_PLAYS)
    dealers = end_of(one).next_dealer + end_of(other).next_dealer
    return {"NN": "alternates", "SN": "defender"}[dealers]


def redealer(deal: Deal, script: str) -> str:
    _, events = happen(deal, script)
    assert isinstance(events[-1], Void)
    return "same" if events[-1].dealer is deal.dealer else "other"


def void_dealer(rules: KlaberjassRules) -> str:
    return redealer(begin(rules, TIED, "SJ"), "N pass, S pass, N pass, S pass")


def schmeiss(rules: KlaberjassRules) -> str:
    """Tell who may offer it, in which round: N1 S1 N2 S2."""
    deal, found = begin(rules, TIED, "SJ"), []
    for name in ("N1", "S1", "N2", "S2"):
        if "schmeiss" in options(deal):
            found.append(name)
        deal = act(deal, f"{name[0]} pass")
    return " ".join(found)


def schmeiss_redealer(rules: KlaberjassRules) -> str:
    return redealer(begin(rules, TIED, "SJ"), "N schmeiss, S accept")


def bottom_shown(rules: KlaberjassRules) -> bool:
    _, events = happen(begin(rules, TIED, "SJ", "S8"), "N take")
    return Bottom(Card.S8) in events


def unopposed(rules: KlaberjassRules, cards: str) -> int:
    return compare_sequences(rules, Suit.C, Hand.parse(cards), Hand()).nondealer


def sequence_values(rules: KlaberjassRules) -> str:
    run = ["SA", "SK", "SQ", "SJ", "ST", "S9", "S8", "S7"]
    return "/".join(str(unopposed(rules, " ".join(run[:length]))) for length in range(3, 9))


def winners(rules: KlaberjassRules, *hands: tuple[str, str]) -> str:
    """Compare sequences with clubs as trump: N for the non-dealer, D, or - for nobody."""
    pairs = ((Hand.parse(one), Hand.parse(other)) for one, other in hands)
    found = (compare_sequences(rules, Suit.C, *pair).winner for pair in pairs)
    return "".join({"nondealer": "N", "dealer": "D", None: "-"}[winner] for winner in found)


def compare_by(rules: KlaberjassRules) -> str:
    """Four to the ace against five; five to the ace against six; equal, but one is trump."""
    return winners(
        rules,
        ("SA SK SQ SJ", "HK HQ HJ HT H9"),
        ("SA SK SQ SJ ST", "HK HQ HJ HT H9 H8"),
        ("SQ SJ ST", "CQ CJ CT"),
        ("SA SK SQ", "HT H9 H8 H7"),
        ("SQ SJ ST", "HK HQ HJ"),
    )


def still_equal(rules: KlaberjassRules) -> str:
    return winners(rules, ("SQ SJ ST", "HQ HJ HT"), ("SQ SJ ST D9 D8 D7", "HQ HJ HT"))


def needs_a_trick(rules: KlaberjassRules) -> int:
    """Count the sequence of a non-dealer who declares it alone and takes no trick."""
    deal = act(begin(rules, {"N": WEAK, "S": STRONG}, "S7", "CA"), "N take")
    while deal.outcome is None:
        (question,) = deal.asks(0)
        first = question.seat is Seat.N or isinstance(question.legal[0], Play)
        deal, _ = deal.apply(question.seat, question.legal[0 if first else -1])
    assert deal.counted is not None
    assert deal.counted.points.first == 0
    return deal.counted.sequences.first


def bela_counts(rules: KlaberjassRules) -> str:
    """Count it called on the king, on the queen, on both, on neither."""
    found = []
    for king, queen in (("/bela", ""), ("", "/from-bela"), ("/bela", "/from-bela"), ("", "")):
        deal = act(begin(rules, BELA, "H7", "H8"), "N take")
        cards = f"HK{king} CT HQ{queen} CK C7 CA"
        deal, _ = lay(deal, cards)
        assert deal.tricks
        found.append(str(deal.tricks.counted_bela(rules.bela).first))
    return " ".join(found)


def tied(rules: KlaberjassRules) -> Settlement:
    return settle(rules, 101, 101)


def target(rules: KlaberjassRules) -> int:
    """Find the lowest total that ends the match."""
    return next(total for total in range(2000) if verdict(rules, Pair(total, 0), 0))


def match_ends(rules: KlaberjassRules) -> str:
    """Say who wins when maker and defender pass the target together: M, D, or - for nobody."""
    ends = (verdict(rules, Pair(*totals), 0) for totals in ((550, 542), (542, 550), (550, 550)))
    return "".join("-" if end is None else "MD"[end.winner or 0] for end in ends)


def claim(rules: KlaberjassRules) -> str:
    """Claim, with nothing, after the first trick."""
    deal, _ = lay(act(begin(rules, TIED, "SJ", "S7"), "N take"), "HT HA")
    if "claim" not in options(deal):
        return "no"
    verdict = end_of(act(deal, "S claim")).verdict
    return "yes; wrong claim loses" if verdict == Verdict(0, "claim") else "yes"


def said(rules: KlaberjassRules) -> list[object]:
    """Compare equal runs, neither in trump, as far as the dialogue goes."""
    hands = Hand.parse("SQ SJ ST"), Hand.parse("HQ HJ HT")
    return [word.says for word in compare_sequences(rules, Suit.C, *hands).dialogue]


def declare_at(rules: KlaberjassRules) -> list[str]:
    """List the phases between the exchange and the third card."""
    deal = act(begin(rules, TIED, "HJ", "SJ"), "N pass, S pass, N S")
    phases = []
    while not (deal.tricks and deal.tricks.taken):
        phases.append(f"{deal.turn} {deal.phase}")
        (question,) = deal.asks(0)
        deal, _ = deal.apply(question.seat, question.legal[-1])
    return phases


def show_at(rules: KlaberjassRules) -> str:
    """Find what the sequences of a dealer, who follows to the second trick, are shown after."""
    hands = {"N": "SJ S9 SA CT CJ DT DQ H9 HT", "S": "C7 C8 C9 CK D7 D9 HA H8 SK"}
    deal = act(begin(rules, hands, "HJ", "S7"), "N pass, S pass, N S")
    deal, events = lay(deal, "SJ SK SA C7", declare="S")
    (place,) = (place for place, event in enumerate(events) if isinstance(event, Shown))
    before = sum(isinstance(event, TrickTaken) for event in events[:place])
    return f"{before} tricks, {type(events[place - 1]).__name__}"


class Row(NamedTuple):
    """A row of the table: the switch behind it, how to look at it, and its four cells."""

    switch: str
    look: Callable[[KlaberjassRules], Any]
    norwegian: Any
    german: Any
    finnish: Any
    dutch: Any
    options: dict[str, object] = {}  # noqa: RUF012  # never changed

    def cells(self) -> dict[str, Any]:
        """List the cells by set, those that say something."""
        cells = zip((NO, DE, FI, NL), self[2:6], strict=True)
        return {name: cell for name, cell in cells if cell is not None}


SPLIT, FIFTY = "20/50/50/50/70/100", "20/50/50/50/50/50"
WITH_CARD = "1 tricks, Played"
BEFORE_LEAD = ["N declaring", "S declaring", "N playing", "S playing"]
WITH_LEAD = ["N declaring", "N playing", "S declaring", "S playing"]
TO_SUIT = [{"class": 20}, "also", {"top": "Q"}, "also", {"suit": "S"}, "good"]
TO_TRUMP = [{"class": 20}, "also", {"top": "Q"}, "also", {"trump": False}, "good"]
LENGTH_TO_TRUMP = [{"length": 3}, "also", {"top": "Q"}, "also", {"trump": False}, "also"]

TABLE: Final = (
    Row("first_dealer", first_dealer, "highest", "highest", "drawn at random", "lowest"),
    Row("next_dealer", next_dealer, "winner", "winner", "winner", "alternates"),
    Row("after_tie", after_tie, "alternates", "defender", "defender", "alternates"),
    Row("after_tie", after_tie, None, "alternates", None, None, {"tie": "pot"}),
    Row("void_dealer", void_dealer, "other", "other", "same", "same"),
    Row("schmeiss", schmeiss, "", "", "", "N1 N2"),
    Row("schmeiss", schmeiss, None, "N1 S1", None, None, {"schmeiss": True}),
    Row("schmeiss_dealer", schmeiss, None, "N1 S1", None, "N1 N2", {"schmeiss": True}),
    Row("schmeiss_dealer", schmeiss, None, None, None, "N1 S1 N2 S2", {"schmeiss_dealer": True}),
    Row("schmeiss_redealer", schmeiss_redealer, None, "other", None, "same", {"schmeiss": True}),
    Row("bottom_shown", bottom_shown, True, True, False, False),
    Row("sequence_values", sequence_values, SPLIT, SPLIT, FIFTY, "20/50/100/100/100/100"),
    Row("compare", compare_by, "NNDDD", "NNDDD", "DDDDD", "DNNDD"),
    Row("still_equal", still_equal, "NN", "NN", "--", "NN"),
    Row("sequence_needs_trick", needs_a_trick, 0, 0, 0, 20),
    Row("bela", bela_counts, "20 20 20 0", "20 0 20 0", "0 0 20 0", "20 0 20 0"),
    Row("tie", tied, (0, 0, 202), (0, 101, 0), (0, 101, 0), (0, 202, 0)),
    Row("target", target, 501, 500, 501, 500),
    Row("match_end", match_ends, "DDD", "MD-", "MD-", "MD-"),
    Row("claim", claim, "yes; wrong claim loses", "no", "no", "no"),
    Row("claim", claim, None, "yes; wrong claim loses", None, None, {"claim": True}),
    Row("target", target, None, 501, None, None, {"claim": True}),
    # RULES §5.2
    Row("last_said", said, TO_SUIT, TO_TRUMP, LENGTH_TO_TRUMP, [{"class": 20}, "good"]),
    Row("declare_at", declare_at, WITH_LEAD, WITH_LEAD, WITH_LEAD, BEFORE_LEAD),
    Row("show_at", show_at, WITH_CARD, WITH_CARD, "1 tricks, TrickTaken", "0 tricks, Declared"),
)

CELLS: Final = [
    pytest.param(row, name, cell, id=f"{row.look.__name__}-{name}{''.join(row.options)}")
    for row in TABLE
    for name, cell in row.cells().items()
]


def other_values(rules: KlaberjassRules, switch: str) -> list[object]:
    """List what else a switch may be; of numbers the next one."""
    now = getattr(rules, switch)
    if isinstance(now, int) and not isinstance(now, bool):
        return [now + 1]
    return [value for value in allowed_values(type(rules))[switch] if value != now]


@pytest.mark.parametrize(("row", "name", "cell"), CELLS)
def test_a_cell_is_as_the_rules_have_it(row: Row, name: str, cell: Any) -> None:
    assert row.look(rules_of(name, **row.options)) == cell


@pytest.mark.parametrize(("row", "name", "cell"), CELLS)
def test_a_cell_that_changes_is_noticed(row: Row, name: str, cell: Any) -> None:
    rules = rules_of(name, **row.options)
    for value in other_values(rules, row.switch):
        changed = rules.with_switches({row.switch: value})
        assert isinstance(changed, KlaberjassRules)
        if (row.switch, value) != ("sequence_values", "belote"):  # other words, equal figures
            assert row.look(changed) != cell, value


def test_every_switch_of_the_table_is_looked_at() -> None:
    looked_at = {row.switch for row in TABLE}
    elsewhere = {
        "schmeiss_round2",
        "schmeiss_always_accepted",
        "schmeiss_brake",
        "bare_jass",
        "show_last_trick",
    }
    assert looked_at | elsewhere == set(allowed_values(KlaberjassRules))
    assert not looked_at & elsewhere
