"""What everybody sees of an evening: the board on the wall, one's own page, a table's device."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, TypeAlias

from aiohttp import web

from klaverjas import RuleSet
from klaverjas_server.drives.draw import fit
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.evenings import Evenings
from klaverjas_server.drives.links import find_link, seat_code
from klaverjas_server.drives.refused import Refused
from klaverjas_server.drives.round import HallTable, Round
from klaverjas_server.drives.server_tables import people_of
from klaverjas_server.drives.standings import standings
from klaverjas_server.web.drive_form import Form, read_form
from klaverjas_server.web.drive_lists import (
    in_pages,
    names_of_side,
    newest_round,
    seated_in,
    seats_of,
)
from klaverjas_server.web.drive_moment import Moments
from klaverjas_server.web.drive_orders import read_order
from klaverjas_server.web.drive_slips import slip_values
from klaverjas_server.web.drive_visit import (
    Visit,
    desk_of,
    explain,
    keep_secret,
    show,
    visit_seat,
)
from klaverjas_server.web.qr import qr_svg
from klaverjas_server.web.rendering import address_of, render

__all__ = ["PublicPages"]

LINES: Final = 20
"""The lines of a page of the board, in two columns, so that ten metres away can read it."""
TABLES: Final = 12

Values: TypeAlias = dict[str, Any]


class PublicPages:
    """Makes the pages that need no PIN, and takes what tables and players tell."""

    def __init__(self, evenings: Evenings, moments: Moments):
        self._evenings = evenings
        self._moments = moments

    def routes(self) -> list[web.RouteDef]:
        """List the addresses there are."""
        return [
            web.get("/drive/{drive:\\d+}/board", self.board),
            web.get("/drive/{drive:\\d+}/me", self.me),
            web.get("/drive/{drive:\\d+}/table/{table:\\d+}", self.device),
            web.post("/drive/{drive:\\d+}/link", self.link),
            web.post("/drive/{drive:\\d+}/tell", self.tell),
        ]

    # The board

    async def board(self, request: web.Request) -> web.Response:
        """Show the board: who sits where while a round is played, and the standings."""
        evening = desk_of(request, self._evenings).evening
        moment = self._moments.of(evening)
        through = moment.through(evening)
        running = evening.running
        lines = standings(evening, through) if through else ()
        return render(
            request,
            "drive/board.html",
            evening=evening,
            round=newest_round(evening),
            moment=moment,
            left=self._moments.left(moment),
            live=moment.mode == "live",
            frozen=evening.frozen is not None,
            fit=fit(evening, len(evening.here())),
            through=through,
            side_names=partial(names_of_side, evening),
            seat_pages=in_pages(seats_of(evening, running), LINES) if running else (),
            table_pages=in_pages(running.tables, TABLES) if running else (),
            standing_pages=in_pages(lines, LINES),
            qr=qr_svg(f"{address_of(request)}/drive/{evening.id}/me"),
        )

    # One's own page

    async def link(self, request: web.Request) -> web.Response:
        """Exchange a link's secret, which stood behind the address's #, for a cookie."""
        desk = desk_of(request, self._evenings)
        form = await read_form(request)
        secret = form.raw("link").strip().rpartition("#")[2]
        who = find_link(desk.key, desk.evening, secret)
        if who is None:
            return self._ask_link(request, form.raw("back"), "wrong")
        own = "me" if who.role == "player" else f"table/{who.number}"
        answer = web.Response(status=303, headers={"Location": f"/drive/{desk.evening.id}/{own}"})
        keep_secret(request, answer, "seat", secret)
        return answer

    def _ask_link(self, request: web.Request, back: str, wrong: str = "") -> web.Response:
        evening = desk_of(request, self._evenings).evening
        page = show(request, "link", evening=evening, back=back, wrong=wrong)
        if wrong and page.status == 200:
            page.set_status(403)
        return page

    async def me(self, request: web.Request) -> web.Response:
        """Show a player where he sits, and let him tell his table's result."""
        visit = visit_seat(request, self._evenings)
        if visit is None or visit.who.role != "player":
            return self._ask_link(request, "me")
        evening = visit.evening
        entrant = evening.entrants[visit.who.number]
        round = newest_round(evening)
        seated = None if round is None else seated_in(evening, round, entrant)
        table = None if seated is None else seated.table
        line = next((ln for ln in self._lines(evening) if ln.number == entrant.number), None)
        return self._own(
            visit,
            round,
            table,
            back="me",
            who=entrant.name,
            entrant=entrant,
            seated=seated,
            line=line,
            sides=() if table is None else (table.side_of(entrant.number),),
            seats=_seat_links(visit, round, table),
        )

    def _lines(self, evening: Evening) -> Any:
        through = self._moments.of(evening).through(evening)
        return standings(evening, through) if through else ()

    async def device(self, request: web.Request) -> web.Response:
        """Show the device of a table what is to be told there."""
        number = int(request.match_info["table"])
        visit = visit_seat(request, self._evenings)
        if visit is None or (visit.who.role, visit.who.number) != ("table", number):
            return self._ask_link(request, f"table/{number}")
        round = newest_round(visit.evening)
        table = None if round is None else _table_of(round, number)
        return self._own(visit, round, table, back=f"table/{number}", sides=(0, 1))

    def _own(
        self, visit: Visit, round: Round | None, table: HallTable | None, **values: Any
    ) -> web.Response:
        evening = visit.evening
        slips: Values = {}
        if round is not None and table is not None:
            slips = slip_values(evening, round, table, visit.request.query.get("deal", ""))
        blank: Values = {"entrant": None, "seated": None, "line": None, "seats": (), "who": ""}
        return show(
            visit.request,
            "me",
            evening=evening,
            mark=visit.mark,
            moment=self._moments.of(evening),
            through=self._moments.of(evening).through(evening),
            round=round,
            table=table,
            target="tell",
            mine=values["sides"][0] if values["sides"] else 0,
            side_names=partial(names_of_side, evening),
            device=visit.who.number if visit.who.role == "table" else None,
            **slips,
            **{**blank, **values},
        )

    # What tables tell

    async def tell(self, request: web.Request) -> web.Response:
        """Take a deal, two totals, an agreement or a call for the director."""
        visit = visit_seat(request, self._evenings)
        if visit is None:
            raise web.HTTPSeeOther(f"/drive/{request.match_info['drive']}/me")
        form = await read_form(request)
        visit.require_own(form)
        try:
            if form.raw("act") == "call":
                self._call(visit)
            else:
                order = read_order(form, visit.evening, _side(visit, form))
                await visit.desk.take(order, visit.who)
        except Refused as refused:
            return explain(visit, form, refused, f"{visit.root}/tell")
        return web.Response(status=303, headers={"Location": visit.back(form)})

    def _call(self, visit: Visit) -> None:
        """Note that a table calls the director: the one where the caller sits."""
        evening = visit.evening
        round = newest_round(evening)
        table = None if round is None else _own_table(visit, round)
        if table is None:
            raise Refused("not-seated", "you do not sit at a table now")
        self._moments.of(evening).calls.add(table.table)


def _table_of(round: Round, number: int) -> HallTable | None:
    return next((table for table in round.tables if table.table == number), None)


def _own_table(visit: Visit, round: Round) -> HallTable | None:
    if visit.who.role == "table":
        return _table_of(round, visit.who.number)
    return round.table_of(visit.who.number)


def _side(visit: Visit, form: Form) -> int:
    """Tell for which side a form speaks: a player's own; a device says which."""
    if visit.who.role == "table":
        return form.maybe_number("side", 0, 1) or 0
    round = newest_round(visit.evening)
    table = None if round is None else round.table_of(visit.who.number)
    if table is None:
        raise Refused("not-seated", "you do not sit at a table now")
    return table.side_of(visit.who.number)


def _seat_links(
    visit: Visit, round: Round | None, table: HallTable | None
) -> list[tuple[str, str]]:
    """List where a player takes his seat at a table on the server: name and address.

    The code stands behind the address's #, where it is never sent.
    """
    if round is None or table is None or table.id is None or round.state != "published":
        return []
    entrant = visit.evening.entrants[visit.who.number]
    place = (visit.evening.id, round.number, table.table)
    return [
        (entrant.names[member], f"/join#{seat_code(visit.desk.key, *place, seat)}")
        for seat, (number, member) in people_of(
            table, RuleSet.load(visit.evening.settings.rules)
        ).items()
        if number == entrant.number
    ]
