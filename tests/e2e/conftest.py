"""Whole evenings on both event loops, with a log in a file."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path

import pytest

from klaverjas_server.log import SqliteLog
from tests.server.conftest import LOOPS
from tests.server.evening import Evening


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Runs the tests that hold an evening on both loops; the others have a process of their own."""
    if "evening" in getattr(item, "fixturenames", ()):
        return LOOPS
    return {"asyncio": asyncio.new_event_loop}


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """A server whose log is a file."""
    held = await Evening(log=SqliteLog(tmp_path / "klaverjas.db")).begin()
    yield held
    await held.end()
