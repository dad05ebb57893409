"""`klaverjas backup`: a copy of the log, while the server is running or not."""

from __future__ import annotations

from pathlib import Path

import click

from klaverjas_cli.data_folder import data_option, find_log
from klaverjas_cli.failure import failing

__all__ = ["command"]


@click.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@data_option
def command(file: Path, data: Path) -> None:
    """Copy the server's log to FILE; the server may go on meanwhile.

    What was answered before is in the copy, which appears whole or not at all. It holds hidden
    cards: only its owner may read it. The key that makes tokens valid is in a file of its own.
    """
    from klaverjas_server.config import KEY_FILE
    from klaverjas_server.log import LogError
    from klaverjas_server.log.backup import back_up

    log = find_log(data)
    with failing(LogError, OSError):
        back_up(log, file)
    click.echo(f"{file} is a copy of {log}: secret, for its owner only.")
    click.echo(f"To carry on with it elsewhere, {data / KEY_FILE} is needed too.")
