"""What goes into an archive comes out of it: a match that carries on, or one that reopens."""

from pathlib import Path

import pytest

from klaverjas import Seat
from klaverjas_server import rows
from klaverjas_server.archive import CODES_FILE, Exported, Reopened
from klaverjas_server.config import KEY_FILE, LOG_FILE
from klaverjas_server.log import Row, SqliteLog
from klaverjas_wire import view_of
from klaverjas_wire.messages import (
    Ask,
    Done,
    Error,
    Fill,
    ReadRecord,
    Rule,
    Seated,
    Sit,
    Snapshot,
    Watch,
)
from tests.server.archive.moving import export, middle_of_deal_two, open_at, play_one, take_in
from tests.server.evening import KEY, NAMES, Evening, Party, kinds
from tests.server.raw_client import RawClient

N, E, S, W = Seat


async def rows_in(data: Path) -> dict[str, list[Row]]:
    """Read a log as it is."""
    log = SqliteLog(data / LOG_FILE)
    try:
        return {stream: entries async for stream, entries in log.read_all()}
    finally:
        await log.close()


async def come_back(evening: Evening, party: Party) -> tuple[Party, dict[Seat, Snapshot]]:
    """Let everybody come back with his token, and see the table again."""
    players: dict[Seat, RawClient] = {}
    shown = {}
    for seat, player in party.players.items():
        players[seat] = await evening.guest(None, player.token)
        shown[seat] = await players[seat].hear(Snapshot)
    again = Party(evening, party.table, party.key, players)
    await again.settle()
    return again, shown


async def test_a_running_match_carries_on_by_the_same_tokens(tmp_path: Path) -> None:
    old = await open_at(tmp_path / "old")
    party = await middle_of_deal_two(old, options={"think": 30, "bank": 60})
    asked, state = party.turn, old.table().state
    request = party.request(asked.seat, state.match.legal(asked.seat)[0])  # type: ignore[union-attr]
    done = await party.players[asked.seat].request(request)
    await party.settle()
    old.clock.advance(7.0)
    expected = {seat: old.table().snapshot(seat) for seat in Seat}
    question = party.turn
    await old.end()

    exported = await export(tmp_path / "old", tmp_path / "file", running=True)
    assert exported == Exported(over=0, running=1)
    imported = await take_in(tmp_path / "file", tmp_path / "new")
    assert (imported.carries_on, imported.reopened) == (True, ())
    assert await rows_in(tmp_path / "new") == await rows_in(tmp_path / "old")
    assert (tmp_path / "new" / KEY_FILE).read_bytes() == KEY

    new = await open_at(tmp_path / "new", seed=2)
    again, shown = await come_back(new, party)
    assert {seat: view_of(s.view).hand for seat, s in shown.items()} == {
        seat: view_of(s.view).hand for seat, s in expected.items()
    }
    assert {seat: s.n for seat, s in shown.items()} == {seat: s.n for seat, s in expected.items()}
    assert (again.turn.seat, again.turn.ask) == (question.seat, question.ask)
    assert again.turn.legal == question.legal
    assert again.turn.ms == 90_000 - 7_000
    repeated = await again.players[asked.seat].request(request)
    assert isinstance(repeated, Done)
    assert repeated.n == done.n
    invited = await again.players[N].request(Rule(table="1", key=party.key, act="pause"))
    assert isinstance(invited, Done)
    await again.players[N].request(Rule(table="1", key=party.key, act="resume"))
    await again.settle()
    await again.play_out(lambda: again.over)
    await new.end()


async def seats_of(evening: Evening, reopened: Reopened) -> Party:
    """Let everybody sit down by his new code."""
    players = {}
    for seat, name, code in reopened.places:
        players[seat] = await evening.guest(name)
        seated = await players[seat].request(Sit(code=code))
        assert isinstance(seated, Seated), seated
        assert (seated.table, seated.seat) == (reopened.table, seat)
    party = Party(evening, reopened.table, reopened.key, players)
    await party.settle()
    return party


async def test_a_match_reopens_at_its_last_finished_deal_by_new_codes(tmp_path: Path) -> None:
    old = await open_at(tmp_path / "old")
    party = await middle_of_deal_two(old)
    before = old.table().state
    await old.end()
    exported = await export(tmp_path / "old", tmp_path / "file")
    assert exported == Exported(over=0, running=1)
    imported = await take_in(tmp_path / "file", tmp_path / "new")
    assert not imported.carries_on
    (reopened,) = imported.reopened
    assert (reopened.table, reopened.deal) == ("1", 2)
    assert {place.seat: place.name for place in reopened.places} == NAMES
    codes = (tmp_path / "new" / CODES_FILE).read_text()
    assert all(place.code in codes for place in reopened.places)

    new = await open_at(tmp_path / "new", seed=5)
    stranger = await new.arrive()
    with pytest.raises(AssertionError, match="bad-token"):
        await stranger.greet(None, party.players[N].token)
    again = await seats_of(new, reopened)
    state = new.table().state
    assert state.match is not None
    assert before.match is not None
    assert (state.match.totals, state.match.sheet) == (before.match.totals, before.match.sheet)
    assert (state.match.number, state.match.dealer) == (2, before.match.dealer)
    assert state.match.view(N).hand != before.match.view(N).hand
    assert len(state.match.view(N).hand or ()) == 8
    refused = await again.players[N].request(Rule(table="1", key=party.key, act="pause"))
    assert isinstance(refused, Error)
    assert refused.code == "forbidden"
    await again.play_out(lambda: again.over)
    used = await (await new.guest("Laat")).request(Sit(code=reopened.places[0].code))
    assert used.code == "forbidden"
    record = await again.players[E].request(ReadRecord(table="1"))
    assert record.text.count("\ndeal ") == 4
    await new.end()


async def test_what_is_finished_comes_whole(tmp_path: Path) -> None:
    old = await open_at(tmp_path / "old")
    party = await middle_of_deal_two(old)
    await party.play_out(lambda: party.over)
    record = await party.players[N].request(ReadRecord(table="1"))
    await old.end()
    assert await export(tmp_path / "old", tmp_path / "file") == Exported(over=1, running=0)
    imported = await take_in(tmp_path / "file", tmp_path / "new")
    assert imported.reopened == ()
    assert not (tmp_path / "new" / CODES_FILE).exists()
    before, after = await rows_in(tmp_path / "old"), await rows_in(tmp_path / "new")
    assert after["result/1"] == before["result/1"]
    assert after["table/1"][1:] == before["table/1"][1:]
    new = await open_at(tmp_path / "new", seed=3)
    again = await (await new.guest("Kijk")).request(ReadRecord(table="1"))
    assert again.text == record.text
    await new.end()


async def test_what_the_director_gave_during_the_deal_stays_given(tmp_path: Path) -> None:
    old = await open_at(tmp_path / "old")
    party = await middle_of_deal_two(old)
    ruling = Rule(table="1", key=party.key, act="adjust", side="EW", points=40, reason="late")
    assert isinstance(await party.players[N].request(ruling), Done)
    await party.settle()
    totals = old.table().state.view(None).totals
    await old.end()
    await export(tmp_path / "old", tmp_path / "file")
    await take_in(tmp_path / "file", tmp_path / "new")
    new = await open_at(tmp_path / "new", seed=5)
    state = new.table().state
    assert state.view(None).totals == totals
    assert (state.view(None).deal, totals["EW"] >= 40) == (2, True)
    await new.end()


async def test_a_deal_the_director_went_back_to_is_not_finished(tmp_path: Path) -> None:
    old = await open_at(tmp_path / "old")
    party = await middle_of_deal_two(old)
    back = Rule(table="1", key=party.key, act="rollback", deal=1, trick=3)
    assert isinstance(await party.players[N].request(back), Done)
    await party.settle()
    await old.end()
    await export(tmp_path / "old", tmp_path / "file")
    (reopened,) = (await take_in(tmp_path / "file", tmp_path / "new")).reopened
    assert reopened.deal == 1
    new = await open_at(tmp_path / "new", seed=5)
    assert dict(new.table().state.view(None).totals) == {"NS": 0, "EW": 0}
    await new.end()


async def test_tables_that_wait_keep_their_bots_and_get_new_codes(tmp_path: Path) -> None:
    old = await open_at(tmp_path / "old")
    host = await old.guest()
    opened = await old.open(host, fill={S: "random"})
    await host.request(Sit(table=opened.table, seat=N))
    await old.end()
    await export(tmp_path / "old", tmp_path / "file")
    (reopened,) = (await take_in(tmp_path / "file", tmp_path / "new")).reopened
    assert [(place.seat, place.name) for place in reopened.places] == [
        (N, "Riet"),
        (E, None),
        (W, None),
    ]
    new = await open_at(tmp_path / "new", seed=5)
    party = await seats_of(new, reopened)
    assert new.table().state.seats[S].strategy == "random"
    assert party.turn.must
    await new.end()


async def test_bots_alone_go_on_by_themselves(tmp_path: Path) -> None:
    old = await open_at(tmp_path / "old")
    party = await middle_of_deal_two(old)
    for seat in Seat:
        assert isinstance(
            await party.players[seat].request(
                Rule(table="1", key=party.key, act="replace", seat=seat)
            ),
            Done,
        )
    await old.end()
    log = SqliteLog(tmp_path / "old" / LOG_FILE)
    entries = await log.read("table/1")
    await log.close()
    assert isinstance(rows.decode_table_row(entries[-1].body), rows.Ruled)
    await export(tmp_path / "old", tmp_path / "file")
    (reopened,) = (await take_in(tmp_path / "file", tmp_path / "new")).reopened
    new = await open_at(tmp_path / "new", seed=5)
    host = await new.guest("Leider")
    await host.request(Watch(table="1"))
    for seat in Seat:
        filled = Fill(table="1", key=reopened.key, seat=seat, strategy="random")
        await host.request(filled)
    await host.wait_for(lambda: "finished" in kinds(host.messages) or None)
    await new.end()


async def test_nobodys_clock_runs_while_a_seat_is_empty(tmp_path: Path) -> None:
    old = await open_at(tmp_path / "old")
    await middle_of_deal_two(old, options={"think": 5, "at_zero": "bot"})
    await old.end()
    await export(tmp_path / "old", tmp_path / "file")
    (reopened,) = (await take_in(tmp_path / "file", tmp_path / "new")).reopened
    new = await open_at(tmp_path / "new", seed=5)
    before = new.table().state
    new.clock.advance(60.0)
    party = await seats_of(new, reopened)
    assert new.table().state.seq == before.seq + 4
    asked = party.turn
    assert asked.ms == 5_000
    heard = party.players[asked.seat]
    new.clock.advance(6.0)
    await heard.wait_for(lambda: "stand-in" in kinds(heard.messages) or None)
    assert isinstance(heard.open_ask(), Ask)
    await new.end()


async def test_an_import_can_be_exported_again(tmp_path: Path) -> None:
    old = await open_at(tmp_path / "old")
    party = await middle_of_deal_two(old)
    await old.end()
    await export(tmp_path / "old", tmp_path / "one")
    await take_in(tmp_path / "one", tmp_path / "new")
    await export(tmp_path / "new", tmp_path / "two")
    (reopened,) = (await take_in(tmp_path / "two", tmp_path / "newer")).reopened
    assert (reopened.deal, len(reopened.places)) == (2, 4)
    newer = await open_at(tmp_path / "newer", seed=5)
    again = await seats_of(newer, reopened)
    await play_one(again)
    assert party.table == again.table
    await newer.end()
