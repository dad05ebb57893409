"""What every switch of a rule set means, in words; numbers speak for themselves."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import getdoc, isfunction
from typing import Final

from klaverjas import Game, RuleSet
from klaverjas.ruleset import Value, allowed_values

__all__ = ["SWITCHES", "describe"]

_REDEALER: Final[dict[Value, str]] = {
    "other": "the other player",
    "same": "the same player",
}
_LAST_TRICK: Final[tuple[str, dict[Value, str]]] = (
    "May one look at the last trick?",
    {True: "yes", False: "no"},
)

SWITCHES: Final[dict[Game, dict[str, tuple[str, dict[Value, str]]]]] = {
    Game.KLAVERJAS: {
        "trump_making": (
            "Who makes trump?",
            {
                "free": "from forehand on, name a suit or pass; if all pass, forehand must name",
                "forced": "forehand names a suit and may not pass",
                "free-dealer": "from forehand on, name a suit or pass; the dealer may not pass",
                "dealer-first": "the dealer speaks first; if all pass, he must name",
                "turned": "a suit is turned: play it or pass; forehand must play the second",
            },
        ),
        "trumping": (
            "What may be played when one cannot follow suit?",
            {
                "amsterdam": "ruff, over a ruff if possible; not while the partner is winning; "
                "a lower trump only if there is nothing else",
                "rotterdam": "always ruff, over a ruff if possible, even the partner's",
                "amsterdam-underruff": "as Amsterdam, but under an opponent's ruff one must "
                "ruff lower if one cannot go over",
            },
        ),
        "roem_calling": (
            "Does roem have to be called?",
            {
                "called": "yes, before the next lead, or it does not count",
                "automatic": "no, it is always written",
            },
        ),
        "four_of_a_kind": (
            "Four of a kind in one trick is worth",
            {
                "none": "nothing",
                "court": "100 in tens, queens, kings and aces, 200 in jacks",
                "all": "100 in every rank, 200 in jacks",
                "nku": "100 in every rank",
            },
        ),
        "stuk": (
            "Is stuk, king and queen of trump in one trick, worth 20?",
            {True: "yes", False: "no"},
        ),
        "pit": (
            "All eight tricks are worth 100 more",
            {"none": "to nobody", "makers": "to the makers", "either": "to whoever takes them"},
        ),
        "deals": ("How many deals are a match?", {}),
        "target": ("Or is it played until a side has so many points?", {None: "no"}),
        "packets": (
            "How are the cards dealt?",
            {"3-2-3": "three, two, three", "4-4": "four and four"},
        ),
        "show_last_trick": _LAST_TRICK,
    },
    Game.KLABERJASS: {
        "first_dealer": (
            "Who deals first?",
            {
                "highest": "whoever cuts the highest card",
                "lowest": "whoever cuts the lowest card",
                "drawn": "one drawn by lot",
            },
        ),
        "next_dealer": (
            "Who deals next?",
            {"winner": "the winner of the deal", "alternates": "the other player"},
        ),
        "after_tie": (
            "And after a tied deal?",
            {"alternates": "the other player", "defender": "the defender"},
        ),
        "void_dealer": ("And after four passes?", _REDEALER),
        "schmeiss": (
            "May one offer to throw the deal in?",
            {"none": "no", "round1": "in the first round", "both-rounds": "in both rounds"},
        ),
        "schmeiss_dealer": ("The dealer too?", {True: "yes", False: "no, he only answers"}),
        "schmeiss_round2": (
            "Refused in the second round, whoever offered it plays",
            {"upcard": "the suit of the upcard", "name-other": "another suit, which he names"},
        ),
        "schmeiss_redealer": ("Who deals when it is accepted?", _REDEALER),
        "schmeiss_always_accepted": (
            "Is it always accepted?",
            {True: "yes", False: "no, the other player decides"},
        ),
        "schmeiss_brake": (
            "Is it withheld after so many deals in a row thrown in?",
            {None: "no"},
        ),
        "bottom_shown": ("Is the bottom card of the stock shown?", {True: "yes", False: "no"}),
        "bare_jass": (
            "May one keep the jack of trump when it is one's only trump?",
            {True: "yes, when a plain suit is led", False: "no"},
        ),
        "sequence_values": (
            "A sequence of three, four, five … cards is worth",
            {
                "split": "20, 50, 50, 50, 70, 100",
                "fifty": "20, 50, 50, 50, 50, 50",
                "hundred": "20, 50, 100, 100, 100, 100",
                "belote": "20, 50, 100, 100, 100, 100",
            },
        ),
        "compare": (
            "Which sequence is better?",
            {
                "class-top-trump": "that of the higher class, then higher card, then trump",
                "length-top-trump": "the longer one, then higher card, then trump",
                "class-top": "that of the higher class, then higher card",
            },
        ),
        "last_said": (
            "What is said of it, at most?",
            {
                "class": "its class or length, and its highest card",
                "trump": "at last whether it is in trump",
                "suit": "at last its suit",
            },
        ),
        "still_equal": (
            "Who has it if they are still equal?",
            {"nondealer": "the non-dealer", "nobody": "nobody, and no sequence counts"},
        ),
        "declare_at": (
            "When does one declare?",
            {
                "with-lead": "each with his first card",
                "before-lead": "both before the lead",
            },
        ),
        "show_at": (
            "When are the winner's sequences shown?",
            {
                "at-once": "at once",
                "first-trick": "when the first trick is closed",
                "second-trick": "with his card to the second trick",
            },
        ),
        "sequence_needs_trick": (
            "Do they count without a trick?",
            {True: "no", False: "yes"},
        ),
        "bela": (
            "Bela, king and queen of trump in one hand, counts if it is called with",
            {"either": "either of the two", "first": "the first of the two", "both": "both"},
        ),
        "tie": (
            "A tied deal:",
            {
                "pot": "both sums go into a pot for the winner of the next deal",
                "defender-own": "the maker writes nothing, the defender his own",
                "defender-both": "the maker writes nothing, the defender both sums",
            },
        ),
        "target": ("How many points are a match?", {}),
        "match_end": (
            "If both have them after the same deal,",
            {
                "higher-total": "the higher total wins; a tie plays another deal",
                "defender-first": "the defender counts first",
            },
        ),
        "claim": (
            "May one claim the match in the middle of a deal?",
            {True: "yes; a wrong claim loses it", False: "no"},
        ),
        "show_last_trick": _LAST_TRICK,
    },
}
"""By game and switch: the question it answers, and what each value answers."""


def describe(rules: RuleSet, switch: str) -> tuple[str, str]:
    """Give the question a switch answers, and the answer that a rule set gives."""
    question, answers = SWITCHES[rules.game][switch]
    value: Value = getattr(rules, switch)
    return question, answers.get(value) or _docstring(rules, switch, value) or str(value)


def _docstring(rules: RuleSet, switch: str, value: Value) -> str | None:
    """Let a policy that somebody else brought speak for itself."""
    registry = allowed_values(type(rules))[switch]
    policy = registry.get(value) if isinstance(registry, Mapping) else None
    said = getdoc(policy) if isfunction(policy) else None
    return said and said.splitlines()[0]
