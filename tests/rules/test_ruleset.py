"""Making rule sets from a base and switches, telling them apart, and refusing bad ones."""

import hashlib
import json
import pickle
from collections.abc import Mapping

import pytest
from hypothesis import given

from klaverjas import InvalidRules, RuleSet, ruleset
from klaverjas.four.rules import KlaverjasRules
from tests.rules.playout import klaverjas_sets, rules_of, switch_values
from tests.rules.variants import SWITCHES, klaverjas_rules


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> dict[str, RuleSet]:
    """Gives a registry that is put back afterwards."""
    known = dict(ruleset._named)
    monkeypatch.setattr(ruleset, "_named", known)
    return known


def test_a_set_is_found_by_its_name() -> None:
    assert RuleSet.load("nku") is RuleSet.named("nku")
    assert RuleSet.load({"base": "nku"}) == RuleSet.named("nku")
    assert RuleSet.load({"base": "nku"}).name == "nku"


@pytest.mark.parametrize("source", ["leiden", "", "leiden+pit=none", {"base": "leiden"}])
def test_an_unknown_set_is_refused_with_those_known(source: str | Mapping[str, object]) -> None:
    with pytest.raises(InvalidRules, match="amsterdam, rotterdam, utrecht") as refusal:
        RuleSet.load(source)
    assert refusal.value.key == "base"
    assert refusal.value.allowed == tuple(rules.name for rules in RuleSet.all())


@pytest.mark.parametrize("source", [{}, {"pit": "none"}, {"base": 3}, {"base": None}])
def test_a_set_needs_a_base(source: Mapping[str, object]) -> None:
    with pytest.raises(InvalidRules, match="needs a base") as refusal:
        RuleSet.load(source)
    assert refusal.value.key == "base"


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("trump_making", "auction", "free, forced, free-dealer, dealer-first, turned"),
        ("trumping", "utrecht", "amsterdam, rotterdam, amsterdam-underruff"),
        ("roem_calling", "silent", "called, automatic"),
        ("four_of_a_kind", "jacks", "none, court, all, nku"),
        ("stuk", 1, "stuk may not be 1; allowed: true, false"),
        ("stuk", 0, "stuk may not be 0; allowed: true, false"),
        ("stuk", "true", "allowed: true, false"),
        ("stuk", None, "stuk may not be null"),
        ("pit", True, "pit may not be true; allowed: none, makers, either"),
        ("pit", [], "none, makers, either"),
        ("deals", True, "deals may not be true; allowed: 4, 8, … 64"),
        ("deals", 0, "4, 8, … 64"),
        ("deals", 6, "4, 8, … 64"),
        ("deals", 68, "4, 8, … 64"),
        ("deals", -4, "4, 8, … 64"),
        ("deals", 16.0, "4, 8, … 64"),
        ("deals", "16", "4, 8, … 64"),
        ("deals", None, "deals may not be null"),
        ("target", 99, "target may not be 99; allowed: null, 100–10000"),
        ("target", 10001, "null, 100–10000"),
        ("target", False, "null, 100–10000"),
        ("packets", "4-3-1", "3-2-3, 4-4"),
        ("show_last_trick", "no", "true, false"),
        ("city", "leiden", "amsterdam, rotterdam, utrecht"),
        ("city", [], "amsterdam, rotterdam, utrecht"),
    ],
)
def test_a_bad_value_is_refused_with_those_allowed(key: str, value: object, complaint: str) -> None:
    with pytest.raises(InvalidRules) as refusal:
        RuleSet.load({"base": "amsterdam", key: value})
    assert refusal.value.key == key
    assert complaint in str(refusal.value)
    assert refusal.value.allowed


def test_an_unknown_switch_is_refused_with_those_known() -> None:
    with pytest.raises(InvalidRules, match="unknown switch 'dealz' of klaverjas") as refusal:
        RuleSet.load({"base": "amsterdam", "dealz": 16})
    assert refusal.value.key == "dealz"
    assert refusal.value.allowed == tuple(SWITCHES)


@pytest.mark.parametrize("key", ["name", "game", "exclusive"])
def test_what_is_no_switch_cannot_be_set(key: str) -> None:
    with pytest.raises(InvalidRules, match="unknown switch"):
        RuleSet.load({"base": "amsterdam", key: "x"})


def test_deals_and_target_exclude_each_other() -> None:
    for source in (
        {"base": "amsterdam", "deals": 8, "target": 1500},
        {"base": "amsterdam", "target": 1500, "deals": 16},
    ):
        with pytest.raises(InvalidRules, match="exclude each other") as refusal:
            RuleSet.load(source)
        assert refusal.value.key in ("deals", "target")


def test_the_one_puts_the_other_back() -> None:
    eight, target = rules_of(deals=8), rules_of(target=1500)
    assert (eight.match_deals, target.match_deals) == (8, None)
    assert eight.with_switches({"target": 1500}) == target
    assert target.with_switches({"deals": 8}) == eight
    assert target.with_switches({"deals": 16}) == RuleSet.named("amsterdam")
    assert target.with_switches({"target": None}) == RuleSet.named("amsterdam")
    assert rules_of(deals=8, target=None) == eight


def test_sets_are_equal_when_their_switches_are() -> None:
    named = RuleSet.named("rotterdam")
    made = rules_of("amsterdam", trumping="rotterdam")
    assert (made, hash(made), made.name) == (named, hash(named), "rotterdam")
    assert made.with_switches({}, name="ours") == named
    assert made != RuleSet.named("amsterdam")


def test_switches_are_those_that_differ_from_the_defaults_not_from_the_base() -> None:
    made = RuleSet.load({"base": "amsterdam-plain", "stuk": True, "deals": 8})
    assert made.switches == {"four_of_a_kind": "none", "pit": "none", "deals": 8}


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ({"base": "amsterdam", "pit": "either"}, "amsterdam+pit=either"),
        ({"base": "amsterdam", "pit": "makers"}, "amsterdam"),
        ({"base": "amsterdam", "city": "utrecht"}, "utrecht"),
        (
            {"base": "utrecht", "city": "rotterdam", "pit": "none"},
            "utrecht+trump_making=free,trumping=rotterdam,pit=none",
        ),
        ({"base": "nku", "target": 1500, "stuk": False}, "nku+stuk=false,target=1500"),
        ("amsterdam+stuk=false,pit=none,four_of_a_kind=none", "amsterdam-plain"),
        ("rotterdam+ deals = 8 , stuk = false", "rotterdam+stuk=false,deals=8"),
    ],
)
def test_a_set_has_the_shortest_name_from_its_base(
    source: str | Mapping[str, object], name: str
) -> None:
    assert RuleSet.load(source).name == name
    assert RuleSet.load(name) == RuleSet.load(source)


@given(klaverjas_rules())
def test_a_set_is_read_back_from_its_name_and_from_its_switches(rules: KlaverjasRules) -> None:
    assert RuleSet.load(rules.name) == rules
    assert RuleSet.load(rules.name).name == rules.name
    assert RuleSet.load({"base": "amsterdam", **rules.switches}) == rules
    assert RuleSet.load({"base": "nku", **rules.full}) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert eval(repr(rules)) == rules


@given(klaverjas_rules())
def test_the_hash_is_that_of_the_canonical_form(rules: KlaverjasRules) -> None:
    body = {"game": "klaverjas", **rules.switches}
    assert json.loads(rules.canonical) == body
    assert rules.canonical == json.dumps(body, sort_keys=True, separators=(",", ":"))
    assert rules.hash == hashlib.sha256(rules.canonical.encode()).hexdigest()


@given(klaverjas_rules(), klaverjas_rules())
def test_sets_have_one_hash_exactly_when_they_are_equal(
    one: KlaverjasRules, other: KlaverjasRules
) -> None:
    assert (one.hash == other.hash) == (one == other)
    assert (switch_values(one) | {"name": ""} == switch_values(other) | {"name": ""}) == (
        one == other
    )


def test_neither_name_nor_base_is_in_the_hash() -> None:
    made = rules_of("rotterdam", trumping="amsterdam").with_switches({}, name="Café")
    assert made.hash == RuleSet.named("amsterdam").hash


def test_a_club_registers_a_set_of_its_own(registry: dict[str, RuleSet]) -> None:
    club = RuleSet.register(rules_of("utrecht", deals=8).with_switches({}, name="club"))
    assert RuleSet.named("club") is club
    assert RuleSet.all()[-1] is club
    with pytest.raises(InvalidRules, match="'club' already"):
        RuleSet.register(club)
    RuleSet.register(rules_of().with_switches({}, name="club"), replace_existing=True)
    assert RuleSet.named("club") == RuleSet.named("amsterdam")


@pytest.mark.parametrize("length", [{"deals": 8}, {"target": 1500}])
@pytest.mark.parametrize(
    "changes", [{"deals": 16}, {"deals": 12}, {"target": 1500}, {"target": 300}, {"target": None}]
)
def test_a_name_made_from_a_clubs_own_set_is_read_back(
    registry: dict[str, RuleSet], length: dict[str, int], changes: dict[str, object]
) -> None:
    RuleSet.register(rules_of("utrecht", **length).with_switches({}, name="club"))
    made = RuleSet.load({"base": "club", **changes})
    assert RuleSet.load(made.name) == made


@pytest.mark.parametrize("rules", klaverjas_sets(), ids=lambda rules: rules.name)
def test_a_set_does_not_change(rules: KlaverjasRules) -> None:
    with pytest.raises(AttributeError):
        rules.pit = "either"  # type: ignore[misc]
