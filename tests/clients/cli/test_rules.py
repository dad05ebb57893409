"""Every rule set can be explained, switch by switch."""

import pytest
from click.testing import CliRunner

from klaverjas import Game, RuleSet
from klaverjas.ruleset import allowed_values
from klaverjas_cli.main import main
from klaverjas_cli.switches import SWITCHES, describe


def output(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["rules", *arguments, "--lang", "en"])
    assert result.exit_code == 0
    return result.output


def test_all_sets_are_listed() -> None:
    names = [line.split()[0] for line in output().splitlines() if not line.startswith(" ")]
    assert names == [rules.name for rules in RuleSet.all()]


@pytest.mark.parametrize("rules", RuleSet.all(), ids=lambda rules: rules.name)
def test_a_set_is_explained_with_every_switch_it_has(rules: RuleSet) -> None:
    told = output(rules.name)
    switches = [line for line in told.splitlines() if not line.startswith("[H]")]
    keys = [line.partition(" = ")[0] for line in switches if " = " in line]
    assert sorted(keys) == sorted(rules.full)
    assert rules.hash in told


def test_a_set_of_ones_own_is_explained() -> None:
    told = output("amsterdam+pit=either,deals=8")
    assert "pit = either\n    All eight tricks are worth 100 more to whoever takes them" in told
    assert "deals = 8" in told
    assert RuleSet.load("amsterdam+pit=either,deals=8").hash in told


def test_other_languages_name_the_sets() -> None:
    result = CliRunner().invoke(main, ["rules", "amsterdam-plain", "--lang", "nl"])
    assert "Amsterdams" in result.output


@pytest.mark.parametrize("game", list(Game))
def test_every_switch_and_value_has_its_words(game: Game) -> None:
    kind = next(type(rules) for rules in RuleSet.all() if rules.game is game)
    allowed = allowed_values(kind)
    assert list(SWITCHES[game]) == list(allowed)
    for key, (question, answers) in SWITCHES[game].items():
        named = {value for value in allowed[key] if not isinstance(value, range)}
        assert set(answers) == named
        assert question


def test_a_number_speaks_for_itself() -> None:
    assert describe(RuleSet.load("amsterdam+deals=12"), "deals")[1] == "12"
