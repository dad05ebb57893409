"""The ways to a seat: by a code on the table, on another device, after being forgotten."""

from playwright.async_api import expect

from klaverjas import Seat
from tests.browser.club import NAMES, Club
from tests.browser.conftest import Invite, SeatPlayer
from tests.browser.visitor import Visitor


async def hand_over(visitor: Visitor) -> str:
    """Asks for a code by which another device goes on; the way it leads."""
    await visitor.visit("/handover")
    link = visitor.page.locator("#link")
    await link.wait_for()
    return "/continue#" + (await link.inner_text()).rpartition("#")[2]


async def go_on(visitor: Visitor, way: str) -> None:
    """Follows such a way, and taps."""
    await visitor.visit(way)
    await visitor.page.locator("#go").click()


async def test_another_device_goes_on_in_the_same_seat(
    club: Club, invite: Invite, seat_player: SeatPlayer
) -> None:
    player = await seat_player(await club.open(bots="ESW"), "N", "Riet")
    await player.standing()
    hand = await player.hand()
    way = await hand_over(player.visitor)
    other = await invite(club.address)
    await go_on(other, way)
    await other.page.locator(f"#choices a[href='/table/{player.table}']").click()
    await other.page.locator("#hand .card").first.wait_for()
    held = other.page.locator("#hand .card")
    shown = [await card.get_attribute("data-card") for card in await held.all()]
    assert shown == hand
    await expect(player.page.locator("#link")).to_be_hidden()
    assert "#" not in other.page.url


async def test_a_code_works_once(club: Club, invite: Invite) -> None:
    owner = await invite(club.address)
    await owner.introduce("Riet")
    await owner.visit("/")
    await owner.page.locator("#lists").wait_for()
    way = await hand_over(owner)
    first, second = await invite(club.address), await invite(club.address)
    await go_on(first, way)
    await expect(first.page.locator("#told")).to_contain_text("Riet")
    await go_on(second, way)
    refused = second.page.locator("#told")
    await expect(refused).to_have_text(await said(second, "continue.refused"))
    assert await second.page.evaluate("localStorage['klaverjas.token']") is None


async def said(visitor: Visitor, key: str) -> str:
    """Looks a text up where the page has it from."""
    words = await visitor.context.request.get("/words/nl.json")
    return str((await words.json())[key])


async def test_who_is_forgotten_comes_as_somebody_new(club: Club, invite: Invite) -> None:
    table = await club.open(people={"N": "Jan"})
    visitor = await invite(club.address)
    await visitor.take_over("Riet", "a token of another evening")
    await visitor.visit(f"/table/{table}")
    await visitor.page.locator("[data-seat=E] button").click()
    near = visitor.page.locator(".seat.near .name")
    await expect(near).to_have_text(await said(visitor, "table.you"), ignore_case=True)
    assert club.state(table).seats[Seat.E].name == "Riet"


async def test_a_table_is_nobody_elses(club: Club, invite: Invite) -> None:
    table = await club.open_talkative()
    visitor = await invite(club.address)
    await visitor.introduce("Kijk")
    await visitor.visit(f"/table/{table}")
    await visitor.page.locator("#stage.watching").wait_for()
    assert await visitor.page.locator("#hand .card, [data-seat] button").count() == 0
    text = await visitor.page.content()
    assert [name for name in NAMES.values() if name not in text] == []


async def test_what_is_not_there_is_said_with_a_way_on(club: Club, invite: Invite) -> None:
    secret = await club.open(options={"private": True})
    running = await club.open_talkative()
    visitor = await invite(club.address)
    visitor.forgive("Failed to load resource")
    paths = ("/nothing", "/table/99", f"/score/{secret}", f"/replay/{running}", "/watch/%3Cb%3E")
    for path in paths:
        await visitor.visit(path)
        assert await visitor.page.locator("main h1").inner_text(), path
        await expect(visitor.page.locator("main a[href='/']"), path).to_be_visible()
