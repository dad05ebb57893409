"""Evenings in the test's own process, for what needs a clock that is moved by hand."""

from collections.abc import AsyncIterator

import pytest

from tests.e2e.durability.nights import Hold
from tests.server.evening import Evening


@pytest.fixture
async def hold() -> AsyncIterator[Hold]:
    """Holds evenings, and ends them after the test."""
    held: list[Evening] = []

    async def begin(evening: Evening) -> Evening:
        held.append(evening)
        return await evening.begin()

    yield begin
    for evening in held:
        await evening.end()
