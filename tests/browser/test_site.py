"""What the site sends: little, to nobody else, nothing secret in an address, all under a policy."""

import re
from typing import Final

import pytest
from playwright.async_api import Response

from tests.browser.club import Club
from tests.browser.conftest import Invite, SeatPlayer
from tests.browser.doctored import doctor
from tests.browser.visitor import Visitor

MOST_BYTES: Final = 150 * 1024
"""What a page may weigh, uncompressed, with its modules, styles, words and what it shows."""
SECRET: Final = re.compile(r"[?&#/](?:token|key|code)=|secret-\d+")
"""A secret in an address; the club's chance makes none but such."""
INLINE: Final = """
() => document.body.append(Object.assign(document.createElement('script'), { text: 'x = 1' }))
"""


async def weigh(visitor: Visitor, path: str) -> dict[str, int]:
    """Visits a page with nothing cached, and gives the bytes of all bodies it asks for, decoded."""
    answers: list[Response] = []
    visitor.page.on("response", lambda answer: answers.append(answer))
    await visitor.visit(path)
    await visitor.page.wait_for_load_state("networkidle")
    return {answer.url: len(await answer.body()) for answer in answers if answer.ok}


def report(weights: dict[str, int]) -> str:
    """Lists what is heavy, the heaviest first."""
    heaviest = sorted(weights.items(), key=lambda item: -item[1])
    return "\n".join(f"{size:7} {url}" for url, size in heaviest)


@pytest.mark.parametrize("page", ["hall", "table", "replay"])
async def test_a_page_is_light(club: Club, invite: Invite, page: str) -> None:
    table = await club.open_talkative(deals=4)
    if page == "replay":
        await club.play_out(table)
    visitor = await invite(club.address)
    await visitor.introduce("Riet")
    weights = await weigh(visitor, "/" if page == "hall" else f"/{page}/{table}")
    text = f"{sum(weights.values()):7} all in\n{report(weights)}\n"
    (visitor.artefacts / f"weight-{page}.txt").write_text(text, encoding="utf-8")
    assert f"{club.address}/words/nl.json" in weights
    assert sum(weights.values()) <= MOST_BYTES, text


async def test_a_heavy_module_is_found(club: Club, invite: Invite) -> None:
    visitor = await invite(club.address)
    await visitor.introduce("Riet")
    padding = "/".ljust(MOST_BYTES, "/")
    await doctor(visitor.context, "element.js", "/** Making", f"{padding}\n/** Making")
    assert sum((await weigh(visitor, "/")).values()) > MOST_BYTES


async def test_no_secret_stands_in_an_address(
    club: Club, invite: Invite, seat_player: SeatPlayer
) -> None:
    visitor = await invite(club.address)
    await visitor.introduce("Riet")
    await visitor.visit("/")
    await visitor.page.locator("#opening > summary").click()
    await visitor.page.locator("#open-form button[type=submit]").click()
    await visitor.page.wait_for_url("**/links")
    await visitor.page.locator("[data-seat=N] .invite").click()
    link = visitor.page.locator("[data-seat=N] .link")
    await link.wait_for()
    code = (await link.inner_text()).rpartition("#")[2]
    guest = await invite(club.address)
    await guest.introduce("Henk")
    await guest.visit(f"/join#{code}")
    await guest.page.wait_for_url("**/table/*")
    await guest.page.locator("#stage:not(.watching)").wait_for()
    fetched = [*visitor.fetched, *guest.fetched, guest.page.url]
    assert code
    assert [url for url in fetched if code in url.partition("#")[0] or SECRET.search(url)] == [
        url for url in fetched if url == f"{club.address}/join#{code}"
    ]
    history = await guest.page.evaluate("JSON.stringify([location.href, history.state])")
    assert code not in history


async def test_every_answer_is_under_the_policy(club: Club, invite: Invite) -> None:
    table = await club.open()
    visitor = await invite(club.address)
    headers: list[tuple[str, str]] = []
    visitor.page.on(
        "response",
        lambda answer: headers.append(
            (answer.url, answer.headers.get("content-security-policy", ""))
        ),
    )
    for path in ("/", f"/table/{table}", f"/watch/{table}", f"/score/{table}"):
        await visitor.visit(path)
        await visitor.page.wait_for_load_state("networkidle")
    assert [url for url, policy in headers if "default-src 'none'" not in policy] == []
    assert [url for url, policy in headers if "unsafe" in policy] == []
    cookies = await visitor.context.cookies()
    assert [cookie for cookie in cookies if cookie.get("sameSite") not in ("Lax", "Strict")] == []


async def test_a_script_within_a_page_is_found(club: Club, invite: Invite) -> None:
    visitor = await invite(club.address)
    await visitor.visit("/")
    await visitor.page.evaluate(INLINE)
    await visitor.expect_complaint("policy: script-src")
    visitor.forgive("policy|script")


async def test_an_address_elsewhere_is_found(club: Club, invite: Invite) -> None:
    visitor = await invite(club.address)
    await visitor.context.route("http://elsewhere.invalid/", lambda route: route.fulfill(body=""))
    await visitor.visit("http://elsewhere.invalid/")
    await visitor.expect_complaint("asked elsewhere")
    visitor.forgive("elsewhere")
