"""Modules and functions stay small enough to be read at one go."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.conftest import Plant
from tests.house.tree import sources

MODULE_LINES = 600
FUNCTION_LINES = 45


def long_modules(root: Path) -> list[str]:
    """Finds modules of more than 600 lines."""
    return [
        f"{path}: {len(lines)} lines"
        for path, text in sources(root, ".py", ".js", ".css", ".sh", "")
        if path.name != "LICENSE" and len(lines := text.splitlines()) > MODULE_LINES
    ]


def long_functions(root: Path) -> list[str]:
    """Finds Python functions of more than 45 lines, the line of `def` counted."""
    return [
        f"{path}:{function.lineno} {function.name}: {length(function)} lines"
        for path, text in sources(root, ".py")
        for function in functions(ast.parse(text))
        if length(function) > FUNCTION_LINES
    ]


def functions(module: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def test_modules_are_short(repository: Path) -> None:
    assert long_modules(repository) == []


def test_functions_are_short(repository: Path) -> None:
    assert long_functions(repository) == []


@pytest.mark.parametrize("name", ["rules/klaverjas/deal.py", "clients/klaverjas_web/table.js"])
def test_a_long_module_is_found(plant: Plant, name: str) -> None:
    assert long_modules(plant(name, "\n" * 600)) == []
    assert long_modules(plant(name, "\n" * 601)) == [f"{name}: 601 lines"]


@pytest.mark.parametrize("form", ["def", "async def"])
def test_a_long_function_is_found(plant: Plant, form: str) -> None:
    body = "        x = 1\n"
    head = f"class Deal:\n    {form} play(self):\n"
    assert long_functions(plant("rules/klaverjas/deal.py", head + body * 44)) == []
    found = long_functions(plant("rules/klaverjas/deal.py", head + body * 45))
    assert found == ["rules/klaverjas/deal.py:2 play: 46 lines"]
