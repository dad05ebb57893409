"""A whole club evening over real sockets: 36 players, four rounds, and what goes wrong in them.

One comes late, one goes home, one table plays with real cards, one of its results is put right,
and in the third round the server is killed while it is being played.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from klaverjas_server.drives import orders, rows
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.round import Round
from klaverjas_server.drives.score import Score
from klaverjas_server.drives.settings import TARIFFS, Settings
from klaverjas_server.drives.standings import standings
from klaverjas_server.log import Row
from tests.e2e.drive_hall import DriveHall, first_of

SETTINGS: Final = Settings(deals=4, rounds=4, rest=TARIFFS["1450"])
REST: Final = 363
"""1,450 points for sixteen deals make 362.5 for four."""
EVERYBODY: Final = range(1, 37)
LATE: Final = 36
LEAVER: Final = 7
PAPER: Final = 5
"""The table with real cards in the second round."""
WRONG: Final = Score((400, 268))
RIGHT: Final = Score((300, 368))


def ranked(entries: Iterable[Row]) -> bytes:
    """Work the standings out from the rows of a log, down to the last byte."""
    evening = Evening.fold("1", entries)
    return msgspec.json.encode(standings(evening, len(evening.rounds)))


async def first_round(hall: DriveHall) -> None:
    """Seat 35; the late one makes a table of the three who rest."""
    names = [orders.Enter(names=(f"Player {n}",), here=n != LATE) for n in EVERYBODY]
    await hall.order(orders.EnterAll(entries=tuple(names)))
    round = await hall.publish()
    assert (len(round.tables), len(round.rests)) == (8, 3)
    await hall.order(orders.Present(number=LATE))
    await hall.order(orders.SeatLate(numbers=(*round.rests, LATE)))
    round = (await hall.evening()).rounds[0]
    assert (len(round.tables), round.rests) == (9, ())
    await hall.play(round, await hall.sit(round))
    await close(hall)


async def close(hall: DriveHall) -> None:
    """Close the round once every table has told its result by itself."""
    evening = await hall.until(lambda e: e.running is not None and not e.running.unconfirmed)
    await hall.order(orders.Close(round=len(evening.rounds)))


async def second_round(hall: DriveHall) -> None:
    """Play with one table on paper: its sides tell the result, and agree on a wrong one."""
    await hall.order(orders.Place(table=PAPER, paper=True))
    round = await hall.publish()
    await hall.play(round, await hall.sit(round))
    await hall.order(
        orders.Report(round=2, table=PAPER, score=WRONG, side=0),
        orders.Confirm(round=2, table=PAPER, side=1, totals=WRONG.totals),
    )
    await close(hall)
    for side, points in zip(round.at(PAPER).sides, RIGHT.totals, strict=True):
        hall.add(side, points)
    await hall.order(orders.Place(table=PAPER, paper=False))


async def third_round(hall: DriveHall) -> Round:
    """Play until the second deal is written at the first table; one has gone home."""
    await hall.order(orders.Withdraw(number=LEAVER, reason="the last bus"))
    round = await hall.publish()
    assert round.table_of(LEAVER) is None
    hall.add(round.rests, REST)
    await hall.order(
        orders.Correct(round=2, table=PAPER, score=RIGHT, reason="a slip read upside down")
    )
    players = await hall.sit(round)
    stopper = round.tables[0].numbers[0]
    await first_of(players, stopper, lambda view: len(view.sheet) >= 2)
    return round


async def third_round_again(hall: DriveHall, round: Round) -> None:
    """Go on after the restart where everybody was."""
    seated = [number for table in round.tables for number in table.numbers]
    await hall.connect(seated)
    players = {n: p for table in round.tables for n, p in hall.players(table).items()}
    await hall.play(round, players)
    await close(hall)


async def fourth_round(hall: DriveHall) -> None:
    """Play the last round behind frozen standings."""
    await hall.order(orders.Freeze(after=3))
    round = await hall.publish()
    hall.add(round.rests, REST)
    await hall.connect(n for n in round.rests if n not in hall.phones)
    await hall.play(round, await hall.sit(round))
    await close(hall)
    await hall.order(orders.Freeze(), orders.End())


async def test_an_evening(tmp_path: Path) -> None:
    hall = DriveHall(tmp_path, SETTINGS)
    async with hall.serve() as server:
        await hall.announce("Thursday")
        await hall.connect(EVERYBODY)
        await first_round(hall)
        await second_round(hall)
        round = await third_round(hall)
        server.process.kill()
        await server.ends()
    hall.disconnect()
    killed = await hall.read_files()
    async with hall.serve():
        live = await hall.evening()
        assert live == Evening.fold(hall.id, killed)
        assert ranked(await hall.entries()) == ranked(killed)
        rested = [n for n in EVERYBODY if n not in (LEAVER, *round_numbers(round))]
        await third_round_again(hall, round)
        await hall.connect(rested)
        await fourth_round(hall)
        told = await hall.entries()
    hall.disconnect()
    kept = await hall.read_files()
    check_the_end(hall, kept)
    assert ranked(told) == ranked(kept)
    assert kept[: len(killed)] == killed
    lost = [entry for entry in kept if not isinstance(rows.decode_row(entry.body), rows.Corrected)]
    assert ranked(lost) != ranked(kept)


def round_numbers(round: Round) -> set[int]:
    return {number for table in round.tables for number in table.numbers}


def check_the_end(hall: DriveHall, kept: Iterable[Row]) -> None:
    """Hold the standings against what everybody's own phone showed him."""
    evening = Evening.fold(hall.id, kept)
    assert [round.state for round in evening.rounds] == ["closed"] * 4
    lines = standings(evening)
    assert {line.number: line.points for line in lines} == hall.points
    assert [line.points for line in lines] == sorted(hall.points.values(), reverse=True)
    (leaver,) = [line for line in lines if line.number == LEAVER]
    assert [cell.kind for cell in leaver.cells] == ["played", "played", "left", "left"]
    (correction,) = evening.corrections
    assert (correction.old, correction.new) == (WRONG, RIGHT)
    assert correction.moves
    assert all(number < 2 for number in evening.acquaintance.partners.values())
