"""The top level is what the design says, and no file knows the machine it was written on."""

import re
from pathlib import Path

import pytest

from tests.house.conftest import Plant
from tests.house.tree import files, texts

TOP_LEVEL = {
    "LICENSE",
    "README.md",
    "clients",
    "deploy",
    "pyproject.toml",
    "rules",
    "server",
    "tests",
}
VAGUE = {"base", "common", "helper", "helpers", "manager", "misc", "util", "utils"}
MACHINE_PATH = re.compile(r"(?<![\w.~$}/-])/(?:farm|home|root|work)/\w")
REGISTRIES = [
    ".".join(parts)
    for parts in [
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("registry", "npmjs", "org"),
        ("npmjs", "com"),
        ("deb", "debian", "org"),
        ("security", "debian", "org"),
        ("archive", "ubuntu", "com"),
        ("crates", "io"),
        ("proxy", "golang", "org"),
    ]
]


def strays(root: Path) -> set[str]:
    """Finds what lies at the top level beside the agreed names and dotfiles."""
    return {name for name in top_level(root) if name not in TOP_LEVEL and name[0] != "."}


def absentees(root: Path) -> set[str]:
    """Finds the agreed names that the top level lacks."""
    return TOP_LEVEL - top_level(root)


def top_level(root: Path) -> set[str]:
    return {path.parts[0] for path in files(root)}


def vague_names(root: Path) -> list[str]:
    """Finds modules and folders named after no noun of the field."""
    return [str(path) for path in files(root) if VAGUE & {path.stem, *path.parts}]


def machine_paths(root: Path) -> list[str]:
    """Finds lines with a path that exists on somebody's machine only."""
    return [
        f"{path}:{number}"
        for path, text in texts(root)
        for number, line in enumerate(text.splitlines(), 1)
        if MACHINE_PATH.search(line)
    ]


def registry_hosts(root: Path) -> list[str]:
    """Finds files that name the host of a package registry."""
    return [
        f"{path}: {host}"
        for path, text in texts(root)
        for host in REGISTRIES
        if host in text.lower()
    ]


def test_top_level_is_as_agreed(repository: Path) -> None:
    assert strays(repository) == set()
    assert absentees(repository) == set()


def test_names_say_something(repository: Path) -> None:
    assert vague_names(repository) == []


def test_no_machine_paths(repository: Path) -> None:
    assert machine_paths(repository) == []


def test_no_registry_hosts(repository: Path) -> None:
    assert registry_hosts(repository) == []


def test_a_stray_is_found(plant: Plant) -> None:
    plant(".gitignore", "")
    root = plant("notes/today.md", "")
    assert strays(root) == {"notes"}
    assert "server" in absentees(root)


@pytest.mark.parametrize("name", ["server/klaverjas_server/utils.py", "tests/common/cards.py"])
def test_a_vague_name_is_found(plant: Plant, name: str) -> None:
    assert vague_names(plant(name, "")) == [name]


@pytest.mark.parametrize("folder", ["root", "work", "home", "farm"])
@pytest.mark.parametrize("before", ["", "cd ", "path='", "=", '"', "("])
def test_a_machine_path_is_found(plant: Plant, folder: str, before: str) -> None:
    root = plant("deploy/README.md", f"first\n{before}/{folder}/somebody\n")
    assert machine_paths(root) == ["deploy/README.md:2"]


@pytest.mark.parametrize("text", ["~/work/x", "$HOME/work/x", "a/home/b", "../work/x"])
def test_other_paths_may_be_named(plant: Plant, text: str) -> None:
    assert machine_paths(plant("deploy/README.md", text)) == []


@pytest.mark.parametrize("host", REGISTRIES)
def test_a_registry_host_is_found(plant: Plant, host: str) -> None:
    assert registry_hosts(plant("pyproject.toml", f"index = 'https://{host}/x'")) != []
