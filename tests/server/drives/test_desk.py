"""The desk: what it refuses, what it takes and what it keeps; written before it is seen."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import nullcontext
from typing import Any

import msgspec
import pytest

from klaverjas_server.drives import orders, rows
from klaverjas_server.drives.desk import Desk, Outcome
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.evenings import Evenings
from klaverjas_server.drives.links import Who, find_link, player_link, table_link
from klaverjas_server.drives.orders import Order
from klaverjas_server.drives.refused import Refused
from klaverjas_server.drives.score import Score, Slip
from klaverjas_server.drives.settings import Settings
from klaverjas_server.drives.standings import standings
from klaverjas_server.log import (
    Append,
    FailingLog,
    HeldLog,
    Log,
    MemoryLog,
    Row,
    Unavailable,
)
from tests.server.evening import KEY
from tests.server.hand_clock import HandClock
from tests.server.seeded_chance import SeededChance

DIRECTOR = Who("director")
PAPER = Settings(paper=True)


class Office:
    """A desk on a log of its own; `take` gives orders as the director unless somebody else does."""

    def __init__(self, log: Log | None = None) -> None:
        self.log = log if log is not None else MemoryLog()
        self.clock = HandClock()
        self.evenings = Evenings(self.log, self.clock, SeededChance(), KEY)
        self.desk: Desk = None  # type: ignore[assignment]

    async def begin(self, players: int, settings: Settings = PAPER) -> Office:
        """Announce an evening, and let people in."""
        self.desk = await self.evenings.open("Thursday", settings)
        for number in range(1, players + 1):
            names = tuple(f"Player {number}.{one}" for one in range(settings.names))
            await self.take(orders.Enter(names=names, here=True))
        return self

    async def take(self, *given: Order, by: Who = DIRECTOR) -> Outcome:
        """Give orders in turn; what the last came to."""
        for order in given:
            outcome = await self.desk.take(order, by)
        return outcome

    async def refusal(self, order: Order, by: Who = DIRECTOR) -> str:
        """Give an order that is refused; the code."""
        before = self.desk.evening
        with pytest.raises(Refused) as refused:
            await self.desk.take(order, by)
        assert self.desk.evening is before
        assert str(refused.value)
        return refused.value.code

    async def publish(self, seed: str = "x") -> None:
        """Draw a round and publish it."""
        number = len(self.desk.evening.rounds) + 1
        await self.take(orders.Draw(seed=seed), orders.Publish(round=number))

    async def finish(self) -> None:
        """Let the desk type every result of the round, and close it."""
        running = self.desk.evening.running
        assert running is not None
        for table in running.unconfirmed:
            await self.take(report(running.number, table.table, 1500 + 10 * table.table))
        await self.take(orders.Close(round=running.number))

    async def replayed(self) -> Evening:
        """Fold the log anew."""
        return Evening.fold("1", await self.log.read("drive/1"))


def report(
    round: int, table: int, ours: int, side: int | None = None, **more: Any
) -> orders.Report:
    """Tell a result that can be, for sixteen deals."""
    return orders.Report(
        round=round, table=table, score=Score((ours, 2592 + 200 - ours)), side=side, **more
    )


@pytest.fixture
async def office() -> Office:
    return await Office().begin(8)


async def test_an_evening_is_rebuilt_from_the_log(office: Office) -> None:
    for turn in range(3):
        await office.publish(str(turn))
        await office.finish()
    assert await office.replayed() == office.desk.evening
    again = Evenings(office.log, office.clock, SeededChance(), KEY)
    await again.recover()
    assert again["1"].evening == office.desk.evening
    encode = msgspec.json.Encoder(enc_hook=list).encode
    assert encode(standings(again["1"].evening)) == encode(standings(office.desk.evening))


async def test_a_row_less_is_noticed(office: Office) -> None:
    await office.publish()
    entries = await office.log.read("drive/1")
    assert Evening.fold("1", entries[:-1]) != office.desk.evening


async def seen_before_written() -> bool:
    """Tell whether an entrant can be seen while the log still holds his row back."""
    held = HeldLog(MemoryLog(), holding=False)
    office = await Office(held).begin(4)
    held.holding = True
    waiting = asyncio.ensure_future(office.take(orders.Enter(names=("Late",))))
    await held.wait_pending()
    seen = 5 in office.desk.evening.entrants
    held.release()
    assert 5 in (await waiting).evening.entrants
    return seen


async def test_nothing_is_seen_before_it_is_written() -> None:
    assert not await seen_before_written()


async def test_a_desk_that_shows_first_and_writes_later_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def hasty(desk: Desk, planned: Iterable[rows.DriveRow], by: str) -> None:
        entries = desk._entries(planned, by)
        batch = [desk._append(entries)]
        desk._stand(entries)
        await desk._store.append(batch)

    monkeypatch.setattr(Desk, "_write", hasty)
    assert await seen_before_written()


async def test_what_cannot_be_written_is_not_done() -> None:
    failing = FailingLog(MemoryLog())
    office = await Office(failing).begin(4)
    failing.failing = lambda batch: True
    with pytest.raises(Unavailable):
        await office.take(orders.Enter(names=("Late",)))
    assert len(office.desk.evening.entrants) == 4
    failing.failing = None
    await office.take(orders.Enter(names=("Late",)))
    assert await office.replayed() == office.desk.evening


async def test_whoever_gives_up_waiting_leaves_no_trace_but_the_deed() -> None:
    held = HeldLog(MemoryLog(), holding=False)
    office = await Office(held).begin(4)
    held.holding = True
    waiting = asyncio.ensure_future(office.take(orders.Enter(names=("Late",))))
    await held.wait_pending()
    waiting.cancel()
    held.holding = False
    held.release()
    await office.take(orders.Enter(names=("Later",)))
    assert await office.replayed() == office.desk.evening
    assert len(office.desk.evening.entrants) == 6


async def test_two_directors_at_once(office: Office) -> None:
    deputy = Who("deputy")
    answers = await asyncio.gather(
        office.take(orders.Draw(seed="a")),
        office.take(orders.Draw(seed="b"), by=deputy),
        return_exceptions=True,
    )
    (refused,) = [answer for answer in answers if isinstance(answer, Refused)]
    assert refused.code == "already-drawn"
    drawn = office.desk.evening.drawn
    assert drawn is not None
    assert drawn.seed == "a"
    assert await office.refusal(orders.Publish(round=2), by=deputy) == "other-round"
    await office.take(orders.Publish(round=1))
    assert await office.refusal(orders.Publish(round=1), by=deputy) == "published"
    assert [entry.by for entry in (await office.log.read("drive/1"))[-2:]] == ["director"] * 2


async def test_two_directors_who_are_not_served_in_turn_collide(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(office.desk, "_turn", nullcontext())
    answers = await asyncio.gather(
        office.take(orders.Draw(seed="a")),
        office.take(orders.Draw(seed="b")),
        return_exceptions=True,
    )
    assert not any(isinstance(answer, Refused) for answer in answers)


async def test_an_evening_that_cannot_be_read_leaves_the_others(office: Office) -> None:
    damaged = Row(1, 0, "director", None, None, b"\x00")
    await office.log.append([Append("drive/2", 0, (damaged,))])
    again = Evenings(office.log, office.clock, SeededChance(), KEY)
    await again.recover()
    assert [desk.evening.id for desk in again] == ["1"]
    assert (await again.open("Friday")).evening.id == "3"


async def test_a_draw_can_be_redone_until_it_is_published(office: Office) -> None:
    await office.take(orders.Draw(seed="a"))
    first = office.desk.evening.drawn
    await office.take(orders.Draw(seed="b", again=True), orders.Draw(seed="a", again=True))
    assert office.desk.evening.drawn == first
    await office.take(orders.Publish(round=1))
    assert await office.refusal(orders.Swap(one=1, other=2)) == "not-drawn"


async def test_a_swap_by_hand_is_kept(office: Office) -> None:
    await office.take(orders.Enter(names=("Ninth",), here=True), orders.Draw(seed="a"))
    drawn = office.desk.evening.drawn
    assert drawn is not None
    (rests,) = drawn.rests
    seated = drawn.tables[0].numbers[0]
    await office.take(orders.Swap(one=seated, other=rests, reason="hip"), orders.Publish(round=1))
    round = office.desk.evening.rounds[0]
    assert (round.rests, round.tables[0].numbers[0]) == ((seated,), rests)
    assert round.swaps == ((seated, rests),)


async def test_both_sides_confirm(office: Office) -> None:
    await office.publish()
    table = Who("table", 1)
    assert await office.refusal(orders.Confirm(round=1, table=1, side=1), table) == "nothing-told"
    await office.take(report(1, 1, 1500, side=0), by=table)
    changed = orders.Confirm(round=1, table=1, side=1, totals=(1510, 1282))
    assert await office.refusal(changed, table) == "changed"
    await office.take(orders.Confirm(round=1, table=1, side=1, totals=(1500, 1292)), by=table)
    assert office.desk.evening.rounds[0].at(1).status == "confirmed"
    assert await office.refusal(report(1, 1, 1400, side=0), table) == "confirmed"


async def test_two_people_entering_one_table(office: Office) -> None:
    await office.publish()
    await office.take(report(1, 1, 1500, side=0))
    same = await office.take(report(1, 1, 1500, side=0))
    assert same.rows == ()
    assert await office.refusal(report(1, 1, 1600, side=0)) == "told"
    await office.take(report(1, 1, 1600, side=0, again=True), report(1, 1, 1500, side=1))
    assert office.desk.evening.rounds[0].at(1).status == "mismatch"
    assert await office.refusal(orders.Close(round=1)) == "unconfirmed"


async def test_totals_swapped_make_a_red_table_that_says_so(office: Office) -> None:
    await office.publish()
    await office.take(report(1, 1, 1500, side=0), report(1, 1, 1292, side=1))
    table = office.desk.evening.rounds[0].at(1)
    assert (table.status, table.swapped) == ("mismatch", True)
    await office.take(report(1, 1, 1500, side=1, again=True))
    assert office.desk.evening.rounds[0].at(1).status == "confirmed"


@pytest.mark.parametrize(
    ("totals", "code"),
    [
        ((1406, 1406), None),
        ((1406, 1405), "last-digit"),
        ((1200, 1200), "too-few"),
        ((2600, -8), "negative"),
    ],
)
async def test_sums_that_cannot_be(
    office: Office, totals: tuple[int, int], code: str | None
) -> None:
    await office.publish()
    order = orders.Report(round=1, table=1, score=Score(totals))
    if code is not None:
        assert await office.refusal(order) == code
        order = msgspec.structs.replace(order, override="a penalty of 7")
    outcome = await office.take(order)
    overrides = [o.reason for o in outcome.evening.overrides]
    assert overrides == ([] if code is None else ["a penalty of 7"])


@pytest.mark.parametrize(
    ("totals", "code"),
    [((1500, 1292), None), ((2700, 92), "unusual-total"), ((2300, 1992), "much-roem")],
)
async def test_what_is_unusual_is_taken_with_a_word(
    office: Office, totals: tuple[int, int], code: str | None
) -> None:
    await office.publish()
    outcome = await office.take(orders.Report(round=1, table=1, score=Score(totals)))
    assert outcome.evening.rounds[0].at(1).status == "confirmed"
    assert {doubt.code for doubt in outcome.doubts} >= ({code} if code else set())
    assert bool(outcome.doubts) is (code is not None)


@pytest.mark.parametrize(
    ("slip", "code"),
    [
        (Slip(maker=0, points=100, roem=(20, 0)), None),
        (Slip(maker=0, points=170), "deal-points"),
        (Slip(maker=0, points=100, roem=(25, 0)), "roem-tens"),
        (Slip(maker=2, points=100), "no-side"),
        (Slip(maker=0, points=160, pit=0), "no-pit"),
        (Slip(maker=0, points=162, roem=(0, 20), pit=0), "no-pit"),
        (Slip(maker=1, points=0, pit=1), None),
    ],
)
async def test_a_deal_on_a_slip(office: Office, slip: Slip, code: str | None) -> None:
    await office.publish()
    order = orders.WriteSlip(round=1, table=1, deal=1, slip=slip, side=0)
    if code is None:
        await office.take(order)
        assert office.desk.evening.rounds[0].at(1).slips == {1: slip}
    else:
        assert await office.refusal(order) == code


async def test_the_last_slip_tells_the_round() -> None:
    office = await Office().begin(4, Settings(paper=True, deals=3))
    await office.publish()
    slips = [
        Slip(maker=0, points=91, roem=(0, 20)),  # 91 against 91: nat, and 182
        Slip(maker=0, points=162, roem=(40, 0), pit=0),
        Slip(maker=1, points=60),
    ]
    for deal, slip in enumerate(slips, 1):
        await office.take(orders.WriteSlip(round=1, table=1, deal=deal, slip=slip, side=0))
    other = orders.WriteSlip(round=1, table=1, deal=1, slip=slips[2], side=0)
    assert await office.refusal(other) == "written"
    table = office.desk.evening.rounds[0].at(1)
    score = table.told[0]
    assert score.totals == (0 + 302 + 60, 182 + 0 + 102)
    assert (score.pits, score.nats, score.roem) == ((1, 0), (1, 0), (40, 20))
    assert table.status == "told"


async def test_a_correction_after_the_next_round_is_drawn(office: Office) -> None:
    await office.publish()
    await office.finish()
    await office.publish("y")
    seats = office.desk.evening.rounds[1]
    old = office.desk.evening.rounds[0].at(1).score
    order = orders.Correct(round=1, table=1, score=Score((1001, 1792)), reason="typing error")
    assert await office.refusal(order) == "last-digit"
    await office.take(msgspec.structs.replace(order, score=Score((1000, 1792))))
    evening = office.desk.evening
    (correction,) = evening.corrections
    assert (correction.old, correction.new.totals) == (old, (1000, 1792))
    assert (correction.reason, correction.by) == ("typing error", "director")
    places = {line.number: line.place for line in standings(evening)}
    assert correction.moves
    assert all(places[move.number] == move.after != move.before for move in correction.moves)
    assert evening.rounds[1] == seats


async def test_a_round_closes_over_unconfirmed_tables_with_a_reason(office: Office) -> None:
    await office.publish()
    close = orders.Close(round=1)
    assert await office.refusal(close) == "unconfirmed"
    outcome = await office.take(msgspec.structs.replace(close, override="they went home"))
    (override,) = outcome.evening.overrides
    assert (override.what, override.reason, override.by) == (
        "closed",
        "they went home",
        "director",
    )
    assert await office.refusal(close) == "closed"


async def test_a_reason_that_was_not_needed_is_not_kept(office: Office) -> None:
    await office.take(orders.Draw(seed="x", override="just in case"))
    assert office.desk.evening.overrides == ()


async def test_who_goes_home_and_who_comes_late(office: Office) -> None:
    await office.publish()
    await office.take(orders.Withdraw(number=3, reason="ill"))
    table = office.desk.evening.rounds[0].table_of(3)
    assert table is not None
    order = report(1, table.table, 1500)
    assert await office.refusal(order) == "withdrawn"
    await office.take(orders.StandIn(round=1, table=table.table, number=3, name="Toos"), order)
    assert office.desk.evening.rounds[0].at(table.table).stand_ins == ((3, "Toos"),)
    await office.take(report(1, 3 - table.table, 1400), orders.Close(round=1))
    await office.take(orders.Enter(names=("Van 't Hof",), here=True))
    await office.publish("y")
    assert office.desk.evening.entrants[9].late
    seated = [n for t in office.desk.evening.rounds[1].tables for n in t.numbers]
    assert sorted(seated) == [1, 2, 4, 5, 6, 7, 8, 9]
    assert await office.refusal(orders.Present(number=3)) == "withdrawn"
    assert 3 in {line.number for line in standings(office.desk.evening)}


async def test_a_draw_is_not_published_over_somebody_who_left(office: Office) -> None:
    await office.take(orders.Draw(seed="x"), orders.Withdraw(number=3))
    assert await office.refusal(orders.Publish(round=1)) == "gone"
    await office.take(orders.Publish(round=1, override="comes back at nine"))
    assert office.desk.evening.running is not None


async def test_late_comers_sit_down_with_those_who_rest(office: Office) -> None:
    await office.take(
        orders.Enter(names=("Ninth",), here=True), orders.Enter(names=("Tenth",), here=True)
    )
    await office.publish()
    before = office.desk.evening.rounds[0]
    for name in ("Ed", "Jan"):
        await office.take(orders.Enter(names=(name,), here=True))
    four = (*before.rests, 11, 12)
    assert await office.refusal(orders.SeatLate(numbers=four[:3])) == "no-table"
    busy = (*four[:3], before.tables[0].numbers[0])
    assert await office.refusal(orders.SeatLate(numbers=busy)) == "plays"
    await office.take(orders.SeatLate(numbers=four))
    after = office.desk.evening.rounds[0]
    assert after.tables[:-1] == before.tables
    assert (sorted(after.tables[-1].numbers), after.rests) == (sorted(four), ())


async def test_a_replacement_takes_over_number_seats_and_results(office: Office) -> None:
    await office.publish()
    await office.finish()
    points = {line.number: line.points for line in standings(office.desk.evening)}
    await office.take(orders.Withdraw(number=2), orders.Replace(number=2, names=("Riet",)))
    evening = office.desk.evening
    assert [former.names for former in evening.entrants[2].former] == [("Player 2.0",)]
    assert not evening.entrants[2].withdrawn
    assert {line.number: line.points for line in standings(evening)} == points


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (orders.Enter(names=("Riet", "Jan")), "names"),
        (orders.Enter(names=("   ",)), "bad-name"),
        (orders.Enter(names=("a\u202eb",)), "bad-order"),
        (orders.Enter(names=("x" * 41,)), "bad-order"),
        (orders.Enter(names=("Riet",), number=1), "number-taken"),
        (orders.Enter(names=("Riet",), short="Player"), "short-taken"),
        (orders.Present(number=99), "unknown-entrant"),
        (orders.Return(number=1), "not-withdrawn"),
        (orders.Relate(one=1, other=1, how="apart"), "same-entrant"),
        (orders.Adjust(number=1, points=5, reason="x", member=1), "no-pair"),
        (orders.AdjustSettings(settings=Settings(format="walk")), "settings"),
        (orders.AdjustSettings(settings=Settings(rules="nobody's")), "bad-rules"),
        (orders.AdjustSettings(settings=Settings(pairs=True)), "entered"),
        (orders.AdjustSettings(settings=Settings(bot="genius")), "unknown-bot"),
        (orders.Freeze(after=3), "unknown-round"),
        (orders.Close(round=1), "no-round"),
        (orders.Publish(round=1), "not-drawn"),
        (report(1, 1, 1500), "unknown-round"),
    ],
)
async def test_refusals(office: Office, order: Order, code: str) -> None:
    assert await office.refusal(order) == code


async def test_a_table_that_is_not_there(office: Office) -> None:
    await office.publish()
    assert await office.refusal(report(1, 3, 1500)) == "unknown-table"


async def test_three_are_too_few_for_a_round() -> None:
    office = await Office().begin(3)
    assert await office.refusal(orders.Draw()) == "too-few"


async def test_names_of_all_kinds(office: Office) -> None:
    long = "Margaretha Wilhelmina van den Broek-Jans"
    for name in ("Van 't Hof", "Van 't Hof", "Riet Jansen", "Riet de Vries", long):
        await office.take(orders.Enter(names=(name,)))
    shorts = [entrant.short for entrant in office.desk.evening.entrants.values()][8:]
    assert len(set(shorts)) == 5
    assert shorts[2:4] == ["Riet", "Riet V"]
    assert max(map(len, shorts)) <= 12


async def test_who_may_do_what(office: Office) -> None:
    await office.publish()
    table = office.desk.evening.rounds[0].at(1)
    player, side = table.numbers[0], 0
    assert await office.refusal(orders.Draw(), Who("player", player)) == "forbidden"
    assert await office.refusal(report(1, 1, 1500), Who("table", 1)) == "forbidden"
    assert await office.refusal(report(1, 2, 1500, side=0), Who("table", 1)) == "forbidden"
    assert await office.refusal(report(1, 1, 1500, side=1), Who("player", player)) == "forbidden"
    forced = report(1, 1, 1501, side=0, override="because")
    assert await office.refusal(forced, Who("table", 1)) == "forbidden"
    await office.take(report(1, 1, 1500, side=side), by=Who("player", player))
    await office.finish()
    assert await office.refusal(report(1, 1, 1500, side=0), Who("table", 1)) == "closed"


async def test_links_lead_where_they_should_until_they_are_renewed(office: Office) -> None:
    await office.publish()
    evening = office.desk.evening
    to_table, to_player = table_link(KEY, evening, 2), player_link(KEY, evening, 7)
    assert find_link(KEY, evening, to_table) == Who("table", 2)
    assert find_link(KEY, evening, to_player) == Who("player", 7)
    assert find_link(b"o" * 32, evening, to_player) is None
    await office.take(orders.RenewLinks())
    assert find_link(KEY, office.desk.evening, to_table) is None


async def test_pins(office: Office) -> None:
    assert await office.desk.role_of("1234") is None
    await office.take(
        orders.SetPin(role="director", pin="1234"), orders.SetPin(role="deputy", pin="9876")
    )
    assert await office.desk.role_of("1234") == Who("director")
    assert await office.desk.role_of("9876") == Who("deputy")
    kept = [rows.decode_row(entry.body) for entry in await office.log.read("drive/1")][-2:]
    assert all(isinstance(row, rows.PinSet) and b"1234" not in row.hash for row in kept)


async def test_an_address_that_guesses_is_not_listened_to_for_a_while(office: Office) -> None:
    await office.take(orders.SetPin(role="director", pin="1234"))
    for _ in range(10):
        assert await office.desk.role_of("0000", "there") is None
    with pytest.raises(Refused):
        await office.desk.role_of("1234", "there")
    assert await office.desk.role_of("1234", "here") == Who("director")
    office.clock.advance(61)
    assert await office.desk.role_of("1234", "there") == Who("director")


async def test_an_evening_that_was_ended_is_opened_for_a_correction(office: Office) -> None:
    await office.publish()
    assert await office.refusal(orders.End()) == "round-running"
    await office.finish()
    await office.take(orders.End())
    correction = orders.Correct(round=1, table=1, score=Score((1000, 1792)), reason="typing")
    assert await office.refusal(correction) == "ended"
    await office.take(msgspec.structs.replace(correction, override="found at home"))
    assert office.desk.evening.overrides[0].reason == "found at home"


async def test_news(office: Office) -> None:
    seq = office.desk.evening.seq
    waiting = asyncio.ensure_future(office.desk.news(seq))
    await office.take(orders.Enter(names=("Late",)))
    assert (await waiting).seq == seq + 1
