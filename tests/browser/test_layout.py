"""Every station of a match fits on every screen, in every language."""

from typing import Final

import pytest

from klaverjas_words import LANGUAGES
from tests.browser.club import Club
from tests.browser.conftest import Invite
from tests.browser.doctored import doctor
from tests.browser.layout import misfits
from tests.browser.stations import STATIONS
from tests.browser.visitor import Visitor

SCREENS: Final = {320: 568, 360: 740, 768: 1024, 1280: 800}
LOCALES: Final = {"no": "nb-NO"}
LANGUAGE_MARKS: Final = [
    pytest.param(language, marks=[] if language == "nl" else pytest.mark.full)
    for language in LANGUAGES
]
"""The long campaign tries the others too."""


async def look_at(visitor: Visitor, name: str, screens: dict[int, int]) -> dict[int, list[str]]:
    """Holds a page up to screens of several sizes; what does not fit on which, and pictures."""
    found = {}
    for width, height in screens.items():
        await visitor.page.set_viewport_size({"width": width, "height": height})
        await visitor.picture(f"{name}-{width}")
        found[width] = await misfits(visitor.page)
    return {width: faults for width, faults in found.items() if faults}


@pytest.mark.parametrize("station", STATIONS)
@pytest.mark.parametrize("language", LANGUAGE_MARKS)
async def test_a_table_fits(club: Club, invite: Invite, station: str, language: str) -> None:
    visitor = await invite(club.address, locale=LOCALES.get(language, language))
    await STATIONS[station](club, visitor)
    assert await visitor.page.locator("html").get_attribute("lang") == language
    assert await look_at(visitor, f"{station}-{language}", SCREENS) == {}


@pytest.mark.parametrize("language", LANGUAGE_MARKS)
async def test_the_pages_around_the_tables_fit(club: Club, invite: Invite, language: str) -> None:
    table = await club.open_talkative(deals=4)
    waiting = await club.open(people={"N": "Riet", "S": "Wilhelmina van der Slikke-Oldenburg"})
    await club.play_out(table)
    visitor = await invite(club.address, locale=LOCALES.get(language, language))
    visitor.forgive("404")
    for name, path in pages(table, waiting).items():
        if name == "hall":
            await visitor.introduce("Henk")
        await visitor.visit(path)
        await visitor.page.locator("main, #stage > *").first.wait_for()
        if name == "hall":
            await visitor.page.locator("#opening > summary").click()
            await visitor.page.locator("#tables .entry").first.wait_for()
        assert await look_at(visitor, f"{name}-{language}", SCREENS) == {}, name


def pages(table: str, waiting: str) -> dict[str, str]:
    """Lists the pages around the tables: `table` is done, `waiting` has free seats."""
    return {
        "door": "/",
        "join": f"/join/{waiting}",
        "hall": "/",
        "links": f"/table/{waiting}/links",
        "continue": "/continue",
        "score": f"/score/{table}",
        "replay": f"/replay/{table}",
        "fault": "/table/none",
    }


@pytest.mark.parametrize("station", ["calling", "written"])
async def test_text_twice_as_large_fits(club: Club, invite: Invite, station: str) -> None:
    visitor = await invite(club.address)
    await STATIONS[station](club, visitor)
    await visitor.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert await look_at(visitor, f"{station}-large", {360: 740, 1280: 800}) == {}


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        (".panel { display: flex;", ".panel { display: flex; width: 110vw;", "sticks out"),
        (
            ".hand.rows .second { margin-top: -36px; }",
            ".hand.rows .second { margin-top: -118px; }",
            "covered",
        ),
        ("white-space: nowrap; min-height: 66px", "white-space: nowrap; width: 20px", "cut off"),
    ],
)
async def test_what_does_not_fit_is_found(
    club: Club, invite: Invite, right: str, wrong: str, fault: str
) -> None:
    visitor = await invite(club.address)
    await doctor(visitor.context, "table.css", right, wrong)
    await STATIONS["calling"](club, visitor)
    assert any(fault in found for found in await misfits(visitor.page))
