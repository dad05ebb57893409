"""No page breaks a rule of accessibility gravely, by day or by night."""

from typing import Final, Literal

import pytest

from tests.browser.axe import violations
from tests.browser.club import Club
from tests.browser.conftest import Invite
from tests.browser.doctored import doctor
from tests.browser.stations import STATIONS
from tests.browser.visitor import Visitor

Scheme = Literal["light", "dark"]
SCHEMES: Final[tuple[Scheme, ...]] = ("light", "dark")


async def by_day_and_night(visitor: Visitor, name: str) -> dict[str, list[str]]:
    """Looks a page over in both schemes of colour, and keeps a picture of each."""
    found = {}
    for scheme in SCHEMES:
        await visitor.page.emulate_media(color_scheme=scheme)
        await visitor.picture(f"{name}-{scheme}")
        found[scheme] = await violations(visitor, f"{name}-{scheme}")
    return {scheme: broken for scheme, broken in found.items() if broken}


@pytest.mark.parametrize("station", STATIONS)
async def test_a_table(club: Club, invite: Invite, station: str) -> None:
    visitor = await invite(club.address)
    await STATIONS[station](club, visitor)
    assert await by_day_and_night(visitor, station) == {}


async def test_the_hall(club: Club, invite: Invite) -> None:
    await club.open(people={"N": "Riet"})
    visitor = await invite(club.address)
    await visitor.visit("/")
    assert await by_day_and_night(visitor, "door") == {}
    await enter(visitor)
    assert await by_day_and_night(visitor, "hall") == {}


async def enter(visitor: Visitor) -> None:
    """Gives a name, and opens the form for a new table."""
    await visitor.page.locator("#name").fill("Henk")
    await visitor.page.locator("#name-form button").click()
    await visitor.page.locator("#tables .entry").first.wait_for()
    await visitor.page.locator("#opening > summary").click()


@pytest.mark.parametrize("page", ["score", "replay", "watch", "join"])
async def test_a_page_about_a_match(club: Club, invite: Invite, page: str) -> None:
    table = await club.open_talkative(deals=4)
    await club.play_out(table)
    visitor = await invite(club.address)
    await visitor.visit(f"/{page}/{table}")
    await visitor.page.wait_for_load_state("networkidle")
    assert await by_day_and_night(visitor, page) == {}


PROMPT: Final = ".prompt.asked { color: "


@pytest.mark.parametrize(
    ("name", "right", "wrong", "rule"),
    [
        ("table.css", f"{PROMPT}var(--ink)", f"{PROMPT}#9aa", "color-contrast"),
        ("hand.js", "textContent = this._label", "slot = this._label", "button-name"),
    ],
)
async def test_a_broken_rule_is_found(
    club: Club, invite: Invite, name: str, right: str, wrong: str, rule: str
) -> None:
    visitor = await invite(club.address)
    await doctor(visitor.context, name, right, wrong)
    await STATIONS["trick"](club, visitor)
    assert any(rule in found for found in await violations(visitor, f"broken-{rule}"))
