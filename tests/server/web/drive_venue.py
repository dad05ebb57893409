"""An evening of a club behind the web door, and browsers that visit its pages."""

from __future__ import annotations

import re
from typing import Any, Final

from klaverjas_server.drives import orders
from klaverjas_server.drives.desk import Desk
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.links import Who, player_link, table_link
from klaverjas_server.drives.score import Score
from klaverjas_server.drives.settings import Settings
from tests.server.web.venue import Page, Venue

DIRECTOR: Final = Who("director")
PIN: Final = "2468"
NAMES: Final = (
    "Riet de Vries",
    "Toos van 't Hof",
    "Piet O'Brien",
    "<script>alert(1)</script>",
    "\"' onclick=alert(2) {{ 7*7 }}",
    "Wilhelmina Allegonda van der Sloot-Bakh.",
    "Jan Jansen",
    "Jan Jansen",
)


class Guest:
    """A browser: it keeps its cookies, and sends the forms of its pages with their marks."""

    def __init__(self, drive: Drive):
        self.drive = drive
        self.cookies: dict[str, str] = {}
        self.set_cookies: list[str] = []
        self.language = "en"

    async def get(self, path: str, **headers: str) -> Page:
        """Ask for a page of the evening."""
        return await self._ask(path, "GET", headers=self._headers(headers))

    async def post(self, path: str, headers: dict[str, str] | None = None, **fields: Any) -> Page:
        """Send a form as it is given."""
        texts = {name: str(value) for name, value in fields.items()}
        return await self._ask(path, "POST", headers=self._headers(headers or {}), data=texts)

    async def _ask(self, path: str, method: str, **more: Any) -> Page:
        venue = self.drive.venue
        async with venue.browser.request(
            method, f"{venue.root}/drive{path}", allow_redirects=False, **more
        ) as answer:
            for name, morsel in answer.cookies.items():
                self.cookies[name] = morsel.value
                self.set_cookies.append(morsel.OutputString())
            return Page(answer.status, dict(answer.headers), await answer.text())

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": cookies, "Accept-Language": self.language, **more}

    async def log_in(self, pin: str = PIN) -> Page:
        """Give a PIN."""
        return await self.post("/1/pin", pin=pin)

    async def follow(self, secret: str) -> Page:
        """Hand in the secret of a link, as the page does that it leads to."""
        return await self.post("/1/link", link=secret, back="me")

    async def mark(self, path: str) -> str:
        """Read the mark in the forms of a page."""
        text = (await self.get(path)).text
        return str(re.findall(r'name="mark" value="(\w+)"', text)[0])

    async def act(self, act: str, page: str = "/1/people", **fields: Any) -> Page:
        """Send a director's form."""
        return await self.post("/1/do", act=act, mark=await self.mark(page), **fields)

    async def tell(self, act: str, page: str = "/1/me", **fields: Any) -> Page:
        """Send a player's form, or that of a table."""
        return await self.post("/1/tell", act=act, mark=await self.mark(page), **fields)


class Drive:
    """Eight people at an evening with real cards."""

    def __init__(self, venue: Venue):
        self.venue = venue
        self.desk: Desk

    async def begin(self, settings: Settings | None = None, deals: int = 4) -> Drive:
        """Announce it, and let everybody come."""
        settings = settings or Settings(paper=True, deals=deals)
        self.desk = await self.venue.app.evenings.open("Club 't Hart", settings, pin=PIN)
        for name in NAMES:
            await self.take(orders.Enter(names=(name,), here=True))
        return self

    async def take(self, *given: orders.Order, by: Who = DIRECTOR) -> None:
        """Give orders at the desk itself."""
        for order in given:
            await self.desk.take(order, by)

    async def publish(self) -> None:
        """Draw a round, and publish it."""
        number = len(self.evening.rounds) + 1
        await self.take(orders.Draw(seed=f"seed {number}"), orders.Publish(round=number))

    async def settle(self, ours: int = 400, theirs: int = 248) -> None:
        """Let the desk write the same result down for every table."""
        running = self.evening.running
        assert running is not None
        for table in running.tables:
            score = Score((ours, theirs))
            await self.take(orders.Report(round=running.number, table=table.table, score=score))

    @property
    def evening(self) -> Evening:
        """The evening as it is now."""
        return self.desk.evening

    def player_link(self, number: int) -> str:
        """Give the secret of an entrant's own page."""
        return player_link(self.desk.key, self.evening, number)

    def table_link(self, table: int) -> str:
        """Give the secret of a table's device."""
        return table_link(self.desk.key, self.evening, table)

    def guest(self) -> Guest:
        """Let somebody come whom nobody knows."""
        return Guest(self)

    async def director(self, pin: str = PIN) -> Guest:
        """Let somebody come who knows the PIN."""
        guest = self.guest()
        assert (await guest.log_in(pin)).status == 303
        return guest
