"""A client at a real server on a real socket: every request, and the way back."""

import asyncio

import pytest

from klaverjas import PACK, Phase, RuleSet, Seat
from klaverjas.actions import Play
from klaverjas.record import loads, replay
from klaverjas_bots import make
from klaverjas_client import (
    Client,
    Disconnected,
    Dismissed,
    Happened,
    Happening,
    Lost,
    Refused,
    Regained,
    Shown,
    Table,
    play,
)
from klaverjas_client.client import LONGEST_PAUSE, pauses
from klaverjas_server.app import App
from klaverjas_wire import messages
from klaverjas_wire.forms import view_form
from tests.clients.client.clock import HandClock
from tests.clients.client.conftest import Connect
from tests.clients.client.door import Door, Visitor
from tests.clients.client.scene import scene

SHORT = "amsterdam+deals=4"


async def started(table: Table) -> None:
    """Waits for the first question put to this seat."""
    async for happening in table:
        if isinstance(happening, Happened | Shown) and table.ask is not None:
            return


async def to_the_end(table: Table) -> list[Happening]:
    """Gives all that happens until iterating ends."""
    return [happening async for happening in table]


async def test_the_rule_sets_are_listed(connect: Connect) -> None:
    client = await connect("Anna")
    sets = (await client.rules()).sets
    assert {info.name: info.hash for info in sets} == {r.name: r.hash for r in RuleSet.all()}


async def test_tables_are_opened_listed_and_left(connect: Connect) -> None:
    client = await connect("Anna")
    opened = [await client.open("utrecht") for _ in range(3)]
    seated = await client.sit(opened[1].table, Seat.W)
    assert (seated.table, seated.seat) == (opened[1].table, Seat.W)
    page = await client.tables(limit=2)
    assert [info.table for info in page.tables] == [opened[0].table, opened[1].table]
    assert page.more
    rest = await client.tables(after=page.tables[-1].table)
    assert [info.table for info in rest.tables] == [opened[2].table]
    sat = page.tables[1].seats[Seat.W]
    assert sat is not None
    assert sat.name == "Anna"
    table = client.table(seated.table)
    await table.leave()
    assert [type(happening) for happening in await to_the_end(table)] == [Shown]
    assert (await client.tables()).tables[1].seats[Seat.W] is None


async def test_an_invitation_gives_its_seat(connect: Connect) -> None:
    host, guest = await connect("Anna"), await connect("Ed")
    opened = await host.open("amsterdam", options={"private": True})
    with pytest.raises(Refused) as refused:
        await guest.sit(opened.table)
    assert refused.value.code == "private"
    code = (await host.invite(opened.table, opened.key, Seat.E)).code
    assert (await guest.sit(code=code)).seat is Seat.E
    with pytest.raises(Refused) as refused:
        await host.sit(code=code)
    assert refused.value.code == "forbidden"


async def test_a_refusal_names_what_would_have_been_right(connect: Connect) -> None:
    client = await connect("Anna")
    with pytest.raises(Refused) as refused:
        await client.open({"base": "amsterdam", "pit": "never"})
    assert refused.value.code == "bad-rules"
    assert (refused.value.key, refused.value.allowed) == ("pit", ("none", "makers", "either"))
    table = (await client.open("amsterdam")).table
    with pytest.raises(Refused) as refused:
        await client.open("amsterdam", fill={Seat.N: "genius"})
    assert "club" in refused.value.known
    with pytest.raises(Refused) as refused:
        await client.sync(table, 0)
    assert refused.value.code == "not-seated"


async def test_an_illegal_card_is_refused_with_the_legal_ones(connect: Connect) -> None:
    client = await connect("Anna")
    fill = dict.fromkeys((Seat.E, Seat.S, Seat.W), "club")
    opened = await client.open(SHORT, fill=fill)
    await client.sit(opened.table, Seat.N)
    table = client.table(opened.table)
    await started(table)
    assert table.view is not None
    assert table.ask is not None
    missing = next(card for card in PACK if card not in (table.view.hand or ()))
    with pytest.raises(Refused) as refused:
        await table.act(Play(missing))
    assert refused.value.code == "illegal"
    assert refused.value.legal == table.ask.legal
    assert table.view.legal == table.ask.legal


async def test_four_clients_play_a_match_and_have_the_same_record(connect: Connect) -> None:
    clients = [await connect(name) for name in ("Riet", "Jan", "Toos", "Ed")]
    spectator = await connect("Kees")
    opened = await clients[0].open(SHORT)
    await spectator.watch(opened.table)
    seats = [(await client.sit(opened.table)).seat for client in clients]
    assert seats == list(Seat)
    tables = [client.table(opened.table) for client in clients]
    bots = [make("club", seed) for seed in range(4)]
    views = await asyncio.gather(*map(play, tables, bots))
    record = loads((await spectator.record(opened.table)).text)
    match = replay(record)
    assert match.phase is Phase.OVER
    for view, seat in zip(views, seats, strict=True):
        assert view.me is seat
        assert view.totals == record.totals
        assert view.sheet == match.sheet
    for table in (*tables, spectator.table(opened.table)):
        folded = table.view
        await table_shown_again(table)
        assert table.view == folded


async def table_shown_again(table: Table) -> None:
    """Has the server show the whole table once more."""
    before = table.n
    await table._client.sync(table.name, before + 1)
    async for happening in table:
        if isinstance(happening, Shown) and happening.n == before:
            return


async def test_a_token_takes_the_session_over(connect: Connect) -> None:
    first = await connect("Anna")
    opened = await first.open(SHORT, fill=dict.fromkeys((Seat.E, Seat.S, Seat.W), "club"))
    await first.sit(opened.table, Seat.N)
    second = await connect("Anna", first.token)
    assert second.welcome.session == first.welcome.session
    await second.sync(opened.table, 0)
    assert second.table(opened.table).seat is Seat.N
    with pytest.raises(Dismissed) as dismissed:
        await to_the_end(first.table(opened.table))
    assert dismissed.value.code == "superseded"
    with pytest.raises(Dismissed):
        await first.tables()


async def test_an_unknown_token_is_refused(connect: Connect) -> None:
    with pytest.raises(Refused) as refused:
        await connect("Anna", "no such token")
    assert refused.value.code == "bad-token"


async def test_a_closed_client_lets_iterating_end(connect: Connect) -> None:
    client = await connect("Anna")
    opened = await client.open(SHORT)
    await client.sit(opened.table)
    await client.close()
    happenings = await to_the_end(client.table(opened.table))
    assert [type(happening) for happening in happenings] == [Shown]


def test_pauses_grow_up_to_a_quarter_of_a_minute() -> None:
    first = [pause for pause, _ in zip(pauses(), range(8), strict=False)]
    assert first == [0.5, 1.0, 2.0, 4.0, 8.0, LONGEST_PAUSE, LONGEST_PAUSE, LONGEST_PAUSE]


# The way back, at a door that does as it is told


async def seated(door: Door, clock: HandClock, patience: float = 60.0) -> tuple[Client, Visitor]:
    """Brings a client to a seat."""
    connecting = asyncio.create_task(
        Client.connect("127.0.0.1", door.port, name="Anna", clock=clock, patience=patience)
    )
    visitor = await door.visitor()
    await visitor.welcome()
    client = await connecting
    sitting = asyncio.create_task(client.sit("7", Seat.S))
    request = await visitor.hear(messages.Sit)
    visitor.say(messages.Seated("7", Seat.S, re=request.id), shown(0))
    await sitting
    return client, visitor


def shown(n: int) -> messages.Snapshot:
    return messages.Snapshot("7", n, view_form(scene("amsterdam", Seat.S, 1)[0].view))


async def test_a_lost_client_comes_back_to_its_seat(door: Door, clock: HandClock) -> None:
    client, visitor = await seated(door, clock)
    async with client:
        table = client.table("7")
        assert isinstance(await anext(table), Shown)
        visitor.hang_up()
        assert isinstance(await anext(table), Lost)
        with pytest.raises(Disconnected):
            await client.tables()
        await clock.pass_(0.5)
        again = await door.visitor()
        hello = await again.welcome()
        assert (hello.token, hello.name) == ("secret", None)
        again.say(shown(12))
        assert isinstance(await anext(table), Regained)
        assert isinstance(await anext(table), Shown)
        assert table.n == 12


async def test_every_attempt_waits_longer(door: Door, clock: HandClock) -> None:
    client, visitor = await seated(door, clock)
    async with client:
        visitor.hang_up()
        for pause in (0.5, 1.0, 2.0):
            await clock.pass_(pause)
            (await door.visitor()).hang_up()
        await clock.pass_(4.0)
        await (await door.visitor()).welcome()
        await client.regained()


async def test_patience_ends(door: Door, clock: HandClock) -> None:
    client, visitor = await seated(door, clock, patience=1.0)
    async with client:
        door.close()
        visitor.hang_up()
        await clock.pass_(0.5)
        await clock.pass_(1.0)
        with pytest.raises(Disconnected):
            await to_the_end(client.table("7"))
        with pytest.raises(Disconnected):
            await client.regained()


async def test_a_superseded_client_stays_away(door: Door, clock: HandClock) -> None:
    client, visitor = await seated(door, clock)
    async with client:
        visitor.say(messages.Bye("superseded", "you have gone on elsewhere"))
        assert isinstance(await anext(client.table("7")), Shown)
        with pytest.raises(Dismissed, match="elsewhere"):
            await anext(client.table("7"))


async def test_a_forgotten_session_is_not_asked_for_twice(door: Door, clock: HandClock) -> None:
    client, visitor = await seated(door, clock)
    async with client:
        visitor.hang_up()
        await clock.pass_(0.5)
        again = await door.visitor()
        hello = await again.hear(messages.Hello)
        again.say(messages.Error("bad-token", "that token is unknown here", re=hello.id))
        with pytest.raises(Dismissed, match="unknown here"):
            await client.regained()


async def test_a_busy_server_is_asked_again(door: Door, clock: HandClock) -> None:
    client, visitor = await seated(door, clock)
    async with client:
        visitor.say(messages.Bye("shutdown", "back in a moment"))
        await clock.pass_(0.5)
        busy = await door.visitor()
        hello = await busy.hear(messages.Hello)
        busy.say(messages.Error("busy", "not now", re=hello.id))
        await clock.pass_(1.0)
        await (await door.visitor()).welcome()
        await client.regained()


async def test_what_was_watched_is_watched_again(door: Door, clock: HandClock) -> None:
    client, visitor = await seated(door, clock)
    async with client:
        watching = asyncio.create_task(client.watch("9"))
        request = await visitor.hear(messages.Watch)
        visitor.say(messages.Ok(re=request.id))
        await watching
        visitor.hang_up()
        await clock.pass_(0.5)
        again = await door.visitor()
        await again.welcome()
        assert (await again.hear(messages.Watch)).table == "9"


async def test_an_act_survives_the_connection(door: Door, clock: HandClock) -> None:
    client, visitor = await seated(door, clock)
    async with client:
        table = client.table("7")
        acting = asyncio.create_task(table.act(Play(PACK[0]), ask=3))
        first = await visitor.hear(messages.Act)
        visitor.hang_up()
        await clock.pass_(0.5)
        again = await door.visitor()
        await again.welcome()
        second = await again.hear(messages.Act)
        assert (second.ask, second.action) == (first.ask, first.action)
        again.say(messages.Done("7", 8, re=second.id))
        assert (await acting).n == 8


async def test_real_clients_come_back_to_the_same_hand(connect: Connect, server: App) -> None:
    client = await connect("Anna")
    opened = await client.open(SHORT, fill=dict.fromkeys((Seat.E, Seat.S, Seat.W), "club"))
    await client.sit(opened.table, Seat.N)
    table = client.table(opened.table)
    await started(table)
    hand, ask = table.view, table.ask
    await client.close()
    again = await connect("Anna", client.token)
    await again.sync(opened.table, 0)
    back = again.table(opened.table)
    while back.ask is None:
        await anext(back)
    assert (back.view, back.ask) == (hand, ask)
