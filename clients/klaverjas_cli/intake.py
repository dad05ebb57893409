"""`klaverjas import`: an evening from one file, into a folder without a log."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from klaverjas_cli.data_folder import data_option
from klaverjas_cli.failure import failing

__all__ = ["command"]


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@data_option
def command(file: Path, data: Path) -> None:
    """Take an exported FILE in, into a data folder that has no log yet.

    All of it comes in, or nothing. The codes for the seats of matches that go on are written to
    standard output, and to a file in the data folder.
    """
    from klaverjas_server.archive import CODES_FILE, ArchiveError, import_archive
    from klaverjas_server.log import LogError

    with failing(ArchiveError, LogError, OSError):
        imported = asyncio.run(import_archive(file, data))
    click.echo(f"{data.resolve()} has all of {file}: start a server there.")
    if imported.carries_on:
        click.echo("Everybody can go on where he was. Do not let the old server go on too.")
    for table in imported.reopened:
        click.echo("\n".join(table.lines()))
    if imported.reopened:
        click.echo(f"Each code is for one seat (klaverjas play --code …); also in {CODES_FILE}.")
