"""The wheel holds every package whole, its files that are not Python included."""

import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.house.tree import files

GROUPS = ["rules", "server", "clients"]


def packages(root: Path) -> list[Path]:
    """Lists the folders with an `__init__.py` right under `rules`, `server` and `clients`."""
    return [
        path.parent
        for path in files(root)
        if path.name == "__init__.py" and len(path.parts) == 3 and path.parts[0] in GROUPS
    ]


def missing(root: Path, wheel: Path) -> set[str]:
    """Finds the files of our packages that `wheel` lacks."""
    held = {
        str(path.relative_to(package.parent))
        for package in packages(root)
        for path in files(root)
        if package in path.parents
    }
    return held - set(zipfile.ZipFile(wheel).namelist())


def build(root: Path, target: Path) -> Path:
    """Builds the wheel of the tree at `root` into `target` and returns its path."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
    subprocess.run(command, cwd=root, check=True, capture_output=True)
    (wheel,) = target.glob("*.whl")
    return wheel


@pytest.fixture
def copy(repository: Path, tmp_path: Path) -> Path:
    """Copies the tree into a work tree of its own."""
    root = tmp_path / "tree"
    for path in files(repository):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(repository / path, root / path)
    subprocess.run(["git", "init", "-q", root], check=True)
    return root


def test_there_are_eight_packages(repository: Path) -> None:
    assert sorted(path.name for path in packages(repository)) == [
        "klaverjas",
        "klaverjas_bots",
        "klaverjas_cli",
        "klaverjas_client",
        "klaverjas_server",
        "klaverjas_web",
        "klaverjas_wire",
        "klaverjas_words",
    ]


def test_every_package_says_it_is_typed(repository: Path) -> None:
    assert all((repository / package / "py.typed").is_file() for package in packages(repository))


def test_the_wheel_is_whole(copy: Path, tmp_path: Path) -> None:
    wheel = build(copy, tmp_path / "dist")
    assert missing(copy, wheel) == set()
    script = tomllib.loads((copy / "pyproject.toml").read_text())["project"]["scripts"]
    assert script == {"klaverjas": "klaverjas_cli.main:main"}


def test_a_package_left_out_is_found(copy: Path, tmp_path: Path) -> None:
    settings = copy / "pyproject.toml"
    kept = settings.read_text().replace('  "server/klaverjas_wire",\n', "", 1)
    settings.write_text(kept)
    wheel = build(copy, tmp_path / "dist")
    assert "klaverjas_wire/__init__.py" in missing(copy, wheel)


def test_a_file_left_out_is_found(copy: Path, tmp_path: Path) -> None:
    wheel = build(copy, tmp_path / "dist")
    (copy / "clients" / "klaverjas_web" / "late.css").write_text("")
    assert missing(copy, wheel) == {"klaverjas_web/late.css"}
