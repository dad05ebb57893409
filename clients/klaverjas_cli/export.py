"""`klaverjas export`: an evening in one file, to keep or to carry on somewhere else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from klaverjas_cli.data_folder import data_option, find_log
from klaverjas_cli.failure import Failure, failing

if TYPE_CHECKING:
    from klaverjas_server.archive import Exported, Head

__all__ = ["command"]


@click.command("export")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@data_option
@click.option(
    "--log",
    "backup",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Take this backup in place of the folder's own log.",
)
@click.option(
    "--running",
    is_flag=True,
    help="With hidden cards and the key, to carry on as if nothing had been. SECRET.",
)
def command(file: Path, data: Path, backup: Path | None, running: bool) -> None:
    """Write what a stopped server has in its log to one FILE.

    It holds all finished matches. Those that go on reopen elsewhere at their last finished deal,
    and their players get new codes. With --running it holds everything, and is secret.
    """
    from klaverjas_server.archive import ArchiveError, Head
    from klaverjas_server.log import LogError

    if backup is None:
        find_log(data)
    with failing(ArchiveError, LogError, OSError):
        head = Head(time.time_ns() // 1_000_000, _program(), _key(data) if running else None)
        with _log_of(data, backup) as log:
            exported = asyncio.run(_export(log, file, head))
    _tell(exported, file, running)


def _program() -> str:
    return f"klaverjas/{version('klaverjas')}"


def _key(data: Path) -> bytes:
    from klaverjas_server.config import KEY_FILE
    from klaverjas_server.token_key import read_key

    if not (data / KEY_FILE).is_file():
        raise Failure(f"there is no {KEY_FILE} in {data.resolve()}, and --running needs it")
    return read_key(data / KEY_FILE)


@contextmanager
def _log_of(data: Path, backup: Path | None) -> Iterator[Path]:
    """Give the log that is meant; a backup is copied first, and stays as it is."""
    from klaverjas_server.log.backup import back_up

    if backup is None:
        yield find_log(data)
        return
    with TemporaryDirectory(prefix="klaverjas-") as folder:
        copy = Path(folder) / backup.name
        back_up(backup, copy)
        yield copy


async def _export(log: Path, file: Path, head: Head) -> Exported:
    from klaverjas_server.archive import export_log
    from klaverjas_server.log import LogInUse, SqliteLog

    try:
        store = SqliteLog(log)
    except LogInUse as fault:
        raise LogInUse(
            f"{fault}; stop it first, or take a copy with `klaverjas backup copy.db` "
            "and then `klaverjas export --log copy.db`"
        ) from fault
    try:
        return await export_log(store, file, head)
    finally:
        await store.close()


def _tell(exported: Exported, file: Path, running: bool) -> None:
    over, going_on = exported.over, exported.running
    click.echo(f"{file}: {_matches(over)} finished, {_matches(going_on)} going on.")
    if running:
        click.echo("It is SECRET: it holds hidden cards and the key. For its owner only.")
    elif going_on:
        click.echo("Those that go on reopen at their last finished deal, by new codes.")
    for what in exported.left_out:
        click.echo(f"left out: {what}", err=True)


def _matches(count: int) -> str:
    return "1 match" if count == 1 else f"{count} matches"
