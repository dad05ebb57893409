"""Standings by cases: totals, tariffs, ties, prizes, the freeze."""

from __future__ import annotations

import pytest

from klaverjas_server.drives import rows
from klaverjas_server.drives.prizes import award
from klaverjas_server.drives.score import Score
from klaverjas_server.drives.settings import TARIFFS, Prize, Settings, Tariff, TieBreak
from klaverjas_server.drives.standings import Line, shown_standings, standings
from tests.server.drives.hall import Club


def club_of(players: int, settings: Settings | None = None) -> Club:
    club = Club(settings)
    club.arrive(range(1, players + 1))
    return club


def points(club: Club) -> dict[int, int]:
    return {line.number: line.points for line in standings(club.evening)}


def places(club: Club) -> list[tuple[int, int]]:
    return [(line.place, line.number) for line in standings(club.evening)]


def status(club: Club) -> str:
    return club.evening.rounds[0].tables[0].status


def two_rounds(settings: Settings) -> Club:
    """Five players; 5 rests in the first round and 4 in the second."""
    club = club_of(5, settings)
    club.seat([(1, 2), (3, 4)], rests=[5])
    club.score(1, 1500, 1242)
    club.close()
    club.seat([(1, 5), (2, 3)], rests=[4])
    club.score(1, 1700, 1003)
    club.close()
    return club


def test_total_points_and_shared_places() -> None:
    club = club_of(4)
    club.seat([(1, 2), (3, 4)])
    club.score(1, 1500, 1242)
    assert standings(club.evening)[0].points == 0
    club.close()
    assert places(club) == [(1, 1), (1, 2), (3, 3), (3, 4)]
    assert all(line.shared for line in standings(club.evening))
    assert points(club) == {1: 1500, 2: 1500, 3: 1242, 4: 1242}


@pytest.mark.parametrize(
    ("tariff", "fifth", "fourth"),
    [
        ("own-average", 1700, 1242),
        ("1600-and-a-mars", 1600, 1600),
        ("1450", 1450, 1450),
        ("1250", 1250, 1250),
        ("lowest", 1242, 1003),
        ("nothing", 0, 0),
    ],
)
def test_what_a_rest_is_worth(tariff: str, fifth: int, fourth: int) -> None:
    club = two_rounds(Settings(rest=TARIFFS[tariff]))
    assert points(club)[5] == 1700 + fifth
    assert points(club)[4] == 1242 + fourth
    by_number = {line.number: line for line in standings(club.evening)}
    assert by_number[5].pits == (1 if tariff == "1600-and-a-mars" else 0)


def test_tariffs_go_by_the_deals_of_the_round() -> None:
    club = club_of(5, Settings(deals=12, rest=TARIFFS["1450"]))
    club.seat([(1, 2), (3, 4)], rests=[5])
    club.score(1, 1000, 944)
    club.close()
    assert points(club)[5] == 1088  # 1450 × 12 ∕ 16 = 1087.5


def test_own_average_goes_by_deals() -> None:
    club = club_of(5, Settings(deals=16))
    club.seat([(1, 2), (3, 5)], rests=[4])
    club.score(1, 1600, 992)
    club.close()
    club.put(rows.SettingsMade(settings=Settings(deals=8)))
    club.seat([(2, 4), (3, 5)], rests=[1])
    club.score(1, 700, 596)
    club.close()
    assert points(club)[1] == 1600 + 800
    assert points(club)[4] == 1400 + 700


def test_late_left_absent_and_with_notice() -> None:
    settings = Settings(missed=TARIFFS["1450"], notice=TARIFFS["1250"], absent=Tariff("fixed", 100))
    club = club_of(5, settings)
    for number in (7, 8):
        club.put(rows.Entered(number=number, names=("Ed",), short=f"Ed {number}"))
    club.put(rows.Noticed(number=7))
    club.seat([(1, 2), (3, 4)], rests=[5])
    club.score(1, 1500, 1242)
    club.close()
    club.arrive([6])
    club.put(rows.Withdrew(number=4))
    club.seat([(1, 6), (3, 5)], rests=[2])
    club.score(1, 1400, 1342)
    club.close()
    kinds = {line.number: [cell.kind for cell in line.cells] for line in standings(club.evening)}
    assert kinds[4] == ["played", "left"]
    assert kinds[6] == ["missed", "played"]
    assert kinds[7] == ["notice", "notice"]
    assert kinds[8] == ["absent", "absent"]
    total = points(club)
    assert (total[4], total[6], total[7], total[8]) == (1242, 1450 + 1400, 2500, 200)


def test_whoever_comes_back_has_only_missed_what_he_missed() -> None:
    club = club_of(5)
    for change in (None, rows.Withdrew(number=5), None, rows.Returned(number=5)):
        if change is not None:
            club.put(change)
        here = [entrant.number for entrant in club.evening.here()]
        club.seat([(1, 2), (3, 4)], rests=[n for n in here if n > 4])
        club.score(1, 1500, 1242)
        club.close()
    (line,) = [line for line in standings(club.evening) if line.number == 5]
    assert [cell.kind for cell in line.cells] == ["rest", "left", "left", "rest"]


def test_only_what_both_sides_agree_on_counts() -> None:
    club = club_of(4)
    club.seat([(1, 2), (3, 4)])
    for side, totals in enumerate([(1500, 1242), (1510, 1242)]):
        score = Score(totals)
        club.put(rows.Reported(round=1, table=1, score=score, side=side))
    assert status(club) == "mismatch"
    club.close()
    assert set(points(club).values()) == {0}
    club.put(rows.Reported(round=1, table=1, score=Score((1510, 1242)), side=0))
    assert status(club) == "confirmed"
    assert points(club)[1] == 1510


def test_adjustments_are_a_players_own() -> None:
    club = two_rounds(Settings())
    club.put(rows.Adjusted(number=2, points=-100, reason="revoke"))
    club.put(rows.Adjusted(number=3, points=50, reason="scorer", round=9))
    assert points(club)[2] == 1500 + 1003 - 100
    assert points(club)[3] == 1242 + 1003


def test_a_void_table_is_a_rest_for_all_of_it() -> None:
    club = club_of(4, Settings(rest=TARIFFS["1450"]))
    club.seat([(1, 2), (3, 4)])
    club.put(rows.Voided(round=1, table=1, reason="fire alarm"))
    club.close()
    assert set(points(club).values()) == {1450}


TIES: list[tuple[tuple[TieBreak, ...], list[tuple[int, int]], list[str | None]]] = [
    ((), [(1, 1), (1, 2), (1, 3), (1, 4)], [None] * 4),
    (("pits",), [(1, 3), (1, 4), (3, 1), (3, 2)], ["pits"] * 4),
    (("nats",), [(1, 1), (1, 2), (3, 3), (3, 4)], ["nats"] * 4),
    (("head-to-head",), [(1, 1), (1, 2), (1, 3), (1, 4)], [None] * 4),
    (("head-to-head", "pits"), [(1, 3), (1, 4), (3, 1), (3, 2)], ["pits"] * 4),
]


@pytest.mark.parametrize(("chain", "order", "decided"), TIES)
def test_a_chain_of_tie_breaks(
    chain: tuple[TieBreak, ...], order: list[tuple[int, int]], decided: list[str | None]
) -> None:
    club = club_of(4, Settings(ties=chain))
    club.seat([(1, 2), (3, 4)])
    club.score(1, 1406, 1406, pits=(0, 1), nats=(0, 2), known=True)
    club.close()
    assert places(club) == order
    assert [line.decided for line in standings(club.evening)] == decided


def test_head_to_head_best_round_and_lot() -> None:
    club = club_of(8, Settings(ties=("head-to-head",)))
    club.seat([(1, 3), (2, 4)], [(5, 6), (7, 8)])
    club.score(1, 1500, 1242)
    club.score(2, 1400, 1342)
    club.close()
    club.seat([(1, 5), (3, 6)], [(2, 7), (4, 8)])
    club.score(1, 1300, 1292)
    club.score(2, 1558, 1034)
    club.close()
    _, second, third = standings(club.evening)[:3]
    assert (second.number, third.number) == (1, 2)
    assert (second.points, third.points) == (2800, 2800)
    assert (second.decided, third.place) == ("head-to-head", 3)
    club.put(rows.SettingsMade(settings=Settings(ties=("best-round",))))
    _, second, _ = standings(club.evening)[:3]
    assert (second.number, second.decided) == (2, "best-round")
    club.put(rows.SettingsMade(settings=Settings(ties=("lot",))))
    lots = standings(club.evening)
    assert [line.place for line in lots] == list(range(1, 9))
    assert lots == standings(club.evening)


def test_the_freeze_shows_no_further() -> None:
    club = two_rounds(Settings())
    club.put(rows.Frozen(after=1))
    assert [len(line.cells) for line in shown_standings(club.evening)] == [1] * 5
    assert [len(line.cells) for line in standings(club.evening)] == [2] * 5
    club.put(rows.Frozen())
    assert shown_standings(club.evening) == standings(club.evening)


def lines_of(totals: list[int]) -> tuple[Line, ...]:
    """Rank as many as there are totals, two and two at a table."""
    club = club_of(len(totals) * 2, Settings(pairs=True, format="walk"))
    club.seat(*[([n], [n + len(totals)]) for n in range(1, len(totals) + 1)])
    for table, total in enumerate(totals, 1):
        club.score(table, total, 0)
    club.close()
    return standings(club.evening)


@pytest.mark.parametrize(
    ("prize", "winners"),
    [
        (Prize("cup", top=1), [1]),
        (Prize("ham", top=3), [1, 2, 3]),
        (Prize("cheese", places=(1, 4)), [1, 4, 5]),
        (Prize("cake", places=(5,)), [4, 5]),
        (Prize("one per four", one_in=4), [1, 2, 3]),
        (Prize("poodle", last=True), [7, 8, 9, 10, 11, 12]),
        (Prize("meat", everybody=True), list(range(1, 13))),
    ],
)
def test_prizes(prize: Prize, winners: list[int]) -> None:
    lines = lines_of([900, 800, 700, 600, 600, 500])
    ((_, have),) = award([prize], lines)
    assert sorted(line.number for line in have) == winners


def test_whoever_went_home_is_not_the_poodle() -> None:
    club = club_of(4)
    club.seat([(1, 2), (3, 4)])
    club.score(1, 1500, 1242)
    club.put(rows.Withdrew(number=3))
    club.close()
    ((_, have),) = award([Prize("poodle", last=True)], standings(club.evening))
    assert [line.number for line in have] == [4]
