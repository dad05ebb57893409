"""The page on running the server names every option, every line of the journal, every module."""

import re
from collections.abc import Iterable
from pathlib import Path

import click
import pytest

from klaverjas_cli.serve import command
from tests.server.protocol.page import Page, names_in, parse_page

SERVER = Path("server")
README = SERVER / "README.md"
_LOGGED = re.compile(r"\blog\.(?:info|warning|error|exception)\(\s*\"([^\"]+)\"")


def named(page: Page, title: str) -> list[str]:
    """Lists what stands in backticks in the first column of a section's tables."""
    section = page.section(title)
    return [
        name for table in section.tables for row in table.rows for name in names_in(_first(row))
    ]


def _first(row: dict[str, str]) -> str:
    return next(iter(row.values()))


def options() -> set[str]:
    return {
        option
        for parameter in command.params
        if isinstance(parameter, click.Option)
        for option in parameter.opts
    }


def journal_lines() -> set[str]:
    sources = (path.read_text() for path in (SERVER / "klaverjas_server").rglob("*.py"))
    return {line for source in sources for line in _LOGGED.findall(source)}


def modules() -> set[str]:
    return {
        path.stem
        for package in ("klaverjas_wire", "klaverjas_server")
        for path in (SERVER / package).iterdir()
        if (path.suffix == ".py" or (path / "__init__.py").exists()) and path.stem != "__init__"
    }


def differences(text: str) -> set[str]:
    """Finds what the page lacks, and what it makes up."""
    page = parse_page(text)
    told = {name.split()[0] for name in named(page, "Starting")}
    return {
        *_differ(told, options() - {"--help"}),
        *_differ(named(page, "The journal"), journal_lines()),
        *_differ(named(page, "Where things are"), modules()),
    }


def _differ(told: Iterable[str], there: Iterable[str]) -> set[str]:
    return set(told) ^ set(there)


def test_the_page_names_everything() -> None:
    assert differences(README.read_text()) == set()


@pytest.mark.parametrize("name", ["--memory", "table.opened", "timekeeper"])
def test_what_is_missing_is_found_out(name: str) -> None:
    text = README.read_text()
    wrong = re.sub(rf"`{re.escape(name)}`", "`something`", text)
    assert differences(wrong) == {name, "something"}
