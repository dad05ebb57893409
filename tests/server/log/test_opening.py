"""Opening a file: what is trusted, what is refused, what is brought forward."""

# ruff: noqa: ASYNC240 - a test may wait for its files

import os
import sqlite3
import stat
from contextlib import closing, suppress
from pathlib import Path
from zlib import crc32

import pytest

from klaverjas_server.log import (
    Conflict,
    LogDamaged,
    LogInUse,
    LogTooNew,
    SqliteLog,
    Unavailable,
)
from klaverjas_server.log.schema import STEPS, prepare
from tests.server.log.rows import added, row, rows

posix = pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX")


async def written(path: Path, streams: int = 3, count: int = 100) -> None:
    log = SqliteLog(path, interval=0)
    await log.append([added(f"table/{number}", 0, count) for number in range(streams)])
    await log.close()


def modes(directory: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in directory.iterdir()}


async def test_rows_outlive_the_log(path: Path) -> None:
    await written(path)
    log = SqliteLog(path)
    assert await log.read("table/2") == [row(seq) for seq in range(1, 101)]
    await log.append([added("table/2", 100), added("table/new", 0)])
    with pytest.raises(Conflict):
        await log.append([added("table/1", 99)])
    await log.close()
    log = SqliteLog(path)
    assert len(await log.read("table/2")) == 101
    assert await log.streams() == ["table/0", "table/1", "table/2", "table/new"]
    await log.close()


@posix
async def test_only_the_owner_reads_any_of_the_files(path: Path, tmp_path: Path) -> None:
    earlier = os.umask(0)
    try:
        log = SqliteLog(path)
        await log.append([added("table/1", 0)])
        await log.backup(tmp_path / "copy.db")
    finally:
        os.umask(earlier)
    names = ["copy.db"] + ["klaverjas.db" + suffix for suffix in ("", "-lock", "-shm", "-wal")]
    assert modes(tmp_path) == dict.fromkeys(names, 0o600)
    await log.close()


@posix
async def test_a_file_that_others_could_read_is_closed_to_them(path: Path) -> None:
    await written(path)
    path.chmod(0o644)
    await SqliteLog(path).close()
    assert modes(path.parent)["klaverjas.db"] == 0o600


async def test_a_second_log_is_refused_until_the_first_is_closed(path: Path) -> None:
    first = SqliteLog(path)
    alias = path.with_name("alias.db")
    for name in (path, path.parent / ".." / path.parent.name / path.name):
        with pytest.raises(LogInUse):
            SqliteLog(name)
    with suppress(OSError, NotImplementedError):
        alias.symlink_to(path)
        with pytest.raises(LogInUse):
            SqliteLog(alias)
    await first.append([added("table/1", 0)])
    await first.close()
    await SqliteLog(path).close()


def test_a_directory_that_is_not_there_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="nowhere"):
        SqliteLog(tmp_path / "nowhere" / "klaverjas.db")


async def test_another_file_is_refused_and_left_alone(path: Path) -> None:
    for content in (b"Dear diary, " * 1_000, b"SQLite format 3\0" + bytes(4_080)):
        path.write_bytes(content)
        with pytest.raises(LogDamaged, match=r"klaverjas\.db"):
            SqliteLog(path)
        assert path.read_bytes() == content


async def test_another_programs_database_is_refused_and_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipe (name TEXT)")
    content = path.read_bytes()
    with pytest.raises(LogDamaged, match="not a log of klaverjas"):
        SqliteLog(path)
    assert path.read_bytes() == content


def overwrite(path: Path, offset: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(content)


@pytest.mark.parametrize("page", [1, 2, 3, 5])
async def test_a_damaged_page_is_found_on_opening(path: Path, page: int) -> None:
    await written(path, streams=20)
    offset = 100 if page == 1 else (page - 1) * 4_096
    overwrite(path, offset, b"\xff" * 512)
    with pytest.raises(LogDamaged, match=r"klaverjas\.db"):
        SqliteLog(path)


async def test_a_file_cut_short_is_found_on_opening(path: Path) -> None:
    await written(path, streams=20)
    os.truncate(path, path.stat().st_size - 4_096)
    with pytest.raises(LogDamaged):
        SqliteLog(path)


async def test_a_refused_file_can_be_opened_once_it_is_mended(path: Path) -> None:
    await written(path)
    sound = path.read_bytes()
    overwrite(path, 4_096, b"\xff" * 512)
    with pytest.raises(LogDamaged):
        SqliteLog(path)
    path.write_bytes(sound)
    log = SqliteLog(path)
    assert len(await log.read("table/1")) == 100
    await log.close()


async def test_a_body_that_is_not_what_was_written_is_found_on_reading(path: Path) -> None:
    log = SqliteLog(path)
    await log.append([added("table/1", 0, 3, b"the jack of hearts"), added("table/2", 0)])
    await log.close()
    overwrite(path, path.read_bytes().index(b"jack"), b"king")
    log = SqliteLog(path)
    with pytest.raises(LogDamaged, match="table/1: row"):
        await log.read("table/1")
    assert len(await log.read("table/2")) == 1
    await log.close()


async def test_a_later_releases_file_is_refused_and_left_alone(path: Path) -> None:
    await written(path)
    log = SqliteLog(path, steps=(*STEPS, ("CREATE TABLE later (id)",)))
    await log.close()
    content = path.read_bytes()
    with pytest.raises(LogTooNew, match="has version 3, this release knows 2"):
        SqliteLog(path)
    assert path.read_bytes() == content


STAMPED = (
    "ALTER TABLE stream ADD COLUMN opened INTEGER",
    "UPDATE stream SET opened = (SELECT at FROM entry WHERE stream = id AND seq = 1)",
)
BROKEN = ("CREATE TABLE half (id)", "INSERT INTO nowhere VALUES (1)")


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def write_version_1(path: Path) -> None:
    """Write what the first release wrote: three rows in each of two streams."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        prepare(connection, path, STEPS[:1])
        for number, name in enumerate(("table/1", "table/2"), 1):
            connection.execute("INSERT INTO stream VALUES (?, ?)", (number, name))
            entries = [(number, *each, crc32(each.body)) for each in rows(1, 3)]
            connection.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)", entries)


async def test_a_file_of_version_1_is_brought_forward(path: Path) -> None:
    write_version_1(path)
    assert version(path) == 1
    log = SqliteLog(path)
    assert await log.streams() == ["table/1", "table/2"]
    assert await log.read("table/1") == list(rows(1, 3))
    with pytest.raises(Conflict):
        await log.append([added("table/1", 2)])
    await log.append([added("table/1", 3), added("table/3", 0)])
    assert await log.read("table/1") == list(rows(1, 4))
    await log.close()
    assert version(path) == len(STEPS)


async def test_every_step_is_taken_in_turn(path: Path) -> None:
    write_version_1(path)
    log = SqliteLog(path, steps=(*STEPS, STAMPED, ("CREATE TABLE third (id)",)))
    assert await log.read("table/1") == list(rows(1, 3))
    await log.append([added("table/1", 3)])
    await log.close()
    assert version(path) == len(STEPS) + 2
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT opened FROM stream").fetchall() == [(1_001,)] * 2


async def test_a_failed_migration_leaves_the_version_before(path: Path) -> None:
    await written(path)
    with pytest.raises(Unavailable, match="nowhere"):
        SqliteLog(path, steps=(*STEPS, BROKEN))
    assert version(path) == len(STEPS)
    log = SqliteLog(path)
    assert len(await log.read("table/1")) == 100
    await log.close()


async def damaged(path: Path) -> list[str]:
    """Read a stream in every way there is; what is said of damage."""
    log = SqliteLog(path)
    found = []
    first = anext(log.read_all("table/1")), anext(log.read_bodies("table/1"))
    for reading in (log.read("table/1", 1), *first):
        try:
            await reading
        except LogDamaged as fault:
            found.append(str(fault))
    await log.close()
    return found


@pytest.mark.parametrize("seq", [2, 50, 100])
async def test_a_row_that_is_not_what_was_written_is_refused(path: Path, seq: int) -> None:
    await written(path)
    assert await damaged(path) == []
    with closing(sqlite3.connect(path)) as other:
        other.execute("UPDATE entry SET body = CAST(body || 'x' AS BLOB) WHERE seq = ?", [seq])
        other.commit()
    assert await damaged(path) == [f"table/1: row {seq} is not what was written"] * 3
