"""`klaverjas play`: the reference client in the terminal."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import click

from klaverjas import Seat
from klaverjas_cli.failure import Failure
from klaverjas_cli.options import SEAT, address_argument, appearance, screen_of, strategy_option
from klaverjas_cli.rule_sources import name_for_server
from klaverjas_client.address import Address

__all__ = ["command", "profile_path"]


def profile_path() -> Path:
    """Name the file in which the client remembers its player."""
    return Path(click.get_app_dir("klaverjas")) / "profile.json"


@click.command("play")
@address_argument
@click.option("--name", metavar="NAME", help="Your name; it is asked once, and remembered.")
@click.option("--table", metavar="TABLE", help="Sit down at this table.")
@click.option("--code", metavar="CODE", help="Sit down where an invitation says.")
@click.option("--seat", type=SEAT, help="The seat you want.")
@click.option(
    "--rules",
    metavar="RULES",
    help="Open a table, for example `rotterdam+deals=4`, or by a TOML file.",
)
@click.option("--bots", type=click.IntRange(0, 3), metavar="N", help="Bots at the table you open.")
@strategy_option
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the record of the match in this file.",
)
@appearance
def command(
    address: Address | None,
    name: str | None,
    table: str | None,
    code: str | None,
    seat: str | None,
    rules: str | None,
    bots: int | None,
    strategy: str,
    record: Path | None,
    lang: str | None,
    ascii: bool,
    plain: bool,
) -> None:
    """Play a match. Without an address, the server is looked for on the network.

    Type `?` for help, whenever you like. Without a terminal, lines are read from standard input
    as they are needed.
    """
    from klaverjas_client import ClientError
    from klaverjas_client.console import Evening, Keyboard, Profile, Wish

    if rules and (table or code):
        raise click.UsageError("--rules opens a table; --table and --code join one.")
    wish = Wish(
        name=name,
        table=table,
        code=code,
        seat=Seat(seat) if seat else None,
        rules=None if rules is None else name_for_server(rules),
        bots=bots,
        strategy=strategy,
    )
    screen = screen_of(lang, ascii, plain)
    evening = Evening(screen, Keyboard(sys.stdin), Profile(profile_path()), wish)
    try:
        asyncio.run(evening.run(address, record))
    except KeyboardInterrupt:
        screen.say("lobby.goodbye")
    except ClientError as fault:
        raise Failure(screen.reason(fault)) from fault
    except OSError as fault:
        raise Failure(str(fault)) from fault
