"""Whole deals and matches, played by people at pages."""

from playwright.async_api import Page, expect

from klaverjas import Seat
from tests.browser.club import NAMES, Club, varied
from tests.browser.conftest import Invite, SeatPlayer
from tests.browser.doctored import doctor
from tests.browser.player import has_read, play_all


def totals(club: Club, table: str, own: str) -> list[str]:
    """Gives the totals as the server has them, those of one's own side first."""
    by_side = club.state(table).view(None).totals
    return [str(by_side[side]) for side in sorted(by_side, key=lambda side: own not in side)]


async def shown_totals(page: Page) -> list[str]:
    """Reads the totals that a page shows."""
    return await page.locator("#score b").all_inner_texts()


async def test_three_pages_and_a_bot_play_a_deal(club: Club, seat_player: SeatPlayer) -> None:
    table = await club.open(varied("amsterdam", deals=4), bots="E")
    players = {seat: await seat_player(table, seat, NAMES[seat]) for seat in "NSW"}
    await play_all(has_read("written"), *players.values())
    assert [player.cards_played for player in players.values()] == [8, 8, 8]
    for seat, player in players.items():
        assert await shown_totals(player.page) == totals(club, table, seat)


async def test_two_pages_play_a_match_of_klaberjass(club: Club, seat_player: SeatPlayer) -> None:
    table = await club.open(varied("klaberjass-500", target=100))
    players = {seat: await seat_player(table, seat, NAMES[seat]) for seat in "NS"}
    await play_all(has_read("finished"), *players.values())
    assert club.state(table).over
    assert players["N"].cards_played == players["S"].cards_played > 0
    for seat, player in players.items():
        assert await shown_totals(player.page) == totals(club, table, seat)


async def test_a_page_that_adds_up_wrongly_is_found(club: Club, invite: Invite) -> None:
    table = await club.open_talkative()
    visitor = await invite(club.address)
    await doctor(visitor.context, "view.js", "event.written[side]", "0")
    await visitor.visit(f"/watch/{table}")
    await expect(visitor.page.locator("#score b")).to_have_text(["0", "0"])
    await club.play_talkative(table)
    await visitor.page.locator(".paper.on-written").wait_for()
    assert await shown_totals(visitor.page) != totals(club, table, str(Seat.S))
