"""What a phone loads to sit down at a table: page, style, modules, one catalogue."""

import posixpath
import re
from collections.abc import AsyncIterator

import pytest

from klaverjas_words import LANGUAGES
from tests.server.web.venue import SHORT, Page, Venue

MOST_BYTES = 150 * 1024
LINK = re.compile(r"""(?:src|href)="(/static/[^"]+)\"""")
IMPORT = re.compile(r"""(?:from|import) '(\./[\w.]+)'""")


@pytest.fixture
async def venue() -> AsyncIterator[Venue]:
    """An evening with its web site."""
    held = await Venue().begin()
    yield held
    await held.end()


async def table(venue: Venue) -> str:
    """Opens a table, and gives the address of its page."""
    opened = await venue.open(await venue.guest("Riet"), SHORT)
    return f"/table/{opened.table}"


async def loaded(venue: Venue, path: str, language: str) -> dict[str, Page]:
    """Loads a page as a browser does, and gives all it fetched, by address."""
    page = await venue.get(path, headers={"Accept-Language": language})
    words = f"/words/{language}.json"
    got = {path: page, words: await venue.get(words)}
    waiting = LINK.findall(page.text)
    while waiting:
        address = waiting.pop()
        if address not in got:
            got[address] = await venue.get(address)
            folder = posixpath.dirname(address)
            found = IMPORT.findall(got[address].text)
            waiting += [posixpath.normpath(posixpath.join(folder, name)) for name in found]
    return got


def weight(got: dict[str, Page]) -> int:
    """Adds up what was fetched, in bytes."""
    return sum(len(page.text.encode()) for page in got.values())


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_table_weighs_little(venue: Venue, language: str) -> None:
    got = await loaded(venue, await table(venue), language)
    assert {page.status for page in got.values()} == {200}
    assert sum(address.endswith(".js") for address in got) > 25
    assert weight(got) <= MOST_BYTES


async def test_what_is_loaded_twice_would_weigh_too_much(venue: Venue) -> None:
    got = await loaded(venue, await table(venue), "nl")
    assert weight({**got, **{f"{address}?": page for address, page in got.items()}}) > MOST_BYTES
