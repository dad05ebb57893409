"""Writing deals down: nat, pit, forfeits, and the end of a match."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import pytest

from klaverjas import Game, Pair
from klaverjas.four.rules import KlaverjasRules
from klaverjas.four.settlement import Settlement, forfeit, settle, verdict
from klaverjas.standing import Verdict
from tests.rules import rulebook
from tests.rules.playout import rules_of

CASES = [
    # makers' points and roem, defenders' points and roem, tricks of both: written, marks
    ("91 0  71 20  5 3", "0 182", "N -"),
    ("81 20  81 0  4 4", "101 81", "- -"),
    ("71 20  91 0  4 4", "0 182", "N -"),
    ("162 40  0 0  8 0", "302 0", "P -"),
    ("162 0  0 0  8 0", "262 0", "P -"),
    # all the points, but a trick lost that is worth none: S7 S8 S9 D7, its roem called or not
    ("162 0  0 20  7 1", "162 20", "- -"),
    ("162 0  0 0  7 1", "162 0", "- -"),
    ("81 0  81 0  4 4", "0 162", "N -"),
    ("82 0  80 0  4 4", "82 80", "- -"),
    ("73 70  89 40  4 4", "143 129", "- -"),
    ("0 0  162 0  0 8", "0 162", "N -"),
    ("0 0  162 70  0 8", "0 232", "N -"),
    ("10 200  152 20  1 7", "210 172", "- -"),
]


@pytest.mark.parametrize(("figures", "written", "marks"), CASES)
@pytest.mark.parametrize("maker", [0, 1])
def test_a_deal_is_written(figures: str, written: str, marks: str, maker: int) -> None:
    points, roem, their_points, their_roem, tricks, their_tricks = map(int, figures.split())
    ours, theirs = map(int, written.split())
    our_mark, their_mark = (mark.strip("-") for mark in marks.split())
    pairs = [
        Pair(points, their_points),
        Pair(roem, their_roem),
        Pair(tricks, their_tricks),
        Pair(ours, theirs),
    ]
    expected_marks = Pair(our_mark, their_mark)
    if maker == 1:
        pairs = [pair.swapped for pair in pairs]
        expected_marks = expected_marks.swapped
    found = settle(rules_of(), maker, *pairs[:3])
    assert found == Settlement(pairs[3], expected_marks)


@pytest.mark.parametrize(
    ("pit", "makers_all", "defenders_all"),
    [
        ("none", (202, 0, "", ""), (0, 202, "N", "")),
        ("makers", (302, 0, "P", ""), (0, 202, "N", "")),
        ("either", (302, 0, "P", ""), (0, 302, "N", "P")),
    ],
)
def test_pit_is_for_all_eight_tricks(
    pit: str, makers_all: tuple[int, int, str, str], defenders_all: tuple[int, int, str, str]
) -> None:
    rules = rules_of(pit=pit)
    made = settle(rules, 0, Pair(162, 0), Pair(40, 0), Pair(8, 0))
    lost = settle(rules, 0, Pair(0, 162), Pair(0, 40), Pair(0, 8))
    assert (*made.written, *made.marks) == makers_all
    assert (*lost.written, *lost.marks) == defenders_all


class Sums(NamedTuple):
    """What lies there when a deal is written down, by side."""

    points: Pair[int]
    roem: Pair[int]
    tricks: Pair[int]


def every_sum() -> Iterator[Sums]:
    """Go over every split of the points, with some roem and tricks."""
    for points, ours, theirs in product(range(163), (0, 20, 70, 240), (0, 20, 50, 120)):
        yield from (
            Sums(Pair(points, 162 - points), Pair(ours, theirs), Pair(tricks, 8 - tricks))
            for tricks in (1, 4, 7)
        )
    for roem in (0, 20, 70):
        yield Sums(Pair(162, 0), Pair(roem, 0), Pair(8, 0))
        yield Sums(Pair(0, 162), Pair(0, roem), Pair(0, 8))


def differences(rules: KlaverjasRules) -> list[Sums]:
    """Find the sums that paper writes down otherwise."""
    by_side = Game.KLAVERJAS.by_side
    wrong = []
    for sums, maker in product(every_sum(), (0, 1)):
        found = settle(rules, maker, *sums)
        points, roem, tricks = map(by_side, sums)
        paper = rulebook.settle(("NS", "EW")[maker], points, roem, tricks, rules.pit)
        if (by_side(found.written), by_side(found.marks)) != paper:
            wrong.append(sums)
    return wrong


@pytest.mark.parametrize("pit", ["none", "makers", "either"])
def test_every_settlement_is_that_of_the_rulebook(pit: str) -> None:
    assert differences(rules_of(pit=pit)) == []


@pytest.mark.parametrize("side", [0, 1])
def test_a_forfeit_gives_the_other_side_everything_but_pit(side: int) -> None:
    written, marks = (Pair(0, 232), Pair("F", "")) if side == 0 else (Pair(232, 0), Pair("", "F"))
    assert forfeit(side, Pair(20, 50)) == Settlement(written, marks)


@pytest.mark.parametrize(
    ("totals", "written", "expected"),
    [
        ((1300, 1301), 15, None),
        ((1300, 1301), 16, Verdict(1)),
        ((1301, 1300), 16, Verdict(0)),
        ((1300, 1300), 16, Verdict(None)),
    ],
)
def test_a_match_of_sixteen_deals(
    totals: tuple[int, int], written: int, expected: Verdict | None
) -> None:
    assert verdict(rules_of(), Pair(*totals), written) == expected


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((1499, 20), None),
        ((1500, 20), Verdict(0)),
        ((20, 1500), Verdict(1)),
        ((1502, 1510), Verdict(1)),
        # a tie plays another deal
        ((1510, 1510), None),
        ((1510, 1511), Verdict(1)),
    ],
)
def test_a_match_to_a_target(totals: tuple[int, int], expected: Verdict | None) -> None:
    rules = rules_of(target=1500)
    for written in (1, 16, 100):
        assert verdict(rules, Pair(*totals), written) == expected
