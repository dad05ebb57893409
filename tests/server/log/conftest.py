"""A log in a file of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from klaverjas_server.log import SqliteLog


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "klaverjas.db"


@pytest.fixture
async def log(path: Path) -> AsyncIterator[SqliteLog]:
    made = SqliteLog(path, interval=0)
    yield made
    await made.close()
