"""The page, and a fresh run of all scenes to hold it against."""

import asyncio
from pathlib import Path

import pytest

from tests.server.protocol.page import PAGE
from tests.server.protocol.scenes import perform_all
from tests.server.protocol.selection import Run


@pytest.fixture(scope="session")
def run() -> Run:
    """What was said and heard in every scene, today."""
    return asyncio.run(perform_all())


@pytest.fixture(scope="session")
def text() -> str:
    """The page as it stands."""
    return Path(PAGE).read_text()
