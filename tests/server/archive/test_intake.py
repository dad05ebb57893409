"""An archive comes in whole or not at all, and only where there is no log."""

# ruff: noqa: ASYNC240 - a test may wait for its files

import os
import stat
from pathlib import Path

import pytest

from klaverjas_server.archive import (
    CODES_FILE,
    FORM_VERSION,
    Archive,
    ArchiveDamaged,
    ArchiveError,
    ArchiveTooNew,
    Head,
    form,
    intake,
    write_archive,
)
from klaverjas_server.config import KEY_FILE, LOG_FILE
from klaverjas_server.log import LogInUse, SqliteLog
from klaverjas_server.token_key import KEY_BYTES, write_key
from tests.server.archive.moving import export, middle_of_deal_two, open_at, take_in
from tests.server.evening import KEY


@pytest.fixture
async def archive(tmp_path: Path) -> Path:
    """A plain archive of a match in its second deal."""
    old = await open_at(tmp_path / "old")
    await middle_of_deal_two(old)
    await old.end()
    await export(tmp_path / "old", tmp_path / "file")
    return tmp_path / "file"


def nothing_came(data: Path) -> bool:
    """Tell whether a folder has at most the place held for a log."""
    return {path.name for path in data.iterdir()} <= {f"{LOG_FILE}-lock"}


async def refused(content: bytes, tmp_path: Path) -> bool:
    """Tell whether an archive with this content is refused, and nothing of it came in."""
    wrong, data = tmp_path / "wrong", tmp_path / "new"
    data.mkdir(exist_ok=True)
    wrong.write_bytes(content)
    try:
        await take_in(wrong, data)
    except ArchiveDamaged:
        return nothing_came(data)
    return False


async def test_every_byte_counts(archive: Path, tmp_path: Path) -> None:
    content = archive.read_bytes()
    for at in range(0, len(content), len(content) // 40):
        changed = bytearray(content)
        changed[at] ^= 0x10
        assert await refused(bytes(changed), tmp_path), at
    assert (await take_in(archive, tmp_path / "new")).reopened


async def test_a_changed_byte_passes_where_no_sum_is_held(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = archive.read_bytes()
    changed = content.replace(b"Riet", b"Piet")
    assert await refused(changed, tmp_path)

    class NoSum:
        def update(self, data: bytes) -> None:
            pass

        def digest(self) -> bytes:
            return content[-32:]

    monkeypatch.setattr(form, "sha256", NoSum)
    assert not await refused(changed, tmp_path)


@pytest.mark.parametrize("left", [0, 1, 19, 20, 60, 70, 500, -1, -40])
async def test_an_archive_that_is_cut_short_is_refused(
    archive: Path, tmp_path: Path, left: int
) -> None:
    assert await refused(archive.read_bytes()[:left], tmp_path)


async def test_what_follows_the_end_is_refused(archive: Path, tmp_path: Path) -> None:
    assert await refused(archive.read_bytes() + b"\n", tmp_path)


async def test_a_missing_stream_is_noticed(tmp_path: Path) -> None:
    with write_archive(tmp_path / "file", Head(0, "test")) as writer:
        writer.add(form.Stream("table/1", ()))
        writer._streams += 1
    assert await refused((tmp_path / "file").read_bytes(), tmp_path)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"klaverjas archive\n", b"\n" * 99])
async def test_what_is_no_archive_is_refused(tmp_path: Path, content: bytes) -> None:
    assert await refused(content, tmp_path)


async def test_a_later_form_is_refused_as_such(archive: Path, tmp_path: Path) -> None:
    later = archive.read_bytes().replace(
        b"archive %d" % FORM_VERSION, b"archive %d" % (FORM_VERSION + 1), 1
    )
    (tmp_path / "later").write_bytes(later)
    with pytest.raises(ArchiveTooNew, match="later release"):
        await take_in(tmp_path / "later", tmp_path / "new")
    assert not (tmp_path / "new").exists()


async def test_every_form_there_was_is_read() -> None:
    assert sorted(form._READERS) == list(range(1, FORM_VERSION + 1))


async def test_the_kept_archive_of_the_first_form_still_opens(tmp_path: Path) -> None:
    kept = Path(__file__).parents[2] / "data" / "archives" / "form-1.klaverjas"
    imported = await take_in(kept, tmp_path / "new")
    assert [(table.table, table.deal) for table in imported.reopened] == [("1", 2)]


async def test_a_folder_with_a_log_is_refused(archive: Path, tmp_path: Path) -> None:
    before = (tmp_path / "old" / LOG_FILE).read_bytes()
    with pytest.raises(ArchiveError, match="has a log already"):
        await take_in(archive, tmp_path / "old")
    assert (tmp_path / "old" / LOG_FILE).read_bytes() == before


async def test_a_folder_in_use_is_refused(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    log = SqliteLog(tmp_path / "new" / LOG_FILE)
    with pytest.raises(LogInUse):
        await take_in(archive, tmp_path / "new")
    assert await log.streams() == []
    await log.close()


async def test_the_key_that_lies_there_is_not_lost(archive: Path, tmp_path: Path) -> None:
    data = tmp_path / "new"
    data.mkdir()
    write_key(data / KEY_FILE, b"o" * KEY_BYTES)
    await export(tmp_path / "old", tmp_path / "secret", running=True)
    with pytest.raises(ArchiveError, match="another key"):
        await take_in(tmp_path / "secret", data)
    assert (data / KEY_FILE).read_bytes() == b"o" * KEY_BYTES
    await take_in(archive, data)
    assert (data / KEY_FILE).read_bytes() == b"o" * KEY_BYTES


async def test_a_key_that_is_none_is_refused(tmp_path: Path) -> None:
    with write_archive(tmp_path / "file", Head(0, "test", key=b"short")):
        pass
    with pytest.raises(ArchiveError, match="key"):
        await take_in(tmp_path / "file", tmp_path / "new")


async def test_the_files_that_come_are_their_owners(archive: Path, tmp_path: Path) -> None:
    await take_in(archive, tmp_path / "new")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "new").iterdir()}
    assert modes == dict.fromkeys((LOG_FILE, f"{LOG_FILE}-lock", KEY_FILE, CODES_FILE), 0o600)
    assert (tmp_path / "new" / KEY_FILE).read_bytes() != KEY


async def test_an_import_that_fails_at_the_end_can_be_repeated(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(source: Path, target: Path) -> None:
        raise OSError("no space left")

    data = tmp_path / "new"
    with monkeypatch.context() as patched:
        patched.setattr(intake, "back_up", fail)
        with pytest.raises(OSError, match="no space"):
            await take_in(archive, data)
    assert not (data / LOG_FILE).exists()
    assert (await take_in(archive, data)).reopened


async def test_an_export_that_fails_leaves_the_one_before(archive: Path, tmp_path: Path) -> None:
    def write_half() -> None:
        with write_archive(archive, Head(0, "test")) as writer:
            writer.add(form.Stream("table/1", ()))
            raise OSError("no space left")

    before = archive.read_bytes()
    with pytest.raises(OSError, match="no space"):
        write_half()
    assert archive.read_bytes() == before
    assert "file.part" not in os.listdir(tmp_path)


async def test_an_archive_tells_what_it_is(archive: Path) -> None:
    with Archive(archive) as opened:
        assert (opened.head.key, opened.head.by) == (None, "klaverjas/test")
        names = [stream.name for stream in opened.streams()]
    assert names[0] == "table/1"
    assert all(name.startswith("session/") for name in names[1:])
    assert len(names) == 5
