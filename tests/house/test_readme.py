"""The README's promises: every command it shows runs, and every link leads somewhere."""

import re
import socket
import subprocess
from pathlib import Path
from typing import Final

import pytest

CHECKOUT: Final = Path(__file__).parents[2]
COMMANDS: Final = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINKS: Final = re.compile(r"\]\(([^)#]+)\)")

# These two do not come back by themselves: they are run in tests of their own.
STARTS: Final = ("deploy/serve", "deploy/test")
PLAYS: Final = ".venv/bin/klaverjas play --rules amsterdam --bots 3"


def commands_of(page: str) -> list[str]:
    """List the commands that a page shows, a line each."""
    return [line for block in COMMANDS.findall(page) for line in block.splitlines() if line]


def dead_links(page: str, root: Path) -> list[str]:
    """List the links of a page that lead nowhere in the tree."""
    return [link for link in LINKS.findall(page) if not (root / link).exists()]


README: Final = (CHECKOUT / "README.md").read_text(encoding="utf-8")
SHORT: Final = [one for one in commands_of(README) if one not in (*STARTS, PLAYS)]


def run(command: str, folder: Path, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command of the README as it stands, in a folder that looks like the checkout."""
    for name in (".venv", "deploy"):
        (folder / name).symlink_to(CHECKOUT / name)
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, input=text, capture_output=True, text=True, check=False
    )


def test_the_readme_shows_the_two_commands_and_a_match() -> None:
    assert set(STARTS) <= set(commands_of(README))
    assert PLAYS in commands_of(README)
    assert len(SHORT) >= 3


@pytest.mark.parametrize("command", SHORT)
def test_a_command_of_the_readme_runs(command: str, tmp_path: Path) -> None:
    done = run(command, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def is_free(port: int) -> bool:
    """Tell whether nobody on this machine listens there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


@pytest.mark.usefixtures("alone_on_the_network")
def test_the_first_two_commands_lead_to_a_table(tmp_path: Path) -> None:
    # Where somebody plays on this machine already, the same two commands with a port of their own.
    other = [] if is_free(7321) else ["--port", "0", "--no-announce"]
    with subprocess.Popen(
        [CHECKOUT / "deploy" / "serve", *other],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            host, port = server.stdout.readline().removeprefix("listening on ").split(":")
            where = "" if port.strip() == "7321" else f" 127.0.0.1:{port.strip()}"
            plays = f"HOME='{tmp_path}' {PLAYS} --lang nl{where}"
            seen = run(plays, tmp_path, "Riet\n?\nstop\n")
        finally:
            server.terminate()
    assert host == "0.0.0.0"
    assert seen.returncode == 0, seen.stderr
    assert "Je zit op zuid aan tafel 1." in seen.stdout
    assert "Jouw kaarten" in seen.stdout


def test_every_link_of_the_readme_leads_somewhere() -> None:
    assert dead_links(README, CHECKOUT) == []
    assert dead_links("[a](rules) [b](nowhere/at.all)", CHECKOUT) == ["nowhere/at.all"]


def test_a_command_that_does_not_run_is_found(tmp_path: Path) -> None:
    (command,) = commands_of("text\n```sh\n.venv/bin/klaverjas rulez\n```\n")
    assert run(command, tmp_path).returncode != 0
