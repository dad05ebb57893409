"""`klaverjas drive`: the lists of an evening, to look at, to print and to keep."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import click

from klaverjas_cli.drive_terminal import (
    Terminal,
    log_lines,
    round_lines,
    standing_lines,
    this_round,
)
from klaverjas_cli.failure import Failure, failing

__all__ = ["lists"]


@click.command("round")
@click.argument("number", type=int, required=False)
@click.pass_obj
def round_(terminal: Terminal, number: int | None) -> None:
    """Print who sits where, and what the tables have told."""
    evening = terminal.look()
    if number is None and evening.drawn is not None and evening.running is None:
        round = evening.drawn
    else:
        with failing(KeyError):
            round = evening.round(this_round(evening, number))
    for line in round_lines(evening, round):
        click.echo(line)


@click.command("standings")
@click.option("--through", type=int, help="After this round, whether it is closed or not.")
@click.option("--shown", is_flag=True, help="As the hall sees them: no further than frozen.")
@click.option("--csv", "as_csv", is_flag=True, help="For a spreadsheet.")
@click.pass_obj
def standings(terminal: Terminal, through: int | None, shown: bool, as_csv: bool) -> None:
    """Print the standings."""
    from klaverjas_server.drives.sheets import standings_csv
    from klaverjas_server.drives.standings import shown_standings
    from klaverjas_server.drives.standings import standings as ranked

    evening = terminal.look()
    lines = shown_standings(evening) if shown else ranked(evening, through)
    if as_csv:
        click.echo(standings_csv(lines), nl=False)
        return
    for line in standing_lines(lines):
        click.echo(line)


@click.command("prizes")
@click.pass_obj
def prizes(terminal: Terminal) -> None:
    """Print who gets which prize."""
    from klaverjas_server.drives.prizes import award
    from klaverjas_server.drives.standings import standings as ranked

    evening = terminal.look()
    for prize, lines in award(evening.settings.prizes, ranked(evening)):
        click.echo(f"{prize.name}: {', '.join(line.name for line in lines) or 'nobody'}")


@click.command("log")
@click.pass_obj
def log(terminal: Terminal) -> None:
    """Print all that was done, by whom and when."""
    for line in log_lines(terminal.read()[1]):
        click.echo(line)


@click.command("export")
@click.argument(
    "what", type=click.Choice(("backup", "entrants", "seats", "results", "standings", "paper"))
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), required=False)
@click.pass_obj
def export(terminal: Terminal, what: str, file: Path | None) -> None:
    """Write a list to FILE, or to standard output.

    `backup` is the whole evening, for `klaverjas drive restore`; `paper` is for the local
    newspaper; the others are CSV.
    """
    data = _exported(terminal, what)
    if file is None:
        sys.stdout.buffer.write(data)
        return
    with failing(OSError):
        file.write_bytes(data)


def _exported(terminal: Terminal, what: str) -> bytes:
    from klaverjas_server.drives import sheets
    from klaverjas_server.drives.archive import write_archive
    from klaverjas_server.drives.standings import standings as ranked

    evening, entries = terminal.read()
    if what == "backup":
        return write_archive(evening.id, entries)
    if what == "entrants":
        return sheets.entrants_csv(evening).encode()
    if what == "results":
        return sheets.results_csv(evening).encode()
    if what == "standings":
        return sheets.standings_csv(ranked(evening)).encode()
    if what == "paper":
        return sheets.press_text(evening, ranked(evening)).encode()
    round = evening.drawn or (evening.rounds[-1] if evening.rounds else None)
    if round is None:
        raise Failure("no round has been drawn yet")
    return sheets.seats_csv(evening, round).encode()


lists: Final = (round_, standings, prizes, log, export)
