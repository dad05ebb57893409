"""One browser for all tests of this folder, and a club, visitors and players for each."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Awaitable, Callable, Generator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from tests.browser.chromium import launch
from tests.browser.club import Club
from tests.browser.player import Player
from tests.browser.visitor import Visitor

Invite = Callable[..., Awaitable[Visitor]]
SeatPlayer = Callable[..., Awaitable[Player]]
HERE = Path(__file__).parent
FAILED = pytest.StashKey[bool]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Runs the tests of this folder in the loop that the browser lives in."""
    for item in items:
        if HERE in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remembers which test failed, so that its pages are kept as pictures."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="session")
def artefacts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for screenshots and reports."""
    named = os.environ.get("KLAVERJAS_ARTEFACTS")
    folder = Path(named) if named else tmp_path_factory.mktemp("artefacts")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        started = await launch(playwright)
        yield started
        await started.close()


@pytest_asyncio.fixture(loop_scope="session")
async def club() -> AsyncIterator[Club]:
    """A club whose doors are open."""
    opened = await Club().begin()
    yield opened
    await opened.end()


@pytest_asyncio.fixture(loop_scope="session")
async def invite(
    browser: Browser, artefacts: Path, request: pytest.FixtureRequest
) -> AsyncIterator[Invite]:
    """Gives a function that lets a visitor in; at the end none may have complained."""
    async with AsyncExitStack() as stack:
        visitors: list[Visitor] = []

        async def let_in(address: str, **context: Any) -> Visitor:
            visitor = Visitor(browser, address, artefacts, **context)
            visitors.append(visitor)
            return await stack.enter_async_context(visitor)

        yield let_in
        if request.node.stash.get(FAILED, False):
            for number, visitor in enumerate(visitors, 1):
                await visitor.picture(f"failed-{request.node.name}-{number}")
        assert [visitor.unforgiven for visitor in visitors] == [[] for _ in visitors]


@pytest_asyncio.fixture(loop_scope="session")
async def seat_player(club: Club, invite: Invite) -> SeatPlayer:
    """Gives a function that seats somebody at a table of the club."""

    async def sit(table: str, seat: str, name: str, **context: Any) -> Player:
        visitor = await invite(club.address, **context)
        player = Player(visitor, name, table)
        await player.sit(seat)
        return player

    return sit
