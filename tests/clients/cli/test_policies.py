"""The page's example of a city of one's own, installed and played; and policies that are broken."""

import json
import re
import tomllib
from pathlib import Path
from typing import Final

import pytest

from klaverjas_cli.policies import GROUP
from tests.clients.cli.program import run, serving

PAGE: Final = Path(__file__).resolve().parents[3] / "rules" / "README.md"
ROOT: Final = Path(__file__).resolve().parents[3]
VILLAGE: Final = "amsterdam+trump_making=free-dealer,trumping=any-trump"
LEGAL: Final = (
    '{"op":"legal","rules":"%s","trump":"H","leader":"W",'
    '"trick":["ST","HT","S8"],"hand":["H9","H7","CA"]}'
)


def blocks(language: str) -> list[str]:
    """Read the page's blocks of code in a language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def example() -> tuple[str, str]:
    """Give the page's module, and its project file."""
    (module,) = (text for text in blocks("python") if "def register" in text)
    (project,) = (text for text in blocks("toml") if "entry-points" in text)
    return module, project


def install(site: Path, name: str, module: str, entries: dict[str, str]) -> None:
    """Install a distribution of one module, as an installer leaves it."""
    info = site / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (site / f"{name}.py").write_text(module, encoding="utf-8")
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = "".join(f"{key} = {value}\n" for key, value in entries.items())
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{lines}")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """The page's city, installed."""
    module, project = example()
    entries = tomllib.loads(project)["project"]["entry-points"][GROUP]
    install(tmp_path / "site", "ons_dorp", module, entries)
    return tmp_path / "site"


def test_without_it_nobody_knows_the_city(tmp_path: Path) -> None:
    done = run(tmp_path, "rules", VILLAGE)
    assert done.returncode == 1
    assert "trumping may not be any-trump; allowed: amsterdam, rotterdam" in done.stderr
    city = run(tmp_path, "rules", "amsterdam+city=ons-dorp")
    assert "city may not be 'ons-dorp'" in city.stderr


def test_the_city_is_explained(tmp_path: Path, site: Path) -> None:
    more = {"PYTHONPATH": str(site)}
    told = run(tmp_path, "rules", "amsterdam+city=ons-dorp", more=more)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith(VILLAGE)
    assert "trumping = any-trump" in told.stdout
    assert "Ruff an opponent with whatever trump you like" in told.stdout


def test_the_referee_knows_its_rules(tmp_path: Path, site: Path) -> None:
    more = {"PYTHONPATH": str(site)}
    typed = "\n".join(LEGAL % name for name in (VILLAGE, "rotterdam", "amsterdam"))
    answers = run(tmp_path, "referee", typed=typed, more=more).stdout.splitlines()
    assert [json.loads(answer)["legal"] for answer in answers] == [
        ["CA", "H7", "H9"],
        ["H9"],
        ["CA", "H9"],
    ]


def test_a_match_of_it_is_played_and_refereed(tmp_path: Path, site: Path) -> None:
    more = {"PYTHONPATH": str(site)}
    played = run(tmp_path, "demo", "--rules", f"{VILLAGE},deals=4", "--seed", "1", more=more)
    assert (played.returncode, played.stderr) == (0, "")
    replayed = run(tmp_path, "replay", "klaverjas-demo.txt", more=more)
    assert (replayed.returncode, replayed.stderr) == (0, "")
    assert replayed.stdout.count(" ▸ ") == 32
    assert run(tmp_path, "replay", "klaverjas-demo.txt").returncode == 1


def test_it_is_played_at_a_server_by_whoever_comes(
    tmp_path: Path, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "\n".join("123456789" * 80)
    opening = ["--name", "Anna", "--rules", f"{VILLAGE},deals=4", "--bots", "3"]
    with monkeypatch.context() as patched:
        patched.setenv("PYTHONPATH", str(site))
        with serving(tmp_path, "--memory") as (at, _):
            patched.delenv("PYTHONPATH")
            # A client needs nothing of it: the server says what is legal.
            done = run(tmp_path, "play", at, *opening, "--record", "match.txt", typed=lines)
    assert (done.returncode, done.stderr) == (0, "")
    replayed = run(tmp_path, "replay", "match.txt", more={"PYTHONPATH": str(site)})
    assert (replayed.returncode, replayed.stdout.count(" ▸ ")) == (0, 32)


def test_a_broken_policy_is_told_of_and_keeps_nobody(tmp_path: Path, site: Path) -> None:
    entries = {"stuck": "broken:register", "gone": "broken:nothing"}
    install(site, "broken", "def register():\n    raise OSError('no such\\nthing')\n", entries)
    install(site, "missing", "", {"away": "nowhere_to_be_found:register"})
    done = run(tmp_path, "rules", VILLAGE, more={"PYTHONPATH": str(site)})
    assert done.returncode == 0
    told = sorted(done.stderr.splitlines())
    assert len(told) == 3
    assert told[0].startswith("the policies of 'away' (nowhere_to_be_found:register) are left out")
    assert told[1].startswith("the policies of 'gone' (broken:nothing) are left out: ")
    assert told[2] == "the policies of 'stuck' (broken:register) are left out: no such thing"


def test_a_policy_may_bring_roem_of_its_own(tmp_path: Path) -> None:
    module = (
        "from klaverjas import Rank\n"
        "from klaverjas.four.roem import FOUR_OF_A_KIND\n\n\n"
        "def register():\n"
        "    FOUR_OF_A_KIND['sevens'] = {Rank.SEVEN: 400}\n"
    )
    install(tmp_path / "site", "sevens", module, {"sevens": "sevens:register"})
    question = (
        '{"op":"trick","rules":"amsterdam+four_of_a_kind=sevens","trump":"H",'
        '"leader":"N","trick":["C7","D7","H7","S7"]}'
    )
    more = {"PYTHONPATH": str(tmp_path / "site")}
    answer = run(tmp_path, "referee", typed=question, more=more).stdout
    assert json.loads(answer)["roem"] == 400
