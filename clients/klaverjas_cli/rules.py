"""`klaverjas rules`: the rule sets there are, and what each of them says."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from klaverjas import NAMED_SETS, RuleSet
from klaverjas.club import club_set
from klaverjas.ruleset import Value
from klaverjas_cli.house_decisions import SOURCES, HouseDecision, base_of, decisions_of
from klaverjas_cli.options import appearance, screen_of
from klaverjas_cli.rule_sources import load_rules
from klaverjas_cli.switches import describe
from klaverjas_client.console.screen import Screen

__all__ = ["command"]


@click.command("rules")
@click.argument("name", required=False)
@appearance
def command(name: str | None, lang: str | None, ascii: bool, plain: bool) -> None:
    """List the rule sets, or explain one: where it comes from, every switch, what that means.

    NAME may also be one of your own, such as `amsterdam+pit=either,deals=8`, or a TOML file.
    What is marked [H] was decided by this house, where the books are silent or disagree.
    """
    screen = screen_of(lang, ascii, plain)
    if name is None:
        screen.write(*(line for rules in RuleSet.all() for line in _entry(rules, screen)))
        return
    page = _page(load_rules(name), screen)
    screen.write(*map(screen.plain, page))


def _entry(rules: RuleSet, screen: Screen) -> Iterator[str]:
    yield f"{rules.name:16} {screen.wording.rules(rules.name)}"
    if text := _text(rules, screen):
        yield f"{'':16} {text}"


def _text(rules: RuleSet, screen: Screen) -> str | None:
    club, key = club_set(rules.name), f"rules.{rules.name}.text"
    if club is not None:
        return club.text(screen.words.language)
    return screen.wording.say(key) if key in screen.words else None


def _page(rules: RuleSet, screen: Screen) -> Iterator[str]:
    yield from _entry(rules, screen)
    yield from _origin(rules)
    yield ""
    decisions = decisions_of(rules)
    yield from _switches(rules, {key for decision in decisions for key in decision.switches})
    yield ""
    yield "Decided by this house:"
    for decision in decisions:
        yield _decision(decision, rules)
    yield ""
    yield f"hash {rules.hash}"


def _origin(rules: RuleSet) -> Iterator[str]:
    """Say what a set follows, and where it does not."""
    base = base_of(rules)
    if base not in SOURCES:
        return
    yield f"{'':16} Follows {SOURCES[base]}."
    followed = NAMED_SETS[base].full
    other = [key for key, value in rules.full.items() if followed.get(key) != value]
    if other:
        yield f"{'':16} Made from {base}; its own: {', '.join(other)}."


def _switches(rules: RuleSet, decided: set[str]) -> Iterator[str]:
    for key, value in rules.full.items():
        question, answer = describe(rules, key)
        yield f"{key} = {_spell(value)}{' [H]' if key in decided else ''}"
        yield f"    {question} {answer}"


def _decision(decision: HouseDecision, rules: RuleSet) -> str:
    switches = (f"{key} = {_spell(getattr(rules, key))}" for key in decision.switches)
    where = ", ".join(switches)
    return f"[H] {decision.says}" + (f" ({where})" if where else "")


def _spell(value: Value) -> str:
    return value if isinstance(value, str) else json.dumps(value)
