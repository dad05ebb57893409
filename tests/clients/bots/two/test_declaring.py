"""The exchange, declaring and claiming, as a club player does it."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from klaverjas import Ask, Card, KlaberjassView, Match, Phase, RuleSet, Seat, View
from klaverjas.actions import Claim, Declare, Keep, Pass, PlayerAction, Silent, Swap, Take
from klaverjas.events import SequenceShown, Shown
from klaverjas.two.deal import Deal
from klaverjas.two.rules import KlaberjassRules
from klaverjas_bots import Club, Strategy, make
from klaverjas_bots.two.declaring import is_sure_to_win
from tests.clients.bots.table import Spot, Table, table_of
from tests.clients.bots.two.hands import table_with

OTHER = "C7 C8 CJ D7 D9 DJ S8 S9 SJ"


def choice_in(phase: Phase, table: Table, *actions: PlayerAction) -> PlayerAction | None:
    """Let whoever is asked after these actions choose; it must be in this phase."""
    for action in actions:
        table = table.act(table.match.asks()[0].seat, action)
    assert table.match.phase is phase
    return Spot(table, table.match.asks()[0].seat).choose()


@pytest.mark.parametrize(
    ("hand", "upcard", "expected"),
    [
        ("HA H7 HQ CA CK DA SA ST D8", "HT", Swap()),
        ("HA H8 HQ CA CK DA SA ST D8", "HT", Keep()),
        ("H9 H8 H7 CA CK DA SA ST D8", "HK", Keep()),
        ("H9 H8 H7 CA CK DA SA ST D8", "HT", Swap()),
        ("HA H7 HQ CA CK DA SA ST D8", "HJ", Swap()),
    ],
    ids=["for the ten", "without it", "not from a run", "for a run as good", "for the jack"],
)
def test_the_exchange(hand: str, upcard: str, expected: PlayerAction) -> None:
    table = table_with("klaberjass-500", hand, OTHER, upcard)
    assert choice_in(Phase.EXCHANGING, table, Take()) == expected


@pytest.mark.parametrize(
    ("hand", "calls", "expected"),
    [
        ("HA HJ H9 CA CK CQ DA ST D8", (Take(),), Declare()),
        ("HA HK HQ HT C9 CK CQ DK D8", (Take(),), Declare()),
        ("H8 DQ DK CK SQ SK CT C9 C8", (Take(),), Silent()),
        ("H8 DQ DK CK SQ SK CT C9 C8", (Pass(), Take()), Declare()),
    ],
    ids=["a good maker", "saved by his run", "a maker who will go bate", "a defender always"],
)
def test_declaring(hand: str, calls: tuple[PlayerAction, ...], expected: PlayerAction) -> None:
    table = table_with("klaberjass-500", hand, "C7 D7 CJ D9 DJ S8 S9 SJ S7", "H7")
    assert choice_in(Phase.DECLARING, table, *calls) == expected


RUN = Shown(Seat.N, (SequenceShown((Card.CK, Card.CQ, Card.CJ), 20),), 20)
THEIRS = Shown(Seat.S, (SequenceShown((Card.DK, Card.DQ, Card.DJ), 20),), 20)
BOTH = ("bela", "from-bela")


@pytest.mark.parametrize(
    ("written", "points", "shown", "bela", "sure"),
    [
        (480, 21, None, (), True),
        (480, 20, None, (), False),
        (460, 21, RUN, (), True),
        (460, 21, THEIRS, (), False),
        (460, 21, None, BOTH, True),
        (460, 21, None, BOTH[:1], False),
        (440, 21, RUN, BOTH, True),
        (501, 0, None, (), True),
    ],
)
def test_when_a_claim_is_sure(
    written: int, points: int, shown: Shown | None, bela: tuple[str, ...], sure: bool
) -> None:
    rules = RuleSet.named("clobyosh-501")
    assert isinstance(rules, KlaberjassRules)
    view = Match.start(rules).view(Seat.N)
    assert isinstance(view, KlaberjassView)
    view = replace(
        view,
        totals={"N": written, "S": 0},
        points={"N": points, "S": 0},
        shown=shown,
        bela={"N": bela, "S": ()},
    )
    assert is_sure_to_win(view, rules) == sure
    assert not is_sure_to_win(replace(view, rules="our-own-501"), rules)


class Eager(Club):
    """Claims as soon as he may."""

    def choose(self, view: View, ask: Ask) -> PlayerAction | None:
        return Claim() if Claim() in ask.legal else super().choose(view, ask)


RULES = ["clobyosh-501", "klaberjass-500+claim=true", "clobyosh-501+target=100"]


@pytest.mark.parametrize("rules", RULES)
def test_every_claim_is_right(rules: str) -> None:
    claimed = claims(rules, lambda: make("club", 0))
    assert len(claimed) > 5
    assert all(claimed)


def test_a_wrong_claim_is_found() -> None:
    assert not all(claims("clobyosh-501", lambda: Eager(Random(0))))


def claims(rules: str, player: Callable[[], Strategy]) -> list[bool]:
    """Play some matches, and tell of each that was claimed whether rightly."""
    found = []
    for seed in range(20):
        players = {Seat.N: player(), Seat.S: player()}
        match = table_of(RuleSet.load(rules), players, seed).play()
        assert isinstance(match.deal, Deal)
        if match.deal.claimed:
            found.append(match.deal.claimed.right)
    return found
