"""Draws of whole evenings, over many fields: nobody twice with a partner, nobody resting twice."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from klaverjas_server.drives import rows
from klaverjas_server.drives.acquaintance import VACANT, Acquaintance, Meeting, Season, pair_of
from klaverjas_server.drives.draw import CannotDraw, draw_round, fit
from klaverjas_server.drives.memory_draw import WISH, Wishes, choose_rests, draw_tables
from klaverjas_server.drives.settings import Settings
from tests.server.drives.hall import Club

FIELDS = [
    (12, 3),
    (12, 10),
    (13, 9),
    (16, 4),
    (19, 8),
    (24, 4),
    (33, 6),
    (35, 10),
    (36, 5),
    (47, 4),
    (77, 10),
    (80, 10),
]
CHANGING = [33, 35, 36, 34, 34, 31]
SEEDS = range(200 if os.environ.get("KLAVERJAS_FULL") else 5)


def hold(counts: Sequence[int], seed: int) -> list[rows.Drawn]:
    """Draw an evening whose rounds have so many people."""
    club = Club(Settings(rounds=len(counts)))
    drawn = []
    for turn, count in enumerate(counts):
        club.keep_only(count)
        drawn.append(club.draw(f"{seed}/{turn}"))
    return drawn


def repeated_partners(drawn: Sequence[rows.Drawn]) -> list[tuple[int, int]]:
    """Find those who were partners more than once."""
    counts = Counter(
        pair_of(side[0], side[1]) for each in drawn for table in each.tables for side in table.sides
    )
    return sorted(pair for pair, times in counts.items() if times > 1)


def unfair_rests(drawn: Sequence[rows.Drawn]) -> list[tuple[int, int]]:
    """Find rounds in which somebody rested again while another there had rested less."""
    rested: Counter[int] = Counter()
    found = []
    for each in drawn:
        here = {n for table in each.tables for side in table.sides for n in side} | {*each.rests}
        playing = here - set(each.rests)
        fewest = min(rested[n] for n in playing)
        found += [(each.round, n) for n in each.rests if rested[n] > fewest]
        rested.update(each.rests)
    return found


def seated_once(drawn: rows.Drawn) -> bool:
    """Tell whether everybody has one place."""
    people = [n for table in drawn.tables for side in table.sides for n in side] + [*drawn.rests]
    return len(people) == len(set(people))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("players", "rounds"), FIELDS)
def test_no_partner_twice_and_no_unfair_rest(players: int, rounds: int, seed: int) -> None:
    drawn = hold([players] * rounds, seed)
    assert all(map(seated_once, drawn))
    assert {len(each.tables) for each in drawn} == {players // 4}
    assert repeated_partners(drawn) == []
    assert unfair_rests(drawn) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_a_changing_field(seed: int) -> None:
    drawn = hold(CHANGING, seed)
    assert [4 * len(each.tables) + len(each.rests) for each in drawn] == CHANGING
    assert repeated_partners(drawn) == []
    assert unfair_rests(drawn) == []
    rests = Counter(n for each in drawn for n in each.rests)
    assert max(rests.values()) == 1


def test_repeats_and_unfair_rests_are_found() -> None:
    """The same draws by plain lots fail both checks."""
    chance, drawn = Random(1), []
    for round in range(1, 11):
        people = list(range(1, 78))
        chance.shuffle(people)
        tables = tuple(
            rows.Table(
                place + 1,
                (
                    (people[4 * place], people[4 * place + 1]),
                    (people[4 * place + 2], people[4 * place + 3]),
                ),
            )
            for place in range(19)
        )
        drawn.append(
            rows.Drawn(
                round=round,
                deals=16,
                method="lots",
                seed="",
                tables=tables,
                rests=tuple(people[76:]),
            )
        )
    assert repeated_partners(drawn) != []
    assert unfair_rests(drawn[:1] * 2) != []


def test_the_same_seed_gives_the_same_seats() -> None:
    club = Club()
    club.arrive(range(1, 36))
    assert draw_round(club.evening, "a") == draw_round(club.evening, "a")
    assert draw_round(club.evening, "a").tables != draw_round(club.evening, "b").tables


def test_a_draw_of_long_ago_is_the_same_today() -> None:
    """Seats that were drawn once are drawn again by any later version."""
    club = Club()
    club.arrive(range(1, 10))
    drawn = draw_round(club.evening, "first evening")
    assert [table.sides for table in drawn.tables] == FIRST_EVENING[0]
    assert drawn.rests == FIRST_EVENING[1]


FIRST_EVENING = ([((1, 8), (9, 7)), ((5, 4), (2, 3))], (6,))


def test_it_stops_at_a_count_of_swaps() -> None:
    known = Acquaintance.of([([((1, 2), (3, 4))], ())])
    assert draw_tables(range(1, 5), known, Random(1), swaps=700).swaps == 700
    free = draw_tables(range(1, 81), Acquaintance(), Random(1))
    assert (free.cost, free.swaps) == (0, 0)


def test_wishes_are_met() -> None:
    wishes = Wishes(apart=frozenset({(1, 2)}), together=frozenset({(3, 4)}), fixed={5: 2, 6: 2})
    for seed in range(20):
        tables = draw_tables(range(1, 17), Acquaintance(), Random(seed), wishes=wishes).tables
        seats = {n: place for place, t in enumerate(tables, 1) for side in t for n in side}
        assert seats[1] != seats[2]
        assert any({3, 4} == set(side) for table in tables for side in table)
        assert (seats[5], seats[6]) == (2, 2)


def test_a_wish_that_cannot_be_met_is_told() -> None:
    club = Club()
    club.arrive(range(1, 5))
    club.put(rows.Related(one=1, other=2, how="apart"), rows.Fixed(number=3, table=9))
    drawn = draw_round(club.evening, "x")
    assert drawn.cost >= WISH
    assert drawn.unmet == (("apart", (1, 2)), ("fixed", (3, 9)))


def test_the_season_is_remembered_and_fades() -> None:
    before = Acquaintance.of([([((1, 2), (3, 4))], (5,))]).season()
    assert before.meetings[0] == Meeting(1, 2, partners=0.7)
    assert before.rests == {5: 1}
    for seed in range(20):
        known = Acquaintance.of([], before)
        (table,) = draw_tables(range(1, 5), known, Random(seed)).tables
        assert {1, 2} not in map(set, table)
        assert 5 not in choose_rests(range(1, 6), 1, known, Random(seed))
    faded = Season((Meeting(1, 2, 1.0, 2.0),)).faded()
    assert faded.meetings == (Meeting(1, 2, 0.7, 1.4),)


@pytest.mark.parametrize(
    ("fourth", "players", "expected"),
    [
        ("rest", 35, (8, 3, 0)),
        ("short", 35, (9, 0, 1)),
        ("stand-in", 35, (9, 0, 1)),
        ("bot", 35, (9, 0, 1)),
        ("short", 34, (8, 2, 0)),
        ("bot", 34, (9, 0, 2)),
        ("bot", 33, (8, 1, 0)),
        ("bot", 36, (9, 0, 0)),
        ("rest", 3, (0, 3, 0)),
        ("bot", 3, (1, 0, 1)),
    ],
)
def test_numbers_that_do_not_fit(fourth: str, players: int, expected: tuple[int, int, int]) -> None:
    club = Club(Settings(fourth=fourth))  # type: ignore[arg-type]
    assert fit(club.evening, players)[1:] == expected
    if expected[0]:
        club.arrive(range(1, players + 1))
        drawn = draw_round(club.evening, "x")
        vacant = [t.table for t in drawn.tables for side in t.sides for n in side if n == VACANT]
        assert (len(drawn.tables), len(drawn.rests), len(vacant)) == expected
        assert set(vacant) <= {len(drawn.tables)}


def test_three_are_too_few() -> None:
    club = Club()
    club.arrive(range(1, 4))
    with pytest.raises(CannotDraw) as refused:
        draw_round(club.evening, "x")
    assert refused.value.code == "too-few"
