"""The switches of Klaberjass, its named sets and the options of RULES §5.6."""

import json
from hashlib import sha256

import pytest

from klaverjas import Game, InvalidRules, Match, RuleSet
from klaverjas.ruleset import allowed_values
from klaverjas.two.rules import KlaberjassRules
from tests.rules.two.stage import DE, FI, NL, NO, klaberjass_sets, rules_of

NAMES = (NO, DE, FI, NL, "bela-100", "belote-style", "clob")


def test_the_named_sets_are_there() -> None:
    assert [rules.name for rules in klaberjass_sets()] == list(NAMES)
    assert {rules.game for rules in klaberjass_sets()} == {Game.KLABERJASS}
    assert len({rules.hash for rules in klaberjass_sets()}) == len(NAMES)


def test_the_defaults_are_the_german_set() -> None:
    assert RuleSet.named(DE).canonical == '{"game":"klaberjass"}'
    canonical = json.loads(RuleSet.named("bela-100").canonical)
    assert canonical["target"] == 100
    assert RuleSet.named(NL).hash == sha256(RuleSet.named(NL).canonical.encode()).hexdigest()


def differences(name: str, base: str) -> dict[str, object]:
    """List the switches a set has otherwise than its base."""
    one, other = rules_of(name), rules_of(base)
    keys = allowed_values(KlaberjassRules)
    return {key: getattr(one, key) for key in keys if getattr(one, key) != getattr(other, key)}


def test_the_variants_of_the_dutch_set() -> None:
    assert differences("bela-100", NL) == {"target": 100}
    assert differences("belote-style", NL) == {"sequence_values": "belote"}
    assert differences("clob", NL) == {
        "schmeiss_redealer": "other",
        "schmeiss_always_accepted": True,
        "schmeiss_brake": 3,
    }


@pytest.mark.parametrize(
    ("base", "given", "changed"),
    [
        # the German option: round 1, both players
        (DE, {"schmeiss": True}, {"schmeiss": "round1"}),
        (NO, {"schmeiss": True}, {"schmeiss": "round1"}),
        (NL, {"schmeiss": True}, {}),
        (NL, {"schmeiss": False}, {"schmeiss": "none"}),
        (DE, {"schmeiss": False}, {}),
        (DE, {"schmeiss": "both-rounds"}, {"schmeiss": "both-rounds"}),
        (NL, {"schmeiss_dealer": True}, {"schmeiss_dealer": True}),
        (NL, {"schmeiss_round2": "name-other"}, {"schmeiss_round2": "name-other"}),
        # nobody wins a deal that goes to the pot
        (DE, {"tie": "pot"}, {"tie": "pot", "after_tie": "alternates"}),
        (DE, {"tie": "pot", "after_tie": "defender"}, {"tie": "pot"}),
        (NO, {"tie": "pot"}, {}),
        (DE, {"claim": True}, {"claim": True, "target": 501}),
        (DE, {"claim": True, "target": 250}, {"claim": True, "target": 250}),
        (NL, {"claim": True}, {"claim": True, "target": 501}),
        ("bela-100", {"claim": True}, {"claim": True}),
        (NO, {"claim": True}, {}),
        (NO, {"claim": False}, {"claim": False}),
        (FI, {"bare_jass": True}, {"bare_jass": True}),
        *[(DE, {"target": target}, {"target": target}) for target in (100, 250, 501, 1000)],
    ],
)
def test_an_option_brings_what_belongs_to_it(
    base: str, given: dict[str, object], changed: dict[str, object]
) -> None:
    rules = rules_of(base, **given)
    of_base = rules_of(base)
    keys = allowed_values(KlaberjassRules)
    assert {
        key: getattr(rules, key) for key in keys if getattr(rules, key) != getattr(of_base, key)
    } == changed
    assert RuleSet.load(rules.name) == rules
    assert RuleSet.load({"base": DE, **rules.full}) == rules


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("schmeiss", "always"),
        ("schmeiss", 1),
        ("schmeiss_dealer", "yes"),
        ("tie", "maker"),
        ("target", 99),
        ("target", "500"),
        ("claim", 1),
        ("bare_jass", None),
        ("schmeiss_brake", 0),
        ("trumping", "amsterdam"),
        ("city", "utrecht"),
    ],
)
def test_a_wrong_switch_is_named_with_what_it_may_be(key: str, value: object) -> None:
    with pytest.raises(InvalidRules) as refusal:
        rules_of(DE, **{key: value})
    assert refusal.value.key == key
    assert refusal.value.allowed


@pytest.mark.parametrize("key", sorted(set(allowed_values(KlaberjassRules))))
def test_every_value_of_every_switch_makes_a_set_that_reads_back(key: str) -> None:
    for value in allowed_values(KlaberjassRules)[key]:
        if not isinstance(value, range):
            rules = rules_of(NL, **{key: value})
            assert RuleSet.load(rules.name) == rules
            assert Match.start(rules).view(None).deals is None
