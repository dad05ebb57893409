"""What a browser waits for and what it costs: ``python tests/bench/browser.py``.

Printed are the seconds until the first card of a hand is drawn, on lines as slow as a club may
have, with nothing cached and again with everything; and the server's CPU for a card at a table of
four browsers beside one of four TCP clients, which play as fast in the same run. Nothing is
asserted. It wants Linux, Chromium and two minutes.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

if __name__ == "__main__":
    # Started as a file: it imports from the root.
    sys.path[0] = str(Path(__file__).resolve().parents[2])

from playwright.async_api import Browser, async_playwright

from klaverjas import Seat
from klaverjas_wire.messages import Ask, Open, Opened
from tests.bench.report import table
from tests.browser.chromium import launch
from tests.browser.player import Player, has_read, play_all
from tests.browser.served import Served
from tests.browser.visitor import Visitor
from tests.e2e.guest import Guest
from tests.e2e.guest import play_all as play_guests
from tests.server.raw_client import connect

DEALS: Final = 4
CARDS: Final = 32 * DEALS
NAMES: Final = dict(zip(Seat, ("Riet", "Joop", "Sjaan", "Henk"), strict=True))
ON_FIRST_CARD: Final = """
new MutationObserver((_, observer) => {
  if (!document.querySelector('#hand .card')) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.firstCard = performance.now() / 1000; }));
}).observe(document, { childList: true, subtree: true });
"""


class Line(NamedTuple):
    """A line as slow as they come: bits a second both ways, milliseconds there and back."""

    name: str
    bits: int
    there_and_back: int


LINES: Final = (
    Line("loopback", 0, 0),
    Line("Wi-Fi across the hall, 10 Mbit/s, 20 ms", 10_000_000, 20),
    Line("a weak phone, 1.6 Mbit/s, 150 ms", 1_600_000, 150),
    Line("the worst, 0.4 Mbit/s, 400 ms", 400_000, 400),
)


async def first_card(browser: Browser, server: Served, line: Line) -> tuple[float, float]:
    """Measure how long the first card takes: with nothing cached, and again."""
    async with Visitor(browser, server.address, Path()) as visitor:
        await seat_among_bots(server, visitor)
        await visitor.context.add_init_script(ON_FIRST_CARD)
        cdp = await visitor.context.new_cdp_session(visitor.page)
        await cdp.send("Network.enable")
        await cdp.send("Network.clearBrowserCache")
        await cdp.send("Network.emulateNetworkConditions", conditions(line))
        cold = await seconds_to_first_card(visitor)
        return cold, await seconds_to_first_card(visitor)


def conditions(line: Line) -> dict[str, object]:
    """Give a line as the browser's debugger wants it; no limit is -1."""
    bytes_a_second = line.bits / 8 if line.bits else -1
    return {
        "offline": False,
        "latency": line.there_and_back,
        "downloadThroughput": bytes_a_second,
        "uploadThroughput": bytes_a_second,
    }


async def seat_among_bots(server: Served, visitor: Visitor) -> None:
    """Open a table with three bots in the hall, and come to it."""
    await visitor.introduce("Riet")
    await visitor.visit("/")
    await visitor.page.locator("#opening > summary").click()
    await visitor.page.locator("#bots").click()
    await visitor.page.locator("#open-form button[type=submit]").click()
    await visitor.page.wait_for_url("**/table/*")
    await visitor.page.locator("#hand .card").first.wait_for()


async def seconds_to_first_card(visitor: Visitor) -> float:
    """Load the page, and read its own clock at the first card."""
    await visitor.page.goto(visitor.page.url)
    handle = await visitor.page.wait_for_function("() => window.firstCard")
    return float(await handle.json_value())


class Played(NamedTuple):
    """What a match took: cards, seconds, and the server's seconds of CPU."""

    who: str
    cards: int
    seconds: float
    cpu: float

    @property
    def line(self) -> tuple[object, ...]:
        """The match as a line of the report."""
        return self.who, self.cards, self.cards / self.seconds, 1e6 * self.cpu / self.cards


async def open_table(server: Served) -> str:
    """Open a table for four deals, and leave again."""
    host = await connect(server.port)
    await host.greet("Jan")
    opened = await host.request(Open(rules={"base": "amsterdam", "deals": DEALS}))
    assert isinstance(opened, Opened), opened
    host.close()
    return opened.table


async def by_browsers(browser: Browser, server: Served) -> Played:
    """Let four browsers play a match."""
    name = await open_table(server)
    visitors = [Visitor(browser, server.address, Path()) for _ in NAMES]
    players = [
        Player(await visitor.__aenter__(), who, name)
        for visitor, who in zip(visitors, NAMES.values(), strict=True)
    ]
    for player, seat in zip(players, NAMES, strict=True):
        await player.sit(seat)
    clock, before = time.monotonic(), cpu(server.pid)
    await play_all(has_read("finished"), *players)
    seconds, used = time.monotonic() - clock, cpu(server.pid) - before
    for visitor in visitors:
        await visitor.__aexit__(None, None, None)
    return Played("four browsers", CARDS, seconds, used)


@dataclass
class PacedGuest(Guest):
    """A guest who thinks before he acts."""

    pause: float = 0.0

    async def _answer(self, ask: Ask) -> None:
        await asyncio.sleep(self.pause)
        await super()._answer(ask)


async def by_tcp(server: Served, cards_a_second: float) -> Played:
    """Let four TCP clients play a match, at about the pace of the browsers."""
    name, guests = await open_table(server), []
    for seat, who in NAMES.items():
        client = await connect(server.port)
        await client.greet(who)
        guests.append(PacedGuest(client, Random(seat), table=name, pause=1 / cards_a_second))
        await guests[-1].sit(seat)
    clock, before = time.monotonic(), cpu(server.pid)
    await play_guests(*guests)
    seconds, used = time.monotonic() - clock, cpu(server.pid) - before
    for guest in guests:
        guest.client.close()
    return Played("four TCP clients", CARDS, seconds, used)


def cpu(pid: int) -> float:
    """Read the seconds of CPU that all threads of a process have had."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


async def main() -> None:
    """Measure both, and print them."""
    with tempfile.TemporaryDirectory() as folder:
        async with async_playwright() as playwright, Served(Path(folder)) as server:
            browser = await launch(playwright)
            firsts = [(line.name, *await first_card(browser, server, line)) for line in LINES]
            print(table(("first card, seconds", "uncached", "cached"), firsts), end="\n\n")
            browsers = await by_browsers(browser, server)
            clients = await by_tcp(server, browsers.cards / browsers.seconds)
            heads = ("a match of four deals", "cards", "cards/s", "server CPU µs/card")
            print(table(heads, [browsers.line, clients.line]))
            await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
