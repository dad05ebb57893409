"""What the house decided is told of every set it was decided for, and is what the page says."""

from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from klaverjas import NAMED_SETS, Game, RuleSet
from klaverjas.ruleset import allowed_values
from klaverjas_cli.house_decisions import DECISIONS, SOURCES, Source, base_of, decisions_of
from klaverjas_cli.main import main

PAGE: Final = Path(__file__).resolve().parents[3] / "rules" / "README.md"
MARK: Final = "**[H]**"
ALWAYS: Final = {"next_dealer", "after_tie", "tie"}

DECIDED: Final[dict[str, set[str]]] = {
    "amsterdam": {"roem_calling"},
    "amsterdam+target=1500": {"roem_calling", "target"},
    "amsterdam+roem_calling=automatic": set(),
    "nku": {"roem_calling"},
    "clobyosh-501": ALWAYS
    | {"sequence_values", "compare", "sequence_needs_trick", "bela", "match_end"},
    "clobyosh-501+bela=first": ALWAYS
    | {"sequence_values", "compare", "sequence_needs_trick", "match_end"},
    "klaberjass-500": ALWAYS | {"sequence_needs_trick", "bela"},
    "klaberjass-500+schmeiss=true": ALWAYS
    | {"sequence_needs_trick", "bela", "schmeiss", "schmeiss_redealer"},
    "denexa-501": ALWAYS
    | {"first_dealer", "sequence_values", "still_equal", "sequence_needs_trick"},
    "klabberjass-500": ALWAYS | {"compare", "sequence_needs_trick"},
    "klabberjass-500+schmeiss_dealer=true": ALWAYS
    | {"compare", "sequence_needs_trick", "schmeiss", "schmeiss_dealer"},
    "clob": ALWAYS | {"compare", "sequence_needs_trick", "schmeiss_brake"},
}
"""By set, the switches whose values the house decided on, as the settled rules mark them."""


def page(game: Game) -> str:
    """Give the half of the page that is about a game, on one line."""
    first, _, rest = PAGE.read_text(encoding="utf-8").partition("\n# Klaberjass\n")
    half = first if game is Game.KLAVERJAS else rest.partition("\n# Sets and policies")[0]
    return " ".join(half.partition("Cards are written")[2].split() or half.split())


@pytest.mark.parametrize("name", DECIDED)
def test_a_set_tells_what_was_decided_of_it(name: str) -> None:
    rules = RuleSet.load(name)
    told = CliRunner().invoke(main, ["rules", name, "--lang", "en"]).output.splitlines()
    marked = {line.partition(" = ")[0] for line in told if line.endswith(" [H]")}
    assert marked == DECIDED[name]
    sentences = [line for line in told if line.startswith("[H] ")]
    assert len(sentences) == len(decisions_of(rules))
    for line, decision in zip(sentences, decisions_of(rules), strict=True):
        assert line.startswith(f"[H] {decision.says}")


@pytest.mark.parametrize("game", list(Game))
def test_the_page_marks_as_many(game: Game) -> None:
    assert page(game).count(MARK) == len(DECISIONS[game])


def test_the_page_has_the_same_words() -> None:
    for decision in DECISIONS[Game.KLABERJASS]:
        assert f"* {decision.says} {MARK}" in page(Game.KLABERJASS)


def test_a_sentence_that_the_page_lacks_is_noticed() -> None:
    assert f"* The dealer wins. {MARK}" not in page(Game.KLABERJASS)


@pytest.mark.parametrize("game", list(Game))
def test_decisions_are_about_switches_there_are(game: Game) -> None:
    kind = next(type(rules) for rules in RuleSet.all() if rules.game is game)
    allowed = allowed_values(kind)
    for decision in DECISIONS[game]:
        for key, values in decision.switches.items():
            assert set(values) <= set(allowed[key])


@pytest.mark.parametrize("game", list(Game))
def test_every_decision_holds_for_some_set(game: Game) -> None:
    held = {decision.says for name in DECIDED for decision in decisions_of(RuleSet.load(name))}
    assert {decision.says for decision in DECISIONS[game]} <= held


def test_every_named_set_says_what_it_follows() -> None:
    assert set(SOURCES) == set(NAMED_SETS)
    for name, source in SOURCES.items():
        told = CliRunner().invoke(main, ["rules", name, "--lang", "en"]).output
        assert f"Follows {source}." in told
    assert set(SOURCES.values()) == set(Source)


def test_a_set_of_ones_own_says_what_is_its_own() -> None:
    name = "denexa-501+bela=first,claim=true"
    assert base_of(RuleSet.load(name)) == "denexa-501"
    told = CliRunner().invoke(main, ["rules", name, "--lang", "en"]).output
    assert "Made from denexa-501; its own: bela, claim." in told
