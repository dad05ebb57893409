"""The named rule sets of both games, which every installation knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from klaverjas.four import rules as four
from klaverjas.ruleset import RuleSet
from klaverjas.two import rules as two

__all__ = ["NAMED_SETS"]

NAMED_SETS: Final[Mapping[str, RuleSet]] = {
    rules.name: rules
    for rules in RuleSet.all()
    if isinstance(rules, four.KlaverjasRules | two.KlaberjassRules)
}
"""By name, the sets this library comes with; a club's own are registered later."""
