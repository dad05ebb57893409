"""Every text that a template or a module of the pages names is in the catalogue."""

import re
from importlib.resources import files

import pytest

from klaverjas_server.options import OPTIONS
from klaverjas_server.web.faults import INTERNAL, REFUSALS, STATUSES, UNAVAILABLE
from klaverjas_server.web.pages import ELSEWHERE
from klaverjas_server.web.sheet import COLUMNS
from klaverjas_words import Catalogue, load

WEB = files("klaverjas_web")


def named(source: str, words: Catalogue) -> set[str]:
    """Find the keys that a source names whole: strings that begin as keys do."""
    sections = "|".join({key.partition(".")[0] for key in words if "." in key})
    found = re.findall(rf"""['"]((?:{sections})\.[\w-]+(?:\.[\w-]+)*)['"]""", source)
    return {key for key in found if not key.endswith((".js", ".css"))}


def sources() -> dict[str, str]:
    """Read the templates and the modules."""
    return {
        entry.name: entry.read_text(encoding="utf-8")
        for folder in ("templates", "static")
        for entry in (WEB / folder).iterdir()
        if entry.name.endswith((".html", ".js"))
    }


@pytest.mark.parametrize(("name", "source"), sources().items(), ids=sources())
def test_every_text_that_is_named_exists(name: str, source: str) -> None:
    keys = named(source, load("nl"))
    assert {key for key in keys if key not in load("nl")} == set()


def test_the_pages_name_many_texts() -> None:
    keys = {key for source in sources().values() for key in named(source, load("nl"))}
    assert len(keys) > 100


def test_a_text_that_is_missing_is_found() -> None:
    source = "say('hall.title'); say('hall.dance'); words.text(`hall.${x}`); \"join.me.in\""
    missing = {key for key in named(source, load("nl")) if key not in load("nl")}
    assert missing == {"hall.dance", "join.me.in"}


def composed() -> list[str]:
    """List the keys that are put together of parts."""
    faults = {fault.key for fault in (*REFUSALS.values(), INTERNAL, UNAVAILABLE)}
    faults |= {*STATUSES.values(), "bad-request"}
    return [
        *(f"fault.{fault}.{part}" for fault in sorted(faults) for part in ("title", "text")),
        *(f"hall.at-zero.{what}" for what in OPTIONS["at_zero"].allowed),
        *(column for columns in COLUMNS.values() for column in columns),
        *(f"{key}.{game}" for game in COLUMNS for key in ("hall.game", "sheet.legend")),
    ]


@pytest.mark.parametrize("key", composed())
def test_every_text_put_together_exists(key: str) -> None:
    assert key in load("nl")


def modules_that_name(section: str, sources: dict[str, str]) -> set[str]:
    """Find the modules that name a text of a section, whole or put together."""
    pattern = re.compile(rf"""['"`]{section}\.""")
    return {name for name, text in sources.items() if name.endswith(".js") and pattern.search(text)}


@pytest.mark.parametrize("section", sorted(ELSEWHERE))
def test_no_module_names_what_it_is_not_given(section: str) -> None:
    assert any(key.startswith(f"{section}.") for key in load("nl"))
    assert modules_that_name(section, sources()) == set()


def test_a_module_that_names_it_is_found() -> None:
    assert modules_that_name("help", {"a.js": "words.text(`help.${x}`)"}) == {"a.js"}
