"""Wrong addresses, other people's tables, a log that fails: plain pages that say what to do."""

from collections.abc import Awaitable, Callable
from typing import Final

import pytest

from klaverjas_server.log import MemoryLog, Row, Unavailable
from klaverjas_server.web import pages
from klaverjas_words import LANGUAGES, load
from tests.server.web.test_pages import Markup, dangers
from tests.server.web.venue import Page, Venue

Hold = Callable[[Venue], Awaitable[Venue]]

WRONG: Final = {
    "/nothing": (404, "unknown-page"),
    "/static/": (404, "unknown-page"),
    "/static/0123456789abcdef/hall.js": (404, "unknown-page"),
    "/words/xx.json": (404, "unknown-page"),
    "/words/..%2Fnl.json": (404, "unknown-page"),
    "/table/9": (404, "unknown-table"),
    "/table/0": (404, "unknown-table"),
    "/table/-1": (404, "unknown-table"),
    "/table/x": (404, "unknown-table"),
    "/table/1%2F..": (404, "unknown-table"),
    "/table/" + "9" * 300: (404, "unknown-table"),
    "/table/٣": (404, "unknown-table"),
    "/watch/9": (404, "unknown-table"),
    "/join/9": (404, "unknown-table"),
    "/table/9/links": (404, "unknown-table"),
    "/score/9": (404, "unknown-table"),
    "/replay/9": (404, "unknown-table"),
    "/replay/9.json": (404, "unknown-table"),
    "/score/2": (403, "private"),
    "/replay/2": (403, "private"),
    "/replay/2.json": (403, "private"),
    "/replay/1": (409, "not-over"),
    "/replay/1.json": (409, "not-over"),
    "/ws": (400, "bad-request"),
}


SECRET: Final = "a-secret-of-somebody"


def stumble(text: str) -> str:
    """Do what a handler should not."""
    raise ZeroDivisionError


def assert_says(page: Page, status: int, fault: str, language: str = "en") -> None:
    """See that a page says what happened, and shows the way to the hall."""
    say = load(language).text
    assert page.status == status
    markup = Markup(page.text)
    assert say(f"fault.{fault}.title") in markup.words
    assert say(f"fault.{fault}.text") in markup.words
    assert ("a", {"class": "button main", "href": "/"}) in markup.elements
    assert page.headers["Cache-Control"] == "no-store"
    assert dangers(page.text) == []


@pytest.mark.parametrize(("path", "said"), WRONG.items(), ids=WRONG)
async def test_a_wrong_address_is_explained(venue: Venue, path: str, said: tuple[int, str]) -> None:
    host = await venue.guest()
    await venue.open(host)
    await venue.open(host, options={"private": True})
    assert_says(await venue.get(path), *said)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_is_explained_in_the_visitor_s_language(venue: Venue, language: str) -> None:
    page = await venue.get("/nothing", headers={"Accept-Language": language})
    assert_says(page, 404, "unknown-page", language)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
async def test_another_method_is_explained(venue: Venue, method: str) -> None:
    page = await venue.get("/", method)
    assert_says(page, 405, "method")
    assert page.headers["Allow"] == "GET,HEAD"


class Shelf(MemoryLog):
    """A log that can be out of reach."""

    gone = False

    async def read(self, stream: str, after: int = 0) -> list[Row]:
        if self.gone:
            raise Unavailable("the disk is gone")
        return await super().read(stream, after)


async def test_what_cannot_be_read_now_is_explained(hold: Hold) -> None:
    shelf = Shelf()
    venue = await hold(Venue(log=shelf))
    await venue.match()
    shelf.gone = True
    assert_says(await venue.get("/replay/1.json"), 503, "unavailable")
    shelf.gone = False
    assert (await venue.get("/replay/1.json")).status == 200


async def test_a_mistake_of_ours_is_explained_and_no_address_kept(
    venue: Venue, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pages, "qr_svg", stumble)
    assert_says(await venue.get(f"/?token={SECRET}"), 500, "internal")
    journal = "".join(capsys.readouterr())
    assert "ZeroDivisionError" in journal
    assert SECRET not in journal


async def test_a_fault_does_not_stop_the_next_visitor(venue: Venue) -> None:
    await venue.get("/nothing")
    assert (await venue.get("/")).status == 200
