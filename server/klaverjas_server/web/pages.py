"""The pages: the hall, tables, invitations, score sheets and replays."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final

from aiohttp import web

from klaverjas import Game, RuleSet, Seat
from klaverjas_bots import STRATEGIES
from klaverjas_server.hall import Hall
from klaverjas_server.options import OPTIONS
from klaverjas_server.refusal import Refusal
from klaverjas_server.table import Table
from klaverjas_server.web.answers import NOT_AT_ALL, answer
from klaverjas_server.web.door import same_origin
from klaverjas_server.web.qr import qr_svg
from klaverjas_server.web.rendering import address_of, render
from klaverjas_server.web.replay import replay_page
from klaverjas_server.web.sheet import sheet_of
from klaverjas_wire.faults import ErrorCode
from klaverjas_wire.limits import NAME_CHARACTERS
from klaverjas_words import LANGUAGES

__all__ = ["Pages"]

QR_BYTES: Final = 400
"""The longest path that is drawn as a QR code; a code with its seat takes about 40."""
DEALS: Final = (4, 8, 12, 16, 20, 24, 32)
ELSEWHERE: Final = frozenset({"drive", "entry", "fault", "help", "note", "typed"})
"""Sections of the catalogues that no module names: the pages and the terminal have them."""
JSON: Final = "application/json; charset=utf-8"


class Pages:
    """Makes the pages of one hall."""

    def __init__(self, hall: Hall):
        self._hall = hall

    def routes(self) -> list[web.RouteDef]:
        """List the addresses there are."""
        return [
            web.get("/", self.hall),
            web.get("/join", self.join),
            web.get("/continue", self.go_on),
            web.get("/handover", self.hand_over),
            web.get("/join/{table}", self.join),
            web.get("/table/{table}", self.table),
            web.get("/table/{table}/links", self.links),
            web.get("/watch/{table}", self.watch),
            web.get("/score/{table}", self.score),
            web.get("/replay/{table:[^/.]+}", self.replay),
            web.get("/replay/{table:[^/.]+}.json", self.replay_data),
            web.get("/words/{language}.json", self.words),
            web.post("/qr", self.qr),
        ]

    async def hall(self, request: web.Request) -> web.Response:
        """Show the hall: tables, and a form to open one."""
        return render(
            request,
            "hall.html",
            qr=qr_svg(address_of(request) + "/"),
            games=_games(),
            deals=DEALS,
            seats=tuple(Seat),
            strategies=tuple(STRATEGIES),
            at_zero=OPTIONS["at_zero"].allowed,
            name_characters=NAME_CHARACTERS,
        )

    async def join(self, request: web.Request) -> web.Response:
        """Let somebody sit down: at a table, or by the code behind the address's #."""
        table = await self._named(request) if "table" in request.match_info else None
        return render(
            request,
            "join.html",
            table=None if table is None else table.name,
            name_characters=NAME_CHARACTERS,
        )

    async def go_on(self, request: web.Request) -> web.Response:
        """Take a session over from another device, by the code behind the address's #."""
        return render(request, "continue.html")

    async def hand_over(self, request: web.Request) -> web.Response:
        """Give a code by which another device goes on with the session of this one."""
        return render(request, "handover.html")

    async def table(self, request: web.Request) -> web.Response:
        """Show the table to who plays there."""
        return self._show_table(request, await self._named(request), "play")

    async def watch(self, request: web.Request) -> web.Response:
        """Show the table to a spectator."""
        return self._show_table(request, await self._named(request), "watch")

    def _show_table(self, request: web.Request, table: Table, mode: str) -> web.Response:
        state = table.state
        return render(
            request,
            "table.html",
            table=table.name,
            mode=mode,
            rules=state.rules.name,
            delay=state.options.delay,
        )

    async def links(self, request: web.Request) -> web.Response:
        """Show who opened a table the ways to it."""
        table = await self._named(request)
        return render(
            request,
            "links.html",
            table=table.name,
            seats=table.state.rules.game.seats,
            strategies=tuple(STRATEGIES),
            private=table.state.options.private,
            link=f"{address_of(request)}/join/{table.name}",
            qr=qr_svg(f"{address_of(request)}/join/{table.name}"),
        )

    async def score(self, request: web.Request) -> web.Response:
        """Show the score sheet, as far as spectators may know it."""
        table = _require_public(await self._named(request))
        state = table.shown
        view = state.view(None)
        return render(
            request,
            "score.html",
            table=table.name,
            view=view,
            sheet=sheet_of(view),
            over=state.over,
            delay=state.options.delay,
        )

    async def replay(self, request: web.Request) -> web.Response:
        """Show a finished match card by card."""
        table = _require_finished(await self._named(request))
        return render(request, "replay.html", table=table.name, rules=table.state.rules.name)

    async def replay_data(self, request: web.Request) -> web.Response:
        """Give a finished match, all hands open, as JSON."""
        table = _require_finished(await self._named(request))
        entries = await self._hall.entries(table)
        return answer(request, replay_page(table.state, entries), JSON)

    async def words(self, request: web.Request) -> web.Response:
        """Give the catalogue of a language."""
        language = request.match_info["language"]
        if language not in LANGUAGES:
            raise web.HTTPNotFound
        return answer(request, _catalogue(language), JSON)

    async def qr(self, request: web.Request) -> web.Response:
        """Draw the address of a path of this site, which may hold a code, as a QR code.

        The path comes in the body: what is asked for by address stands in logs.
        """
        if not same_origin(request):
            raise web.HTTPForbidden
        body = await request.content.read(QR_BYTES + 1)
        if len(body) > QR_BYTES:
            raise web.HTTPRequestEntityTooLarge(QR_BYTES, len(body))
        path = body.decode("ascii", "replace")
        if not path.startswith("/") or not path.isprintable() or not path.isascii():
            raise web.HTTPBadRequest
        svg = qr_svg(address_of(request) + path)
        return answer(request, svg.encode(), "image/svg+xml", NOT_AT_ALL)

    async def _named(self, request: web.Request) -> Table:
        return await self._hall.tables.find(request.match_info["table"])


def _require_public(table: Table) -> Table:
    if table.state.options.private:
        raise Refusal(ErrorCode.PRIVATE, "this table is private")
    return table


def _require_finished(table: Table) -> Table:
    if not _require_public(table).state.over:
        raise Refusal(ErrorCode.NOT_OVER, "the match is not over")
    return table


def _games() -> list[tuple[Game, list[RuleSet]]]:
    """List the rule sets by game."""
    return [(game, [rules for rules in RuleSet.all() if rules.game is game]) for game in Game]


@cache
def _catalogue(language: str) -> bytes:
    texts = json.loads(files("klaverjas_words").joinpath(f"{language}.json").read_bytes())
    told = {key: text for key, text in texts.items() if key.partition(".")[0] not in ELSEWHERE}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
