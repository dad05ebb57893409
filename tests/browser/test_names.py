"""Whatever somebody calls himself stands on every page as he wrote it, and does nothing."""

from typing import Final

from playwright.async_api import Page, expect

from tests.browser.club import Club, varied
from tests.browser.conftest import Invite
from tests.browser.doctored import doctor
from tests.browser.visitor import Visitor

HOSTILE: Final = {
    "N": "<img src=x onerror=alert(1)>",
    "E": "<script>alert(2)</script>",
    "S": "\" onclick='alert(3)' {{7*7}} &lt;b&gt;",
    "W": "</p><svg onload=alert(4)>{name}${'a'}",
}
"""None is longer than 40 characters, or has characters that no name may have."""
INJECTED: Final = "img[src=x], [onerror], [onclick], [onload], main script, .stage script"


async def open_hostile(club: Club) -> str:
    """Opens a table with nobody harmless at it."""
    return await club.open(varied("amsterdam", deals=4), people=HOSTILE)


async def injected(page: Page) -> int:
    """Counts the elements and attributes that only a name could have brought in."""
    return await page.locator(INJECTED).count()


async def expect_names(visitor: Visitor, path: str) -> None:
    """Finds all names on a page, each as a text, and nothing that came out of them."""
    await visitor.visit(path)
    for name in HOSTILE.values():
        await expect(visitor.page.get_by_text(name).first).to_be_attached()
    assert await injected(visitor.page) == 0


async def test_names_are_texts_on_every_page(club: Club, invite: Invite) -> None:
    table = await open_hostile(club)
    visitor = await invite(club.address)
    await visitor.introduce("Riet")
    for path in ("/", f"/watch/{table}"):
        await expect_names(visitor, path)
    await club.play_out(table)
    for path in (f"/watch/{table}", f"/score/{table}", f"/replay/{table}"):
        await expect_names(visitor, path)


async def test_a_name_taken_for_markup_is_found(club: Club, invite: Invite) -> None:
    table = await open_hostile(club)
    visitor = await invite(club.address)
    await doctor(visitor.context, "element.js", "element.textContent =", "element.innerHTML =")
    await visitor.visit(f"/watch/{table}")
    await expect(visitor.page.locator("img[src=x]").first).to_be_attached()
    assert await injected(visitor.page) > 0
    await visitor.expect_complaint("policy: script-src")
    visitor.forgive("")
