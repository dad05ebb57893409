"""`klaverjas rules`: the rule sets there are, and what each of them says."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from klaverjas import InvalidRules, RuleSet
from klaverjas.ruleset import Value
from klaverjas_cli.failure import failing
from klaverjas_cli.options import appearance, screen_of
from klaverjas_cli.switches import SWITCHES, describe
from klaverjas_client.console.screen import Screen

__all__ = ["command"]


@click.command("rules")
@click.argument("name", required=False)
@appearance
def command(name: str | None, lang: str | None, ascii: bool, plain: bool) -> None:
    """List the rule sets, or explain one: every switch, its value, and what that means.

    NAME may also be one of your own, such as `amsterdam+pit=either,deals=8`.
    """
    screen = screen_of(lang, ascii, plain)
    if name is None:
        screen.write(*(line for rules in RuleSet.all() for line in _entry(rules, screen)))
        return
    with failing(InvalidRules):
        rules = RuleSet.load(name)
    screen.write(*map(screen.plain, _page(rules, screen)))


def _entry(rules: RuleSet, screen: Screen) -> Iterator[str]:
    yield f"{rules.name:16} {screen.wording.rules(rules.name)}"
    if (key := f"rules.{rules.name}.text") in screen.words:
        yield f"{'':16} {screen.wording.say(key)}"


def _page(rules: RuleSet, screen: Screen) -> Iterator[str]:
    yield from _entry(rules, screen)
    yield ""
    for key in SWITCHES[rules.game]:
        if key in rules.full:
            question, answer = describe(rules.game, key, rules.full[key])
            yield f"{key} = {_spell(rules.full[key])}"
            yield f"    {question} {answer}"
    yield ""
    yield f"hash {rules.hash}"


def _spell(value: Value) -> str:
    return value if isinstance(value, str) else json.dumps(value)
