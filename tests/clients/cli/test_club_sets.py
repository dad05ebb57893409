"""A club's own set: wherever a rule set is named, in every message, and without its file."""

import subprocess
from pathlib import Path
from typing import Final

import pytest

from klaverjas.record import check
from klaverjas_client import Client
from tests.clients.cli.program import COMMAND, call, environment, run, serving
from tests.ports import unused_port

FILE: Final = """\
name = "De Vrije Slag"
base = "rotterdam"
pit = "either"
deals = 4

[texts]
nl = "Rotterdams, met pit voor beide kanten."
en = "Rotterdam, with pit for both sides."
"""
SMALL: Final = 'name = "Kroeg"\nbase = "klaberjass-500"\ntarget = 100\n'
NAMED: Final = "De Vrije Slag"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "club.toml"
    path.write_text(FILE, encoding="utf-8")
    (tmp_path / "kroeg.toml").write_text(SMALL, encoding="utf-8")
    return path


def test_a_file_is_explained_in_the_clubs_words(tmp_path: Path, club: Path) -> None:
    told = run(tmp_path, "rules", str(club)).stdout
    assert "Rotterdam, with pit for both sides." in told
    assert "Made from rotterdam; its own: pit, deals." in told
    assert "pit = either" in told
    dutch = run(tmp_path, "rules", str(club), "--lang", "nl").stdout
    assert "Rotterdams, met pit voor beide kanten." in dutch
    finnish = run(tmp_path, "rules", str(club), "--lang", "fi").stdout
    assert "Rotterdams, met pit voor beide kanten." in finnish


def test_a_file_is_played(tmp_path: Path, club: Path) -> None:
    done = run(tmp_path, "demo", "--rules", str(club), "--seed", "2")
    assert (done.returncode, done.stderr) == (0, "")
    text = (tmp_path / "klaverjas-demo.txt").read_text(encoding="utf-8")
    record = check(text)
    assert (record.rules.name, record.rules.switches["pit"]) == (NAMED, "either")
    assert run(tmp_path, "replay", "klaverjas-demo.txt").returncode == 0


def test_a_file_of_the_other_game_is_played(tmp_path: Path, club: Path) -> None:
    done = run(tmp_path, "demo", "--rules", "kroeg.toml", "--seed", "2")
    assert (done.returncode, done.stderr) == (0, "")
    record = check((tmp_path / "klaverjas-demo.txt").read_text(encoding="utf-8"))
    assert max(record.totals.values()) >= 100


@pytest.mark.parametrize(
    ("wrong", "line", "says"),
    [
        (FILE.replace('"either"', '"both"'), 3, "pit may not be both; allowed: none, makers, ei"),
        (FILE.replace("deals = 4", "deals = 5"), 4, "deals may not be 5; allowed: 4, 8, … 64"),
        (FILE.replace("pit", "pitt"), 3, "unknown switch 'pitt' of klaverjas; known: trump_making"),
        (FILE.replace('"rotterdam"', '"breda"'), 2, "unknown rule set 'breda'; known: amsterdam"),
        (FILE.replace("De Vrije Slag", "nku"), 1, "there is a rule set 'nku' already"),
        (FILE.replace("deals = 4", "deals = "), 4, "not TOML"),
    ],
)
@pytest.mark.parametrize("command", ["serve", "demo", "rules"])
def test_a_mistake_is_told_with_file_line_and_key(
    tmp_path: Path, command: str, wrong: str, line: int, says: str
) -> None:
    (tmp_path / "wrong.toml").write_text(wrong, encoding="utf-8")
    option = [] if command == "rules" else ["--rules"]
    done = call(tmp_path, command, *option, "wrong.toml")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith(f"wrong.toml: line {line}: {says}")
    assert done.stderr.count("\n") == 1


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    missing = run(tmp_path, "rules", "nowhere.toml")
    assert (missing.returncode, missing.stderr) == (
        1,
        "nowhere.toml: No such file or directory\n",
    )
    (tmp_path / "bytes.toml").write_bytes(b'name = "\xff"')
    assert run(tmp_path, "rules", "bytes.toml").stderr == "bytes.toml: is not UTF-8\n"


def test_one_name_for_two_files_is_refused(tmp_path: Path, club: Path) -> None:
    done = run(tmp_path, "serve", "--rules", str(club), "--rules", str(club), "--memory")
    assert done.returncode == 1
    assert "there is a rule set 'De Vrije Slag' already" in done.stderr


async def listed(address: str) -> dict[str, str]:
    """Ask a server for its rule sets; by name, what it says of them."""
    host, _, port = address.rpartition(":")
    async with await Client.connect(host, int(port), name="Kijk") as client:
        return {rules.name: rules.summary for rules in (await client.rules()).sets}


async def test_a_server_offers_the_clubs_sets(tmp_path: Path, club: Path) -> None:
    with serving(tmp_path, "--memory", "--rules", str(club), "--rules", "kroeg.toml") as (at, _):
        summaries = await listed(at)
        assert summaries[NAMED] == "Rotterdams, met pit voor beide kanten."
        assert "Kroeg" in summaries
        opening = ["--name", "Anna", "--rules", NAMED, "--bots", "3", "--lang", "nl"]
        lines = "\n".join("123456789" * 80)
        done = run(tmp_path, "play", at, *opening, "--record", "match.txt", typed=lines)
        assert (done.returncode, done.stderr) == (0, "")
    record = check((tmp_path / "match.txt").read_text(encoding="utf-8"))
    assert record.rules.name == NAMED
    assert record.tags["S"] == "Anna"


def test_the_lobby_tells_what_the_club_says(tmp_path: Path, club: Path) -> None:
    with serving(tmp_path, "--memory", "--rules", str(club)) as (at, _):
        done = run(tmp_path, "play", at, "--name", "Anna", typed="16\nyes\n")
    assert f"16 {NAMED} – Rotterdams, met pit voor beide kanten." in done.stdout
    assert "Table 1 is open" in done.stdout


def test_a_table_goes_on_without_the_file(tmp_path: Path, club: Path) -> None:
    kept = ["--data", str(tmp_path / "data"), "--port", str(unused_port())]
    opening = ["--name", "Anna", "--rules", NAMED, "--bots", "3"]
    with serving(tmp_path, *kept, "--rules", str(club)) as (at, _):
        run(tmp_path, "play", at, *opening, typed="\n".join("123456789" * 3))
    lines = "\n".join("123456789" * 80)
    with serving(tmp_path, *kept) as (again, _):
        done = run(tmp_path, "play", again, "--record", "match.txt", typed=lines)
        assert (done.returncode, done.stderr) == (0, "")
    record = check((tmp_path / "match.txt").read_text(encoding="utf-8"))
    assert (record.rules.name, record.rules.switches["deals"]) == (NAMED, 4)


def test_a_player_brings_the_file_to_a_server_that_has_none(tmp_path: Path, club: Path) -> None:
    with serving(tmp_path, "--memory") as (at, _):
        opening = ["--name", "Anna", "--rules", str(club), "--bots", "3"]
        lines = "\n".join("123456789" * 80)
        run(tmp_path, "play", at, *opening, "--record", "match.txt", typed=lines)
    record = check((tmp_path / "match.txt").read_text(encoding="utf-8"))
    assert record.rules.switches == {"trumping": "rotterdam", "pit": "either", "deals": 4}


def test_the_referee_needs_no_file(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "referee"],
        input='{"op":"legal","rules":"rotterdam+pit=either","trump":"H","leader":"W",'
        '"trick":["ST","HT","S8"],"hand":["H9","H7","CA"]}',
        capture_output=True,
        encoding="utf-8",
        env=environment(tmp_path),
        check=True,
    )
    assert done.stdout == '{"legal":["H9"]}\n'
