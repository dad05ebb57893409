"""The formats that follow a plan, each proved over all of its rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

import pytest

from klaverjas_server.drives import pairs_walk, round_robin, whist
from klaverjas_server.drives.acquaintance import Acquaintance, Sides, pair_of
from klaverjas_server.drives.draw import CannotDraw, draw_round, fit
from klaverjas_server.drives.knock_out import bracket
from klaverjas_server.drives.settings import Settings
from tests.server.drives.hall import Club

Plan = Sequence[tuple[Sequence[Sides], Sequence[int]]]


def whole_whist(players: int) -> Plan:
    """Give all rounds of a rotation."""
    return [whist.whist_round(players, turn) for turn in range(whist.rounds_of(players))]


def flaws_of_whist(players: int, plan: Plan) -> set[str]:
    """Find what keeps a plan from being a whist rotation."""
    known = Acquaintance.of(plan)
    everybody = list(combinations(range(players), 2))
    found = set()
    for tables, rests in plan:
        seated = sorted([n for table in tables for side in table for n in side] + [*rests])
        if seated != list(range(players)):
            found.add("seated")
    if any(known.partners.get(pair) != 1 for pair in everybody):
        found.add("partners")
    if any(known.opponents.get(pair) != 2 for pair in everybody):
        found.add("opponents")
    rested = Counter(number for _, resting in plan for number in resting)
    if players % 4 and set(rested.values()) != {1}:
        found.add("rests")
    return found


def meetings(plan: Plan) -> Counter[tuple[int, int]]:
    """Count who met whom, one on each side."""
    return Counter(pair_of(ours[0], theirs[0]) for tables, _ in plan for ours, theirs in tables)


def numbers(tables: Iterable[Sides], rests: Iterable[int]) -> list[int]:
    """List everybody of a round."""
    return sorted([n for table in tables for side in table for n in side] + [*rests])


@pytest.mark.parametrize("players", whist.SIZES)
def test_everybody_partners_everybody_once_and_meets_him_twice(players: int) -> None:
    assert flaws_of_whist(players, whole_whist(players)) == set()


@pytest.mark.parametrize("players", whist.SIZES)
def test_a_slip_in_a_rotation_is_found(players: int) -> None:
    (tables, rests), *others = whole_whist(players)
    ((a, b), (c, d)), *more = tables
    assert flaws_of_whist(players, [((((a, c), (b, d)), *more), rests), *others]) >= {"partners"}
    assert "opponents" in flaws_of_whist(players, others)


@pytest.mark.parametrize("players", [9, 10, 29, 33, 40])
def test_where_there_is_no_rotation(players: int) -> None:
    with pytest.raises(KeyError):
        whist.whist_round(players, 0)


@pytest.mark.parametrize("tables", range(2, 25))
@pytest.mark.parametrize("odd", [False, True])
def test_pairs_walk(tables: int, odd: bool) -> None:
    pairs = 2 * tables - odd
    plan = [pairs_walk.walk(pairs, turn) for turn in range(tables)]
    assert all(numbers(*each) == list(range(1, pairs + 1)) for each in plan)
    met = meetings(plan)
    assert set(met.values()) == {1}
    assert all((one + other) % 2 for one, other in met)
    rests = Counter(number for _, resting in plan for number in resting)
    assert set(rests.values()) <= {1}
    assert sum(rests.values()) == (tables if odd else 0)
    with pytest.raises(ValueError, match="meet again"):
        pairs_walk.walk(pairs, tables)


@pytest.mark.parametrize("pairs", [6, 9])
def test_even_pairs_stay_and_odd_pairs_go_one_up(pairs: int) -> None:
    place: dict[tuple[tuple[int, ...], int], int] = {}
    for turn in range((pairs + 1) // 2):
        for table, (odd, even) in enumerate(pairs_walk.walk(pairs, turn)[0], 1):
            assert even == (2 * table,)
            if (odd, turn - 1) in place:
                assert table == place[odd, turn - 1] % ((pairs + 1) // 2) + 1
            place[odd, turn] = table


def test_a_walk_that_stands_still_is_found() -> None:
    plan = [pairs_walk.walk(8, 0)] * 2
    assert set(meetings(plan).values()) == {2}


@pytest.mark.parametrize("entrants", range(2, 25))
def test_all_against_all(entrants: int) -> None:
    rounds = round_robin.rounds_of(entrants)
    plan = [round_robin.circle(entrants, turn) for turn in range(rounds)]
    assert all(numbers(*each) == list(range(1, entrants + 1)) for each in plan)
    assert meetings(plan) == Counter(combinations(range(1, entrants + 1), 2))
    assert Counter(n for _, resting in plan for n in resting) == Counter(
        range(1, entrants + 1) if entrants % 2 else ()
    )
    assert meetings(plan[:-1]) != meetings(plan)
    with pytest.raises(ValueError, match="no round"):
        round_robin.circle(entrants, rounds)


def test_the_first_seeds_of_a_bracket_meet_last() -> None:
    assert bracket(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert bracket(5) == bracket(8)
    assert all(one + other == 9 for one, other in zip(*[iter(bracket(8))] * 2, strict=True))


@pytest.mark.parametrize(
    ("entrants", "expected"), [(2, (1, 0)), (5, (1, 3)), (6, (2, 2)), (8, (4, 0)), (9, (1, 7))]
)
def test_how_many_fit_a_knock_out(entrants: int, expected: tuple[int, int]) -> None:
    club = Club(Settings(format="knock-out", rules="klabberjass-500"))
    assert fit(club.evening, entrants)[1:3] == expected
    club.arrive(range(1, entrants + 1))
    drawn = draw_round(club.evening, "x")
    assert (len(drawn.tables), len(drawn.rests)) == expected


def test_a_knock_out_to_its_winner() -> None:
    club = Club(Settings(format="knock-out", rules="klabberjass-500", rounds=3))
    club.arrive(range(1, 7))
    assert [t.sides for t in club.draw("x").tables] == [((4,), (5,)), ((3,), (6,))]
    assert club.evening.rounds[0].rests == (1, 2)
    club.score(1, 500, 300)
    club.score(2, 200, 510)
    club.close()
    assert [t.sides for t in club.draw("x").tables] == [((1,), (4,)), ((2,), (6,))]
    club.score(1, 500, 300)
    with pytest.raises(CannotDraw) as undecided:
        draw_round(club.evening, "x")
    assert undecided.value.code == "undecided"
    club.score(2, 500, 300)
    club.close()
    assert [t.sides for t in club.draw("x").tables] == [((1,), (2,))]
    club.score(1, 100, 501)
    club.close()
    with pytest.raises(CannotDraw) as decided:
        draw_round(club.evening, "x")
    assert decided.value.code == "decided"


@pytest.mark.parametrize(
    ("settings", "entrants", "methods"),
    [
        (Settings(format="walk", pairs=True, rounds=4), 6, ["walk"] * 3 + ["memory"]),
        (Settings(format="whist", rounds=9), 8, ["whist"] * 7 + ["memory"] * 2),
        (Settings(format="whist", rounds=2), 9, ["memory"] * 2),
        (Settings(format="round-robin", pairs=True, rounds=4), 4, ["round-robin"] * 3 + ["memory"]),
        (Settings(format="round-robin", rules="clob", rounds=5), 5, ["round-robin"] * 5),
    ],
)
def test_a_plan_that_has_run_out_is_followed_by_memory(
    settings: Settings, entrants: int, methods: list[str]
) -> None:
    club = Club(settings)
    club.arrive(range(1, entrants + 1))
    assert [club.draw(f"{turn}").method for turn in range(settings.rounds)] == methods
    played = club.evening.rounds[: methods.index("memory") if "memory" in methods else None]
    assert set(meetings([([t.sides for t in r.tables], ()) for r in played]).values()) <= {1}


def test_a_plan_is_left_when_the_field_changes() -> None:
    club = Club(Settings(format="walk", pairs=True))
    club.arrive(range(1, 9))
    assert club.draw("a").method == "walk"
    club.arrive([9])
    drawn = club.draw("b")
    assert (drawn.method, len(drawn.rests)) == ("memory", 1)
    known = club.evening.acquaintance
    assert max(known.opponents.values()) == 1
