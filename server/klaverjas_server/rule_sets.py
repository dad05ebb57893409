"""What the hall says of each rule set."""

from __future__ import annotations

from klaverjas import RuleSet
from klaverjas.club import club_set
from klaverjas_wire.messages import RulesInfo
from klaverjas_words import load

__all__ = ["rules_info", "summary"]


def summary(rules: RuleSet, language: str | None = None) -> str:
    """Say in a sentence what a rule set is; of a club's own set, what the club says.

    Without a language it is English, or the one the club wrote first.
    """
    club = club_set(rules.name)
    if club is not None and (text := club.text(language)):
        return text
    words = load(language or "en")
    key = f"rules.{rules.name}.text"
    return words.text(key) if key in words else rules.canonical


def rules_info(rules: RuleSet) -> RulesInfo:
    """Make a rule set's entry in the answer to `rules`."""
    return RulesInfo(rules.name, rules.game, rules.game.seats, rules.hash, summary(rules))
