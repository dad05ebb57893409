"""`klaverjas watch`: a table, as a spectator sees it."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

import click

from klaverjas_cli.failure import Failure
from klaverjas_cli.options import address_argument, appearance, screen_of
from klaverjas_client.address import Address

if TYPE_CHECKING:
    from klaverjas_client.console import Screen

__all__ = ["command"]


@click.command("watch")
@address_argument
@click.option("--table", metavar="TABLE", help="The table; without it all tables are listed.")
@click.option("--name", metavar="NAME", default="Spectator", help="The name others see.")
@appearance
def command(
    address: Address | None,
    table: str | None,
    name: str,
    lang: str | None,
    ascii: bool,
    plain: bool,
) -> None:
    """Watch a table until its match is over, or list the tables there are.

    A spectator never sees a hand.
    """
    from klaverjas_client import ClientError

    screen = screen_of(lang, ascii, plain)
    try:
        asyncio.run(_watch(screen, address, table, name))
    except KeyboardInterrupt:
        screen.say("lobby.goodbye")
    except ClientError as fault:
        raise Failure(screen.reason(fault)) from fault


async def _watch(screen: Screen, address: Address | None, table: str | None, name: str) -> None:
    from klaverjas_client import Client
    from klaverjas_client.console import Game, Keyboard, Lobby, Wish

    keyboard = Keyboard(sys.stdin)
    lobby = Lobby(screen, keyboard, Wish())
    where = address or await lobby.find_server()
    async with await Client.connect(*where, name=name, program="klaverjas-watch") as client:
        if table is None:
            lobby.show_tables(await lobby.list_tables(client))
            return
        await client.watch(table)
        screen.say("lobby.watching", table=table)
        await Game(client.table(table), screen, None if keyboard.scripted else keyboard).run()
