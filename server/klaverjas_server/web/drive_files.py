"""What leaves an evening as a file: CSV for spreadsheets, text for the paper, a backup."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from aiohttp import web

from klaverjas_server.drives import rows
from klaverjas_server.drives.archive import write_archive
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.sheets import (
    BOM,
    entrants_csv,
    press_text,
    results_csv,
    seats_csv,
    standings_csv,
)
from klaverjas_server.drives.standings import standings
from klaverjas_server.log import Log
from klaverjas_server.web.answers import NOT_AT_ALL

__all__ = ["BACKUP", "FILES", "backup_answer", "file_answer"]

BACKUP: Final = "backup.json"


def _seats(evening: Evening) -> str:
    """Write all rounds below each other, under one line of headings."""
    sheets = [seats_csv(evening, round).removeprefix(BOM) for round in evening.rounds]
    bodies = [sheet.partition("\r\n")[2] for sheet in sheets[1:]]
    return BOM + "".join([*sheets[:1], *bodies])


FILES: Final[Mapping[str, Callable[[Evening], str]]] = {
    "entrants.csv": entrants_csv,
    "seats.csv": _seats,
    "results.csv": results_csv,
    "standings.csv": lambda evening: standings_csv(standings(evening)),
    "paper.txt": lambda evening: press_text(evening, standings(evening)),
}
"""By the name of the file."""


def file_answer(name: str, evening: Evening) -> web.Response:
    """Answer with a file to be kept; KeyError for one there is not."""
    kind = "text/csv" if name.endswith(".csv") else "text/plain"
    return _answer(name, evening, FILES[name](evening).encode(), f"{kind}; charset=utf-8")


async def backup_answer(evening: Evening, store: Log) -> web.Response:
    """Answer with all of an evening, which any later version opens."""
    entries = await store.read(rows.PREFIX + evening.id, 0)
    return _answer(BACKUP, evening, write_archive(evening.id, entries), "application/json")


def _answer(name: str, evening: Evening, body: bytes, kind: str) -> web.Response:
    return web.Response(
        body=body,
        headers={
            "Content-Type": kind,
            "Content-Disposition": f'attachment; filename="drive-{evening.id}-{name}"',
            "Cache-Control": NOT_AT_ALL,
        },
    )
