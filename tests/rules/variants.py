"""Rule sets for hypothesis: every named one, every pair of policies, switches at random."""

from typing import Final

from hypothesis import strategies as st

from klaverjas.four.rules import KlaverjasRules
from tests.rules.playout import klaverjas_sets, rules_of

SWITCHES: Final[dict[str, tuple[object, ...]]] = {
    "trump_making": ("free", "forced", "free-dealer", "dealer-first", "turned"),
    "trumping": ("amsterdam", "rotterdam", "amsterdam-underruff"),
    "roem_calling": ("called", "automatic"),
    "four_of_a_kind": ("court", "none", "all", "nku"),
    "stuk": (True, False),
    "pit": ("makers", "none", "either"),
    "deals": tuple(range(4, 65, 4)),
    "target": (None, *range(100, 10001)),
    "packets": ("3-2-3", "4-4"),
    "show_last_trick": (True, False),
}
"""What every switch of Klaverjas may be."""


@st.composite
def klaverjas_rules(draw: st.DrawFn) -> KlaverjasRules:
    """Draw a set: a base, and some of its switches set otherwise."""
    base = draw(st.sampled_from(klaverjas_sets())).name
    keys = draw(st.sets(st.sampled_from(list(SWITCHES))))
    if {"deals", "target"} <= keys:
        keys.remove(draw(st.sampled_from(["deals", "target"])))
    return rules_of(base, **{key: draw(st.sampled_from(SWITCHES[key])) for key in sorted(keys)})


@st.composite
def short_matches(draw: st.DrawFn) -> KlaverjasRules:
    """Draw a set of four deals, or of a target that is soon reached."""
    rules = draw(klaverjas_rules())
    length = draw(st.sampled_from([{"deals": 4}, {"target": 200}]))
    made = rules.with_switches(length)
    assert isinstance(made, KlaverjasRules)
    return made
