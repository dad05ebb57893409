"""Clocks: time to think, time to be away, what happens when it is up, and who comes back."""

from pathlib import Path
from typing import Final

import pytest

from klaverjas import Card, Seat, Suit
from klaverjas.actions import Name, Pass, Play, Roem
from klaverjas.events import Played, Written
from klaverjas.record import Back as BackNote
from klaverjas.record import StandIn as StandInNote
from klaverjas.record import check, replay
from klaverjas_server import acting, rows
from klaverjas_server.hall import _HANDLERS, _at_table
from klaverjas_server.log import FailingLog, MemoryLog
from klaverjas_server.peer import Peer
from klaverjas_server.refusal import Refusal
from klaverjas_server.results import RESULTS
from klaverjas_server.table import PREFIX, Table
from klaverjas_server.table_state import Times
from klaverjas_wire.messages import Act, Done, Error, Leave, ReadRecord, Seated, Sit
from klaverjas_wire.table import Back
from klaverjas_wire.table import StandIn as StandInEvent
from tests.e2e.durability.nights import Hold, Night, crash, night, on_disk
from tests.server.evening import Evening
from tests.server.hand_clock import HandClock
from tests.server.packs import NORTH_WINS, QUIET, TALKATIVE, packs_of

N, E, S, W = Seat
SHORT: Final = {"base": "amsterdam", "deals": 4}
STOOD_IN: Final = StandInEvent(N, "random")


async def quiet_night(hold: Hold, evening: Evening | None = None, **options: object) -> Night:
    """Open a table with these settings; north is asked to name trump."""
    evening = await hold(evening or Evening())
    return await night(evening, SHORT, packs_of(*[QUIET] * 4), **options)


# Time to think


async def test_an_ask_says_how_much_time_there_is(hold: Hold) -> None:
    table = await quiet_night(hold, think=20, bank=30, at_zero="bot")
    assert table.ms(N) == 50_000
    await table.act(N, Pass())
    assert table.ms(E) == 50_000


@pytest.mark.parametrize(
    ("options", "ms"), [({}, None), ({"think": 7}, 7_000), ({"bank": 9}, 9_000)]
)
async def test_without_a_clock_there_is_no_end(
    hold: Hold, options: dict[str, int], ms: int | None
) -> None:
    table = await quiet_night(hold, None, **options)
    assert table.ms(N) == ms


async def test_what_a_decision_takes_beyond_its_time_comes_out_of_the_bank(hold: Hold) -> None:
    table = await quiet_night(hold, think=20, bank=30, at_zero="bot")
    await table.pass_time(25)
    await table.act(N, Name(Suit.C))
    assert table.ms(N) == 45_000
    await table.pass_time(20)
    await table.play("C7")
    assert table.ms(E) == 50_000
    await table.play("D7 H7 S7")
    assert table.ms(N) == 45_000


async def test_the_bank_is_for_the_whole_match(hold: Hold) -> None:
    table = await quiet_night(hold, think=20, bank=30, at_zero="bot")
    await table.pass_time(28)
    await table.act(N, Name(Suit.C))
    await table.play_out(lambda: table.state.match is not None and table.state.match.number == 2)
    await table.play_out(lambda: table.turn.seat is N)
    assert table.ms(N) == 42_000


async def illegal_act_at(table: Night, seconds: float) -> None:
    """Try what is illegal after so long, and let the rest of twenty seconds pass."""
    await table.pass_time(seconds)
    refused = await table.players[N].request(table.request(N, Play(Card.DA)))
    assert isinstance(refused, Error)
    assert refused.code == "illegal"
    await table.pass_time(20 - seconds)


async def test_an_illegal_act_never_resets_a_clock(hold: Hold) -> None:
    table = await quiet_night(hold, think=20, at_zero="bot", stand_in="random")
    await table.act(N, Name(Suit.C))
    await illegal_act_at(table, 15)
    await table.until(lambda: STOOD_IN in table.events(E))


async def test_a_clock_that_an_illegal_act_resets_is_caught(
    hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lenient(table: Table, peer: Peer, request: Act) -> None:
        try:
            await acting.act(table, peer, request)
        except Refusal:
            table.clocks.look(table.state._replace(ask=-1), table.away, table.suspended)
            table.keep_time()
            raise

    monkeypatch.setitem(_HANDLERS, Act, _at_table(lenient))
    table = await quiet_night(hold, think=20, at_zero="bot", stand_in="random")
    await table.act(N, Name(Suit.C))
    await illegal_act_at(table, 15)
    await table.pass_time(14)
    assert STOOD_IN not in table.events(E)


# When it is up


async def test_wait_waits(hold: Hold) -> None:
    table = await quiet_night(hold, think=20, at_zero="wait")
    await table.pass_time(500)
    assert isinstance(await table.act(N, Name(Suit.C)), Done)
    assert "stand-in" not in table.kinds(E)


async def test_a_strategy_plays_on_not_a_moment_too_early(hold: Hold) -> None:
    table = await quiet_night(hold, think=20, bank=10, at_zero="bot", stand_in="random")
    await table.pass_time(29.5)
    assert "stand-in" not in table.kinds(E)
    await table.pass_time(0.5)
    await table.until(lambda: len(table.events(E)) > table.kinds(E).index("stand-in") + 1)
    assert table.events(E)[table.kinds(E).index("stand-in")] == STOOD_IN
    assert table.state.must_act is not N


async def test_only_the_seat_that_must_act_is_timed(hold: Hold) -> None:
    table = await quiet_night(hold, think=20, at_zero="bot")
    await table.pass_time(19)
    await table.act(N, Name(Suit.C))
    await table.pass_time(19)
    await table.play("C7")
    await table.pass_time(19)
    assert "stand-in" not in table.kinds(E)


async def test_the_only_card_is_played_before_a_strategy_plays_on(hold: Hold) -> None:
    plain = {"base": "amsterdam-plain", "deals": 4}
    options = {"think": 20, "at_zero": "play-forced-then-bot", "stand_in": "random"}
    table = await night(await hold(Evening()), plain, packs_of(*[QUIET] * 4), **options)
    await table.act(N, Name(Suit.C))
    for trick in range(7):
        await table.play(" ".join(tuple(QUIET[seat])[trick] for seat in Seat))
    for seat in Seat:
        assert table.turn.seat is seat
        await table.pass_time(20)
        await table.until(lambda seat=seat: table.state.must_act is not seat)  # type: ignore[misc]
    assert "stand-in" not in table.kinds(E)
    acted = [row.by for row in await table.evening.log.read(PREFIX + "1")][-5:]
    assert acted == [*["timer"] * 4, "house"]
    await table.pass_time(20)
    await table.until(lambda: StandInEvent(E, "random") in table.events(N))


async def test_the_deal_is_lost(hold: Hold) -> None:
    table = await quiet_night(hold, think=20, at_zero="forfeit-deal")
    await table.act(N, Name(Suit.C))
    await table.play("C7 D7")
    await table.pass_time(20)
    await table.until(lambda: "written" in table.kinds(N))
    written = next(event for event in table.events(N) if isinstance(event, Written))
    assert written.marks == {"NS": "F", "EW": ""}
    assert written.written["NS"] == 0
    assert table.kinds(N)[-1] == "dealt"
    assert table.turn.seat is E
    forfeited = (await table.evening.log.read(PREFIX + "1"))[-2]
    wrote = dict(written.written)
    assert rows.decode_table_row(forfeited.body) == rows.Forfeited(S, wrote)
    await table.play_out(lambda: table.state.over)
    record = check((await table.players[N].request(ReadRecord(table="1"))).text)
    assert table.state.match is not None
    assert replay(record).totals == table.state.match.totals


# Away


async def away_twice(table: Night, first: float, again: float) -> None:
    """Let east be away when he must act, come back and play, and be away the next time."""
    await table.go(E)
    await table.pass_time(first)
    await table.come(E)
    await table.play("D7 H7 S7 C8")
    await table.go(E)
    await table.pass_time(again)


async def test_the_time_to_be_away_is_apart_from_that_to_think(hold: Hold) -> None:
    table = await quiet_night(hold, think=20, bank=30, away=100, at_zero="bot")
    await table.act(N, Name(Suit.C))
    await table.play("C7")
    await table.pass_time(15)
    await table.go(E)
    await table.pass_time(60)
    await table.come(E)
    assert table.ms(E) == 35_000
    assert "stand-in" not in table.kinds(N)


async def test_the_time_to_be_away_is_for_the_whole_match(hold: Hold) -> None:
    table = await quiet_night(hold, away=30, at_zero="bot", stand_in="random")
    await table.act(N, Name(Suit.C))
    await table.play("C7")
    await away_twice(table, 20, 9)
    assert "stand-in" not in table.kinds(N)
    await table.pass_time(1)
    await table.until(lambda: StandInEvent(E, "random") in table.events(N))


async def test_two_drops_do_not_share_one_allowance(hold: Hold) -> None:
    table = await quiet_night(hold, away=30, at_zero="bot", stand_in="random")
    await table.act(N, Name(Suit.C))
    await table.play("C7")
    await table.go(E, W)
    await table.pass_time(29)
    await table.come(E)
    await table.play("D7 H7")
    await table.pass_time(29)
    assert "stand-in" not in table.kinds(N)
    await table.pass_time(1)
    await table.until(lambda: StandInEvent(W, "random") in table.events(N))
    assert table.state.times.away == (0, 29_000, 0, 30_000)


async def test_an_allowance_that_two_drops_share_is_caught(
    hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    def share(times: Times, seat: Seat, ms: int) -> Times:
        return times._replace(away=tuple(used + ms for used in times.away))

    monkeypatch.setattr(Times, "stay_away", share)
    with pytest.raises(AssertionError):
        await test_two_drops_do_not_share_one_allowance(hold)


async def test_who_is_away_out_of_turn_uses_nothing_up(hold: Hold) -> None:
    table = await quiet_night(hold, away=30, at_zero="bot")
    await table.go(W)
    await table.pass_time(300)
    await table.come(W)
    assert table.state.times.away == (0, 0, 0, 0)
    assert "stand-in" not in table.kinds(N)


async def test_a_table_whose_people_have_all_left_stands_still(hold: Hold) -> None:
    table = await quiet_night(hold, think=20, away=30, at_zero="bot")
    await table.pass_time(15)
    await table.go(*Seat)
    await table.pass_time(3_000)
    await table.come(N)
    assert table.ms(N) == 5_000
    assert table.state.times.away == (0, 0, 0, 0)


async def test_an_absence_is_counted_once(hold: Hold) -> None:
    options = {"away": 60, "at_zero": "bot"}
    table = await night(await hold(Evening()), SHORT, packs_of(TALKATIVE), **options)
    await table.act(N, Name(Suit.H))
    await table.play(NORTH_WINS[0])
    await table.players[N].request(Leave(table="1"))
    await table.pass_time(10)
    assert isinstance(await table.act(N, Roem()), Done)
    await table.pass_time(10)
    assert isinstance(await table.act(N, Play(Card.H9)), Done)
    assert table.state.times.away == (20_000, 0, 0, 0)


# Who comes back


async def stood_in_for(hold: Hold, evening: Evening | None = None) -> Night:
    """Let north be away so long that a strategy plays a trick for her; east is to play."""
    options = {"away": 30, "at_zero": "bot", "stand_in": "random"}
    table = await quiet_night(hold, evening, **options)
    await table.act(N, Name(Suit.C))
    await table.go(N)
    await table.pass_time(30)
    await table.until(lambda: table.state.must_act is E)
    return table


async def test_the_owner_takes_over_by_coming_back(hold: Hold) -> None:
    table = await stood_in_for(hold)
    await table.come(N)
    await table.until(lambda: Back(N) in table.events(E))
    assert table.state.seats[N].stand_in is None
    await table.play("D7 H7 S7")
    assert table.turn.seat is N
    assert isinstance(await table.act(N, Play(tuple(QUIET[N])[-1])), Done)


async def test_the_owner_takes_over_by_sitting_down(hold: Hold) -> None:
    table = await quiet_night(hold, think=20, at_zero="bot", stand_in="random")
    await table.act(N, Name(Suit.C))
    await table.pass_time(20)
    await table.until(lambda: table.state.must_act is E)
    assert isinstance(await table.players[N].request(Sit(table="1")), Seated)
    await table.settle()
    assert table.events(E)[-1] == Back(N)
    await table.play("D7 H7 S7")
    assert table.turn.seat is N


async def test_the_owner_takes_over_by_acting(hold: Hold) -> None:
    log = FailingLog(MemoryLog())
    table = await quiet_night(hold, Evening(log=log), think=20, at_zero="bot", stand_in="random")
    await table.act(N, Name(Suit.C))
    log.failing = lambda batch: any(row.by == "bot:random" for row in batch[0].rows)
    await table.pass_time(20)
    await table.until(lambda: STOOD_IN in table.events(E))
    assert isinstance(await table.act(N, Play(Card.CA)), Done)
    assert table.events(E)[-3:] == [STOOD_IN, Back(N), Played(N, Card.CA)]


async def test_what_a_strategy_played_is_marked_in_the_record(hold: Hold) -> None:
    table = await stood_in_for(hold)
    await table.play("D7 H7 S7")
    await table.until(lambda: table.state.must_act is E)
    await table.come(N)
    await table.play_out(lambda: table.state.over)
    record = check((await table.players[N].request(ReadRecord(table="1"))).text)
    noted = [note for note in record.notes if isinstance(note, StandInNote | BackNote)]
    assert [(type(note), note.deal, note.trick, note.seat) for note in noted] == [
        (StandInNote, 1, 1, N),
        (BackNote, 1, 2, N),
    ]
    results = await table.evening.log.read(RESULTS + "1")
    assert rows.decode_result(results[-1].body).stand_ins == {N: "2/32"}


# The server's own downtime


async def test_what_is_left_of_every_clock_outlives_a_crash(hold: Hold, tmp_path: Path) -> None:
    before = await quiet_night(
        hold, on_disk(tmp_path / "a"), think=20, bank=30, away=60, at_zero="bot"
    )
    await before.pass_time(25)
    await before.act(N, Name(Suit.C))
    await before.play("C7")
    await before.go(E)
    await before.pass_time(20)
    await before.come(E)
    await before.pass_time(15)
    await before.noted()
    after = await crash(hold, before, tmp_path / "b")
    assert after.state.times == before.state.times
    assert after.state.times.bank == (5_000, 0, 0, 0)
    assert after.state.times.away == (0, 20_000, 0, 0)
    await after.come(*Seat)
    assert after.ms(E) == 35_000


async def test_downtime_is_charged_to_nobody(hold: Hold, tmp_path: Path) -> None:
    before = await quiet_night(hold, on_disk(tmp_path / "a"), think=20, away=60, at_zero="bot")
    await before.pass_time(10)
    await before.noted()
    later = HandClock()
    later.wall_ms = lambda: before.evening.clock.wall_ms() + 3_600_000  # type: ignore[method-assign]
    after = await crash(hold, before, tmp_path / "b", later)
    after.evening.clock.advance(600)
    await after.come(*Seat)
    assert after.ms(N) == 10_000
    assert after.state.times.away == (0, 0, 0, 0)


async def test_a_stand_in_outlives_a_crash_and_its_owner_comes_back(
    hold: Hold, tmp_path: Path
) -> None:
    before = await stood_in_for(hold, on_disk(tmp_path / "a"))
    after = await crash(hold, before, tmp_path / "b")
    await after.come(E, S, W)
    await after.play("D7 H7 S7")
    await after.until(lambda: after.state.must_act is E)
    await after.come(N)
    await after.until(lambda: Back(N) in after.events(E))
    await after.play_out(lambda: after.state.over)
