"""The director's acts across crashes, and in the record."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import pytest

from klaverjas import Seat, Suit
from klaverjas.actions import Name, Play
from klaverjas.record import Ruling, check, replay
from klaverjas_server import rows
from klaverjas_server.table_state import TableState
from klaverjas_wire import view_of
from klaverjas_wire.messages import (
    Done,
    Error,
    Invite,
    Invited,
    ReadRecord,
    Rule,
    Seated,
    Sit,
    Snapshot,
)
from tests.e2e.durability.nights import Hold, Night, crash, night, on_disk
from tests.server.evening import Evening
from tests.server.packs import QUIET, packs_of

N, E, S, W = Seat
SHORT: Final = {"base": "amsterdam", "deals": 4}


async def playing(hold: Hold, folder: Path) -> Night:
    """Play a trick and two cards of a deal on a log that is a file."""
    table = await night(await hold(on_disk(folder)), SHORT, packs_of(*[QUIET] * 4))
    await table.act(N, Name(Suit.H))
    await table.play("C7 D7 H7 S7 H8 S8")
    return table


async def rule(table: Night, **act: object) -> Done:
    """Rule with the table's key, from south's connection."""
    body = {"table": table.table, "key": table.key, **act}
    done = await table.players[S].request(Rule(**body))  # type: ignore[arg-type]
    await table.settle()
    assert isinstance(done, Done), done
    return done


async def pause(table: Night) -> None:
    await rule(table, act="pause")


async def roll_back(table: Night) -> None:
    await rule(table, act="rollback", deal=1, trick=1)


async def replace(table: Night) -> None:
    await rule(table, act="replace", seat=E)


async def void(table: Night) -> None:
    await rule(table, act="void", reason="a card faced")


async def adjust(table: Night) -> None:
    await rule(table, act="adjust", side="NS", points=-100, reason="revoke")


RULINGS: Final = [pause, roll_back, replace, void, adjust]


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: str(ruling.__name__))
async def test_a_ruling_outlives_a_crash(
    hold: Hold, tmp_path: Path, ruling: Callable[[Night], Awaitable[None]]
) -> None:
    table = await playing(hold, tmp_path / "a")
    before = table.state
    await ruling(table)
    after = await crash(hold, table, tmp_path / "b")
    assert after.state == table.state != before


async def test_a_ruling_that_is_not_written_is_caught(
    hold: Hold, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apply = TableState.apply

    def forget(
        state: TableState, row: rows.TableRow, spent_ms: int | None = None
    ) -> tuple[TableState, tuple[object, ...]]:
        after, events = apply(state, row, spent_ms)
        return (after._replace(paused=state.paused), events)

    table = await playing(hold, tmp_path / "a")
    await pause(table)
    monkeypatch.setattr(TableState, "apply", forget)
    assert (await crash(hold, table, tmp_path / "b")).state != table.state


async def test_a_pause_holds_after_a_crash_until_it_is_lifted(hold: Hold, tmp_path: Path) -> None:
    before = await playing(hold, tmp_path / "a")
    await pause(before)
    table = await crash(hold, before, tmp_path / "b")
    await table.come(*Seat)
    refused = await table.act(N, Play(tuple(QUIET[N])[1]))
    assert isinstance(refused, Error)
    assert refused.code == "paused"
    await rule(table, act="resume")
    assert isinstance(await table.act(N, Play(tuple(QUIET[N])[1])), Done)


async def test_after_going_back_numbers_go_on_and_asks_are_new(hold: Hold, tmp_path: Path) -> None:
    before = await playing(hold, tmp_path / "a")
    asked, n = before.turn, before.state.n
    done = await rule(before, act="rollback", deal=1, trick=1)
    assert done.n == n + 1
    for seat in Seat:
        shown = [m for m in before.players[seat].messages if isinstance(m, Snapshot)][-1]
        assert (shown.n, view_of(shown.view).hand) == (done.n, tuple(QUIET[seat]))
    table = await crash(hold, before, tmp_path / "b")
    await table.come(*Seat)
    assert table.turn.ask == done.n > asked.ask
    stale = await table.act(asked.seat, Play(tuple(QUIET[asked.seat])[2]), asked.ask)
    assert isinstance(stale, Error)
    assert stale.code in ("stale", "answered")
    await table.play("C8 D8 H9 S9")


async def test_whoever_is_replaced_stays_replaced_and_the_code_is_good(
    hold: Hold, tmp_path: Path
) -> None:
    before = await playing(hold, tmp_path / "a")
    await before.go(E)
    await replace(before)
    invite = Invite(table=before.table, key=before.key, seat=E)
    invited = await before.players[S].request(invite)
    assert isinstance(invited, Invited)
    table = await crash(hold, before, tmp_path / "b")
    await table.come(N, S, W)
    old = await table.evening.guest(None, before.players[E].token)
    assert (await old.request(Sit(table=table.table))).code == "seat-taken"
    new = await table.evening.guest("Joke")
    assert isinstance(await new.request(Sit(code=invited.code)), Seated)
    assert view_of((await new.hear(Snapshot)).view).hand == tuple(QUIET[E])[1:]
    table.players[E] = new
    await table.play_out(lambda: table.state.over)


async def test_every_ruling_is_in_the_record(hold: Hold, tmp_path: Path) -> None:
    before = await playing(hold, tmp_path / "a")
    for ruling in (pause, roll_back, adjust, void):
        await ruling(before)
    table = await crash(hold, before, tmp_path / "b")
    await table.come(*Seat)
    await rule(table, act="resume")
    await table.play_out(lambda: table.state.over)
    record = check((await table.players[N].request(ReadRecord(table="1"))).text)
    rulings = [note for note in record.notes if isinstance(note, Ruling)]
    assert {(ruling.kind, ruling.words, ruling.reason) for ruling in rulings} == {
        ("pause", (), "director"),
        ("rollback", ("1.1",), None),
        ("adjust", ("NS", "-100"), "revoke"),
        ("void", (), "a card faced"),
        ("resume", (), None),
    }
    assert table.state.match is not None
    assert replay(record).totals == table.state.match.totals
    assert table.state.match.standing.adjusted.first == -100


async def test_no_clock_runs_for_a_seat_that_was_freed(hold: Hold) -> None:
    options = {"think": 20, "bank": 40, "at_zero": "bot"}
    table = await night(await hold(Evening()), SHORT, packs_of(*[QUIET] * 4), **options)
    await table.act(N, Name(Suit.H))
    await table.play("C7")
    await table.pass_time(10)
    await replace(table)
    await table.pass_time(500)
    invite = Invite(table=table.table, key=table.key, seat=E)
    invited = await table.players[S].request(invite)
    assert isinstance(invited, Invited)
    table.players[E] = await table.evening.guest("Joke")
    assert isinstance(await table.players[E].request(Sit(code=invited.code)), Seated)
    await table.settle()
    assert table.ms(E) == 50_000
    assert "stand-in" not in table.kinds(N)
    await table.play("D7 H7 S7")
