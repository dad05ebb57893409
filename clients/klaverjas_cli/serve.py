"""`klaverjas serve`: a server, until it is told to stop."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

import click

from klaverjas_client.address import DEFAULT_PORT

__all__ = ["command"]


@click.command("serve")
@click.option(
    "--host", metavar="HOST", default="0.0.0.0", show_default=True, help="Where to listen."
)
@click.option(
    "--port",
    metavar="PORT",
    type=click.IntRange(0, 65_535),
    default=DEFAULT_PORT,
    show_default=True,
    help="The TCP port; 0 lets the system choose.",
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder to keep everything in; without it all is lost at the end.",
)
@click.option("--no-announce", is_flag=True, help="Do not tell the network that there is a server.")
@click.option(
    "--log",
    type=click.Choice(("json", "console")),
    default="console",
    show_default=True,
    help="How the journal is written, on standard error.",
)
def command(
    host: str, port: int, data: Path | None, no_announce: bool, log: Literal["json", "console"]
) -> None:
    """Run a server until SIGTERM or Ctrl-C.

    The first line on standard output, written once connections are accepted, is
    `listening on HOST:PORT`.
    """
    from klaverjas_server.config import ServerConfig
    from klaverjas_server.serve import run

    sys.exit(run(ServerConfig(host, port, data, not no_announce, log)))
