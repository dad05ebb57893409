"""An evening from the command line: in a folder, and through the server that has it open."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from klaverjas_cli.drive import command
from tests.clients.cli.program import run, serving
from tests.ports import unused_port

NAMES = ("Riet", "Jan", "Toos van 't Hof", "Ed", "Sjaan", "Henk", "Joop", "Wim", "Kees")


def call(home: Path, *arguments: str, typed: str = "") -> Result:
    """Runs a command in this process, on a folder."""
    return CliRunner().invoke(command, ["--data", str(home), *arguments], input=typed)


def drive(home: Path, *arguments: str, typed: str = "") -> str:
    """Runs a command that works; what it prints."""
    done = call(home, *arguments, typed=typed)
    assert (done.exit_code, done.stderr) == (0, ""), done.stderr or done.exception
    return done.stdout


def refused(home: Path, *arguments: str) -> str:
    """Runs a command that is refused; why."""
    done = call(home, *arguments)
    assert (done.exit_code, done.stdout) == (1, ""), done.exception
    return done.stderr.strip()


def hold_a_round(home: Path, *where: str) -> None:
    """Draws a round of nine, and types the results."""
    assert drive(home, *where, "enter", *NAMES, "--here") == "9 entrants\n"
    drawn = drive(home, *where, "draw", "--seed", "a")
    assert drive(home, *where, "draw", "--seed", "a", "--again") == drawn
    assert "rest: " in drawn
    drive(home, *where, "publish")
    assert drive(home, *where, "result", "1", "1500", "1292") == "confirmed\n"
    assert "ends in 2" in refused(home, *where, "result", "2", "1500", "1293")
    assert drive(home, *where, "result", "2", "1400", "1312", "--side", "ns") == "told\n"
    assert "table 2" in refused(home, *where, "close")
    drive(home, *where, "confirm", "2", "--side", "ew")
    drive(home, *where, "close")


def test_an_evening_in_a_folder(tmp_path: Path) -> None:
    assert drive(tmp_path, "new", "Thursday", "--paper") == "1\n"
    hold_a_round(tmp_path)
    standings = drive(tmp_path, "standings")
    assert standings.splitlines()[0].split()[0] == "1."
    assert len(standings.splitlines()) == 9
    moved = drive(tmp_path, "correct", "1", "1000", "1792", "--round", "1", "--reason", "typing")
    assert "from 1 to" in moved
    drive(tmp_path, "adjust", "ri", "--reason", "revoke", "--", "-100")
    assert '"reason":"revoke"' in drive(tmp_path, "log")
    backup = str(tmp_path / "evening.json")
    drive(tmp_path, "export", "backup", backup)
    assert drive(tmp_path, "restore", backup) == "2\n"
    assert drive(tmp_path, "--evening", "2", "standings") == drive(
        tmp_path, "--evening", "1", "standings"
    )
    assert drive(tmp_path, "list").splitlines() == ["1 Thursday: 1 rounds", "2 Thursday: 1 rounds"]


def test_lists_by_file_and_who_is_meant(tmp_path: Path) -> None:
    drive(tmp_path, "new", "Pairs", "--pairs", "--format", "walk", "--paper")
    drive(tmp_path, "enter", "--file", "-", typed="Riet\tJan\nToos\tEd\nRiek\tWim\n")
    assert "who is 'ri'? 1 Riet & Jan, 3 Riek & Wim" in refused(tmp_path, "present", "ri")
    assert "2 of 3 here: 1 tables, 0 rest" in drive(tmp_path, "present", "riet", "to")
    exported = drive(tmp_path, "export", "entrants")
    assert exported.startswith("\ufeffnumber;name 1;name 2;short")


def test_a_season_goes_by_names(tmp_path: Path) -> None:
    drive(tmp_path, "new", "First", "--paper")
    hold_a_round(tmp_path)
    drive(tmp_path, "new", "Second", "--paper")
    drive(tmp_path, "enter", *reversed(NAMES), "--here")
    assert drive(tmp_path, "season", "1") == "12 pairs of people have met\n"
    earlier = drive(tmp_path, "--evening", "1", "round")
    (rested,) = [line for line in earlier.splitlines() if "rest:" in line]
    assert rested not in drive(tmp_path, "draw", "--seed", "b")


def test_refusals_are_plain_sentences(tmp_path: Path) -> None:
    assert "there is no klaverjas.db" in refused(tmp_path, "show")
    drive(tmp_path, "new", "Thursday")
    assert refused(tmp_path, "--evening", "7", "show") == "there is no evening 7"
    assert refused(tmp_path, "draw") == "0 are here, and a table takes 4"
    assert refused(tmp_path, "present", "12") == "nobody has the number 12"
    assert "--rest" in call(tmp_path, "new", "x", "--rest", "1000").stderr


@pytest.fixture
def web(tmp_path: Path) -> Iterator[str]:
    """Runs a server on the folder; the address of its pages."""
    port = unused_port()
    with serving(tmp_path, "--log", "json", web=f"--web-port={port}"):
        yield f"http://127.0.0.1:{port}"


def test_an_evening_through_a_running_server(tmp_path: Path, web: str) -> None:
    where = ("--server", web)
    assert drive(tmp_path, *where, "new", "Thursday", "--paper", "--secret-pin", "2468") == "1\n"
    hold_a_round(tmp_path, *where)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with_pin = (*where, "--pin", "2468")
    assert drive(elsewhere, *with_pin, "standings") == drive(tmp_path, *where, "standings")
    assert "no PIN" in refused(elsewhere, *where, "--pin", "1111", "standings")
    drive(elsewhere, *with_pin, "withdraw", "wim", "--reason", "ill")
    assert "8 of 9 here" in drive(tmp_path, *where, "show")
    assert "owner" in refused(elsewhere, *with_pin, "new", "Another")


def test_it_is_a_command_like_the_others(tmp_path: Path) -> None:
    assert run(tmp_path, "drive", "new", "Thursday").stdout == "1\n"
    assert drive(tmp_path, "list") == "1 Thursday: 0 rounds\n"
