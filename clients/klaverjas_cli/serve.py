"""`klaverjas serve`: a server, until it is told to stop."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final, Literal

import click

from klaverjas_cli.rule_sources import register_files
from klaverjas_client.address import DEFAULT_PORT

__all__ = ["command"]


_FILE: Final = click.Path(exists=True, dir_okay=False, path_type=Path)


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
    "--web-port",
    metavar="PORT",
    type=click.IntRange(0, 65_535),
    help=f"The port of pages and WebSockets.  [default: {DEFAULT_PORT + 1}, or a free one]",
)
@click.option(
    "--address",
    metavar="URL",
    default="",
    help="The web address that people are told.  [default: that of this machine]",
)
@click.option("--cert", type=_FILE, help="A TLS certificate with its chain, in PEM, for the web.")
@click.option("--key", type=_FILE, help="The key of that certificate, in PEM.")
@click.option("--no-web", is_flag=True, help="Serve no pages and no WebSockets.")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="The folder of the server's files.  [default: where it is started]",
)
@click.option("--memory", is_flag=True, help="Write no files: everything is lost at the end.")
@click.option(
    "--rules",
    "rule_files",
    multiple=True,
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A club's own rule set, in a TOML file; as often as there are any.",
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
    host: str,
    port: int,
    web_port: int | None,
    address: str,
    cert: Path | None,
    key: Path | None,
    no_web: bool,
    data: Path,
    memory: bool,
    rule_files: tuple[Path, ...],
    no_announce: bool,
    log: Literal["json", "console"],
) -> None:
    """Run a server until SIGTERM or Ctrl-C.

    The first line on standard output, written once connections are accepted, is
    `listening on HOST:PORT`.
    """
    from klaverjas_server.certificate import Certificate
    from klaverjas_server.config import ServerConfig
    from klaverjas_server.serve import run

    register_files(rule_files)
    if (cert is None) != (key is None):
        raise click.UsageError("--cert and --key belong together")
    beside = port + 1 if 0 < port < 65_535 else 0
    config = ServerConfig(
        host=host,
        port=port,
        data=None if memory else data,
        announce=not no_announce,
        log_format=log,
        web_port=None if no_web else beside if web_port is None else web_port,
        web_port_may_move=web_port is None,
        address=address,
        certificate=Certificate(cert, key) if cert and key else None,
    )
    sys.exit(run(config))
