"""Random deals over all sets and switches, every step of them held against the rulebook."""

import os
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from operator import itemgetter
from random import Random
from typing import NamedTuple

import pytest

from klaverjas import PACK, Match, Phase, RuleSet, Seat, Suit
from klaverjas.actions import Deal, Turn
from klaverjas.events import Dealing, RoemCounted, TrickTaken, Written
from klaverjas.four import deal as four_deal
from klaverjas.four import terms as four_terms
from klaverjas.four import tricks as four_tricks
from klaverjas.four.roem import Roem
from klaverjas.four.rules import KlaverjasRules
from klaverjas.trick import TRUMPING
from tests.rules.playout import (
    Step,
    klaverjas_sets,
    rules_of,
    steps,
    switch_values,
    word_of,
    words_of,
)
from tests.rules.rulebook import PaperDeal, deal_out, side

DEALS = int(os.environ.get("KLAVERJAS_DEALS", "3000"))
"""How many deals the short campaign plays."""
FULL_DEALS = int(os.environ.get("KLAVERJAS_DEALS", "300000"))
SWITCHES: dict[str, list[object]] = {
    "trump_making": ["free", "forced", "free-dealer", "dealer-first", "turned"],
    "trumping": ["amsterdam", "rotterdam", "amsterdam-underruff"],
    "roem_calling": ["called", "called", "automatic"],
    "four_of_a_kind": ["none", "court", "all", "nku"],
    "stuk": [True, False],
    "pit": ["none", "makers", "either"],
    "packets": ["3-2-3", "4-4"],
}


class Difference(NamedTuple):
    """Where the library and the rulebook part."""

    rules: str
    at: str
    library: object
    rulebook: object


class Referee:
    """Follow one match on paper, and note every difference."""

    def __init__(self, rules: RuleSet) -> None:
        self.switches, self.name = switch_values(rules), rules.name
        self.paper: PaperDeal | None = None
        self.found: list[Difference] = []

    def compare(self, at: str, library: object, rulebook: object) -> None:
        if library != rulebook:
            self.found.append(Difference(self.name, at, library, rulebook))

    def follow(self, step: Step) -> None:
        """Do one step on paper, and compare what came of it."""
        self._do(step)
        for event in step.events:
            self._check(event)
        if self.paper is not None:
            self.compare("asks", words_of(step.after), self.paper.may())
            self.compare("over", step.after.phase in (Phase.DEALING, Phase.OVER), self.paper.over)

    def _do(self, step: Step) -> None:
        if isinstance(step.action, Deal):
            packets = str(self.switches["packets"])
            dealer = str(step.after.dealer)
            hands = deal_out([str(card) for card in step.action.pack], dealer, packets)
            self.paper = PaperDeal(self.switches, dealer, hands)
        elif isinstance(step.action, Turn):
            assert self.paper is not None
            self.paper.turned += str(step.action.suit)
        elif self.paper is not None:
            self.paper.do(str(step.seat), word_of(step.action))

    def _check(self, event: object) -> None:
        paper = self.paper
        if paper is None:
            return
        if isinstance(event, Dealing):
            hands = {str(seat): {str(card) for card in hand} for seat, hand in event.hands.items()}
            self.compare("hands", hands, paper.hands)
        elif isinstance(event, TrickTaken):
            taken = paper.taken[-1]
            seen = (event.trick, str(event.winner), event.points)
            self.compare("trick", seen, (len(paper.taken), taken.winner, taken.points))
        elif isinstance(event, RoemCounted):
            parts = sum(part.value for part in event.parts)
            self.compare("roem", (event.value, parts), (paper.taken[-1].roem,) * 2)
        elif isinstance(event, Written):
            self._check_written(event, paper)

    def _check_written(self, event: Written, paper: PaperDeal) -> None:
        settled = paper.settled()
        self.compare("maker", str(event.maker), paper.maker)
        self.compare("points", event.points, paper.points)
        self.compare("counted", event.roem, paper.roem)
        self.compare("written", event.written, settled.written)
        self.compare("marks", event.marks, settled.marks)


def random_rules(chance: Random) -> KlaverjasRules:
    """Pick a named set, or compose one; four deals either way."""
    base = chance.choice(klaverjas_sets()).name
    if chance.random() < 0.4:
        return rules_of(base, deals=4)
    return rules_of(base, deals=4, **{key: chance.choice(of) for key, of in SWITCHES.items()})


def campaign(deals: int, seed: int) -> tuple[list[Difference], Counter[str]]:
    """Play so many deals; give the differences, and how often each thing worth meeting was met."""
    chance, met, found = Random(seed), Counter[str](), list[Difference]()
    while met["deals"] < deals and not found:
        rules = random_rules(chance)
        referee, last = Referee(rules), Match.start(rules)
        for step in steps(rules, chance):
            referee.follow(step)
            last = step.after
            if referee.found:
                break
        found += referee.found
        met.update(sights(last))
    return found, met


def sights(match: Match) -> Counter[str]:
    """Count what a match had that a campaign must not miss."""
    met = Counter({"deals": len(match.sheet)})
    for line in match.sheet:
        assert line.maker is not None
        met["nat"] += "N" in line.marks.values()
        met["pit"] += "P" in line.marks.values()
        met["defenders' pit"] += line.marks["EW" if side(line.maker) == "NS" else "NS"] == "P"
        met["roem"] += bool(line.roem and any(line.roem.values()))
    return met


def test_a_campaign_finds_no_difference() -> None:
    found, met = campaign(DEALS, seed=1)
    assert found == []
    assert met["deals"] >= DEALS
    assert min(met["nat"], met["roem"], met["pit"]) > 0, met


@pytest.mark.full
def test_a_long_campaign_finds_no_difference() -> None:
    found, met = campaign(FULL_DEALS, seed=2)
    assert found == []
    assert min(met.values()) > 0, met


def roem_everywhere(trump: Suit, four_of_a_kind: str, stuk: bool) -> dict[int, Roem]:
    every_four = (sum(card.bit for card in cards) for cards in combinations(PACK, 4))
    return dict.fromkeys(every_four, Roem(20, ()))


def one_at_a_time(dealer: Seat, packets: str) -> list[Callable[[list[int]], tuple[int, ...]]]:
    first = (range((seat.number - dealer.number - 1) % 4, 32, 4) for seat in Seat)
    return [itemgetter(*places) for places in first]


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("every_roem", roem_everywhere),
        ("LAST_TRICK", 0),
        ("TRUMPING", dict.fromkeys(TRUMPING, TRUMPING["rotterdam"])),
        ("PARTNER", four_tricks.NEXT),
        ("_takers", one_at_a_time),
    ],
)
def test_a_campaign_finds_a_planted_fault(
    monkeypatch: pytest.MonkeyPatch, name: str, fault: object
) -> None:
    home = next(module for module in (four_terms, four_tricks, four_deal) if hasattr(module, name))
    monkeypatch.setattr(home, name, fault)
    monkeypatch.setattr(four_terms, "terms_of", four_terms.Terms)
    found, _ = campaign(200, seed=3)
    assert found != []
