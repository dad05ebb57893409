"""What a table page shows at the stations of a match: each is made to stand still there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from playwright.async_api import Page

from klaverjas import Seat
from tests.browser.club import NAMES, Club, varied
from tests.browser.visitor import Visitor

TWO: Final = {"N": "Riet", "S": "Sjaan"}


async def arrive(club: Club, visitor: Visitor, table: str, seat: Seat = Seat.N) -> Page:
    """Lets a visitor go on in a guest's seat."""
    await visitor.take_over(NAMES[seat], club.token(table, seat))
    await visitor.visit(f"/table/{table}")
    await visitor.page.locator("#stage:not(.watching) #hand .card").first.wait_for()
    return visitor.page


async def calling(club: Club, visitor: Visitor) -> None:
    """North is asked to make trump."""
    page = await arrive(club, visitor, await club.open_talkative())
    await page.locator("#actions.suits button").first.wait_for()


async def trick(club: Club, visitor: Visitor) -> None:
    """Three cards lie in the second trick, and south is to play his."""
    table = await club.open_talkative()
    await club.play_talkative(table, 1)
    await club.play(table, "H9 HA")
    page = await arrive(club, visitor, table, Seat.S)
    await page.locator("#hand.asked").wait_for()


async def roem(club: Club, visitor: Visitor) -> None:
    """A trick is taken in which roem lies, and the winner may call it."""
    table = await club.open_talkative()
    await club.play_talkative(table, 0)
    page = await arrive(club, visitor, table)
    for _ in range(2):
        await page.locator("[data-card=HJ]").click()
    await page.locator("#board .laid").wait_for()
    await club.play(table, "HT HQ HK")
    await page.locator("#roem:enabled").wait_for()


async def written(club: Club, visitor: Visitor) -> None:
    """The deal is just written, and its sheet lies over the table."""
    table = await club.open_talkative()
    await club.play_talkative(table, 7)
    page = await arrive(club, visitor, table)
    for _ in range(2):
        await page.locator("#hand [data-card=SA]").click()
    await club.play(table, "S7 S8 S9")
    await page.locator("#actions [data-action=close]").click()
    await page.locator(".paper.on-written").wait_for()


async def waiting(club: Club, visitor: Visitor) -> None:
    """Two seats are free, one has somebody with a long name, and the visitor has none."""
    people = {"N": "Riet", "E": "Wilhelmina van der Slikke-Oldenburg"}
    table = await club.open(people=people)
    await visitor.introduce("Henk")
    await visitor.visit(f"/table/{table}")
    await visitor.page.locator("[data-seat=W] button").wait_for()


async def watching(club: Club, visitor: Visitor) -> None:
    """A spectator sees a trick, and no hand."""
    table = await club.open_talkative()
    await club.play_talkative(table, 1)
    await club.play(table, "H9 HA")
    await visitor.visit(f"/watch/{table}")
    await visitor.page.locator("#board .laid >> nth=1").wait_for()


async def replaying(club: Club, visitor: Visitor) -> None:
    """All hands lie open in the third trick of a match that is over."""
    table = await club.open_talkative(deals=4)
    await club.play_out(table)
    await visitor.visit(f"/replay/{table}")
    await visitor.page.locator("#actions button").first.wait_for()
    for _ in range(3):
        await visitor.page.locator("#actions button >> nth=3").click()


async def settings(club: Club, visitor: Visitor) -> None:
    """The settings lie over the table."""
    await trick(club, visitor)
    await visitor.page.locator("#menu").click()
    await visitor.page.locator(".on-menu .choices button >> nth=1").click()
    await visitor.page.locator(".on-settings").wait_for()


async def taking(club: Club, visitor: Visitor) -> None:
    """Klaberjass: the non-dealer is asked whether he takes the suit that is turned up."""
    table = await club.open(varied("klaberjass-500"), people=TWO)
    page = await arrive(club, visitor, table, asked_seat(club, table))
    await page.locator("#actions [data-action=take]").wait_for()


async def declaring(club: Club, visitor: Visitor) -> None:
    """Klaberjass: the suit was taken, and the non-dealer is to lead."""
    table = await club.open(varied("klaberjass-500"), people=TWO)
    seat = asked_seat(club, table)
    page = await arrive(club, visitor, table, seat)
    await page.locator("#actions [data-action=take]").click()
    await page.locator("#hand .card >> nth=8").wait_for()


def asked_seat(club: Club, table: str) -> Seat:
    """Says who must act now."""
    match = club.state(table).match
    assert match is not None
    return next(ask.seat for ask in match.asks() if ask.must)


STATIONS: Final[dict[str, Callable[[Club, Visitor], Awaitable[None]]]] = {
    station.__name__: station
    for station in (
        waiting,
        calling,
        trick,
        roem,
        written,
        taking,
        declaring,
        watching,
        replaying,
        settings,
    )
}
