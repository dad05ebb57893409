"""`klaverjas bot`: a strategy in a seat, as a client of its own."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from klaverjas import Seat
from klaverjas_cli.failure import failing
from klaverjas_cli.options import SEAT, address_argument, strategy_option
from klaverjas_client.address import LOCAL, Address

if TYPE_CHECKING:
    from klaverjas import View

__all__ = ["command"]


@click.command("bot")
@address_argument
@strategy_option
@click.option("--table", metavar="TABLE", help="The table to sit down at.")
@click.option("--code", metavar="CODE", help="An invitation to a seat, in place of a table.")
@click.option("--seat", type=SEAT, help="The seat; otherwise any.")
@click.option("--name", metavar="NAME", help="Its name; otherwise that of its strategy.")
@click.option("--seed", type=int, help="Play the same way every time.")
def command(
    address: Address | None,
    strategy: str,
    table: str | None,
    code: str | None,
    seat: str | None,
    name: str | None,
    seed: int | None,
) -> None:
    """Let a bot play one match to its end."""
    from klaverjas_client import ClientError

    if not table and not code:
        raise click.UsageError("A bot needs --table or --code.")
    place = Seat(seat) if seat else None
    with failing(ClientError):
        view = asyncio.run(
            _play(address or LOCAL, strategy, seed, name or strategy, (table, place, code))
        )
    click.echo(" ".join(f"{side} {total}" for side, total in view.totals.items()))


async def _play(
    address: Address,
    strategy: str,
    seed: int | None,
    name: str,
    place: tuple[str | None, Seat | None, str | None],
) -> View:
    from klaverjas_bots import make
    from klaverjas_client import Client, play

    table, seat, code = place
    async with await Client.connect(*address, name=name, program="klaverjas-bot") as client:
        seated = await client.sit(table, seat, code=code)
        click.echo(f"seat {seated.seat} at table {seated.table}")
        return await play(client.table(seated.table), make(strategy, seed))
