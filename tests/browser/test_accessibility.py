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


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("station", STATIONS)
async def test_a_table(club: Club, invite: Invite, station: str, scheme: Scheme) -> None:
    visitor = await invite(club.address, color_scheme=scheme)
    await STATIONS[station](club, visitor)
    assert await violations(visitor, f"{station}-{scheme}") == []
    await visitor.picture(f"{station}-{scheme}")


@pytest.mark.parametrize("scheme", SCHEMES)
async def test_the_hall(club: Club, invite: Invite, scheme: Scheme) -> None:
    await club.open(people={"N": "Riet"})
    visitor = await invite(club.address, color_scheme=scheme)
    await visitor.visit("/")
    assert await violations(visitor, f"door-{scheme}") == []
    await enter(visitor)
    assert await violations(visitor, f"hall-{scheme}") == []
    await visitor.picture(f"hall-{scheme}", whole=True)


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
    assert await violations(visitor, page) == []
    await visitor.picture(page)


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
