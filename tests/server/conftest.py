"""A server for each test, on uvloop and on the loop of the standard library."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path

import pytest
import uvloop

from tests.server.evening import Evening

LOOPS: dict[str, Callable[[], asyncio.AbstractEventLoop]] = {
    "uvloop": uvloop.new_event_loop,
    "asyncio": asyncio.new_event_loop,
}


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Runs every test of this folder on both loops; its folders see to theirs themselves."""
    if item.path.parent == Path(__file__).parent:
        return LOOPS
    return {"asyncio": asyncio.new_event_loop}


@pytest.fixture
async def hold() -> AsyncIterator[Callable[[Evening], Awaitable[Evening]]]:
    """Holds evenings, and ends them after the test."""
    held: list[Evening] = []

    async def begin(evening: Evening) -> Evening:
        held.append(evening)
        return await evening.begin()

    yield begin
    for evening in held:
        await evening.end()


@pytest.fixture
async def evening(hold: Callable[[Evening], Awaitable[Evening]]) -> Evening:
    """A server with nothing special about it."""
    return await hold(Evening())
