"""From the hall to the end of a deal with a keyboard and nothing else."""

from typing import Final

import pytest
from playwright.async_api import Page, expect

from tests.browser.club import Club
from tests.browser.conftest import Invite
from tests.browser.doctored import doctor
from tests.browser.player import KeyPlayer, has_read
from tests.browser.visitor import Visitor

MOST_STOPS: Final = 60
OUTLINED: Final = """
() => {
  const style = getComputedStyle(document.activeElement);
  return document.activeElement === document.body
    || (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0);
}
"""


async def tab_to(page: Page, selector: str) -> None:
    """Presses the tab key until something has the focus; every stop on the way can be seen."""
    for _ in range(MOST_STOPS):
        focused = page.locator(f"{selector}:focus")
        if await focused.count():
            return
        await page.keyboard.press("Tab")
        assert await page.evaluate(OUTLINED), "the focus cannot be seen"
    raise AssertionError(f"no way to {selector} by key")


async def open_by_key(visitor: Visitor) -> str:
    """Gives one's name in the hall and opens a table with three bots."""
    page = visitor.page
    await visitor.visit("/")
    await tab_to(page, "#name")
    await page.keyboard.type("Riet")
    await page.keyboard.press("Enter")
    await tab_to(page, "#opening > summary")
    await page.keyboard.press("Enter")
    await tab_to(page, "#bots")
    await page.keyboard.press("Enter")
    await tab_to(page, "#open-form > button[type=submit]")
    await page.keyboard.press("Enter")
    await page.wait_for_url("**/table/*")
    return page.url.rpartition("/")[2]


async def test_a_deal_from_the_hall_to_the_sheet_by_key(club: Club, invite: Invite) -> None:
    visitor = await invite(club.address)
    await visitor.hurry()
    table = await open_by_key(visitor)
    player = KeyPlayer(visitor, "Riet", table)
    await player.play(has_read("written"))
    assert player.cards_played == 8
    match = club.state(table).match
    assert match is not None
    assert len(match.view(None).sheet) == 1


async def test_cards_are_reached_by_arrows_and_said(club: Club, invite: Invite) -> None:
    visitor = await invite(club.address)
    player = KeyPlayer(visitor, "Riet", await club.open(bots="ESW"))
    await player.sit("N")
    while not (standing := await player.standing()).cards:
        await player.answer(standing)
    page, held = visitor.page, await player.hand()
    await page.keyboard.press("ArrowRight")
    for card in held:
        await expect(page.locator(f"#hand [data-card={card}]")).to_be_focused()
        await page.keyboard.press("ArrowRight")
    await expect(page.locator(f"#hand [data-card={held[0]}]")).to_be_focused()


async def test_a_focus_that_cannot_be_seen_is_found(club: Club, invite: Invite) -> None:
    visitor = await invite(club.address)
    await doctor(visitor.context, "pages.css", ":focus-visible {", "* { outline: none; } .never {")
    with pytest.raises(AssertionError, match="cannot be seen"):
        await open_by_key(visitor)
