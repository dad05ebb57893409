"""The shell scripts parse, please shellcheck and can be started as they lie in the tree."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.house.conftest import Plant
from tests.house.tree import texts


def scripts(root: Path) -> list[Path]:
    """Lists what bash runs or sources."""
    return [
        path
        for path, text in texts(root)
        if path.suffix == ".sh" or (text.startswith("#!") and "sh" in text.split("\n", 1)[0])
    ]


def unparsable(root: Path) -> list[str]:
    """Finds the scripts that bash cannot parse."""
    return [str(path) for path in scripts(root) if subprocess.call(["bash", "-n", root / path])]


def complaints(root: Path) -> str:
    """Returns what shellcheck has to say, nothing if all is well."""
    command = ["shellcheck", "-x", "--format=gcc", *map(str, scripts(root))]
    return subprocess.run(command, cwd=root, check=False, capture_output=True, text=True).stdout


def not_executable(root: Path) -> list[str]:
    """Finds the files with a `#!` line that cannot be started."""
    return [
        str(path)
        for path, text in texts(root)
        if text.startswith("#!") and not os.access(root / path, os.X_OK)
    ]


@pytest.fixture
def shellcheck() -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("shellcheck is missing")


def test_the_commands_are_there(repository: Path) -> None:
    assert {Path("deploy/serve"), Path("deploy/test"), Path(".ci/run")} <= {*scripts(repository)}


def test_scripts_parse(repository: Path) -> None:
    assert unparsable(repository) == []


def test_scripts_start(repository: Path) -> None:
    assert not_executable(repository) == []


@pytest.mark.usefixtures("shellcheck")
def test_scripts_please_shellcheck(repository: Path) -> None:
    assert complaints(repository) == ""


def test_an_unparsable_script_is_found(plant: Plant) -> None:
    assert unparsable(plant("deploy/serve", "#!/bin/sh\nif true; then\n")) == ["deploy/serve"]


def test_a_script_without_the_bit_is_found(plant: Plant) -> None:
    assert not_executable(plant("deploy/serve", "#!/bin/sh\n")) == ["deploy/serve"]


@pytest.mark.usefixtures("shellcheck")
def test_an_unquoted_path_is_found(plant: Plant) -> None:
    assert "SC2086" in complaints(plant("deploy/serve", "#!/bin/sh\ncd $HOME && ls $1\n"))
