"""The server's data folder, as commands beside the server find it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from klaverjas_cli.failure import Failure

__all__ = ["data_option", "find_log"]

data_option: Final = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="The folder of the server's files.  [default: the current one]",
)


def find_log(data: Path) -> Path:
    """Find the log in a data folder; `Failure` when there is none."""
    from klaverjas_server.config import LOG_FILE

    path = data / LOG_FILE
    if not path.is_file():
        raise Failure(f"there is no {LOG_FILE} in {data.resolve()}: --data names the folder")
    return path
