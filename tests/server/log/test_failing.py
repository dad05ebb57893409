"""A commit that fails leaves nothing behind, and the log goes on."""

import resource
import sqlite3
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import pytest

from klaverjas_server.log import (
    Append,
    SqliteLog,
    Unavailable,
    sqlite,
)
from klaverjas_server.log.store import Store, connect
from tests.server.log.rows import added, row

Breakage = Callable[[sqlite3.Connection, Path], AbstractContextManager[None]]


@contextmanager
def full(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Let the file not grow: SQLITE_FULL, as on a full disk."""
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    yield
    connection.execute("PRAGMA max_page_count = 1073741823")


@contextmanager
def read_only(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Refuse writes: SQLITE_READONLY."""
    connection.execute("PRAGMA query_only = ON")
    yield
    connection.execute("PRAGMA query_only = OFF")


@contextmanager
def failing_writes(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Let the system refuse to lengthen any file: a true error of write(2), SQLITE_IOERR."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    wal = path.with_name(path.name + "-wal")
    resource.setrlimit(resource.RLIMIT_FSIZE, (wal.stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
def writing(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """Collect the connections that a log opens; the first of them writes."""
    opened: list[sqlite3.Connection] = []

    def noted(path: Path) -> sqlite3.Connection:
        opened.append(connect(path))
        return opened[-1]

    monkeypatch.setattr(sqlite, "connect", noted)
    return opened


async def fails_and_goes_on(
    path: Path, writing: list[sqlite3.Connection], breakage: Breakage
) -> None:
    """Fail a batch of old and new streams by `breakage`; then append the very same batch."""
    log = SqliteLog(path, interval=0)
    await log.append([added("table/1", 0)])
    batch = [added("table/1", 1, 300, bytes(500)), added("table/2", 0, 300, bytes(500))]
    with breakage(writing[0], path):
        for _ in range(3):
            with pytest.raises(Unavailable):
                await log.append(batch)
        assert await log.read("table/1") == [row(1)]
        assert await log.streams() == ["table/1"]
    await log.append(batch)
    await log.append([added("table/2", 300)])
    await log.close()
    log = SqliteLog(path)
    assert len(await log.read("table/1")) == 301
    assert len(await log.read("table/2")) == 301
    await log.close()


BREAKAGES = [full, read_only, failing_writes]


@pytest.mark.parametrize("breakage", BREAKAGES)
async def test_a_failed_commit_leaves_nothing_and_the_log_goes_on(
    path: Path, writing: list[sqlite3.Connection], breakage: Breakage
) -> None:
    await fails_and_goes_on(path, writing, breakage)


async def test_a_log_that_believes_it_wrote_is_caught(
    path: Path, writing: list[sqlite3.Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    def believe(store: Store, error: Exception, batch: Sequence[Append]) -> None:
        return None

    monkeypatch.setattr(Store, "_reason", believe)
    with pytest.raises(pytest.fail.Exception):
        await fails_and_goes_on(path, writing, full)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    directory = tmp_path / "disk"
    directory.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(directory)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no small file system can be mounted here")
    yield directory
    subprocess.run(["umount", str(directory)], check=True)


def fill(ballast: Path) -> None:
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4_096))


async def test_a_full_disk_is_told_and_appends_go_on_when_there_is_space(small_disk: Path) -> None:
    log = SqliteLog(small_disk / "klaverjas.db", interval=0)
    await log.append([added("table/1", 0)])
    ballast = small_disk / "ballast"
    fill(ballast)
    batch = [added("table/1", 1, 100, bytes(500)), added("table/2", 0, 100, bytes(500))]
    with pytest.raises(Unavailable):
        await log.append(batch)
    assert await log.read("table/1") == [row(1)]
    ballast.unlink()
    await log.append(batch)
    assert len(await log.read("table/1")) == 101
    assert await log.streams() == ["table/1", "table/2"]
    await log.close()
