"""The console script: what it lists, how fast it may start, and how it ends."""

import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from klaverjas_cli.failure import Failure, failing
from klaverjas_cli.main import COMMANDS, main
from klaverjas_client.address import DEFAULT_PORT as CLIENTS_PORT
from klaverjas_server.config import DEFAULT_PORT as SERVERS_PORT
from tests.clients.cli.program import run

SLOW = ("aiohttp", "zeroconf", "structlog", "klaverjas_server", "numba")


def test_every_command_is_listed_and_helps() -> None:
    listed = CliRunner().invoke(main, ["--help"]).output
    for name in COMMANDS:
        helped = CliRunner().invoke(main, [name, "--help"])
        assert helped.exit_code == 0
        assert helped.output.startswith("Usage:")
        assert f"  {name} " in listed


def test_every_command_is_called_what_it_is() -> None:
    assert isinstance(main, click.Group)
    context = click.Context(main)
    commands = {name: main.get_command(context, name) for name in COMMANDS}
    assert {name: command and command.name for name, command in commands.items()} == {
        name: name for name in COMMANDS
    }


@pytest.mark.parametrize("arguments", [["nonsense"], ["rules", "--nonsense"], ["bot"], ["replay"]])
def test_a_command_that_is_none_has_status_2(arguments: list[str]) -> None:
    assert CliRunner().invoke(main, arguments).exit_code == 2


def test_the_version_is_told() -> None:
    assert CliRunner().invoke(main, ["--version"]).output == "0.1.0\n"


@pytest.mark.parametrize("command", ["play", "watch", "bot", "rules", "referee", "replay"])
def test_starting_loads_nothing_slow(command: str) -> None:
    script = (
        "import sys\n"
        "from klaverjas_cli.main import main\n"
        f"main([{command!r}, '--help'], standalone_mode=False)\n"
        f"print([name for name in {SLOW!r} if name in sys.modules])\n"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True
    )
    assert loaded.stdout.splitlines()[-1] == "[]"


def test_a_failure_is_one_sentence_on_standard_error(tmp_path: Path) -> None:
    failed = run(tmp_path, "rules", "nowhere")
    assert (failed.returncode, failed.stdout) == (1, "")
    assert failed.stderr.startswith("unknown rule set 'nowhere'; known: amsterdam")
    assert failed.stderr.count("\n") == 1


def test_only_the_expected_errors_are_failures() -> None:
    with pytest.raises(Failure, match="as expected"), failing(KeyError, ValueError):
        raise ValueError("as expected")
    with pytest.raises(TypeError), failing(KeyError, ValueError):
        raise TypeError("a mistake in the program")


def test_both_ends_mean_the_same_port() -> None:
    assert CLIENTS_PORT == SERVERS_PORT
