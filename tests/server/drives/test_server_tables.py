"""Tables of an evening that play on this server: opened with their round, read when they finish."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random

import pytest

from klaverjas import Seat
from klaverjas_server.drives import orders
from klaverjas_server.drives.desk import Desk
from klaverjas_server.drives.evening import Evening as Drive
from klaverjas_server.drives.evenings import Evenings
from klaverjas_server.drives.links import Who, seat_code
from klaverjas_server.drives.refused import Refused
from klaverjas_server.drives.server_tables import people_of
from klaverjas_server.drives.settings import Settings
from klaverjas_server.log import FailingLog, MemoryLog, Unavailable
from klaverjas_server.results import RESULTS
from klaverjas_wire.messages import Error, Sit
from tests.e2e.guest import Guest, play_all
from tests.server.evening import KEY, Evening
from tests.server.hand_clock import HandClock
from tests.server.seeded_chance import SeededChance

DIRECTOR = Who("director")
SHORT = Settings(deals=4, rounds=2, fourth="bot", bot="random")
Hold = Callable[[Evening], Awaitable[Evening]]


async def drive_of(evening: Evening, players: int, settings: Settings = SHORT) -> Desk:
    """Announce a drive at this server, and let people in."""
    desk = await evening.app.evenings.open("Thursday", settings)
    for number in range(1, players + 1):
        await desk.take(orders.Enter(names=(f"Player {number}",), here=True), DIRECTOR)
    return desk


async def publish(desk: Desk) -> None:
    number = len(desk.evening.rounds) + 1
    await desk.take(orders.Draw(seed=str(number)), DIRECTOR)
    await desk.take(orders.Publish(round=number), DIRECTOR)


async def seat_people(evening: Evening, desk: Desk) -> list[Guest]:
    """Let everybody sit down by his code."""
    round = desk.evening.rounds[-1]
    guests = []
    for table in round.tables:
        assert table.id is not None
        for seat, (number, _) in people_of(table, evening.table(table.id).state.rules).items():
            if number:
                client = await evening.guest(f"Player {number}")
                code = seat_code(KEY, desk.evening.id, round.number, table.table, seat)
                seated = await client.request(Sit(code=code))
                assert (seated.table, seated.seat) == (table.id, seat)
                guests.append(Guest(client, Random(number), table.id))
    return guests


async def test_a_round_opens_its_tables_and_a_code_leads_to_each_seat(evening: Evening) -> None:
    desk = await drive_of(evening, 7)
    await publish(desk)
    (full, short) = desk.evening.rounds[0].tables
    assert [full.id, short.id] == ["1", "2"]
    assert short.vacant
    bots = [who.strategy for who in evening.table("2").state.seats.values()]
    assert bots == ["random"]
    await seat_people(evening, desk)
    assert {who.name for who in evening.table("1").state.seats.values()} == {
        f"Player {number}" for number in full.numbers
    }
    code = seat_code(KEY, "1", 1, 1, Seat.N)
    again = await (await evening.guest("Somebody")).request(Sit(code=code))
    assert isinstance(again, Error)
    assert again.code == "forbidden"


async def test_paper_and_server_in_one_hall(evening: Evening) -> None:
    desk = await drive_of(evening, 8)
    await desk.take(orders.Place(table=2, paper=True), DIRECTOR)
    await publish(desk)
    assert [(t.id, t.paper) for t in desk.evening.rounds[0].tables] == [("1", False), (None, True)]


async def test_a_round_of_five_deals_is_for_paper_alone(evening: Evening) -> None:
    desk = await drive_of(evening, 4, Settings(deals=5))
    await desk.take(orders.Draw(), DIRECTOR)
    with pytest.raises(Refused) as refused:
        await desk.take(orders.Publish(round=1), DIRECTOR)
    assert refused.value.code == "server-deals"


async def test_results_arrive_by_themselves(evening: Evening) -> None:
    desk = await drive_of(evening, 4)
    await publish(desk)
    await play_all(*await seat_people(evening, desk))
    await desk.look()
    table = desk.evening.rounds[0].at(1)
    match = evening.table("1").state.match
    assert match is not None
    assert table.status == "confirmed"
    assert table.score is not None
    assert table.score.totals == tuple(match.totals)
    assert table.score.known
    assert sum(table.score.totals) == 4 * 162 + sum(table.score.roem) + 100 * sum(table.score.pits)
    before = desk.evening
    await desk.look()
    assert desk.evening is before


async def test_a_table_and_the_evenings_word_of_it_are_written_as_one(hold: Hold) -> None:
    failing = FailingLog(MemoryLog())
    evening = await hold(Evening(log=failing))
    desk = await drive_of(evening, 4)
    await desk.take(orders.Draw(seed="x"), DIRECTOR)
    failing.failing = lambda batch: any(each.stream.startswith("table/") for each in batch)
    with pytest.raises(Unavailable):
        await desk.take(orders.Publish(round=1), DIRECTOR)
    assert desk.evening.rounds[0].at(1).id is None
    assert await failing.streams("table/") == []
    failing.failing = None
    await desk.look()
    assert desk.evening.rounds[0].at(1).id is not None
    assert Drive.fold("1", await failing.read("drive/1")) == desk.evening
    assert await failing.streams(RESULTS) == []


async def test_a_round_published_while_no_server_ran_is_opened_by_the_next(hold: Hold) -> None:
    log = MemoryLog()
    evenings = Evenings(log, HandClock(), SeededChance(), KEY)
    desk = await evenings.open("Thursday", SHORT)
    for name in ("Riet", "Jan", "Ed", "Toos"):
        await desk.take(orders.Enter(names=(name,), here=True), DIRECTOR)
    await publish(desk)
    assert desk.evening.rounds[0].at(1).id is None
    evening = await hold(Evening(log=log))
    await evening.app.evenings.look()
    assert evening.app.evenings["1"].evening.rounds[0].at(1).id == "1"
    assert len(evening.table("1").state.invitations) == 4
