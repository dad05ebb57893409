"""Static files and catalogues: kept for ever or asked after, and whole modules of one make."""

import json
import posixpath
import re
from collections.abc import Iterator

import pytest

from klaverjas_server.web.assets import Assets, load_assets
from klaverjas_server.web.pages import ELSEWHERE
from klaverjas_words import LANGUAGES, load
from tests.server.web.test_pages import PAGES, Markup
from tests.server.web.venue import Venue

IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*['"]([^'"]+)['"]""")


def imported(text: str) -> list[str]:
    """List what a module imports; types, which are in comments, left out."""
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return IMPORT.findall(code)


async def stray_imports(venue: Venue, assets: Assets) -> list[str]:
    """Find imports that lead nowhere, or out of the tree of this make."""
    stray = []
    for name in assets:
        if not name.endswith(".js"):
            continue
        text = (await venue.get(assets.address(name))).text
        for wanted in imported(text):
            address = posixpath.join(posixpath.dirname(assets.address(name)), wanted)
            found = wanted.startswith(".") and (await venue.get(posixpath.normpath(address)))
            if not found or found.status != 200:
                stray.append(f"{name}: {wanted}")
    return stray


def linked(text: str) -> Iterator[str]:
    """Give the addresses of what a page loads."""
    for tag, attributes in Markup(text).elements:
        if tag in ("script", "img"):
            yield str(attributes["src"])
        elif tag == "link":
            yield str(attributes["href"])


@pytest.mark.parametrize("name", list(load_assets()))
async def test_a_file_may_be_kept_for_ever(venue: Venue, name: str) -> None:
    got = await venue.get(load_assets().address(name))
    assert got.status == 200
    assert got.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    kinds = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
    assert got.headers["Content-Type"].partition(";")[0] == kinds[name.rpartition(".")[2]]


async def test_whoever_has_a_file_is_told_so(venue: Venue) -> None:
    address = load_assets().address("hall.js")
    tag = (await venue.get(address)).headers["ETag"]
    again = await venue.get(address, headers={"If-None-Match": f'"old", {tag}'})
    assert (again.status, again.text, again.headers["ETag"]) == (304, "", tag)
    assert again.headers["Cache-Control"].endswith("immutable")
    other = await venue.get(address, headers={"If-None-Match": '"old"'})
    assert other.status == 200


async def test_every_page_loads_only_what_there_is(venue: Venue) -> None:
    await venue.match()
    for path in PAGES:
        addresses = list(linked((await venue.get(path)).text))
        assert len(addresses) >= 2
        for address in addresses:
            assert (await venue.get(address)).status == 200, (path, address)


async def unasked(venue: Venue, asked: set[str]) -> set[str]:
    """Find what the modules of a page import beyond those that it asks for."""
    named = set()
    for address in asked:
        text = (await venue.get(address)).text
        folder = posixpath.dirname(address)
        named |= {posixpath.normpath(posixpath.join(folder, name)) for name in imported(text)}
    return named - asked


@pytest.mark.parametrize("page", ["table", "replay"])
async def test_a_page_asks_for_all_its_modules_at_once(venue: Venue, page: str) -> None:
    await venue.match()
    text = (await venue.get(f"/{page}/1")).text
    asked = {address for address in linked(text) if address.endswith(".js")}
    assert len(asked) > 20
    assert await unasked(venue, asked) == set()
    view = load_assets().address("view.js")
    assert await unasked(venue, asked - {view}) == {view}


async def test_modules_find_each_other(venue: Venue) -> None:
    assert await stray_imports(venue, load_assets()) == []


async def test_a_stray_import_is_found(venue: Venue, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = {
        "a.js": b"import { x } from './b.js';\nimport('./c.js');\n/** import('./types') */",
        "b.js": b"import 'https://elsewhere.example/b.js';",
    }
    assets = Assets(planted)
    monkeypatch.setattr("klaverjas_server.web.site.load_assets", lambda: assets)
    other = await Venue().begin()
    try:
        stray = await stray_imports(other, assets)
    finally:
        await other.end()
    assert stray == ["a.js: ./c.js", "b.js: https://elsewhere.example/b.js"]


async def test_another_make_has_other_addresses() -> None:
    one, other = Assets({"a.js": b"1", "b.js": b"2"}), Assets({"a.js": b"1", "b.js": b"3"})
    assert one.address("a.js") != other.address("a.js")
    moved = Assets({"a.js": b"1b.js", "c": b"2"})
    assert moved.digest not in (one.digest, other.digest)
    with pytest.raises(KeyError, match="no static file"):
        one.address("c.js")


@pytest.mark.parametrize("name", ["../pages.py", "..%2f..%2fpages.py", "hall.js/", "", "hall"])
async def test_nothing_else_is_handed_out(venue: Venue, name: str) -> None:
    address = load_assets().address("hall.js").removesuffix("hall.js")
    assert (await venue.get(address + name)).status == 404


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_catalogues_are_those_of_the_program(venue: Venue, language: str) -> None:
    got = await venue.get(f"/words/{language}.json")
    texts, words = json.loads(got.text), load(language)
    assert set(texts) == {key for key in words if key.partition(".")[0] not in ELSEWHERE}
    assert texts["play.hall"] == words.text("play.hall")
    assert got.headers["Cache-Control"] == "no-cache"
    tag = got.headers["ETag"]
    again = await venue.get(f"/words/{language}.json", headers={"If-None-Match": tag})
    assert (again.status, again.text) == (304, "")


async def test_a_page_is_asked_after_and_differs_by_language(venue: Venue) -> None:
    nl = await venue.get("/join", headers={"Accept-Language": "nl"})
    fi = await venue.get("/join", headers={"Accept-Language": "fi"})
    assert nl.headers["Cache-Control"] == "no-cache"
    assert nl.headers["Vary"] == "Accept-Language, Cookie"
    assert nl.headers["ETag"] != fi.headers["ETag"]
    known = {"Accept-Language": "nl", "If-None-Match": nl.headers["ETag"]}
    again = await venue.get("/join", headers=known)
    assert (again.status, again.headers["Vary"]) == (304, "Accept-Language, Cookie")


async def test_head_is_get_without_the_text(venue: Venue) -> None:
    for path in ("/", load_assets().address("hall.js"), "/words/nl.json"):
        head, get = await venue.get(path, "HEAD"), await venue.get(path)
        assert (head.status, head.text) == (200, "")
        assert head.headers["ETag"] == get.headers["ETag"]
        assert head.headers["Content-Length"] == get.headers["Content-Length"]
