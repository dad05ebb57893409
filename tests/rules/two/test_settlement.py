"""Writing deals down and ending matches (RULES §5.4, §5.5, §7)."""

import pytest

from klaverjas import Pair, Seat
from klaverjas.standing import Verdict
from klaverjas.two.settlement import next_dealer, settle, verdict
from tests.rules.two.stage import DE, FI, NL, NO, SEEDS, rules_of


@pytest.mark.parametrize(
    ("maker", "defender", "pot", "cells"),
    [
        (101, 101, 0, [(0, 0, 202), (0, 101, 0), (0, 101, 0), (0, 202, 0)]),
        (101, 101, 60, [(0, 0, 262), (0, 101, 60), (0, 101, 60), (0, 202, 60)]),
        (100, 62, 202, [(302, 62, 0)] * 4),
        (100, 62, 0, [(100, 62, 0)] * 4),
        (62, 100, 202, [(0, 364, 0)] * 4),
        (71, 91, 0, [(0, 162, 0)] * 4),
        (124, 78, 0, [(124, 78, 0)] * 4),
        (70, 112, 0, [(0, 182, 0)] * 4),
        (0, 0, 0, [(0, 0, 0)] * 4),
    ],
)
def test_what_is_written(
    maker: int, defender: int, pot: int, cells: list[tuple[int, int, int]]
) -> None:
    assert [tuple(settle(rules_of(name), maker, defender, pot)) for name in SEEDS] == cells


def test_a_tie_may_go_to_the_pot_in_any_set() -> None:
    for name in SEEDS:
        assert tuple(settle(rules_of(name, tie="pot"), 90, 90, 10)) == (0, 0, 190)


@pytest.mark.parametrize(
    ("totals", "cells"),
    [
        ((550, 542), [1, 0, 0, 0]),
        ((542, 550), [1, 1, 1, 1]),
        ((520, 200), [0, 0, 0, 0]),
        ((200, 520), [1, 1, 1, 1]),
        ((500, 499), [None, 0, None, 0]),
        ((501, 499), [0, 0, 0, 0]),
        ((499, 499), [None, None, None, None]),
        ((510, 510), [1, None, None, None]),
    ],
)
def test_who_has_won(totals: tuple[int, int], cells: list[int | None]) -> None:
    """The maker is the first of the two."""
    found = [verdict(rules_of(name), Pair(*totals), 0) for name in SEEDS]
    assert found == [None if cell is None else Verdict(cell) for cell in cells]
    swapped = [verdict(rules_of(name), Pair(*reversed(totals)), 1) for name in SEEDS]
    assert swapped == [None if cell is None else Verdict(1 - cell) for cell in cells]


@pytest.mark.parametrize(
    ("name", "maker", "sums", "dealer"),
    [
        (NO, "N", (100, 50), "N"),
        (NO, "N", (50, 100), "S"),
        (DE, "S", (100, 50), "S"),
        (FI, "S", (50, 100), "N"),
        (NL, "S", (100, 50), "N"),
        (NL, "N", (50, 100), "N"),
        (NO, "S", (80, 80), "N"),
        (NO, "N", (80, 80), "N"),
        (DE, "S", (80, 80), "N"),
        (DE, "N", (80, 80), "S"),
        (FI, "N", (80, 80), "S"),
        (NL, "N", (80, 80), "N"),
    ],
)
def test_who_deals_after_south(name: str, maker: str, sums: tuple[int, int], dealer: str) -> None:
    assert next_dealer(rules_of(name), Seat.S, Seat(maker), sums) == dealer
