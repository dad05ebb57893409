"""Serving, playing, watching and bots: programs that only have a network between them."""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, repeat
from pathlib import Path
from typing import Final

import pytest

from klaverjas.record import check
from tests.clients.cli.program import COMMAND, environment, run, serving

NUMBERS: Final = [str(number) for number in range(1, 10)]
ANYTHING: Final = "\n".join(chain.from_iterable(repeat(NUMBERS, 600)))
"""Lines of which, at any question, one of nine is legal."""
SHORT: Final = "amsterdam+deals=4"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path, "--memory") as (where, _):
        yield where


def test_a_match_is_played_from_a_script(tmp_path: Path, address: str) -> None:
    opening = ["--name", "Anna", "--rules", SHORT, "--bots", "3", "--record", "match.txt"]
    done = run(tmp_path, "play", address, *opening, typed=f"?\nsheet\n{ANYTHING}")
    assert (done.returncode, done.stderr) == (0, "")
    record = check((tmp_path / "match.txt").read_text(encoding="utf-8"))
    assert record.tags["S"] == "Anna"
    assert len([deal for deal in record.deals if deal.sums]) == 4
    lines = done.stdout.splitlines()
    assert lines.count("Score sheet") == 5  # one was asked for
    assert "sheet shows the score sheet." in lines
    us, them = record.totals["NS"], record.totals["EW"]
    assert any(line.startswith(f"Over: we {us}, they {them}.") for line in lines)
    assert lines[-1] == "See you next time!"


def test_yes_or_no_is_asked_until_it_is_answered(tmp_path: Path, address: str) -> None:
    opening = ["--name", "Anna", "--rules", SHORT]
    question = "Shall I fill the empty seats with bots? (y/n)"
    for answers, free in (("3\nperhaps\nno\n", True), ("yesno\nY\nquit\n", False)):
        done = run(tmp_path, "play", address, *opening, typed=answers)
        assert done.stdout.count(question) == answers.count("\n") - (not free)
        assert ("Waiting for 3 more players" in done.stdout) is free


def test_another_language_and_no_signs(tmp_path: Path, address: str) -> None:
    opening = ["--name", "Anna", "--rules", SHORT, "--bots", "3", "--lang", "nl", "--ascii"]
    done = run(tmp_path, "play", address, *opening, typed="stop\n")
    assert done.returncode == 0
    assert "Jouw kaarten" in done.stdout
    assert done.stdout.isascii()


def test_a_player_goes_and_comes_back(tmp_path: Path, address: str) -> None:
    opening = ["--name", "Anna", "--rules", SHORT, "--bots", "3"]
    run(tmp_path, "play", address, *opening, typed="\n".join(NUMBERS * 2))
    back = run(tmp_path, "play", address, typed=ANYTHING)
    assert back.returncode == 0
    assert "is open" not in back.stdout
    assert "Over: we" in back.stdout


def test_a_bot_a_player_and_a_spectator_meet(tmp_path: Path, address: str) -> None:
    opening = ["--name", "Anna", "--rules", SHORT, "--bots", "2", "--seat", "N"]
    first = run(tmp_path, "play", address, *opening)
    assert first.returncode == 0
    listed = run(tmp_path, "watch", address)
    assert "1 seat free" in listed.stdout
    table = listed.stdout.split("table ")[1].split()[0]
    with (
        started(tmp_path, "watch", address, "--table", table) as watching,
        started(tmp_path, "bot", address, "--table", table, "--seed", "1") as bot,
    ):
        assert watching.stdout is not None
        assert any("You are watching" in line for line in watching.stdout)
        done = run(tmp_path, "play", address, typed=ANYTHING)
        assert done.returncode == 0
        seen, _ = watching.communicate()
        said, _ = bot.communicate()
    assert (watching.returncode, bot.returncode) == (0, 0)
    assert said.startswith(f"seat W at table {table}\nNS ")
    assert "Your hand" not in seen
    assert "Over: NS" in seen


@contextmanager
def started(home: Path, *arguments: str) -> "Iterator[subprocess.Popen[str]]":
    """Starts a command, and ends it with the test: one that fails must not wait for it."""
    with subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=environment(home),
    ) as program:
        try:
            yield program
        finally:
            program.kill()


def test_what_does_not_work_is_said_in_a_sentence(tmp_path: Path, address: str) -> None:
    nowhere = run(tmp_path, "watch", address, "--table", "99")
    assert (nowhere.returncode, nowhere.stderr) == (1, "There is no such table.\n")
    bot = run(tmp_path, "bot", address, "--table", "99")
    assert (bot.returncode, bot.stderr) == (1, "there is no such table\n")
    dead = run(tmp_path, "play", "127.0.0.1:1", "--name", "Anna")
    sentence = "127.0.0.1:1 does not answer. Is the server running?\n"
    assert (dead.returncode, dead.stderr) == (1, sentence)
    both = run(tmp_path, "play", address, "--rules", SHORT, "--table", "1")
    assert both.returncode == 2


def test_a_server_keeps_its_data_and_stops_when_told(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(tmp_path, "--data", str(data), "--log", "json") as (address, server):
        opening = ["--name", "Anna", "--rules", SHORT, "--bots", "3"]
        run(tmp_path, "play", address, *opening, typed="\n".join(NUMBERS * 2))
        server.send_signal(signal.SIGTERM)
        assert server.wait() == 0
    journal = (tmp_path / "journal").read_text(encoding="utf-8").splitlines()
    assert all(line.startswith("{") for line in journal)
    with serving(tmp_path, "--data", str(data)) as (again, _):
        listed = run(tmp_path, "watch", again)
        assert "Anna" in listed.stdout
