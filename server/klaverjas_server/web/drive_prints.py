"""What an evening puts on paper, and the files that it gives away: for directors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

from aiohttp import web

from klaverjas_server.drives.draw import fit
from klaverjas_server.drives.entrant import Entrant
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.evenings import Evenings
from klaverjas_server.drives.links import player_link, table_link
from klaverjas_server.drives.prizes import award
from klaverjas_server.drives.standings import standings
from klaverjas_server.log import Log
from klaverjas_server.web.drive_files import BACKUP, FILES, backup_answer, file_answer
from klaverjas_server.web.drive_lists import by_surname, names_of_side, newest_round, seats_of
from klaverjas_server.web.drive_manual import MANUALS, manual_blocks
from klaverjas_server.web.drive_visit import Visit, show, visit_director
from klaverjas_server.web.qr import qr_svg
from klaverjas_server.web.rendering import address_of, render

__all__ = ["PrintPages"]

Values: TypeAlias = dict[str, Any]


class Card(NamedTuple):
    """A card with a code: what it is for, and where the code leads."""

    title: str
    qr: str
    entrant: Entrant | None = None


class PrintPages:
    """Makes what is printed, and the manual."""

    def __init__(self, evenings: Evenings, store: Log):
        self._evenings = evenings
        self._store = store

    def routes(self) -> list[web.RouteDef]:
        """List the addresses there are."""
        return [
            web.get("/drive/manual/{language}", self.manual),
            web.get("/drive/{drive:\\d+}/print/{paper}", self.paper),
            web.get("/drive/{drive:\\d+}/files/{name}", self.file),
        ]

    async def manual(self, request: web.Request) -> web.Response:
        """Show the secretary's manual."""
        language = request.match_info["language"]
        if language not in MANUALS:
            raise web.HTTPNotFound
        blocks = manual_blocks(language)
        return render(request, "drive/manual.html", blocks=blocks, manual_language=language)

    def _require(self, request: web.Request) -> Visit:
        visit = visit_director(request, self._evenings)
        if visit is None:
            raise web.HTTPSeeOther(f"/drive/{request.match_info['drive']}")
        return visit

    async def paper(self, request: web.Request) -> web.Response:
        """Show something to be printed."""
        visit = self._require(request)
        paper = request.match_info["paper"]
        if paper not in PAPERS:
            raise web.HTTPNotFound
        evening = visit.evening
        return show(
            request,
            f"print_{paper}",
            evening=evening,
            paper=paper,
            side_names=partial(names_of_side, evening),
            **PAPERS[paper](visit),
        )

    async def file(self, request: web.Request) -> web.Response:
        """Give a file."""
        visit = self._require(request)
        name = request.match_info["name"]
        if name == BACKUP:
            return await backup_answer(visit.evening, self._store)
        if name not in FILES:
            raise web.HTTPNotFound
        return file_answer(name, visit.evening)


def _door(visit: Visit) -> Values:
    return {"entrants": by_surname(visit.evening.entrants.values())}


def tables_of(evening: Evening) -> list[int]:
    """List the numbers of the tables that stand in the hall, or will."""
    drawn = [evening.drawn] if evening.drawn else []
    stand = {table.table for round in (*evening.rounds, *drawn) for table in round.tables}
    most = max(len(evening.here()), len(evening.entrants))
    return sorted(stand | set(range(1, fit(evening, most).tables + 1)))


def _cards(visit: Visit) -> Values:
    root = f"{address_of(visit.request)}{visit.root}"
    evening, key = visit.evening, visit.desk.key
    return {
        "cards": [
            Card(str(table), qr_svg(f"{root}/table/{table}#{table_link(key, evening, table)}"))
            for table in tables_of(evening)
        ]
    }


def _players(visit: Visit) -> Values:
    root = f"{address_of(visit.request)}{visit.root}"
    evening, key = visit.evening, visit.desk.key
    return {
        "cards": [
            Card(
                entrant.name,
                qr_svg(f"{root}/me#{player_link(key, evening, entrant.number)}"),
                entrant,
            )
            for entrant in by_surname(evening.entrants.values())
        ]
    }


def _round(visit: Visit) -> Values:
    """Give the round that is played or, before the first, none: slips are then blank."""
    evening = visit.evening
    round = newest_round(evening)
    return {
        "round": round,
        "seats": [] if round is None else seats_of(evening, round),
        "tables": [None] * len(tables_of(evening)) if round is None else round.tables,
        "deals": evening.settings.deals if round is None else round.deals,
    }


def _standings(visit: Visit) -> Values:
    evening = visit.evening
    lines = standings(evening)
    return {
        "lines": lines,
        "through": evening.closed,
        "awards": award(evening.settings.prizes, lines) if evening.ended else (),
    }


PAPERS: Final[Mapping[str, Callable[[Visit], Values]]] = {
    "door": _door,
    "cards": _cards,
    "players": _players,
    "slips": _round,
    "seats": _round,
    "seatcards": _round,
    "standings": _standings,
}
"""By the name of what is printed."""
