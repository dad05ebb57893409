"""The switches of Klaverjas, its cities and its named sets, cell by cell."""

from dataclasses import fields
from hashlib import sha256

import pytest

from klaverjas import Game, RuleSet
from klaverjas.four.rules import CITIES, KlaverjasRules
from klaverjas.ruleset import allowed_values
from tests.rules.playout import klaverjas_sets, rules_of
from tests.rules.variants import SWITCHES

DEFAULTS = {
    "trump_making": "free",
    "trumping": "amsterdam",
    "roem_calling": "called",
    "four_of_a_kind": "court",
    "stuk": True,
    "pit": "makers",
    "deals": 16,
    "target": None,
    "packets": "3-2-3",
    "show_last_trick": True,
}
"""The one table all hashes are measured against: to change a line changes every record there is."""

SETS = """
amsterdam        free          amsterdam            called  court  yes  makers
rotterdam        free          rotterdam            called  court  yes  makers
utrecht          forced        amsterdam            called  court  yes  makers
amsterdam-plain  free          amsterdam            called  none   no   none
rotterdam-plain  free          rotterdam            called  none   no   none
utrecht-plain    forced        amsterdam            called  none   no   none
nku              dealer-first  rotterdam            called  nku    yes  makers
utrecht-club     forced        amsterdam-underruff  called  court  yes  makers
"""
COLUMNS = ("trump_making", "trumping", "roem_calling", "four_of_a_kind", "stuk", "pit")
ROWS = [row.split() for row in SETS.strip().splitlines()]

CANONICAL = {
    "amsterdam": '{"game":"klaverjas"}',
    "rotterdam": '{"game":"klaverjas","trumping":"rotterdam"}',
    "utrecht": '{"game":"klaverjas","trump_making":"forced"}',
    "amsterdam-plain": '{"four_of_a_kind":"none","game":"klaverjas","pit":"none","stuk":false}',
    "rotterdam-plain": '{"four_of_a_kind":"none","game":"klaverjas","pit":"none","stuk":false,'
    '"trumping":"rotterdam"}',
    "utrecht-plain": '{"four_of_a_kind":"none","game":"klaverjas","pit":"none","stuk":false,'
    '"trump_making":"forced"}',
    "nku": '{"four_of_a_kind":"nku","game":"klaverjas","trump_making":"dealer-first",'
    '"trumping":"rotterdam"}',
    "utrecht-club": '{"game":"klaverjas","trump_making":"forced","trumping":"amsterdam-underruff"}',
}
HASHES = {
    "amsterdam": "cce08f32a2e933bf62380ec8defad9c722b11edb3a3dde58dcfb9e35ebe2834c",
    "rotterdam": "3d42cc0897ba4e3d2a5685d8c4bb41c3cc743c7ecd004861b0ab1643a7c9b544",
    "utrecht": "6a679fd2116e3673ba2514cde8f90019a2e6ff1ef31d3e5777c7228e3349fad1",
    "amsterdam-plain": "6f57fa421776e54bf6e00e429e6d44dcb85ae1583e29cf7be99cff38d4e512cd",
    "rotterdam-plain": "4141d61475fa797f370e407de9558ad9e669a3073f874dd4b1ff26a2ce1bbdd5",
    "utrecht-plain": "f1cc615c5ac78806dd6635ae640462959fe3807193a589686a08007e6fe233e0",
    "nku": "75c535cb1f29a2b5cb8463ab644092b4198a782f14db87fe32532cb63de4d605",
    "utrecht-club": "78ffb5f423457813095b853dc7b456f609ee4886bb4681ce980d83ab9529dc49",
}


def test_the_defaults_never_change() -> None:
    named = [field for field in fields(KlaverjasRules) if field.name != "name"]
    assert {field.name: field.default for field in named} == DEFAULTS
    assert [field.name for field in named] == list(DEFAULTS) == list(SWITCHES)


def test_every_switch_has_its_values() -> None:
    for key, choices in allowed_values(KlaverjasRules).items():
        listed = [
            value
            for choice in choices
            for value in (choice if isinstance(choice, range) else (choice,))
        ]
        assert set(listed) == set(SWITCHES[key]), key
        assert len(listed) == len(SWITCHES[key]), key


@pytest.mark.parametrize("key", [key for key in SWITCHES if key not in ("deals", "target")])
def test_every_value_of_a_switch_makes_a_set(key: str) -> None:
    for value in SWITCHES[key]:
        assert getattr(rules_of(**{key: value}), key) == value


def test_the_named_sets_are_those_of_the_rules() -> None:
    assert [rules.name for rules in klaverjas_sets()] == [row[0] for row in ROWS]
    assert all(rules.game is Game.KLAVERJAS for rules in klaverjas_sets())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_named_set_is_as_in_the_table(row: list[str]) -> None:
    rules, words = RuleSet.named(row[0]), {"yes": True, "no": False}
    cells = dict(zip(COLUMNS, (words.get(cell, cell) for cell in row[1:]), strict=True))
    found = {key: getattr(rules, key) for key in DEFAULTS}
    assert found == {**DEFAULTS, **cells}
    assert rules.match_deals == 16


@pytest.mark.parametrize("name", HASHES)
def test_the_hash_of_a_named_set_is_pinned(name: str) -> None:
    rules = RuleSet.named(name)
    assert rules.canonical == CANONICAL[name]
    assert rules.hash == HASHES[name] == sha256(CANONICAL[name].encode()).hexdigest()


def test_cities_are_pairs_of_policies() -> None:
    assert {city: tuple(pair) for city, pair in CITIES.items()} == {
        "amsterdam": ("free", "amsterdam"),
        "rotterdam": ("free", "rotterdam"),
        "utrecht": ("forced", "amsterdam"),
    }


def test_a_city_in_place_of_a_switch_sets_both_and_a_switch_goes_over_it() -> None:
    assert rules_of(city="utrecht") == RuleSet.named("utrecht")
    assert rules_of("nku", city="amsterdam").trump_making == "free"
    mixed = rules_of(city="utrecht", trumping="rotterdam")
    assert (mixed.trump_making, mixed.trumping) == ("forced", "rotterdam")


@pytest.mark.parametrize("making", SWITCHES["trump_making"])
@pytest.mark.parametrize("trumping", SWITCHES["trumping"])
def test_every_pair_of_policies_is_a_set(making: str, trumping: str) -> None:
    rules = rules_of(trump_making=making, trumping=trumping)
    assert (rules.trump_making, rules.trumping) == (making, trumping)
