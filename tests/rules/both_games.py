"""Short matches of either game under any set, for hypothesis."""

from random import Random
from typing import Final

from hypothesis import strategies as st

from klaverjas import Match, RuleSet
from klaverjas.ruleset import allowed_values
from klaverjas.two.rules import KlaberjassRules
from tests.rules.playout import played_out, steps
from tests.rules.variants import short_matches

KLABERJASS: Final = tuple(rules for rules in RuleSet.all() if isinstance(rules, KlaberjassRules))
SEEDS: Final = st.integers(0, 2**32)


@st.composite
def short_klaberjass(draw: st.DrawFn) -> RuleSet:
    """Draw a set of Klaberjass with some switches set otherwise, and a target soon reached."""
    allowed = {
        key: [value for value in values if not isinstance(value, range)]
        for key, values in allowed_values(KlaberjassRules).items()
        if key != "target"
    }
    keys = draw(st.sets(st.sampled_from(sorted(allowed)), max_size=6))
    switches = {key: draw(st.sampled_from(allowed[key])) for key in sorted(keys)}
    return draw(st.sampled_from(KLABERJASS)).with_switches({**switches, "target": 200})


def short_sets() -> st.SearchStrategy[RuleSet]:
    """Draw a set of either game whose matches are short."""
    return st.one_of(short_matches(), short_klaberjass())


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Draw a match played at random to its end, or stopped anywhere before."""
    rules, chance = draw(short_sets()), Random(draw(SEEDS))
    stop = draw(st.none() | st.integers(0, 150))
    if stop is None:
        return played_out(rules, chance)
    course = (step.after for step in steps(rules, chance))
    match = Match.start(rules)
    for _ in range(stop):
        match = next(course, match)
    return match
