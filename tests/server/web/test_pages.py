"""Every page, what it carries, in which language, and what is in it that people made up."""

import re
from collections.abc import Awaitable, Callable
from html.parser import HTMLParser
from typing import Final

import aiohttp_jinja2
import pytest

from klaverjas import RuleSet, Seat
from klaverjas.club import register_club_set
from klaverjas_server.table import Table
from klaverjas_words import LANGUAGES, load
from tests.server.evening import NAMES
from tests.server.web.venue import Venue

Hold = Callable[[Venue], Awaitable[Venue]]
N, E, S, W = Seat

PAGES: Final = {
    "/": "hall",
    "/join": "join",
    "/join/1": "join",
    "/continue": "continue",
    "/handover": "handover",
    "/table/1": "table",
    "/table/1/links": "links",
    "/watch/1": "table",
    "/score/1": "score",
    "/replay/1": "replay",
}
"""What is at every address, once the match at table 1 is over."""

HEADERS: Final = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Server": "klaverjas",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

HOSTILE: Final = {
    N: "<script>alert(1)</script>",
    E: "\"'><img src=x onerror=alert(1)>",
    S: "{{ 7 * 7 }} &lt;b&gt;",
    W: "مرحبا ريت",
}


class Markup(HTMLParser):
    """Reads a page as a browser does: its elements, their attributes, and the text between."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data


def dangers(text: str) -> list[str]:
    """Find what a page must never have: script or style within it, and handlers of events."""
    found = []
    for tag, attributes in Markup(text).elements:
        if tag == "style" or (tag == "script" and "src" not in attributes):
            found.append(tag)
        found += [name for name in attributes if name.startswith("on") or name == "style"]
    return found


@pytest.mark.parametrize(("path", "page"), PAGES.items(), ids=PAGES)
async def test_every_page_is_there(venue: Venue, path: str, page: str) -> None:
    await venue.match()
    got = await venue.get(path)
    assert got.status == 200
    assert got.headers["Content-Type"] == "text/html; charset=utf-8"
    body = dict(Markup(got.text).elements)["body"]
    assert body["data-page"] == page
    assert dangers(got.text) == []


@pytest.mark.parametrize("path", [*PAGES, "/nothing", "/ws", "/healthz", "/words/nl.json"])
async def test_every_answer_has_the_headers(venue: Venue, path: str) -> None:
    await venue.open(await venue.guest())
    got = await venue.get(path)
    assert {name: got.headers.get(name) for name in HEADERS} == HEADERS
    policy = got.headers["Content-Security-Policy"]
    port = venue.app.web_port
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert f"connect-src 'self' ws://localhost:{port} wss://localhost:{port};" in policy
    assert "unsafe" not in policy
    assert "*" not in policy


async def test_a_strange_host_has_no_place_in_the_policy(venue: Venue) -> None:
    got = await venue.get("/", headers={"Host": "x; script-src *"})
    assert "connect-src 'self';" in got.headers["Content-Security-Policy"]


async def test_the_table_knows_what_it_is(venue: Venue) -> None:
    await venue.open(await venue.guest(), options={"delay": 2})
    for path, mode in {"/table/1": "play", "/watch/1": "watch"}.items():
        body = dict(Markup((await venue.get(path)).text).elements)["body"]
        assert (body["data-table"], body["data-mode"]) == ("1", mode)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["/", "/join/1", "/score/1", "/nothing", "/table/1/links"])
async def test_a_page_is_in_the_language_of_the_browser(
    venue: Venue, path: str, language: str
) -> None:
    await venue.open(await venue.guest())
    got = await venue.get(path, headers={"Accept-Language": f"{language}-XX, en;q=0.5"})
    assert got.language == language
    assert load(language).text("page.skip") in Markup(got.text).words
    assert "Set-Cookie" not in got.headers


async def test_a_language_that_was_chosen_is_remembered(venue: Venue) -> None:
    got = await venue.get("/?lang=fi", headers={"Accept-Language": "nl"})
    assert got.language == "fi"
    cookie = got.headers["Set-Cookie"]
    assert cookie.startswith("language=fi; ")
    assert {"SameSite=Lax", "HttpOnly", "Path=/"} <= set(cookie.split("; "))
    assert (await venue.get("/", headers={"Cookie": "language=fi"})).language == "fi"


@pytest.mark.parametrize("wanted", ["xx", "", "../nl", "<script>"])
async def test_a_language_there_is_not_is_not_remembered(venue: Venue, wanted: str) -> None:
    got = await venue.get("/", params={"lang": wanted}, headers={"Cookie": f"language={wanted}"})
    assert got.language == "en"
    assert "Set-Cookie" not in got.headers


async def test_a_language_can_be_chosen_on_every_page(venue: Venue) -> None:
    elements = Markup((await venue.get("/join")).text).elements
    chosen = [a["href"] for tag, a in elements if tag == "a" and "hreflang" in a]
    assert chosen == [f"/join?lang={language}" for language in LANGUAGES]


async def test_the_hall_says_what_each_rule_set_is(venue: Venue) -> None:
    elements = Markup((await venue.get("/", headers={"Accept-Language": "nl"})).text).elements
    told = {a["value"]: a["data-text"] for tag, a in elements if "data-game" in a}
    assert told == {
        rules.name: load("nl").text(f"rules.{rules.name}.text")
        for rules in RuleSet.all()
        if f"rules.{rules.name}.text" in load("nl")
    }


async def test_names_stay_names(venue: Venue) -> None:
    await venue.match(HOSTILE)
    got = await venue.get("/score/1")
    assert dangers(got.text) == []
    words = Markup(got.text).words
    assert all(name in words for name in HOSTILE.values())


async def test_names_that_are_not_escaped_are_noticed(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    await venue.match(HOSTILE)
    assert venue.app._web is not None
    environment = aiohttp_jinja2.get_env(venue.app._web.app)
    monkeypatch.setattr(environment, "autoescape", False)
    assert dangers((await venue.get("/score/1")).text) != []


async def test_a_path_stays_a_path(venue: Venue) -> None:
    got = await venue.get('/"><script>alert(1)</script>')
    assert got.status == 404
    assert dangers(got.text) == []


CLUB_SET: Final = """
name = "Ons <b>eigen</b> & meer"
base = "rotterdam"
pit = "either"

[texts]
nl = 'Met "pit" & <script>alert(1)</script>.'
"""


async def test_a_club_s_own_set_is_told_in_its_words(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {rules.name: rules for rules in RuleSet.all()}
    monkeypatch.setattr("klaverjas.ruleset._named", known)
    register_club_set(CLUB_SET)
    got = await venue.get("/")
    assert dangers(got.text) == []
    told = {a.get("value"): a.get("data-text") for _, a in Markup(got.text).elements}
    assert told["Ons <b>eigen</b> & meer"] == 'Met "pit" & <script>alert(1)</script>.'


async def test_the_address_is_told_as_it_was_given(venue: Venue) -> None:
    got = await venue.get("/", headers={"Host": "club.example:8080"})
    body = dict(Markup(got.text).elements)["body"]
    assert body["data-address"] == "http://club.example:8080"
    assert "club.example:8080" in Markup(got.text).words


async def test_an_address_that_was_set_is_told_to_all(hold: Hold) -> None:
    venue = await hold(Venue(address="https://klaverjas.club/"))
    body = dict(Markup((await venue.get("/")).text).elements)["body"]
    assert body["data-address"] == "https://klaverjas.club"


async def test_no_page_has_a_secret(venue: Venue) -> None:
    party = await venue.match()
    secrets = [party.key, *(player.token for player in party.players.values())]
    for path in PAGES:
        text = (await venue.get(path)).text
        assert not [secret for secret in secrets if secret in text]


async def test_the_score_sheet_is_that_of_the_match(venue: Venue) -> None:
    await venue.match()
    view = venue.table().state.view(None)
    text = (await venue.get("/score/1")).text
    rows = re.findall(r"<tr>(.*?)</tr>", text, re.S)
    figures = [re.findall(r'class="total">(\d+)', row.replace("\n", "")) for row in rows]
    totals = [list(map(int, row)) for row in figures if row]
    assert len(totals) == len(view.sheet) + 1
    assert totals[-1] == list(view.totals.values())
    assert all(NAMES[seat] in Markup(text).words for seat in Seat)


async def scores(venue: Venue, delay: int) -> int:
    """Count the deals on the sheet after the first one, at a table that is shown so late."""
    party = await venue.party(options={"delay": delay})
    await party.play_out(lambda: len(venue.table().state.view(None).sheet) == 1)
    return (await venue.get("/score/1")).text.count('<th scope="row">')


@pytest.mark.parametrize(("delay", "deals"), [(0, 1), (1, 0), (8, 0)])
async def test_the_score_sheet_is_as_late_as_spectators_are(
    venue: Venue, delay: int, deals: int
) -> None:
    assert await scores(venue, delay) == deals


async def test_a_score_sheet_that_runs_ahead_is_noticed(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Table, "shown", property(lambda table: table.state))
    assert await scores(venue, 8) == 1
