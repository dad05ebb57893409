"""Trees to look over: this one, and small ones with a fault planted in them."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.house.machine import Machine, make_machine
from tests.house.tree import REPOSITORY

Plant = Callable[[str, str], Path]


@pytest.fixture(scope="session")
def repository() -> Path:
    return REPOSITORY


@pytest.fixture
def plant(tmp_path: Path) -> Plant:
    """Gives a function that writes one file into a fresh work tree and returns the tree."""
    subprocess.run(["git", "init", "-q", tmp_path], check=True)

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return tmp_path

    return write


@pytest.fixture
def machine(repository: Path, tmp_path: Path) -> Machine:
    """Gives a machine with Python, where nothing is installed and nobody is root."""
    return make_machine(tmp_path, repository)
