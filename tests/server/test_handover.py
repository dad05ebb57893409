"""Going on on another device: a code that works once, and a token of its own for that device."""

from collections.abc import Awaitable, Callable
from typing import Any

from klaverjas import Seat
from klaverjas_server.handovers import CODE_SECONDS
from klaverjas_server.log import FailingLog, MemoryLog
from klaverjas_wire import view_of
from klaverjas_wire.messages import (
    Ask,
    Error,
    Handed,
    HandOver,
    Hello,
    Snapshot,
    Welcome,
)
from tests.server.evening import Evening
from tests.server.packs import QUIET, packs_of
from tests.server.raw_client import RawClient

Hold = Callable[[Evening], Awaitable[Evening]]
N, E, S, W = Seat


async def code_of(client: RawClient) -> str:
    """Ask for a code."""
    handed = await client.request(HandOver())
    assert isinstance(handed, Handed), handed
    return handed.code


async def say_hello(evening: Evening, **fields: Any) -> Any:
    """Connect, and say hello in these words; the reply."""
    client = await evening.arrive()
    return await client.request(Hello(v=(1,), **fields))


async def test_another_device_goes_on_in_the_same_seat(evening: Evening) -> None:
    party = await evening.party(packs=packs_of(QUIET))
    older = party.players[N]
    code = await code_of(older)
    newer = await evening.arrive()
    welcome = await newer.request(Hello(v=(1,), code=code))
    assert isinstance(welcome, Welcome)
    assert older.welcome is not None
    assert (welcome.session, welcome.name) == (older.welcome.session, "Riet")
    assert welcome.token != older.token
    bye = await older.until_lost()
    assert bye is not None
    assert bye.code == "superseded"
    shown = await newer.hear(Snapshot)
    assert view_of(shown.view).hand == tuple(QUIET[N])
    assert (await newer.hear(Ask)).seat is N


async def test_a_code_works_once(evening: Evening) -> None:
    code = await code_of(await evening.guest())
    assert isinstance(await say_hello(evening, code=code), Welcome)
    refused = await say_hello(evening, code=code)
    assert isinstance(refused, Error)
    assert refused.code == "bad-token"


async def test_two_devices_at_once_cannot_both_have_it(evening: Evening) -> None:
    code = await code_of(await evening.guest())
    devices = [await evening.arrive() for _ in range(2)]
    ids = [device.send(Hello(v=(1,), code=code))[0] for device in devices]
    replies = [await device.reply(id) for device, id in zip(devices, ids, strict=True)]
    assert sorted(type(reply).__name__ for reply in replies) == ["Error", "Welcome"]


async def test_another_code_makes_the_first_one_lapse(evening: Evening) -> None:
    guest = await evening.guest()
    first, second = await code_of(guest), await code_of(guest)
    assert isinstance(await say_hello(evening, code=first), Error)
    assert isinstance(await say_hello(evening, code=second), Welcome)


async def test_a_code_lapses_in_time(evening: Evening) -> None:
    guest = await evening.guest()
    early = await code_of(guest)
    evening.clock.advance(CODE_SECONDS)
    late = await say_hello(evening, code=early)
    assert isinstance(late, Error)
    assert late.code == "bad-token"


async def test_token_and_code_together_are_refused(evening: Evening) -> None:
    guest = await evening.guest()
    code = await code_of(guest)
    client = await evening.arrive()
    client.send_map(t="hello", v=[1], token=guest.token, code=code, id=7)
    refused = await client.reply(7)
    assert isinstance(refused, Error)
    assert refused.code == "bad-message"
    assert isinstance(await say_hello(evening, code=code), Welcome)


async def test_both_tokens_are_known_after_a_restart(hold: Hold) -> None:
    log = MemoryLog()
    evening = await hold(Evening(log=log))
    older = await evening.guest()
    newer = await say_hello(evening, code=await code_of(older))
    again = await hold(Evening(log=log, chance=evening.chance))
    for token in (older.token, newer.token):
        welcome = await say_hello(again, token=token)
        assert (welcome.session, welcome.name) == (newer.session, None)


async def test_where_it_cannot_be_written_down_the_code_still_stands(hold: Hold) -> None:
    log = FailingLog(MemoryLog())
    evening = await hold(Evening(log=log))
    code = await code_of(await evening.guest())
    log.failing = lambda batch: True
    refused = await say_hello(evening, code=code)
    assert isinstance(refused, Error)
    assert refused.code == "unavailable"
    log.failing = None
    assert isinstance(await say_hello(evening, code=code), Welcome)


async def test_a_code_is_for_the_welcomed_alone(evening: Evening) -> None:
    stranger = await evening.arrive()
    refused = await stranger.request(HandOver())
    assert isinstance(refused, Error)
    assert refused.code == "no-hello"
