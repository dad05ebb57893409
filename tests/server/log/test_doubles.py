"""The doubles: what is held is nowhere, what failed left nothing."""

import asyncio

import pytest

from klaverjas_server.log import Append, Conflict, FailingLog, HeldLog, MemoryLog, Row, Unavailable


def batch(stream: str, seq: int = 1) -> list[Append]:
    return [Append(stream, seq - 1, (Row(seq, 0, "N", None, None, b""),))]


async def test_nothing_is_anywhere_before_its_release() -> None:
    log = HeldLog(MemoryLog())
    waiting = [asyncio.ensure_future(log.append(batch(stream))) for stream in "abc"]
    await log.wait_pending(3)
    assert list(log.pending) == [batch("a"), batch("b"), batch("c")]
    assert await log.streams() == []
    log.release()
    await waiting[0]
    assert await log.streams() == ["a"]
    assert [done.done() for done in waiting] == [True, False, False]
    log.release_all()
    await asyncio.gather(*waiting)
    assert await log.streams() == ["a", "b", "c"]
    assert list(log.pending) == []


async def test_a_release_hands_on_what_the_inner_log_says() -> None:
    log = HeldLog(MemoryLog())
    waiting = [asyncio.ensure_future(log.append(batch("a"))) for _ in range(2)]
    await log.wait_pending(2)
    log.release(2)
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    assert outcomes[0] is None
    assert isinstance(outcomes[1], Conflict)


async def test_a_cancelled_append_stays_held() -> None:
    log = HeldLog(MemoryLog())
    waiting = asyncio.ensure_future(log.append(batch("a")))
    await log.wait_pending()
    waiting.cancel()
    await asyncio.wait([waiting])
    assert list(log.pending) == [batch("a")]
    log.holding = False
    await log.append(batch("b"))
    assert await log.streams() == ["a", "b"]


async def test_closing_refuses_what_is_held() -> None:
    log = HeldLog(MemoryLog())
    waiting = asyncio.ensure_future(log.append(batch("a")))
    await log.wait_pending()
    await log.close()
    with pytest.raises(Unavailable, match="closed"):
        await waiting


async def test_there_is_no_release_of_what_is_not_held() -> None:
    with pytest.raises(IndexError):
        HeldLog(MemoryLog()).release()


async def test_the_next_appends_fail_and_leave_nothing() -> None:
    log = FailingLog(MemoryLog(), "no space left")
    log.fail_next(2)
    for _ in range(2):
        with pytest.raises(Unavailable, match="no space left"):
            await log.append(batch("a"))
    assert await log.streams() == []
    await log.append(batch("a"))
    assert log.failures == 2


async def test_appends_fail_while_the_predicate_says_so() -> None:
    log = FailingLog(MemoryLog())
    log.failing = lambda appends: appends[0].stream.startswith("table/")
    await log.append(batch("session/1"))
    with pytest.raises(Unavailable, match="disk full"):
        await log.append(batch("table/1"))
    log.failing = None
    await log.append(batch("table/1"))
    assert await log.streams() == ["session/1", "table/1"]
