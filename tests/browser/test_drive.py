"""A club evening in a real browser: at the door, at a table, on the wall, and on paper."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import msgspec
import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from klaverjas_server.drives import orders
from klaverjas_server.drives.desk import Desk
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.links import Who, player_link, table_link
from klaverjas_server.drives.score import Score
from klaverjas_server.drives.settings import Settings
from tests.browser.axe import violations
from tests.browser.club import Club
from tests.browser.conftest import Invite
from tests.browser.layout import misfits
from tests.browser.visitor import Visitor

DIRECTOR: Final = Who("director")
PIN: Final = "2468"
NAMES: Final = (
    "Riet de Vries",
    "Toos van 't Hof",
    "Piet O'Brien",
    "Wilhelmina Allegonda van der Sloot-Bakh.",
    "Kommandeursweduwepensioenfondsbestuurder",
    *(f"Speler {number}" for number in range(6, 36)),
)
"""35 people: 8 tables, and 3 rest."""
SIZES: Final = ((360, 740), (768, 1024), (1920, 1080))
STEPS: Final = ("people", "draw", "tables", "standings", "papers", "settings")


class Drive:
    """An evening of 35 at a club, with a round being played."""

    def __init__(self, club: Club, desk: Desk):
        self.club = club
        self.desk = desk

    @property
    def evening(self) -> Evening:
        """The evening as it is now."""
        return self.desk.evening

    async def take(self, *given: orders.Order) -> None:
        """Give orders at the desk itself."""
        for order in given:
            await self.desk.take(order, DIRECTOR)

    async def settle(self, but: int = 0) -> None:
        """Let the desk write down what all tables came to, but one."""
        running = self.evening.running
        assert running is not None
        for table in running.tables:
            if table.table != but:
                totals = 400 + 10 * table.table, 248 + 40 - 10 * table.table
                score = Score(totals)
                await self.take(orders.Report(round=running.number, table=table.table, score=score))


@pytest_asyncio.fixture(loop_scope="session")
async def drive(club: Club) -> Drive:
    settings = Settings(paper=True, deals=4)
    desk = await club.app.evenings.open("Donderdagavond", settings, pin=PIN)
    drive = Drive(club, desk)
    await drive.take(*(orders.Enter(names=(name,), here=True) for name in NAMES))
    await drive.take(orders.Draw(seed="x"), orders.Publish(round=1))
    return drive


async def direct(drive: Drive, invite: Invite, **context: object) -> Visitor:
    """Lets in somebody who knows the PIN."""
    visitor = await invite(drive.club.address, **context)
    await visitor.visit("/drive/1")
    await visitor.page.fill("#pin", PIN)
    await visitor.page.get_by_role("button", name="Verder").click()
    await expect(visitor.page.locator(".steps")).to_be_visible()
    return visitor


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_everything_fits(drive: Drive, invite: Invite, size: tuple[int, int]) -> None:
    await drive.settle(but=3)
    visitor = await direct(drive, invite, size=size)
    paths = [*STEPS, "person/5", "desk/1/3", "desk/1/4", "board", "me"]
    found = {}
    for path in paths:
        await visitor.visit(f"/drive/1/{path}")
        found[path] = await misfits(visitor.page)
    assert {path: faults for path, faults in found.items() if faults} == {}


async def test_a_page_that_is_too_wide_is_noticed(drive: Drive, invite: Invite) -> None:
    visitor = await direct(drive, invite)
    await visitor.visit("/drive/1/tables")
    # What it holds may be drawn anew at any moment; it stays itself.
    await visitor.page.evaluate("() => { live.style.width = '900px'; }")
    assert await misfits(visitor.page) != []


async def test_nothing_is_grave_for_whoever_sees_badly(drive: Drive, invite: Invite) -> None:
    await drive.settle(but=3)
    visitor = await direct(drive, invite)
    found = {}
    for scheme in ("light", "dark"):
        await visitor.page.emulate_media(color_scheme=scheme)
        for path in (*STEPS, "person/5", "desk/1/3", "desk/1/4", "board", "me"):
            await visitor.visit(f"/drive/1/{path}")
            name = f"drive-{path.replace('/', '-')}-{scheme}"
            found[name] = await violations(visitor, name)
    assert {name: broken for name, broken in found.items() if broken} == {}


async def test_presence_by_two_letters_and_enter(drive: Drive, invite: Invite) -> None:
    await drive.take(orders.Present(number=2, here=False))
    visitor = await direct(drive, invite)
    await visitor.visit("/drive/1/people")
    page = visitor.page
    await page.locator("#find").press_sequentially("ho")
    shown = page.locator("#people > li:visible")
    await expect(shown).to_have_count(1)
    await page.keyboard.press("Enter")
    await expect(page.locator(".fit")).to_contain_text("35 aanwezig: 8 tafels, 3 rusten")
    await expect(page.locator("#find")).to_have_value("")
    assert drive.evening.entrants[2].present


async def test_somebody_new_is_in_without_leaving_the_page(drive: Drive, invite: Invite) -> None:
    visitor = await direct(drive, invite)
    await visitor.visit("/drive/1/people")
    await visitor.page.fill("#names", "Bep van 't Veer")
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.page.locator(".fit")).to_contain_text("36 aanwezig: 9 tafels")
    assert drive.evening.entrants[36].name == "Bep van 't Veer"


async def test_the_pages_work_without_scripts(drive: Drive, invite: Invite) -> None:
    visitor = await direct(drive, invite, java_script_enabled=False)
    await visitor.visit("/drive/1/people?q=ho")
    await visitor.page.locator("#people button").click()
    await expect(visitor.page.locator(".fit")).to_contain_text("34 aanwezig")
    assert not drive.evening.entrants[2].present


async def test_a_refusal_can_be_overridden_where_it_is_shown(drive: Drive, invite: Invite) -> None:
    visitor = await direct(drive, invite)
    await visitor.visit("/drive/1/tables")
    visitor.forgive("409")
    await visitor.page.get_by_role("button", name="Sluit ronde 1").click()
    await expect(visitor.page.get_by_role("alert")).to_contain_text("tafel 1, 2, 3, 4, 5, 6, 7, 8")
    await visitor.page.fill("#override", "iedereen is naar huis")
    await visitor.page.get_by_role("button", name="Toch doen").click()
    await expect(visitor.page.locator("h2").first).to_have_text("Stand na ronde 1")
    assert drive.evening.overrides[0].reason == "iedereen is naar huis"


async def test_a_link_s_secret_leaves_the_address(drive: Drive, invite: Invite) -> None:
    visitor = await invite(drive.club.address)
    secret = player_link(drive.desk.key, drive.evening, 2)
    await visitor.visit(f"/drive/1/me#{secret}")
    await expect(visitor.page.locator("h1")).to_have_text("Toos van 't Hof")
    assert secret not in visitor.page.url
    table = drive.evening.rounds[0].table_of(2)
    seat = visitor.page.locator(".seat-now")
    await expect(seat).to_contain_text(f"Tafel {table.table}" if table else "rust")
    assert not [address for address in visitor.fetched if secret in address.partition("#")[0]]


async def test_a_deal_is_written_with_the_keypad(drive: Drive, invite: Invite) -> None:
    visitor = await invite(drive.club.address)
    await visitor.visit(f"/drive/1/table/1#{table_link(drive.desk.key, drive.evening, 1)}")
    page = visitor.page
    await page.locator("label[for=maker-0]").click()
    await page.locator("label[for=trump-H]").click()
    await page.locator("[name=points]").fill("91")
    await expect(page.locator(".rest")).to_have_text("+ 71 = 162")
    for value in (20, 50):
        await page.locator(".keypad").first.locator(f"[data-add='{value}']").click()
    await page.get_by_role("button", name="Schrijf spel 1 op").click()
    await expect(page.locator(".slip .deal")).to_have_text("Spel 2 van 4")
    slip = drive.evening.rounds[0].at(1).slips[1]
    assert (slip.maker, slip.trump, slip.points, slip.roem) == (0, "H", 91, (70, 0))


async def test_the_board_changes_by_itself_and_stands_still_when_nothing_does(
    drive: Drive, invite: Invite
) -> None:
    visitor = await invite(drive.club.address, size=(1920, 1080))
    await visitor.visit("/drive/1/board")
    await expect(visitor.page.locator(".screen:visible")).to_have_count(1)
    await drive.settle()
    await drive.take(orders.Close(round=1))
    await expect(visitor.page.locator(".standing-list:visible")).to_have_count(1)


async def letter_height(page: Page) -> float:
    """Measures the smallest name on the board, as a share of the height of the screen."""
    script = """() => Math.min(...Array.from(document.querySelectorAll('.screen .name'),
        (name) => parseFloat(getComputedStyle(name).fontSize))) / innerHeight"""
    return float(await page.evaluate(script))


async def test_the_board_can_be_read_from_ten_metres(drive: Drive, invite: Invite) -> None:
    visitor = await invite(drive.club.address, size=(1920, 1080))
    await visitor.visit("/drive/1/board")
    # On a screen of 1.2 m high, 3 % is a letter of 36 mm with capitals of 26 mm.
    assert await letter_height(visitor.page) >= 0.03


# Paper

PAGES: Final = {
    "door": 2,
    "cards": 2,
    "players": 3,
    "slips": 2,
    "seats": 2,
    "seatcards": 3,
    "standings": 1,
}
"""The sheets of A4 for 35 people and 8 tables."""


async def printed(visitor: Visitor, paper: str) -> Path:
    """Prints a page into a file."""
    await visitor.visit(f"/drive/1/print/{paper}")
    path = visitor.artefacts / f"drive-{paper}.pdf"
    await visitor.page.pdf(path=path, prefer_css_page_size=True)
    return path


def sheets(path: Path) -> int:
    """Counts the pages of a PDF."""
    return len(re.findall(rb"/Type\s*/Page\b", path.read_bytes()))


def text_of(path: Path) -> str:
    """Reads the text of a PDF; where there is no tool to, the test is skipped."""
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is missing (Debian: apt-get install poppler-utils)")
    run = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, check=True)
    return run.stdout.decode()


@pytest.mark.parametrize("paper", PAGES)
async def test_a_print_has_the_sheets_that_it_should(
    drive: Drive, invite: Invite, paper: str
) -> None:
    visitor = await direct(drive, invite)
    assert sheets(await printed(visitor, paper)) == PAGES[paper]


@pytest.mark.parametrize("language", ["nl", "en"])
async def test_the_manual_has_two_pages(drive: Drive, invite: Invite, language: str) -> None:
    visitor = await invite(drive.club.address)
    await visitor.visit(f"/drive/manual/{language}")
    path = visitor.artefacts / f"manual-{language}.pdf"
    await visitor.page.pdf(path=path, prefer_css_page_size=True)
    assert sheets(path) == 2


async def test_what_is_printed_can_be_read(drive: Drive, invite: Invite) -> None:
    visitor = await direct(drive, invite)
    door = text_of(await printed(visitor, "door"))
    assert all(name in door for name in NAMES[:3])
    assert "Betaald" in door
    slips = text_of(await printed(visitor, "slips"))
    assert all(f"Tafel {table}" in slips for table in range(1, 9))
    assert "ten minste 648" in slips
    assert "Mensen" not in slips


async def test_no_slip_is_longer_than_its_part_of_the_sheet(drive: Drive, invite: Invite) -> None:
    settings = msgspec.structs.replace(drive.evening.settings, deals=16)
    await drive.settle()
    await drive.take(orders.Close(round=1), orders.AdjustSettings(settings=settings))
    await drive.take(orders.Draw(seed="y"), orders.Publish(round=2))
    visitor = await direct(drive, invite, size=(720, 1000))
    await visitor.page.emulate_media(media="print")
    await visitor.visit("/drive/1/print/slips")
    script = """() => Array.from(document.querySelectorAll('.slip-sheets li'),
        (slip) => slip.scrollHeight - slip.clientHeight)"""
    beyond = await visitor.page.evaluate(script)
    assert len(beyond) == 8
    assert max(beyond) <= 0
