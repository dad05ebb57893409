"""A player is remembered, each name at each server by itself, and for his own eyes alone."""

import os
from pathlib import Path

import pytest

from klaverjas_client.console import Profile, Session

ANNA = Session("laptop:7321", "Anna", "secret", "3")
ED = Session("laptop:7321", "Ed", "other", None)
ELSEWHERE = Session("club:7321", "Anna", "third", None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "klaverjas" / "profile.json"


def test_nothing_is_known_at_first(path: Path) -> None:
    profile = Profile(path)
    assert profile.name is None
    assert profile.session("laptop:7321", "Anna") is None


def test_sessions_are_told_apart_by_server_and_name(path: Path) -> None:
    for session in (ANNA, ED, ELSEWHERE):
        Profile(path).remember(session)
    profile = Profile(path)
    assert profile.name == "Anna"
    for session in (ANNA, ED, ELSEWHERE):
        assert profile.session(session.server, session.name) == session


def test_the_newest_of_a_name_counts(path: Path) -> None:
    profile = Profile(path)
    profile.remember(ANNA)
    fresh = Session(ANNA.server, ANNA.name, "fresh")
    profile.remember(fresh)
    assert Profile(path).session(ANNA.server, ANNA.name) == fresh


def test_two_programs_keep_what_the_other_wrote(path: Path) -> None:
    one, other = Profile(path), Profile(path)
    one.remember(ANNA)
    other.remember(ED)
    assert Profile(path).session(ANNA.server, "Anna") == ANNA


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a user's folders to himself")
def test_only_its_owner_may_read_it(path: Path) -> None:
    Profile(path).remember(ANNA)
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("rubbish", [b"", b"{", b'{"sessions": 3}', b"\xff"])
def test_rubbish_is_forgotten(path: Path, rubbish: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(rubbish)
    profile = Profile(path)
    assert profile.name is None
    profile.remember(ED)
    assert Profile(path).name == "Ed"


def test_what_cannot_be_written_is_not_remembered(tmp_path: Path) -> None:
    (tmp_path / "klaverjas").write_text("in the way")
    profile = Profile(tmp_path / "klaverjas" / "profile.json")
    profile.remember(ANNA)
    assert profile.name == "Anna"
