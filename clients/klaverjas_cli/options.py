"""Options and arguments that several commands share."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from klaverjas_client.address import Address
from klaverjas_client.console.screen import Screen
from klaverjas_words import LANGUAGES, choose, load

__all__ = ["SEAT", "address_argument", "appearance", "screen_of", "strategy_option"]

_Command = TypeVar("_Command", bound=Callable[..., Any])


def _read_address(ctx: click.Context, param: click.Parameter, value: str | None) -> Address | None:
    try:
        return None if value is None else Address.parse(value)
    except ValueError as fault:
        raise click.BadParameter(str(fault), ctx, param) from fault


def _read_strategy(ctx: click.Context, param: click.Parameter, value: str) -> str:
    from klaverjas_bots import STRATEGIES

    if value not in STRATEGIES:
        known = ", ".join(STRATEGIES)
        raise click.BadParameter(f"unknown strategy {value!r}; known: {known}", ctx, param)
    return value


address_argument: Final = click.argument(
    "address", metavar="[HOST[:PORT]]", required=False, callback=_read_address
)
strategy_option: Final = click.option(
    "--strategy",
    metavar="NAME",
    default="club",
    show_default=True,
    callback=_read_strategy,
    help="How the bots play.",
)
SEAT: Final = click.Choice(("N", "E", "S", "W"), case_sensitive=False)


def appearance(command: _Command) -> _Command:
    """Add the options that say what the terminal can show; `screen_of` takes them."""
    for option in (
        click.option("--plain", is_flag=True, help="No colours."),
        click.option("--ascii", is_flag=True, help="Letters instead of the signs of the suits."),
        click.option(
            "--lang",
            type=click.Choice(LANGUAGES),
            help="The language; otherwise that of the system, or English.",
        ),
    ):
        command = option(command)
    return command


def screen_of(lang: str | None, ascii: bool, plain: bool) -> Screen:
    """Make the screen on standard output."""
    language = lang or choose(_system_language())
    return Screen.on(sys.stdout, load(language), ascii=ascii, plain=plain)


def _system_language() -> str:
    """Read the environment as gettext does."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value
    return ""
