"""What may be read without a seat: rule sets, tables, and the records of finished matches."""

from typing import Final

import pytest

from klaverjas import RuleSet, Seat
from klaverjas.record import loads, replay
from klaverjas_wire.limits import ANSWER_BYTES
from klaverjas_wire.messages import (
    Invite,
    Leave,
    ListRules,
    ListTables,
    Open,
    ReadRecord,
    Sit,
    TableInfo,
    Tables,
    Watch,
)
from tests.server.evening import Evening, kinds

N, E, S, W = Seat
SHORT: Final[dict[str, object]] = {"base": "amsterdam", "deals": 4}
BOTS: Final = dict.fromkeys(Seat, "random")


async def test_rules_lists_every_named_set(evening: Evening) -> None:
    guest = await evening.guest()
    sets = (await guest.request(ListRules())).sets
    assert [each.name for each in sets] == [rules.name for rules in RuleSet.all()]
    assert [each.hash for each in sets] == [rules.hash for rules in RuleSet.all()]
    assert [each.seats for each in sets] == [rules.game.seats for rules in RuleSet.all()]
    assert all(each.summary for each in sets)


async def test_tables_shows_seats_phase_and_watchers(evening: Evening) -> None:
    host = await evening.guest("Riet")
    assert await host.request(ListTables()) == Tables((), more=False, re=2)
    await evening.open(host, fill={W: "random"})
    await host.request(Sit(table="1", seat=S))
    await evening.watcher()
    (listed,) = (await host.request(ListTables())).tables
    assert isinstance(listed, TableInfo)
    assert (listed.table, listed.rules, listed.phase, listed.watchers) == (
        "1",
        "amsterdam",
        "waiting",
        1,
    )
    names = {seat: who and (who.name, who.bot, who.away) for seat, who in listed.seats.items()}
    assert names == {N: None, E: None, S: ("Riet", None, False), W: ("random", "random", False)}


async def test_tables_come_in_pages(evening: Evening) -> None:
    host = await evening.guest()
    for _ in range(12):
        await evening.open(host)
    pages, after = [], None
    while True:
        page = await host.request(ListTables(after=after, limit=5))
        pages.append([listed.table for listed in page.tables])
        after = pages[-1][-1]
        if not page.more:
            break
    assert pages == [list("12345"), ["6", "7", "8", "9", "10"], ["11", "12"]]
    assert await host.request(ListTables(after="12")) == Tables((), more=False, re=host.sent[-1])


async def test_a_page_that_would_not_fit_is_shorter(evening: Evening) -> None:
    name = "☃" * 40
    host = await evening.guest(name)
    for _ in range(100):
        opened = await evening.open(host, {"base": "utrecht", "pit": "either", "deals": 64})
        for seat in Seat:
            guest = host if seat is N else await evening.guest(name)
            await guest.request(Sit(table=opened.table, seat=seat))
    listed, after, pages = [], None, 0
    while True:
        page = await host.request(ListTables(after=after))
        listed += [each.table for each in page.tables]
        after, pages = listed[-1], pages + 1
        if not page.more:
            break
    assert listed == [str(number) for number in range(1, 101)]
    assert pages > 1
    assert max(len(heard.payload) for heard in host.heard) <= ANSWER_BYTES


@pytest.mark.parametrize("after", ["x", "-1", "1.5", "1 "])
async def test_after_must_be_the_id_of_a_table(evening: Evening, after: str) -> None:
    guest = await evening.guest()
    assert (await guest.request(ListTables(after=after))).code == "bad-message"


async def test_a_private_table_is_in_no_list_and_entered_by_code_alone(evening: Evening) -> None:
    host, guest = await evening.guest(), await evening.guest()
    opened = await evening.open(host, options={"private": True})
    await evening.open(host)
    for client in (host, guest):
        assert [each.table for each in (await client.request(ListTables())).tables] == ["2"]
    assert (await guest.request(Watch(table="1"))).code == "private"
    assert (await guest.request(Sit(table="1"))).code == "private"
    assert (await guest.request(Sit(table="1", seat=E))).code == "private"
    assert (await guest.request(ReadRecord(table="1"))).code == "private"
    invited = await host.request(Invite(table="1", key=opened.key, seat=E))
    assert kinds([await guest.request(Sit(code=invited.code))]) == ["seated"]
    assert kinds([await host.request(Watch(table="1"))]) == ["ok"]


async def test_there_is_no_record_before_the_end(evening: Evening) -> None:
    guest = await evening.guest()
    assert (await guest.request(ReadRecord(table="1"))).code == "unknown-table"
    await evening.open(guest, SHORT)
    assert (await guest.request(ReadRecord(table="1"))).code == "not-over"
    party = await evening.party(SHORT)
    for client in (guest, party.players[N]):
        assert (await client.request(ReadRecord(table="2"))).code == "not-over"


async def test_a_record_reads_back_as_the_match_that_was_played(evening: Evening) -> None:
    party = await evening.party(SHORT)
    await party.play_out(lambda: party.over)
    watcher = await evening.watcher()
    record = loads((await watcher.request(ReadRecord(table="1"))).text)
    assert (record.tags["N"], record.tags["Table"]) == ("Riet", "1")
    assert replay(record) == evening.table().state.match


async def test_the_record_of_a_private_table_is_for_those_of_the_table(evening: Evening) -> None:
    host, stranger = await evening.guest(), await evening.guest()
    request = Open(rules=SHORT, options={"private": True}, fill=BOTS)
    table = (await host.request(request)).table
    await host.request(Watch(table=table))
    while "finished" not in kinds(host.take()):
        await host.settle()
    assert (await stranger.request(ReadRecord(table=table))).code == "private"
    assert kinds([await host.request(ReadRecord(table=table))]) == ["record"]


@pytest.mark.parametrize(
    "request_", [Watch(table="9"), Leave(table="9"), Sit(table="9"), ReadRecord(table="9")]
)
async def test_a_table_that_does_not_exist(evening: Evening, request_: object) -> None:
    guest = await evening.guest()
    assert (await guest.request(request_)).code == "unknown-table"  # type: ignore[arg-type]
