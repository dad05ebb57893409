"""The page of the rules holds what the code does: its tables, and the example that runs."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import klaverjas
from klaverjas import Reason, RuleSet
from klaverjas.four.rules import CITIES, KlaverjasRules
from klaverjas.four.trump_making import TRUMP_MAKING
from klaverjas.ruleset import allowed_values
from tests.rules import rulebook
from tests.rules.playout import klaverjas_sets

README = Path(__file__).resolve().parents[2] / "rules" / "README.md"


def rows(heading: str) -> list[list[str]]:
    """Read the table whose heading begins so: its rows, without marks of type and of origin."""
    lines = README.read_text(encoding="utf-8").splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    table = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        table.append([cell.replace("`", "").strip() for cell in line.split("|")[1:-1]])
    return table


def spelled(value: object) -> str:
    """Spell a value as the page does."""
    if isinstance(value, range):
        step = value.step
        return f"{value[0]}–{value[-1]}" if step == 1 else f"{value[0]}, {value[1]}, … {value[-1]}"
    return {True: "true", False: "false", None: "null"}.get(value, value)  # type: ignore[call-overload,no-any-return]


def test_the_switches_are_those_of_the_code() -> None:
    defaults = KlaverjasRules()
    expected = [
        [key, str(spelled(getattr(defaults, key))), " ".join(str(spelled(v)) for v in allowed)]
        for key, allowed in allowed_values(KlaverjasRules).items()
    ]
    assert [row[:3] for row in rows("switch")] == expected


def test_the_named_sets_are_those_of_the_code() -> None:
    keys = ("trump_making", "trumping", "roem_calling", "four_of_a_kind", "stuk", "pit")
    words = {True: "yes", False: "no"}
    expected = [
        [rules.name, *(words.get(value, value) for value in (getattr(rules, key) for key in keys))]
        for rules in klaverjas_sets()
    ]
    assert rows("name") == expected


def test_the_ways_of_making_trump_are_those_of_the_code() -> None:
    assert [row[0] for row in rows("`trump_making`")] == list(TRUMP_MAKING)


def test_the_table_of_trumping_is_the_rulebooks() -> None:
    found = {tuple(row[0].split(", ")): tuple(row[1:]) for row in rows("winning now")}
    assert found == rulebook.TRUMPING


def test_cards_are_worth_what_the_page_says() -> None:
    trump, plain, runs = rows("order, high to low")
    assert trump[1:9] == [f"{rank} {value}" for rank, value in rulebook.TRUMP.items()]
    assert plain[1:9] == [f"{rank} {value}" for rank, value in rulebook.PLAIN.items()]
    assert runs[1:9] == list(reversed(rulebook.RANKS))


def test_the_reasons_are_those_of_the_code_in_their_order() -> None:
    listed = [row[0] for row in rows("reason")]
    klaberjass = {"not-in-set", "no-seven", "no-bela"}
    assert [r for r in listed if r not in klaberjass] == [r for r in Reason if r not in klaberjass]


def test_the_cities_are_named() -> None:
    text = README.read_text(encoding="utf-8")
    assert ", ".join(f"`{city}`" for city in CITIES) in text
    assert all(RuleSet.named(city) for city in CITIES)


def test_the_example_runs() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert (failed, tried > 15) == (0, True)


def modules() -> list[str]:
    """Name the modules of the library."""
    found = pkgutil.walk_packages(klaverjas.__path__, "klaverjas.")
    return ["klaverjas", *(module.name for module in found)]


@pytest.mark.parametrize("name", modules())
def test_the_examples_in_docstrings_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
