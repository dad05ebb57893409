"""A copy of a log in use."""

# ruff: noqa: ASYNC240 - a test may wait for its files

import asyncio
import resource
from pathlib import Path

import pytest

from klaverjas_server.log import (
    LogInUse,
    SqliteLog,
    Unavailable,
)
from tests.server.log.rows import added


async def test_a_backup_holds_everything_answered_before(log: SqliteLog, tmp_path: Path) -> None:
    async def append(stream: str) -> None:
        for seq in range(100):
            await log.append([added(stream, seq)])

    await log.append([added("table/1", 0, 500)])
    going_on = [asyncio.ensure_future(append(f"table/{number}")) for number in range(2, 12)]
    await asyncio.wait(going_on, return_when=asyncio.FIRST_COMPLETED)
    answered = {stream: len(rows) async for stream, rows in log.read_all()}
    await log.backup(tmp_path / "copy.db")
    await asyncio.gather(*going_on)
    copy = SqliteLog(tmp_path / "copy.db")
    copied = {stream: len(rows) async for stream, rows in copy.read_all()}
    await copy.close()
    assert all(copied[stream] >= count for stream, count in answered.items())
    assert copied["table/1"] == 500


async def test_a_copy_of_the_bare_file_would_be_caught(log: SqliteLog, tmp_path: Path) -> None:
    await log.append([added("table/1", 0, 500)])
    (tmp_path / "copy.db").write_bytes(log.path.read_bytes())
    copy = SqliteLog(tmp_path / "copy.db")
    assert await copy.streams() == []
    await copy.close()


async def test_a_backup_replaces_the_one_before(log: SqliteLog, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    for seq in range(2):
        await log.append([added("table/1", seq)])
        await log.backup(target)
    copy = SqliteLog(target)
    assert len(await copy.read("table/1")) == 2
    await copy.close()
    assert sorted(tmp_path.glob("copy.db-part*")) == []


async def test_a_backup_that_fails_leaves_the_one_before(
    log: SqliteLog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "copy.db"
    await log.append([added("table/1", 0)])
    await log.backup(target)
    before = target.read_bytes()
    await log.append([added("table/1", 1, 1_000)])
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
    try:
        with pytest.raises(Unavailable, match=r"copy\.db"):
            await log.backup(target)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert target.read_bytes() == before
    assert not target.with_name("copy.db-part").exists()
    with pytest.raises(Unavailable, match="nowhere"):
        await log.backup(tmp_path / "nowhere" / "copy.db")


async def test_a_backup_onto_a_log_in_use_is_refused(log: SqliteLog, tmp_path: Path) -> None:
    await log.append([added("table/1", 0)])
    other = SqliteLog(tmp_path / "other.db")
    await other.append([added("table/2", 0)])
    for target in (log.path, other.path):
        with pytest.raises(LogInUse):
            await log.backup(target)
    assert await other.streams() == ["table/2"]
    await other.close()


async def test_a_closed_log_is_not_backed_up(log: SqliteLog, tmp_path: Path) -> None:
    await log.close()
    with pytest.raises(Unavailable, match="closed"):
        await log.backup(tmp_path / "copy.db")
