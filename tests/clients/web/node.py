"""Runs the browser's modules in Node, without a page."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest

HERE: Final = Path(__file__).parent
WEB: Final = HERE.parents[2] / "clients" / "klaverjas_web"
MODULES: Final = WEB / "static"


def node(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Node on arguments, with more in its environment; where there is none, skip the test."""
    program = shutil.which("node")
    if program is None:
        pytest.skip("node is missing (Debian: apt-get install nodejs)")
    known = {**os.environ, **environment}
    return subprocess.run(
        [program, *arguments], cwd=HERE, env=known, capture_output=True, text=True
    )


def packaged(folder: Path) -> Path:
    """Copy the modules to where Node takes them for modules."""
    shutil.copytree(MODULES, folder / "static", dirs_exist_ok=True)
    (folder / "package.json").write_text('{"type": "module"}\n', encoding="utf-8")
    return folder / "static"


def answer(script: str, modules: Path, *arguments: str) -> object:
    """Run one of the scripts beside this file on the modules, and read what it prints as JSON."""
    run = node(script, str(modules), *arguments)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def write_lines(path: Path, values: Iterable[bytes]) -> str:
    """Write JSON values, one a line, and give the path."""
    path.write_bytes(b"\n".join(values))
    return str(path)
