"""Whatever the pages of an evening, or a refusal, may say has its words."""

import re
from importlib.resources import files
from pathlib import Path
from typing import Final, get_args

import pytest

from klaverjas_server.drives import draw, entering, reporting, rounds, score
from klaverjas_server.drives.rows import Role
from klaverjas_server.drives.settings import TARIFFS, Format, Fourth, TieBreak
from klaverjas_server.drives.standings import Kind
from klaverjas_server.web.drive_files import BACKUP, FILES
from klaverjas_server.web.drive_prints import PAPERS
from klaverjas_server.web.drive_setup import TARIFF_FIELDS
from klaverjas_words import Catalogue, load

TEMPLATES: Final = Path(str(files("klaverjas_web"))) / "templates" / "drive"
SAID_AS_IT_IS: Final = {
    "names",
    "number-taken",
    "not-withdrawn",
    "no-partners",
    "no-side",
    "no-slips",
    "no-round",
    "other-round",
    "unknown-deal",
    "unknown-round",
    "unknown-table",
}
"""Refusals of orders that no form of the pages can give: they are shown in English."""


def families() -> list[str]:
    """List the keys that pages put together."""
    return [
        *(f"drive.kind.{kind}" for kind in get_args(Kind) if kind != "played"),
        *(f"drive.method.{name}" for name in get_args(Format)),
        *(f"drive.fourth.{name}" for name in get_args(Fourth)),
        *(f"drive.tie.{name}" for name in get_args(TieBreak)),
        *(f"drive.role.{name}" for name in (*get_args(Role), "house")),
        *(f"drive.tariff.{name}" for name in TARIFFS),
        *(f"drive.worth.{name}" for name in TARIFF_FIELDS),
        *(f"drive.file.{name}" for name in (*FILES, BACKUP)),
        *(f"drive.print.{name}" for name in PAPERS),
        *(f"drive.status.{name}" for name in ("late", "playing", "told", "mismatch", "void")),
        *(
            f"drive.seat.{seat}{short}"
            for seat in (*"NESW", "NS", "EW")
            for short in ("", ".short")
        ),
    ]


@pytest.mark.parametrize("key", families())
def test_a_key_that_is_put_together_has_a_text(key: str) -> None:
    assert key in load("nl")


def named(text: str) -> set[str]:
    """Find the keys that a template names whole."""
    return set(re.findall(r"say\('([\w.-]+)'[,)]", text))


def missing(text: str, words: Catalogue) -> set[str]:
    return {key for key in named(text) if key not in words}


def test_every_key_of_the_templates_exists() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(TEMPLATES.glob("*.html"))]
    assert sum(len(named(text)) for text in texts) > 150
    assert set().union(*(missing(text, load("nl")) for text in texts)) == set()


def test_a_key_that_does_not_exist_is_found() -> None:
    assert missing("{{ say('drive.dance', name=x) }} {{ say('drive.back') }}", load("nl")) == {
        "drive.dance"
    }


CODE: Final = re.compile(
    r'(?:Refused|object|Flaw|Doubt|CannotDraw)\(\s*"([a-z-]+)"',
)


def test_every_refusal_has_a_text_or_is_known_to_have_none() -> None:
    sources = [Path(str(module.__file__)) for module in (draw, entering, reporting, rounds, score)]
    codes = {code for path in sources for code in CODE.findall(path.read_text(encoding="utf-8"))}
    assert len(codes) > 30
    words = load("nl")
    silent = {
        code
        for code in codes
        if f"drive.refused.{code}" not in words and f"drive.flaw.{code}" not in words
    }
    assert silent - SAID_AS_IT_IS == set()
