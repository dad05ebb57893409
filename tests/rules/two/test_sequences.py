"""Sequences: what a hand holds, whose count, and what is said to find out (RULES §5.2, §7)."""

from itertools import product
from random import Random
from typing import Final

import pytest

from klaverjas import Hand, Rank, Suit
from klaverjas.events import Says
from klaverjas.two.sequences import Contest, Declaring, compare_sequences, runs_in, sequences_in
from tests.rules.playout import shuffled
from tests.rules.two.stage import DE, FI, NL, NO, SEEDS, rules_of

ORDER: Final = "AKQJT987"


def contest(
    name: str, trump: str, nondealer: str, dealer: str, declare: Declaring = "both"
) -> Contest:
    """Compare two hands under a named set."""
    hands = Hand.parse(nondealer), Hand.parse(dealer)
    return compare_sequences(rules_of(name), Suit(trump), *hands, declare)


def sayings(found: Contest) -> list[Says]:
    return [said.says for said in found.dialogue]


@pytest.mark.parametrize(
    ("trump", "nondealer", "dealer", "cells"),
    [
        ("C", "SA SK SQ SJ ST S9 S8", "", "ND 70|ND 70|ND 50|ND 100"),
        ("C", "SA SK SQ SJ ST S9 S8 S7", "", "ND 100|ND 100|ND 50|ND 100"),
        ("C", "SA SK SQ SJ ST S9 H9 H8 H7", "", "ND 70|ND 70|ND 70|ND 120"),
        ("C", "SA SK SQ SJ", "HK HQ HJ HT H9", "ND 50|ND 50|D 50|D 100"),
        ("H", "CQ CJ CT", "HQ HJ HT", "D 20|D 20|D 20|ND 20"),
        ("S", "CQ CJ CT", "HQ HJ HT", "ND 20|ND 20|nobody|ND 20"),
        ("S", "CQ CJ CT D9 D8 D7", "HQ HJ HT", "ND 40|ND 40|nobody|ND 40"),
        ("S", "", "", "nobody|nobody|nobody|nobody"),
        ("S", "", "HQ HJ HT", "D 20|D 20|D 20|D 20"),
    ],
)
def test_the_cases_of_the_rules(trump: str, nondealer: str, dealer: str, cells: str) -> None:
    found = [contest(name, trump, nondealer, dealer) for name in SEEDS]
    spelled = [
        f"ND {each.nondealer}" if each.winner == "nondealer" else f"D {each.dealer}"
        for each in found
    ]
    nobody = ["nobody" if each.winner is None else "" for each in found]
    assert [word or cell for word, cell in zip(nobody, spelled, strict=True)] == cells.split("|")
    assert all(each.nondealer == 0 or each.dealer == 0 for each in found)


@pytest.mark.parametrize(
    ("name", "trump", "nondealer", "dealer", "said"),
    [
        # one step: the class, or the length
        (NO, "C", "SA SK SQ", "HQ HJ HT H9", [{"class": 20}, "not good"]),
        (DE, "C", "SA SK SQ SJ ST", "HQ HJ HT", [{"class": 50}, "good"]),
        (DE, "C", "SA SK SQ", "", [{"class": 20}, "good"]),
        (DE, "C", "", "SA SK SQ", [{"class": 20}]),
        (DE, "C", "", "", []),
        (FI, "C", "SA SK SQ SJ ST", "HQ HJ HT H9", [{"length": 5}, "good"]),
        (FI, "C", "SA SK SQ", "HQ HJ HT H9", [{"length": 3}, "not good"]),
        # a run of seven is a fifty
        (NO, "C", "SK SQ SJ ST S9 S8 S7", "HA HK HQ HJ", [{"class": 50}, "also", {"top": "K"},
                                                           "not good"]),
        # two steps
        (NO, "C", "SA SK SQ", "HQ HJ HT", [{"class": 20}, "also", {"top": "A"}, "good"]),
        (FI, "C", "SQ SJ ST", "HA HK HQ", [{"length": 3}, "also", {"top": "Q"}, "not good"]),
        # three steps
        (NO, "H", "SQ SJ ST", "HQ HJ HT", [{"class": 20}, "also", {"top": "Q"}, "also",
                                           {"suit": "S"}, "not good"]),
        (NO, "S", "SQ SJ ST", "HQ HJ HT", [{"class": 20}, "also", {"top": "Q"}, "also",
                                           {"suit": "S"}, "good"]),
        (DE, "S", "SQ SJ ST", "HQ HJ HT", [{"class": 20}, "also", {"top": "Q"}, "also",
                                           {"trump": True}, "good"]),
        (DE, "H", "SQ SJ ST", "HQ HJ HT", [{"class": 20}, "also", {"top": "Q"}, "also",
                                           {"trump": False}, "not good"]),
        (FI, "C", "SQ SJ ST", "HQ HJ HT", [{"length": 3}, "also", {"top": "Q"}, "also",
                                           {"trump": False}, "also"]),
        # the Dutch dealer says only whether he beats it
        (NL, "C", "SQ SJ ST", "HA HK HQ", [{"class": 20}, "not good"]),
        (NL, "C", "SA SK SQ", "HQ HJ HT", [{"class": 20}, "good"]),
        (NL, "H", "SQ SJ ST", "HQ HJ HT", [{"class": 20}, "good"]),
        (NL, "C", "SQ SJ ST S9 S8", "HA HK HQ HJ", [{"class": 100}, "good"]),
    ],
)  # fmt: skip
def test_no_more_is_said_than_needed(
    name: str, trump: str, nondealer: str, dealer: str, said: list[Says]
) -> None:
    found = contest(name, trump, nondealer, dealer)
    assert sayings(found) == said
    by = [each.by for each in found.dialogue]
    first: list[str] = ["nondealer", "dealer"] if nondealer else ["dealer", "nondealer"]
    assert by == [first[place % 2] for place in range(len(by))]


@pytest.mark.parametrize(
    ("declare", "winner", "said"),
    [
        ("both", "nondealer", [{"class": 50}, "good"]),
        ("nondealer", "nondealer", [{"class": 50}, "good"]),
        ("dealer", "dealer", [{"class": 20}]),
        ("none", None, []),
    ],
)
def test_silence_forfeits(declare: Declaring, winner: str | None, said: list[Says]) -> None:
    found = contest(DE, "C", "SA SK SQ SJ", "HQ HJ HT", declare)
    assert (found.winner, sayings(found)) == (winner, said)


def test_a_dealer_who_cannot_match_and_one_who_is_silent_say_the_same() -> None:
    for name in SEEDS:
        beaten = contest(name, "C", "SA SK SQ SJ", "HQ HJ HT")
        silent = contest(name, "C", "SA SK SQ SJ", "HQ HJ HT", "nondealer")
        nothing = contest(name, "C", "SA SK SQ SJ", "HQ HJ H8")
        assert beaten == silent == nothing


def test_the_best_run_is_the_one_the_set_puts_first() -> None:
    hand = "SK SQ SJ ST HA HK HQ CA CK"
    assert sayings(contest(DE, "H", hand, ""))[0] == {"class": 50}
    five_low, four_high = "SJ ST S9 S8 S7", "HA HK HQ HJ"
    both = f"{five_low} {four_high}"
    against = "DK DQ DJ DT D9"
    assert contest(DE, "C", both, against).winner == "nondealer"  # the ace's fifty
    assert contest(FI, "C", both, against).winner == "dealer"  # five to the jack


def naive_runs(hand: Hand) -> set[frozenset[str]]:
    """Find the longest runs by looking at every stretch of the order."""
    found: set[frozenset[str]] = set()
    for suit, start, stop in product("CDHS", range(8), range(3, 9)):
        stretch = frozenset(suit + rank for rank in ORDER[start:stop])
        if stop - start >= 3 and stretch <= set(map(str, hand)):
            found.add(stretch)
    return {run for run in found if not any(run < other for other in found)}


@pytest.mark.parametrize("ranks", range(256))
def test_runs_against_every_stretch(ranks: int) -> None:
    for suit in Suit:
        hand = Hand(ranks << 8 * suit.number)
        runs = runs_in(hand)
        assert {frozenset(map(str, run.cards)) for run in runs} == naive_runs(hand)
        assert all(len(run.cards) == run.length for run in runs)


def naive_worth(rules: str, length: int) -> int:
    """Count a run by words: four and three apart, or by class."""
    if rules == NL:
        return {3: 20, 4: 50}.get(length, 100)
    if rules == FI:
        return 20 if length == 3 else 50
    return {3: 20, 7: 50 + 20, 8: 50 + 50}.get(length, 50)


def naive_winner(rules: str, trump: str, hands: tuple[Hand, Hand]) -> int | None:
    """Decide by words who has the better best run; None for nobody."""

    def rank(run: frozenset[str]) -> tuple[int, int, int]:
        suit, length = min(run)[0], len(run)
        top = max(8 - ORDER.index(card[1]) for card in run)
        classes = {3: 1, 4: 2, 5: 3 if rules == NL else 2}
        size = length if rules == FI else classes.get(length, classes[5])
        return size, top, int(suit == trump and rules != NL)

    best = [max(map(rank, naive_runs(hand)), default=None) for hand in hands]
    if best[0] is None or best[1] is None:
        return 0 if best[0] else 1 if best[1] else None
    if best[0] == best[1]:
        return None if rules == FI else 0
    return 0 if best[0] > best[1] else 1


@pytest.mark.parametrize("name", SEEDS)
def test_contests_against_the_rules_in_words(name: str) -> None:
    decided = 0
    for seed in range(100):
        pack = shuffled(Random(seed))
        hands = Hand.of(*pack[:9]), Hand.of(*pack[9:18])
        for trump in Suit:
            found = compare_sequences(rules_of(name), trump, *hands)
            winner = naive_winner(name, trump, hands)
            role = None if winner is None else ("nondealer", "dealer")[winner]
            assert found.winner == role
            worth = [0, 0]
            if winner is not None:
                decided += 1
                runs = naive_runs(hands[winner])
                worth[winner] = sum(naive_worth(name, len(run)) for run in runs)
            assert [found.nondealer, found.dealer] == worth
    assert decided > 100


def test_shown_are_all_runs_the_highest_card_first() -> None:
    shown = sequences_in(rules_of(DE), Hand.parse("H7 H8 H9 SA SK SQ SJ C7 C9"))
    assert [(" ".join(each.cards), each.value) for each in shown] == [
        ("H9 H8 H7", 20),
        ("SA SK SQ SJ", 50),
    ]


def test_belote_names_three_classes_and_compares_as_its_base_does() -> None:
    german = rules_of(DE, sequence_values="belote")
    hands = Hand.parse("SA SK SQ SJ"), Hand.parse("HK HQ HJ HT H9")
    assert compare_sequences(german, Suit.C, *hands).nondealer == 50
    assert compare_sequences(german, Suit.C, hands[1], hands[0]).dealer == 50
    dutch = rules_of("belote-style")
    assert compare_sequences(dutch, Suit.C, *hands).dealer == 100
    assert sequences_in(german, hands[1])[0].value == 100


def test_ranks_are_those_of_runs_in_trump_too() -> None:
    (run,) = runs_in(Hand.parse("HJ H9 HT"))
    assert (run.top, run.length) == (Rank.JACK, 3)
