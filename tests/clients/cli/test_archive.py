"""Backup, export and import as somebody calls them, beside a server and after it."""

import shutil
import stat
from pathlib import Path
from typing import Final

import pytest

from klaverjas.record import check
from tests.clients.cli.program import run, serving
from tests.ports import unused_port

LINES: Final = "\n".join("123456789" * 80)
SHORT: Final = "amsterdam+deals=4"
OPENING: Final = ("--name", "Anna", "--rules", SHORT, "--bots", "3")
DEAL: Final = "\n".join("123456789" * 12)
"""More than a deal, and less than a match."""


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Anna's home, and a server's data at which she left a match in its second deal or later."""
    home = tmp_path_factory.mktemp("left")
    with serving(home, "--data", "old") as (at, _):
        run(home, "play", at, *OPENING, typed=DEAL)
    return home


@pytest.fixture(scope="module")
def keyless(left: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with an export in `file`, after which the key was lost."""
    home = shutil.copytree(left, tmp_path_factory.mktemp("keyless"), dirs_exist_ok=True)
    run(home, "export", "file", "--data", "old")
    (home / "old" / "klaverjas.key").unlink()
    return home


@pytest.fixture
def stopped(tmp_path: Path, left: Path) -> Path:
    """The data in a copy of that home."""
    return shutil.copytree(left, tmp_path, dirs_exist_ok=True) / "old"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_running_server_is_backed_up_and_exported_from_that(tmp_path: Path) -> None:
    with serving(tmp_path, "--data", "old") as (at, _):
        run(tmp_path, "play", at, *OPENING, typed=DEAL)
        copied = run(tmp_path, "backup", "copy.db", "--data", "old")
        assert (copied.returncode, copied.stderr) == (0, "")
        assert "secret, for its owner only" in copied.stdout
        refused = run(tmp_path, "export", "file", "--data", "old")
        assert (refused.returncode, refused.stdout) == (1, "")
        assert "open in another server; stop it first" in refused.stderr
        assert "klaverjas backup copy.db" in refused.stderr
        # The server still holds its log, and goes on with it.
        assert run(tmp_path, "serve", "--data", "old", "--port", "0").returncode == 1
        done = run(tmp_path, "play", at, typed=LINES)
        assert (done.returncode, done.stderr) == (0, "")
    before = (tmp_path / "copy.db").read_bytes()
    exported = run(tmp_path, "export", "file", "--data", "old", "--log", "copy.db")
    assert exported.stdout.startswith("file: 0 matches finished, 1 match going on.\n")
    assert ((tmp_path / "copy.db").read_bytes(), mode(tmp_path / "copy.db")) == (before, 0o600)
    after = run(tmp_path, "export", "later", "--data", "old")
    assert after.stdout == "later: 1 match finished, 0 matches going on.\n"


def test_everything_moves_and_the_same_player_goes_on(tmp_path: Path, stopped: Path) -> None:
    port = str(unused_port())
    with serving(tmp_path, "--data", "old", "--port", port) as (at, _):
        run(tmp_path, "play", at, "--name", "Bert", "--rules", SHORT, "--bots", "3", typed=DEAL)
    exported = run(tmp_path, "export", "file", "--data", "old", "--running")
    assert "It is SECRET" in exported.stdout
    assert mode(tmp_path / "file") == 0o600
    imported = run(tmp_path, "import", "file", "--data", "new")
    assert (imported.returncode, imported.stderr) == (0, "")
    assert "Everybody can go on where he was." in imported.stdout
    with serving(tmp_path, "--data", "new", "--port", port) as (at, _):
        done = run(tmp_path, "play", at, "--name", "Bert", "--record", "match", typed=LINES)
        assert (done.returncode, done.stderr) == (0, "")
    record = check((tmp_path / "match").read_text(encoding="utf-8"))
    assert (record.tags["S"], record.tags["Table"]) == ("Bert", "2")


def test_a_match_reopens_by_the_code_that_is_told(tmp_path: Path, stopped: Path) -> None:
    exported = run(tmp_path, "export", "file", "--data", "old")
    assert "reopen at their last finished deal, by new codes" in exported.stdout
    imported = run(tmp_path, "import", "file", "--data", "new")
    assert (imported.returncode, imported.stderr) == (0, "")
    (told,) = (line for line in imported.stdout.splitlines() if line.startswith("  S  Anna"))
    written = (tmp_path / "new" / "klaverjas-codes.txt").read_text(encoding="utf-8")
    assert told in written.splitlines()
    code = told.split()[-1]
    with serving(tmp_path, "--data", "new") as (at, _):
        arguments = ["--name", "Anna", "--code", code, "--record", "match"]
        done = run(tmp_path, "play", at, *arguments, typed=LINES)
        assert (done.returncode, done.stderr) == (0, "")
        again = run(tmp_path, "play", at, "--name", "Bert", "--code", code)
        assert again.returncode == 1
    record = check((tmp_path / "match").read_text(encoding="utf-8"))
    assert len([deal for deal in record.deals if deal.sums]) == 4


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["backup", "copy.db", "--data", "empty"], "there is no klaverjas.db in"),
        (["export", "file", "--data", "empty"], "there is no klaverjas.db in"),
        (["export", "file", "--data", "old", "--running"], "there is no klaverjas.key in"),
        (["import", "old/klaverjas.db", "--data", "new"], "is no archive of klaverjas"),
        (["import", "file", "--data", "old"], "has a log already"),
        (["backup", "old/klaverjas.db", "--data", "old"], "is a log in use"),
        (["export", "nowhere/file", "--data", "old"], "No such file or directory"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(
    tmp_path: Path, keyless: Path, arguments: list[str], says: str
) -> None:
    shutil.copytree(keyless, tmp_path, dirs_exist_ok=True)
    (tmp_path / "empty").mkdir()
    refused = run(tmp_path, *arguments)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert says in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert list((tmp_path / "empty").iterdir()) == []


def test_a_damaged_log_replaces_no_good_backup(tmp_path: Path, stopped: Path) -> None:
    run(tmp_path, "backup", "copy.db", "--data", "old")
    before = (tmp_path / "copy.db").read_bytes()
    log = stopped / "klaverjas.db"
    content = bytearray(log.read_bytes())
    content[4096 : 2 * 4096] = bytes(4096)
    log.write_bytes(content)
    refused = run(tmp_path, "backup", "copy.db", "--data", "old")
    assert refused.returncode == 1
    assert (tmp_path / "copy.db").read_bytes() == before
