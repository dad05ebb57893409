"""Acknowledged means durable, and nobody saw it before: commit, then answer, then tell."""

from collections.abc import Awaitable, Callable
from typing import Final

import pytest

from klaverjas import Seat
from klaverjas_server.course import Deed, play_out
from klaverjas_server.log import FailingLog, HeldLog, MemoryLog
from klaverjas_server.table import RETRY_SECONDS, Change, Table
from klaverjas_wire.messages import (
    Act,
    Done,
    Error,
    Event,
    Fill,
    ListTables,
    Note,
    Ok,
    Open,
    Snapshot,
    TableInfo,
    Watch,
)
from tests.server.attempts import ATTEMPTS, Attempt
from tests.server.evening import Evening, kinds
from tests.server.packs import QUIET, packs_of
from tests.server.raw_client import RawClient

Hold = Callable[[Evening], Awaitable[Evening]]
Make = Callable[[Evening], Awaitable[Attempt]]
N, E, S, W = Seat

SILENT: Final = {"hello", "rename", "open", "invite"}
"""What nobody else is told of."""


async def listed(client: RawClient) -> tuple[TableInfo, ...]:
    """Read the list of tables."""
    tables: tuple[TableInfo, ...] = (await client.request(ListTables())).tables
    return tables


async def too_early(evening: Evening, log: HeldLog, attempt: Attempt) -> list[str]:
    """Hold the log while a request is made; all that anybody noticed of it."""
    lister, late = await evening.guest("Lijst"), await evening.guest("Laat")
    await attempt.quiet()
    before = await listed(lister)
    last = {table.name: table.state.n for table in evening.app.hall.tables}
    log.holding = True
    attempt.client.send(attempt.request)
    await log.wait_pending()
    noticed = []
    for client in attempt.everybody:
        if not client.lost:
            await client.settle()
        noticed += [f"told: {message}" for message in client.take()]
    if await listed(lister) != before:
        noticed.append("listed")
    late.take()
    late.send(Watch(table="1"))
    await late.settle()
    shown = (message.n for message in late.take() if isinstance(message, Snapshot))
    return noticed + [f"shown: {n}" for n in shown if n != last["1"]]


def held() -> HeldLog:
    """Make a log that can be held."""
    return HeldLog(MemoryLog(), holding=False)


@pytest.mark.parametrize("make", ATTEMPTS.values(), ids=ATTEMPTS)
async def test_nothing_is_visible_before_it_is_durable(hold: Hold, make: Make) -> None:
    log = held()
    evening = await hold(Evening(log=log))
    attempt = await make(evening)
    sent = len(attempt.client.sent)
    assert await too_early(evening, log, attempt) == []
    log.holding = False
    log.release_all()
    reply = await attempt.client.reply(attempt.client.sent[sent])
    assert not isinstance(reply, Error), reply


@pytest.mark.parametrize("name", [name for name in ATTEMPTS if name not in SILENT])
async def test_once_it_is_durable_everybody_is_told(hold: Hold, name: str) -> None:
    log = held()
    evening = await hold(Evening(log=log))
    attempt = await ATTEMPTS[name](evening)
    await too_early(evening, log, attempt)
    log.holding = False
    log.release_all()
    for client in attempt.others:
        if not client.lost:
            await client.hear(Event)


# The same check finds what it is there to find


async def stand_early(table: Table, *deeds: Deed) -> Change:
    """Let the new state stand before the log has it."""
    before = table.state
    course = play_out(before, deeds, table._chance)
    table.state = course.state
    await COMMIT(table)
    return Change(before, course.state, course.state.numbered(course.events))


async def tell_early(table: Table, *deeds: Deed) -> Change:
    """Tell what happened before the log has it."""
    before = table.state
    course = play_out(before, deeds, table._chance)
    change = Change(before, course.state, course.state.numbered(course.events))
    table.publish(change)
    await COMMIT(table)
    return change


async def answer_early(table: Table, *deeds: Deed) -> Change:
    """Answer whoever acts before the log has it."""
    for peer, seat in table.listeners.items():
        if str(seat) == deeds[-1].by:
            peer.send(Done(table.name, table.state.n + 1))
    return await COMMIT(table, *deeds)


COMMIT: Final = Table.commit


@pytest.mark.parametrize(
    ("fault", "name"),
    [
        (stand_early, "sit"),
        (stand_early, "start"),
        (stand_early, "fill"),
        (tell_early, "play"),
        (tell_early, "roem"),
        (tell_early, "close"),
        (tell_early, "sit"),
        (tell_early, "stand_in"),
        (answer_early, "play"),
        (answer_early, "roem"),
    ],
)
async def test_what_shows_too_early_is_noticed(
    hold: Hold, monkeypatch: pytest.MonkeyPatch, fault: Callable[..., object], name: str
) -> None:
    log = held()
    evening = await hold(Evening(log=log))
    attempt = await ATTEMPTS[name](evening)
    monkeypatch.setattr(Table, "commit", fault)
    assert await too_early(evening, log, attempt) != []
    monkeypatch.undo()


# A log that cannot be written


@pytest.mark.parametrize("make", ATTEMPTS.values(), ids=ATTEMPTS)
async def test_a_failed_write_changes_nothing_and_the_same_request_then_succeeds(
    hold: Hold, make: Make
) -> None:
    log = FailingLog(MemoryLog())
    evening = await hold(Evening(log=log))
    attempt = await make(evening)
    lister = await evening.guest("Lijst")
    await attempt.quiet()
    before = await listed(lister)
    states = {table.name: table.state for table in evening.app.hall.tables}
    log.failing = lambda _: True
    refused = await attempt.client.request(attempt.request)
    log.failing = None
    assert refused.code == "unavailable"
    for client in attempt.everybody:
        if not client.lost:
            await client.settle()
        assert [m for m in client.take() if m is not refused] == []
    assert {table.name: table.state for table in evening.app.hall.tables} == states
    assert await listed(lister) == before
    again = await attempt.client.request(attempt.request)
    assert not isinstance(again, Error), again


async def test_strategies_try_again_until_the_log_can_be_written(hold: Hold) -> None:
    log = FailingLog(MemoryLog())
    evening = await hold(Evening(log=log))
    party = await evening.party(packs=packs_of(QUIET))
    party.players[N].close()
    await party.players[E].hear(Note)
    east = party.players[E]
    log.failing = lambda batch: b"acted" in batch[0].rows[0].body
    fill = Fill(table="1", key=party.key, seat=N, strategy="club")
    assert isinstance(await east.request(fill), Ok)
    await east.hear(Event)
    while not log.failures:
        await east.settle()
    evening.clock.advance(RETRY_SECONDS)
    while log.failures < 2:
        await east.settle()
    assert kinds(east.take()) == []
    log.failing = None
    evening.clock.advance(RETRY_SECONDS)
    assert (await east.hear(Event)).n == 9


async def test_who_comes_back_is_shown_his_seat_once_the_log_can_be_written(hold: Hold) -> None:
    log = FailingLog(MemoryLog())
    evening = await hold(Evening(log=log))
    party = await evening.party(packs=packs_of(QUIET))
    east = party.players[E]
    east.close()
    await party.players[N].hear(Note)
    fill = Fill(table="1", key=party.key, seat=E, strategy="club")
    assert isinstance(await party.players[N].request(fill), Ok)
    log.failing = lambda batch: batch[0].stream.startswith("table/")
    again = await evening.guest(None, east.token)
    while not log.failures:
        await again.settle()
    await again.settle()
    assert kinds(again.messages) == ["welcome"]
    log.failing = None
    evening.clock.advance(RETRY_SECONDS)
    await again.hear(Note)
    assert kinds(again.messages) == ["welcome", "snapshot", "note"]


async def test_what_was_answered_is_in_the_log(hold: Hold) -> None:
    log = held()
    evening = await hold(Evening(log=log))
    party = await evening.party({"base": "amsterdam", "deals": 4})
    rows = len(await log.inner.read("table/1"))
    for _ in range(40):
        ask = party.turn
        request = Act(table="1", ask=ask.ask, action=ask.legal[0])
        assert isinstance(await party.players[ask.seat].request(request), Done)
        written = len(await log.inner.read("table/1"))
        assert written > rows
        rows = written
        await party.settle()


async def test_a_table_that_could_not_be_opened_is_not_there(hold: Hold) -> None:
    log = FailingLog(MemoryLog())
    evening = await hold(Evening(log=log))
    host = await evening.guest()
    log.fail_next()
    assert (await host.request(Open(rules="amsterdam"))).code == "unavailable"
    assert (await host.request(Watch(table="1"))).code == "unknown-table"
    assert await listed(host) == ()
