"""One connection: replies find their requests, and every end of it is noticed."""

import asyncio

import pytest

from klaverjas.actions import Pass, Play
from klaverjas.cards import Card
from klaverjas_client import Client, Disconnected, Dismissed, Refused, Unreachable
from klaverjas_wire import messages
from klaverjas_wire.forms import action_forms
from tests.clients.client.clock import HandClock
from tests.clients.client.door import Door, Visitor


async def meet(door: Door, clock: HandClock) -> tuple[Client, Visitor]:
    """Brings a client and its server's end together."""
    connecting = asyncio.create_task(
        Client.connect("127.0.0.1", door.port, name="Anna", clock=clock, patience=0)
    )
    visitor = await door.visitor()
    await visitor.welcome()
    return await connecting, visitor


async def test_a_client_introduces_itself(door: Door, clock: HandClock) -> None:
    connecting = asyncio.create_task(
        Client.connect("127.0.0.1", door.port, name="Anna", token="t", program="mine", clock=clock)
    )
    visitor = await door.visitor()
    hello = await visitor.welcome("fresh")
    assert (hello.v, hello.name, hello.client, hello.token) == ((1,), "Anna", "mine", "t")
    async with await connecting as client:
        assert (client.token, client.welcome.server) == ("fresh", "door")


async def test_replies_find_their_requests_in_any_order(door: Door, clock: HandClock) -> None:
    client, visitor = await meet(door, clock)
    async with client:
        tables = asyncio.create_task(client.tables())
        first = await visitor.hear(messages.ListTables)
        rules = asyncio.create_task(client.rules())
        second = await visitor.hear(messages.ListRules)
        visitor.say(messages.RuleSets((), re=second.id), messages.Tables((), False, re=first.id))
        assert await rules == messages.RuleSets((), re=second.id)
        assert await tables == messages.Tables((), False, re=first.id)


async def test_a_refusal_says_all_that_the_server_said(door: Door, clock: HandClock) -> None:
    client, visitor = await meet(door, clock)
    async with client:
        acting = asyncio.create_task(client.act("7", 3, Pass()))
        request = await visitor.hear(messages.Act)
        legal = (Play(Card.HJ), Play(Card.H9))
        text = "the rules do not allow that"
        error = messages.Error(
            "illegal", text, reason="follow", legal=action_forms(legal), re=request.id
        )
        visitor.say(error)
        with pytest.raises(Refused, match=text) as refused:
            await acting
        assert (refused.value.code, refused.value.reason) == ("illegal", "follow")
        assert refused.value.legal == legal


async def test_a_reply_of_another_kind_is_no_reply(door: Door, clock: HandClock) -> None:
    client, visitor = await meet(door, clock)
    async with client:
        asking = asyncio.create_task(client.tables())
        request = await visitor.hear(messages.ListTables)
        visitor.say(messages.Ok(re=request.id))
        with pytest.raises(Disconnected, match="ListTables"):
            await asking


async def test_a_reply_nobody_waits_for_is_passed_over(door: Door, clock: HandClock) -> None:
    client, visitor = await meet(door, clock)
    async with client:
        visitor.say(messages.Ok(re=99), messages.Error("internal", "oh"))
        asking = asyncio.create_task(client.tables())
        request = await visitor.hear(messages.ListTables)
        visitor.say(messages.Tables((), False, re=request.id))
        assert not (await asking).more


async def test_a_ping_is_answered_by_its_id(door: Door, clock: HandClock) -> None:
    client, visitor = await meet(door, clock)
    async with client:
        visitor.say(messages.Ping(id=5))
        assert (await visitor.hear(messages.Pong)).re == 5


async def test_a_silent_server_is_asked_and_then_given_up(door: Door, clock: HandClock) -> None:
    client, visitor = await meet(door, clock)
    async with client:
        asking = asyncio.create_task(client.tables())
        await visitor.hear(messages.ListTables)
        await clock.pass_(20.0)
        await visitor.hear(messages.Ping)
        await clock.pass_(40.0)
        with pytest.raises(Disconnected, match="60 seconds"):
            await asking
        assert await visitor.gone()


async def test_an_answered_ping_keeps_the_connection(door: Door, clock: HandClock) -> None:
    client, visitor = await meet(door, clock)
    async with client:
        await clock.pass_(20.0)
        await visitor.hear(messages.Ping)
        visitor.say(messages.Pong())
        visitor.say(messages.Ping(id=1))
        await visitor.hear(messages.Pong)  # so the pong before it has been heard
        await clock.pass_(40.0)
        await visitor.hear(messages.Ping)  # asked again, and not given up


async def test_who_waits_hears_of_the_end(door: Door, clock: HandClock) -> None:
    client, visitor = await meet(door, clock)
    async with client:
        asking = asyncio.create_task(client.tables())
        await visitor.hear(messages.ListTables)
        visitor.hang_up()
        with pytest.raises(Disconnected, match="hung up"):
            await asking


async def test_rubbish_ends_the_connection(door: Door, clock: HandClock) -> None:
    client, visitor = await meet(door, clock)
    async with client:
        asking = asyncio.create_task(client.tables())
        await visitor.hear(messages.ListTables)
        visitor.write(b"\x00\x00\x00\x00")
        with pytest.raises(Disconnected, match="empty frame"):
            await asking
        assert await visitor.gone()


async def test_what_a_later_server_says_is_passed_over(door: Door, clock: HandClock) -> None:
    client, visitor = await meet(door, clock)
    async with client:
        visitor.write(b"\x00\x00\x00\x09\x81\xa1t\xa5later")
        visitor.say(messages.Ping(id=1))
        await visitor.hear(messages.Pong)


async def test_a_version_nobody_shares_ends_it_for_good(door: Door, clock: HandClock) -> None:
    connecting = asyncio.create_task(Client.connect("127.0.0.1", door.port, clock=clock))
    visitor = await door.visitor()
    await visitor.hear(messages.Hello)
    visitor.say(messages.Bye("version", "only version 2 is spoken here"))
    with pytest.raises(Dismissed, match="version 2"):
        await connecting


async def test_nobody_answers(door: Door) -> None:
    free = door.port
    door.close()
    with pytest.raises(Unreachable) as unreachable:
        await Client.connect("127.0.0.1", free)
    assert unreachable.value.address == f"127.0.0.1:{free}"


async def test_a_request_after_the_end_is_not_made(door: Door, clock: HandClock) -> None:
    client, _ = await meet(door, clock)
    await client.close()
    with pytest.raises(Disconnected):
        await client.tables()
