"""Tables that nobody has listened to for long are put to sleep, and wake as they were."""

from collections.abc import Awaitable, Callable

from klaverjas import Seat, Suit
from klaverjas.actions import Name
from klaverjas_server.hall_limits import HallLimits
from klaverjas_wire import view_of
from klaverjas_wire.messages import (
    Ask,
    Done,
    Error,
    Invite,
    ListTables,
    Ok,
    Reply,
    Request,
    Seated,
    Sit,
    Snapshot,
    Sync,
    Watch,
)
from tests.server.evening import Evening, Party, kinds
from tests.server.packs import QUIET, packs_of
from tests.server.raw_client import RawClient

Hold = Callable[[Evening], Awaitable[Evening]]
N, E, S, W = Seat


async def asleep(hold: Hold) -> tuple[Party, RawClient]:
    """Play a little, let everybody go, and wait until the table sleeps; somebody else is there."""
    evening = await hold(Evening(limits=HallLimits(idle_seconds=10.0)))
    party = await evening.party(packs=packs_of(QUIET))
    other = await evening.guest("Kijk")
    await party.act(N, Name(Suit.H))
    for player in party.players.values():
        player.close()
    while len(evening.app.hall.peers) > 1:
        await other.settle()
    for _ in range(12):
        evening.clock.advance(10.0)
        await other.settle()
    while len(evening.app.hall.tables):
        await other.settle()
    return party, other


async def test_a_table_that_sleeps_is_there_for_whoever_asks(hold: Hold) -> None:
    _, other = await asleep(hold)
    assert kinds([await other.request(Watch(table="1"))]) == ["ok"]
    shown = await other.hear(Snapshot)
    assert (shown.n, view_of(shown.view).trump) == (8, Suit.H)


async def test_whoever_comes_back_finds_his_hand_and_his_question(hold: Hold) -> None:
    party, _ = await asleep(hold)
    again = await party.evening.guest(None, party.players[N].token)
    shown = await again.hear(Snapshot)
    assert view_of(shown.view).hand == tuple(QUIET[N])
    assert (await again.hear(Ask)).ask == 8
    request = party.request(N, Name(Suit.H), 7)
    assert await again.request(request) == Done("1", 8, re=again.sent[-1])


async def test_requests_to_a_table_that_sleeps_are_answered_in_order(hold: Hold) -> None:
    _, other = await asleep(hold)
    requests: list[Request] = [
        Sync(table="1", after=0),
        Watch(table="1"),
        Sit(table="1"),
        Sync(table="1", after=8),
        Watch(table="1"),
    ]
    ids = other.send(*requests)
    await other.settle()
    ids += other.send(*requests)
    replies = [await other.reply(id) for id in ids]
    came = [m.re for m in other.messages if isinstance(m, Reply) and m.re in ids]
    assert came == ids
    codes = [reply.code if isinstance(reply, Error) else "ok" for reply in replies]
    assert codes == [
        "not-seated",
        "ok",
        "seat-taken",
        "ok",
        "ok",
        "ok",
        "ok",
        "seat-taken",
        "ok",
        "ok",
    ]
    assert isinstance(replies[1], Ok)


async def test_what_sleeps_is_in_no_list(hold: Hold) -> None:
    _, other = await asleep(hold)
    assert (await other.request(ListTables())).tables == ()


async def test_an_invitation_to_a_table_that_sleeps_is_good(hold: Hold) -> None:
    evening = await hold(Evening(limits=HallLimits(idle_seconds=10.0)))
    host = await evening.guest()
    opened = await evening.open(host)
    code = (await host.request(Invite(table="1", key=opened.key, seat=W))).code
    for _ in range(12):
        evening.clock.advance(10.0)
        await host.settle()
    while len(evening.app.hall.tables):
        await host.settle()
    assert await host.request(Sit(code=code)) == Seated("1", W, re=host.sent[-1])
    assert (await host.request(Sit(code=code))).code == "already-seated"
    other = await evening.guest()
    assert (await other.request(Sit(code=code))).code == "forbidden"
