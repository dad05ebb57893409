"""A bell wakes whoever waits, and whoever comes to wait after it rang."""

import asyncio

import pytest

from klaverjas_server.bell import Bell


async def waits(bell: Bell) -> bool:
    """Tells whether somebody who comes now has to wait."""
    waiter = asyncio.ensure_future(bell.wait())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    done = waiter.done()
    waiter.cancel()
    return not done


async def test_it_keeps_everybody_waiting_until_it_rings() -> None:
    bell = Bell()
    waiter = asyncio.ensure_future(bell.wait())
    await asyncio.sleep(0)
    assert not waiter.done()
    bell.set()
    bell.set()
    await waiter


async def test_it_is_heard_by_who_comes_later_until_it_is_cleared() -> None:
    bell = Bell()
    bell.set()
    assert not await waits(bell)
    bell.clear()
    assert await waits(bell)


async def test_one_who_gave_up_waiting_is_no_obstacle() -> None:
    bell = Bell()
    waiter = asyncio.ensure_future(bell.wait())
    await asyncio.sleep(0)
    waiter.cancel()
    bell.set()
    with pytest.raises(asyncio.CancelledError):
        await waiter
    assert not await waits(bell)


async def test_a_bell_that_forgets_it_rang_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Bell.set

    def forgetful(bell: Bell) -> None:
        honest(bell)
        bell.clear()

    monkeypatch.setattr(Bell, "set", forgetful)
    with pytest.raises(AssertionError):
        await test_it_is_heard_by_who_comes_later_until_it_is_cleared()
