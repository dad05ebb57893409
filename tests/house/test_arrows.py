"""The packages import each other only along the design's arrows."""

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.conftest import Plant
from tests.house.tree import files, sources

LAYERS = "Each package imports only what lies below it"
LEAVES = "Words and the web client import nothing of ours"
RULES = "The rules know no I/O"
SANS_IO = "The wire and the bots do no I/O"
WRONG = {
    "rules": [
        ("klaverjas", "random", RULES),
        ("klaverjas", "time", RULES),
        ("klaverjas", "msgspec", RULES),
        ("klaverjas", "klaverjas_bots", LAYERS),
    ],
    "server": [
        ("klaverjas_wire", "asyncio", SANS_IO),
        ("klaverjas_wire", "klaverjas_words", LAYERS),
        ("klaverjas_server", "klaverjas_client", LAYERS),
        ("klaverjas_server", "klaverjas_web", LAYERS),
    ],
    "clients": [
        ("klaverjas_bots", "socket", SANS_IO),
        ("klaverjas_bots", "klaverjas_wire", LAYERS),
        ("klaverjas_client", "klaverjas_server", LAYERS),
        ("klaverjas_client", "klaverjas_cli", LAYERS),
        ("klaverjas_words", "klaverjas", LEAVES),
    ],
}
GROUPS = [*WRONG]


def broken_contracts(root: Path) -> str:
    """Returns import-linter's report on `root` if a contract is broken, else nothing."""
    paths = os.pathsep.join(str(root / group) for group in GROUPS)
    run = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as r; r()"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": paths},
        check=False,
        capture_output=True,
        text=True,
    )
    return run.stdout + run.stderr if run.returncode else ""


def third_parties(root: Path) -> list[str]:
    """Finds what `klaverjas` imports beside itself and the standard library."""
    return [
        f"{path}: {name}"
        for path, text in sources(root, ".py")
        if path.parts[:2] == ("rules", "klaverjas")
        for name in imported(ast.parse(text))
        if name != "klaverjas" and name not in sys.stdlib_module_names
    ]


def imported(module: ast.Module) -> Iterator[str]:
    """Yields the top-level name of every absolute import."""
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").split(".")[0]


def copy_sources(root: Path, target: Path) -> Path:
    """Copies what import-linter reads, and returns `target`."""
    for path in files(root):
        if path.parts[0] in GROUPS or path.name == "pyproject.toml":
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(root / path, target / path)
    return target


def test_rules_need_no_third_party(repository: Path) -> None:
    assert third_parties(repository) == []


def test_a_third_party_is_found(plant: Plant) -> None:
    root = plant("rules/klaverjas/deal.py", "import enum\n\ndef f():\n    import numpy.linalg\n")
    assert third_parties(root) == ["rules/klaverjas/deal.py: numpy"]


def test_contracts_hold(repository: Path, tmp_path: Path) -> None:
    assert broken_contracts(copy_sources(repository, tmp_path)) == ""


@pytest.fixture(scope="module")
def report(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Returns the report on a copy into which all of `WRONG` was planted."""
    root = copy_sources(repository, tmp_path_factory.mktemp("wrong"))
    for group, arrows in WRONG.items():
        for package, name, _ in arrows:
            module = root / group / package / f"planted_{name}.py"
            module.write_text(f"import {name}\n", encoding="utf-8")
    return broken_contracts(root)


@pytest.mark.parametrize(
    ("package", "name", "contract"), [arrow for arrows in WRONG.values() for arrow in arrows]
)
def test_a_wrong_arrow_is_found(report: str, package: str, name: str, contract: str) -> None:
    assert f"{package}.planted_{name} -> {name} (l.1)" in report
    assert any(row.startswith(contract) and "BROKEN" in row for row in report.splitlines())
