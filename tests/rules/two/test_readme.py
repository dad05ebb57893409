"""The Klaberjass chapter of the rules says what the code does, cell by cell."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from klaverjas import RuleSet
from klaverjas.ruleset import allowed_values
from klaverjas.two.rules import KlaberjassRules
from klaverjas.two.sequences import SEQUENCE_VALUES
from tests.rules.test_readme import rows, spelled

README: Final = Path(__file__).resolve().parents[3] / "rules" / "README.md"
NAMES: Final = ("clobyosh-501", "klaberjass-500", "denexa-501", "klabberjass-500")
SETS: Final = tuple(RuleSet.named(name) for name in NAMES)

REDEALER: Final = {"other": "the other player", "same": "same dealer"}


def words(switch: str, **said: str) -> Callable[[Any], str]:
    """Say a switch in the page's words."""
    spoken = {key.replace("_", "-"): text for key, text in said.items()}
    return lambda rules: spoken[getattr(rules, switch)]


def yes(switch: str) -> Callable[[Any], str]:
    return lambda rules: "yes" if getattr(rules, switch) else "no"


def schmeiss(rules: Any) -> str:
    who = "both" if rules.schmeiss_dealer else "non-dealer"
    rounds = {"none": "no", "round1": f"{who}, round one", "both-rounds": f"{who}, both rounds"}
    return rounds[rules.schmeiss]


CELLS: Final[dict[str, Callable[[Any], str]]] = {
    "first dealer": words(
        "first_dealer", highest="highest cut", lowest="lowest cut", drawn="drawn by lot"
    ),
    "next dealer": words("next_dealer", winner="winner of the deal", alternates="alternates"),
    "after a tied deal": words("after_tie", alternates="alternates", defender="the defender"),
    "void deal dealt by": words("void_dealer", **REDEALER),
    "schmeiss": schmeiss,
    "accepted schmeiss: next dealer": lambda rules: (
        "–" if rules.schmeiss == "none" else REDEALER[rules.schmeiss_redealer]
    ),
    "bottom card shown": yes("bottom_shown"),
    "sequence of 3/4/5/6/7/8": lambda rules: "/".join(
        str(worth) for worth in SEQUENCE_VALUES[rules.sequence_values].values()
    ),
    "compare by": lambda rules: rules.compare.replace("-", ", "),
    "still equal": words("still_equal", nondealer="non-dealer", nobody="nobody"),
    "declared": words("declare_at", with_lead="with the first card", before_lead="before the lead"),
    "shown": words(
        "show_at",
        at_once="at once",
        first_trick="after the first trick",
        second_trick="with the second trick",
    ),
    "needs a trick": yes("sequence_needs_trick"),
    "bela counts if called": words(
        "bela", either="on either card", first="on the first card", both="on both cards"
    ),
    "tied deal": words(
        "tie",
        pot="pot",
        defender_own="maker 0, defender own",
        defender_both="maker 0, defender both",
    ),
    "target": lambda rules: str(rules.target),
    "match ends": words(
        "match_end", higher_total="higher total", defender_first="defender counts first"
    ),
    "claim": yes("claim"),
}
"""By row of the page's table, what the code says to it."""


def table() -> dict[str, list[str]]:
    return {row[0]: row[1:] for row in rows("Klaberjass")}


def test_the_table_has_these_rows() -> None:
    assert list(table()) == ["follows", *CELLS]
    heading = next(
        line for line in README.read_text("utf-8").splitlines() if line.startswith("| Klaberjass |")
    )
    assert heading.split("`")[1::2] == list(NAMES)


@pytest.mark.parametrize("row", CELLS)
def test_a_row_is_what_the_code_does(row: str) -> None:
    assert table()[row] == [CELLS[row](rules) for rules in SETS]


@pytest.mark.parametrize("row", CELLS)
def test_a_row_of_another_set_is_noticed(row: str) -> None:
    """Some option changes every row, so none says the same whatever the code does."""
    options = "schmeiss=both-rounds,schmeiss_dealer=false,first_dealer=lowest,void_dealer=same"
    others = [
        RuleSet.load(f"klaberjass-500+{options},claim=true,tie=pot,bela=both,show_at=at-once"),
        RuleSet.load("klaberjass-500+next_dealer=alternates,after_tie=alternates,target=250"),
        RuleSet.load("klaberjass-500+compare=class-top,still_equal=nobody,bottom_shown=false"),
        RuleSet.load("klaberjass-500+sequence_values=fifty,declare_at=before-lead"),
        RuleSet.load("klaberjass-500+match_end=defender-first,sequence_needs_trick=false"),
    ]
    says = CELLS[row]
    assert any(says(other) != says(RuleSet.named("klaberjass-500")) for other in others)


def test_the_switches_are_those_of_the_code() -> None:
    text = README.read_text(encoding="utf-8").partition("## Switches of Klaberjass")[2]
    lines = [line for line in text.partition("\n# ")[0].splitlines() if line.startswith("| `")]
    listed = [[cell.replace("`", "").strip() for cell in line.split("|")[1:4]] for line in lines]
    defaults = KlaberjassRules()
    assert listed == [
        [key, str(spelled(getattr(defaults, key))), " ".join(str(spelled(v)) for v in allowed)]
        for key, allowed in allowed_values(KlaberjassRules).items()
    ]


def test_every_option_and_variant_exists() -> None:
    options = [row[0] for row in rows("option")]
    variants = [row[0] for row in rows("variant")]
    for option in options:
        for rules in SETS:
            assert RuleSet.load(f"{rules.name}+{option}")
    assert [RuleSet.named(name).name for name in variants] == variants
    assert len(options) == 7
