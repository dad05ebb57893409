"""The director's pages: the evening as a wizard, from the door to the prizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any, Final, TypeAlias, get_args

from aiohttp import web

from klaverjas import RuleSet
from klaverjas_server.chance import Chance
from klaverjas_server.drives import orders
from klaverjas_server.drives.draw import fit
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.evenings import Evenings
from klaverjas_server.drives.links import player_link
from klaverjas_server.drives.plan import plan
from klaverjas_server.drives.prizes import award
from klaverjas_server.drives.refused import Refused
from klaverjas_server.drives.round import HallTable, Round
from klaverjas_server.drives.rows import Corrected
from klaverjas_server.drives.score import doubts
from klaverjas_server.drives.settings import TARIFFS, Format, Fourth, Settings, TieBreak
from klaverjas_server.drives.standings import standings
from klaverjas_server.hall import Hall
from klaverjas_server.web.address import is_own_machine
from klaverjas_server.web.drive_door import form_mark, is_form_mark, make_ticket
from klaverjas_server.web.drive_files import BACKUP, FILES
from klaverjas_server.web.drive_form import Form, read_form
from klaverjas_server.web.drive_lists import (
    by_surname,
    find_entrants,
    late_tables,
    names_of_side,
    newest_round,
    seated_in,
)
from klaverjas_server.web.drive_moment import Moments
from klaverjas_server.web.drive_orders import draw_mark, read_order, totals_mark
from klaverjas_server.web.drive_setup import TARIFF_FIELDS, prize_lines, tariff_name
from klaverjas_server.web.drive_slips import slip_values
from klaverjas_server.web.drive_visit import (
    Visit,
    desk_of,
    explain,
    keep_secret,
    show,
    visit_director,
)
from klaverjas_server.web.language import language_of
from klaverjas_server.web.qr import qr_svg
from klaverjas_server.web.rendering import address_of
from klaverjas_words import load

__all__ = ["DirectorPages", "clock_text"]

STEPS: Final = ("people", "draw", "tables", "standings", "papers", "settings")

Values: TypeAlias = dict[str, Any]


class DirectorPages:
    """Makes the pages of directors, and takes what they send."""

    def __init__(
        self, evenings: Evenings, hall: Hall, moments: Moments, chance: Chance, key: bytes
    ):
        self._evenings = evenings
        self._hall = hall
        self._moments = moments
        self._chance = chance
        self._key = key

    def routes(self) -> list[web.RouteDef]:
        """List the addresses there are."""
        return [
            web.get("/drive", self.list),
            web.post("/drive", self.open),
            web.get("/drive/{drive:\\d+}", self.begin),
            web.post("/drive/{drive:\\d+}/pin", self.enter),
            web.post("/drive/{drive:\\d+}/leave", self.leave),
            web.post("/drive/{drive:\\d+}/do", self.act),
            web.get("/drive/{drive:\\d+}/person/{number:\\d+}", self.person),
            web.get("/drive/{drive:\\d+}/desk/{round:\\d+}/{table:\\d+}", self.table),
            web.get(f"/drive/{{drive:\\d+}}/{{step:{'|'.join(STEPS)}}}", self.step),
        ]

    # The door

    async def list(self, request: web.Request) -> web.Response:
        """List the evenings, the newest first."""
        return self._list(request)

    def _list(self, request: web.Request, fault: str = "") -> web.Response:
        return show(
            request,
            "list",
            evenings=[desk.evening for desk in self._evenings][::-1],
            own_machine=is_own_machine(request),
            today=datetime.now().date().isoformat(),
            mark=form_mark(self._key, "new"),
            fault=fault,
        )

    async def open(self, request: web.Request) -> web.Response:
        """Announce an evening, for who sits at the server's own machine."""
        form = await read_form(request)
        own = is_form_mark(self._key, "new", form.raw("mark"))
        if not own or not is_own_machine(request):
            raise web.HTTPForbidden
        pairs = form.ticked("pairs")
        settings = Settings(
            format="walk" if pairs else "memory", pairs=pairs, paper=form.ticked("paper")
        )
        pin = form.raw("pin").strip()
        if "name" not in form or len(pin) < 4:
            return self._list(request, load(language_of(request)).text("drive.new-pin"))
        desk = await self._evenings.open(
            form.text("name", 80), settings, date=form.text("date", 10), pin=pin
        )
        return _go(f"/drive/{desk.evening.id}")

    async def begin(self, request: web.Request) -> web.Response:
        """Ask for the PIN, or go on with what is to be done now."""
        visit = visit_director(request, self._evenings)
        if visit is None:
            return self._ask_pin(request)
        raise web.HTTPSeeOther(f"{visit.root}/{_step_of(visit.evening)}")

    def _ask_pin(self, request: web.Request, wrong: str = "") -> web.Response:
        page = show(request, "pin", evening=desk_of(request, self._evenings).evening, wrong=wrong)
        if wrong and page.status == 200:
            page.set_status(403)
        return page

    async def enter(self, request: web.Request) -> web.Response:
        """Exchange a PIN for a ticket."""
        desk = desk_of(request, self._evenings)
        form = await read_form(request)
        try:
            who = await desk.role_of(form.raw("pin").strip(), request.remote or "")
        except Refused:
            return self._ask_pin(request, "wait")
        if who is None or who.role not in ("director", "deputy"):
            return self._ask_pin(request, "wrong")
        ticket = make_ticket(desk.key, desk.evening, who.role, self._chance.secret())
        answer = _go(f"/drive/{desk.evening.id}")
        keep_secret(request, answer, "drive", ticket)
        return answer

    async def leave(self, request: web.Request) -> web.Response:
        """Forget a ticket."""
        visit = self._require(request)
        visit.require_own(await read_form(request))
        answer = _go(visit.root)
        answer.del_cookie(f"drive-{visit.evening.id}", path=visit.root)
        return answer

    def _require(self, request: web.Request) -> Visit:
        """Know the director, or send whoever it is to the door."""
        visit = visit_director(request, self._evenings)
        if visit is None:
            raise web.HTTPSeeOther(f"/drive/{request.match_info['drive']}")
        return visit

    # Pages

    async def step(self, request: web.Request) -> web.Response:
        """Show a step of the evening."""
        visit = self._require(request)
        step = request.match_info["step"]
        return self._show(visit, step, step, **_VALUES[step](self, visit))

    def _show(self, visit: Visit, template: str, step: str, **values: Any) -> web.Response:
        evening = visit.evening
        return show(
            visit.request,
            template,
            evening=evening,
            mark=visit.mark,
            steps=STEPS,
            step=step,
            moment=self._moments.of(evening),
            side_names=partial(names_of_side, evening),
            clock=clock_text,
            by=partial(_by_text, visit),
            draw_mark=draw_mark(evening),
            **values,
        )

    def _people(self, visit: Visit) -> Values:
        evening = visit.evening
        typed = visit.request.query.get("q", "")
        rested = evening.acquaintance.rested
        return {
            "fit": fit(evening, len(evening.here())),
            "entrants": find_entrants(evening.entrants.values(), typed),
            "typed": typed,
            "rested": by_surname(e for n, e in evening.entrants.items() if rested.get(n)),
        }

    def _draw(self, visit: Visit) -> Values:
        evening, drawn = visit.evening, visit.evening.drawn
        seated = set() if drawn is None else {*drawn.rests, *_numbers(drawn)}
        return {
            "fit": fit(evening, len(evening.here())),
            "seated": by_surname(evening.entrants[number] for number in seated),
            "unmet": partial(_unmet_text, visit),
        }

    def _tables(self, visit: Visit) -> Values:
        evening = visit.evening
        asked = visit.request.query.get("round", "")
        round = newest_round(evening)
        if asked.isdecimal() and 1 <= int(asked) <= len(evening.rounds):
            round = evening.round(int(asked))
        progress = {} if round is None else self._progress(round)
        free = (
            []
            if round is None
            else [
                entrant
                for entrant in by_surname(evening.here())
                if not round.table_of(entrant.number)
            ]
        )
        return {
            "round": round,
            "progress": progress,
            "late": late_tables(progress),
            "free": free,
            "doubts": doubts,
        }

    def _progress(self, round: Round) -> dict[int, int]:
        """Tell at which deal each table of a round is, where that is known."""
        found = {table.table: self._deal(table) for table in round.tables}
        return {table: deal for table, deal in found.items() if deal}

    def _deal(self, table: HallTable) -> int:
        if table.id is None:
            return max(table.slips, default=0)
        try:
            return self._hall.tables[table.id].state.view(None).deal
        except KeyError:
            return 0

    def _standings(self, visit: Visit) -> Values:
        evening = visit.evening
        lines = standings(evening)
        return {
            "lines": lines,
            "through": evening.closed,
            "awards": award(evening.settings.prizes, lines),
            "corrections": evening.corrections[::-1],
        }

    def _papers(self, visit: Visit) -> Values:
        board = f"{address_of(visit.request)}{visit.root}/board"
        return {"files": (*FILES, BACKUP), "qr": qr_svg(board)}

    def _settings(self, visit: Visit) -> Values:
        return {
            "formats": get_args(Format),
            "fourths": get_args(Fourth),
            "ties": get_args(TieBreak),
            "rule_sets": [rules.name for rules in RuleSet.all()],
            "tariffs": TARIFFS,
            "tariff_fields": TARIFF_FIELDS,
            "tariff_name": tariff_name,
            "prizes": prize_lines(visit.evening.settings.prizes),
        }

    async def person(self, request: web.Request) -> web.Response:
        """Show what can be done with one entrant."""
        visit = self._require(request)
        evening = visit.evening
        entrant = evening.entrants.get(int(request.match_info["number"]))
        if entrant is None:
            raise web.HTTPNotFound
        round = newest_round(evening)
        link = player_link(visit.desk.key, evening, entrant.number)
        return self._show(
            visit,
            "person",
            "people",
            entrant=entrant,
            seated=None if round is None else seated_in(evening, round, entrant),
            qr=qr_svg(f"{address_of(request)}{visit.root}/me#{link}"),
        )

    async def table(self, request: web.Request) -> web.Response:
        """Show what is told of a table, and let the desk tell."""
        visit = self._require(request)
        evening = visit.evening
        try:
            round = evening.round(int(request.match_info["round"]))
            table = round.at(int(request.match_info["table"]))
        except KeyError:
            raise web.HTTPNotFound from None
        told = list(table.told.values())
        return self._show(
            visit,
            "table",
            "tables",
            round=round,
            table=table,
            totals_mark=totals_mark(table.score),
            warnings=[doubt for score in told for doubt in doubts(score, round.deals)],
            mirrored=table.status == "mismatch" and told[0].totals == told[1].totals[::-1],
            corrections=_corrections_of(evening, round, table),
            **slip_values(evening, round, table, request.query.get("deal", "")),
        )

    # Acts

    async def act(self, request: web.Request) -> web.Response:
        """Do what a director's form says, and show where it leads."""
        visit = self._require(request)
        form = await read_form(request)
        visit.require_own(form)
        try:
            if form.raw("act") in _ASIDES:
                _ASIDES[form.raw("act")](self, visit, form)
            elif form.raw("act") == "correct" and form.ticked("look"):
                return self._look_at_moves(visit, form)
            else:
                await visit.desk.take(read_order(form, visit.evening), visit.who)
        except Refused as refused:
            return explain(visit, form, refused, f"{visit.root}/do")
        return _go(visit.back(form))

    def _look_at_moves(self, visit: Visit, form: Form) -> web.Response:
        """Show whom a correction would move, before it is made."""
        order = read_order(form, visit.evening)
        assert isinstance(order, orders.Correct)
        rows = plan(visit.evening, order)
        changed = next((row for row in rows if isinstance(row, Corrected)), None)
        round = visit.evening.round(order.round)
        table = round.at(order.table)
        return self._show(
            visit,
            "moves",
            "tables",
            round=round,
            table=table,
            old=table.score,
            new=order.score,
            moves=() if changed is None else changed.moves,
            fields=form.fields,
        )

    def _coming(self, visit: Visit, form: Form) -> None:
        self._moments.of(visit.evening).calls.discard(form.number("table"))

    def _board(self, visit: Visit, form: Form) -> None:
        self._moments.show(visit.evening, form.raw("mode"), form.maybe_number("minutes", 0, 240))


_VALUES: Final[Mapping[str, Callable[[DirectorPages, Visit], Values]]] = {
    "people": DirectorPages._people,
    "draw": DirectorPages._draw,
    "tables": DirectorPages._tables,
    "standings": DirectorPages._standings,
    "papers": DirectorPages._papers,
    "settings": DirectorPages._settings,
}
_ASIDES: Final[Mapping[str, Callable[[DirectorPages, Visit, Form], None]]] = {
    "coming": DirectorPages._coming,
    "board": DirectorPages._board,
}
"""What is done without a line in the log."""


def _step_of(evening: Evening) -> str:
    """Tell which page is about what is to be done now."""
    if evening.drawn is not None:
        return "draw"
    if evening.running is not None:
        return "tables"
    return "standings" if evening.rounds else "people"


def _go(path: str) -> web.Response:
    return web.Response(status=303, headers={"Location": path})


def clock_text(at: int) -> str:
    """Write a moment (ms since the epoch) as this machine's clock shows it."""
    return datetime.fromtimestamp(at / 1_000).strftime("%H:%M")


def _by_text(visit: Visit, by: str) -> str:
    """Say in words who did something, as the log names him."""
    role, _, number = by.partition(" ")
    words = load(language_of(visit.request))
    if role == "table":
        return words.text("drive.table", table=number)
    entrant = visit.evening.entrants.get(int(number)) if number.isdecimal() else None
    return entrant.short if entrant is not None else words.text(f"drive.role.{role}")


def _numbers(round: Round) -> set[int]:
    return {number for table in round.tables for number in table.numbers}


def _unmet_text(visit: Visit, code: str, numbers: tuple[int, ...]) -> str:
    """Say in words what a draw could not have."""
    entrants = visit.evening.entrants
    names = [entrants[number].short if number in entrants else "–" for number in numbers]
    other: object = names[-1]
    if code == "fixed":
        other = numbers[-1]
    return load(language_of(visit.request)).text(f"drive.unmet.{code}", one=names[0], other=other)


def _corrections_of(evening: Evening, round: Round, table: HallTable) -> Any:
    return [
        each
        for each in evening.corrections
        if (each.round, each.table) == (round.number, table.table)
    ]
