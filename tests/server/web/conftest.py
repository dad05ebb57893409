"""A venue for each test."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from tests.server.web.venue import Venue


@pytest.fixture
async def hold() -> AsyncIterator[Callable[[Venue], Awaitable[Venue]]]:
    """Holds evenings, and ends them after the test."""
    held: list[Venue] = []

    async def begin(venue: Venue) -> Venue:
        held.append(venue)
        return await venue.begin()

    yield begin
    for venue in held:
        await venue.end()


@pytest.fixture
async def venue(hold: Callable[[Venue], Awaitable[Venue]]) -> Venue:
    """A venue with nothing special about it."""
    return await hold(Venue())
