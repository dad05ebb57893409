"""Whoever goes away comes back to the same hand: reloaded, offline, after a crash, in two tabs."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest_asyncio
from playwright.async_api import Page, expect

from klaverjas import Seat
from tests.browser.club import Club
from tests.browser.conftest import Invite, SeatPlayer
from tests.browser.doctored import doctor
from tests.browser.player import Player
from tests.browser.served import Served
from tests.browser.wire import Wire

LOST: Final = r"WebSocket connection to|net::ERR_"
"""What browsers say of a connection that the test itself took away."""
BREAK_MS: Final = 10_000
LONGEST_PAUSE_MS: Final = 16_000
"""A little more than a page ever waits before it tries again."""
SILENCE_MS: Final = 31_000
"""A little more than a page bears before it asks whether anybody is there."""


@pytest_asyncio.fixture(loop_scope="session")
async def wire(club: Club) -> AsyncIterator[Wire]:
    """The wire between a visitor and the club."""
    assert club.app.web_port is not None
    async with Wire(club.app.web_port) as laid:
        yield laid


@pytest_asyncio.fixture(loop_scope="session")
async def far_player(club: Club, wire: Wire, invite: Invite) -> Player:
    """Somebody at the end of the wire, with three bots, who is asked for his second card.

    His page's clock goes as usual, and can be put forward.
    """
    visitor = await invite(wire.address)
    visitor.forgive(LOST)
    await visitor.page.clock.install()
    player = Player(visitor, "Riet", await club.open(bots="ESW"))
    await player.sit("N")
    await ask_for_second_card(player)
    return player


async def ask_for_second_card(player: Player) -> None:
    """Lets somebody play until a second card is all he is asked for."""
    while True:
        standing = await player.standing()
        if player.cards_played and standing.cards and not (standing.paper or standing.roem):
            return
        await player.answer(standing)


async def situation(player: Player) -> tuple[list[str], list[str]]:
    """Reads the hand, and which of its cards may be played."""
    playable = await player.page.locator("#hand .card.playable").all()
    return await player.hand(), [str(await card.get_attribute("data-card")) for card in playable]


def held(club: Club, player: Player, seat: Seat = Seat.N) -> set[str]:
    """Gives the cards that the server knows in a hand."""
    return {str(card) for card in club.state(player.table).view(seat).hand or ()}


async def test_a_page_reloaded_in_mid_deal_shows_the_same(
    club: Club, seat_player: SeatPlayer
) -> None:
    player = await seat_player(await club.open(bots="ESW"), "N", "Riet")
    await ask_for_second_card(player)
    before = await situation(player)
    await player.page.reload()
    await player.standing()
    assert await situation(player) == before
    await player.lay(before[1][0])


async def test_ten_seconds_offline_change_nothing(
    club: Club, wire: Wire, far_player: Player
) -> None:
    page, before = far_player.page, await situation(far_player)
    await far_player.visitor.context.set_offline(True)
    wire.cut()
    await page.locator("#stage.offline").wait_for()
    await expect(page.locator("#banner")).to_be_visible()
    await page.clock.fast_forward(BREAK_MS)
    wire.mend()
    await far_player.visitor.context.set_offline(False)
    await page.locator("#stage:not(.offline)").wait_for()
    await far_player.standing()
    assert await situation(far_player) == before
    await far_player.lay(before[1][0])


async def test_a_card_played_offline_is_played_when_the_line_is_back(
    club: Club, wire: Wire, far_player: Player
) -> None:
    page, (hand, (card, *_)) = far_player.page, await situation(far_player)
    wire.cut()
    await page.locator("#stage.offline").wait_for()
    await page.locator(f"#hand [data-card={card}]").dblclick()
    assert held(club, far_player) == set(hand)
    wire.mend()
    await page.clock.fast_forward(LONGEST_PAUSE_MS)
    await far_player.gone(card)
    assert held(club, far_player) == set(await far_player.hand()) == set(hand) - {card}


async def test_a_line_that_died_without_a_word_is_noticed(
    club: Club, wire: Wire, far_player: Player
) -> None:
    page, before = far_player.page, await situation(far_player)
    wire.deaden()
    await page.clock.fast_forward(SILENCE_MS)
    await page.clock.fast_forward(SILENCE_MS)
    await page.locator("#stage.offline").wait_for()
    wire.mend()
    await page.clock.fast_forward(LONGEST_PAUSE_MS)
    await page.locator("#stage:not(.offline)").wait_for()
    await far_player.standing()
    assert await situation(far_player) == before


async def test_a_page_that_never_asks_does_not_notice(
    club: Club, wire: Wire, invite: Invite
) -> None:
    visitor = await invite(wire.address)
    await doctor(visitor.context, "connection.js", "SILENCE_MS = 30000", "SILENCE_MS = 3e9")
    await visitor.page.clock.install()
    player = Player(visitor, "Riet", await club.open(bots="ESW"))
    await player.sit("N")
    await player.standing()
    wire.deaden()
    for _ in range(3):
        await player.page.clock.fast_forward(SILENCE_MS)
    assert await player.page.locator("#stage.offline").count() == 0
    wire.mend()


async def test_a_server_killed_and_started_again_goes_on(tmp_path: Path, invite: Invite) -> None:
    async with Served(tmp_path) as server:
        visitor = await invite(server.address)
        visitor.forgive(LOST)
        player = await at_a_table_of_his_own(visitor.page, Player(visitor, "Riet", "1"))
        await ask_for_second_card(player)
        before = await situation(player)
        await server.kill()
        await player.page.locator("#stage.offline").wait_for()
        await server.begin()
        await player.page.locator("#stage:not(.offline)").wait_for()
        await player.standing()
        assert await situation(player) == before
        await player.lay(before[1][0])


async def at_a_table_of_his_own(page: Page, player: Player) -> Player:
    """Opens a table in the hall, with a bot in every other seat."""
    await player.visitor.introduce(player.name)
    await player.visitor.hurry()
    await player.visitor.visit("/")
    await page.locator("#opening > summary").click()
    await page.locator("#bots").click()
    await page.locator("#open-form button[type=submit]").click()
    await page.wait_for_url("**/table/*")
    player.table = page.url.rpartition("/")[2]
    return player


async def second_page(player: Player) -> Player:
    """Opens the same table once more, on the same device."""
    page = await player.visitor.context.new_page()
    await page.goto(f"/table/{player.table}")
    return Player(player.visitor, player.name, player.table, page)


async def test_of_two_pages_on_one_seat_the_older_rests(
    club: Club, seat_player: SeatPlayer
) -> None:
    first = await seat_player(await club.open(bots="ESW"), "N", "Riet")
    await ask_for_second_card(first)
    second = await second_page(first)
    await first.page.locator(".paper.on-resting").wait_for()
    await second.standing()
    assert await first.hand() == await second.hand()
    await first.page.locator(".paper.on-resting .choices button").first.click()
    await second.page.locator(".paper.on-resting").wait_for()
    await first.standing()
    assert await first.page.locator(".paper").count() == 0


async def test_a_page_that_does_not_rest_is_found(club: Club, invite: Invite) -> None:
    visitor = await invite(club.address)
    await doctor(visitor.context, "connection.js", "FINAL = ['superseded'", "FINAL = ['never'")
    first = Player(visitor, "Riet", await club.open(bots="ESW"))
    await first.sit("N")
    second = await second_page(first)
    await first.page.locator("#stage.offline").wait_for()
    await second.page.locator("#stage.offline").wait_for()
    assert await first.page.locator(".paper.on-resting").count() == 0
