"""The console script as somebody else's program runs it."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import Final

from click.testing import CliRunner, Result

from klaverjas_cli.main import main

COMMAND: Final = (sys.executable, "-m", "klaverjas_cli")


def environment(home: Path, **more: str) -> dict[str, str]:
    """Makes an environment in which nothing is remembered but what is in `home`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    fixed = {"XDG_CONFIG_HOME": str(home), "HOME": str(home), "LANG": "en", "COLUMNS": "80"}
    return {**kept, **fixed, "PYTHONIOENCODING": "utf-8", "LANGUAGE": "en", **more}


def run(
    home: Path, *arguments: str, typed: str = "", more: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end, with these lines on its standard input."""
    return subprocess.run(
        [*COMMAND, *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        cwd=home,
        env=environment(home, **(more or {})),
        check=False,
    )


def call(home: Path, *arguments: str) -> Result:
    """Runs a command as `run` does, but in this process: for what fails before it has begun."""
    with chdir(home):
        return CliRunner(env=environment(home)).invoke(main, arguments)


@contextmanager
def serving(
    home: Path, *arguments: str, web: str = "--no-web"
) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """Runs a server, and gives its address once it accepts."""
    command = [*COMMAND, "serve", "--host", "127.0.0.1", "--port", "0"]
    journal = home / "journal"
    with (
        journal.open("w") as written,
        subprocess.Popen(
            [*command, web, "--no-announce", *arguments],
            stdout=subprocess.PIPE,
            stderr=written,
            encoding="utf-8",
            cwd=home,
            env=environment(home),
        ) as server,
    ):
        try:
            assert server.stdout is not None
            first = server.stdout.readline()
            assert first.startswith("listening on 127.0.0.1:"), journal.read_text()
            yield first.removeprefix("listening on ").strip(), server
        finally:
            server.terminate()
