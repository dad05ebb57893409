"""QR codes: what is in them, and that only paths of this site are drawn."""

import re
import xml.etree.ElementTree as ElementTree
from typing import Final

import pytest
import segno

from klaverjas_server.web.qr import qr_svg
from tests.server.web.venue import Venue

SVG: Final = "{http://www.w3.org/2000/svg}"
QUIET: Final = 4
"""The modules of white around a code that readers need."""


def modules(svg: str) -> set[tuple[int, int]]:
    """Read the dark modules of a drawing, by column and row, the quiet zone left out."""
    drawing = ElementTree.fromstring(svg)
    assert drawing.tag == f"{SVG}svg"
    lines = [path for path in drawing.iter(f"{SVG}path") if path.get("stroke")]
    (line,) = lines
    dark: set[tuple[int, int]] = set()
    x = y = 0.0
    for step, first, second in re.findall(r"([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?", line.get("d", "")):
        if step == "M":
            x, y = float(first), float(second)
        elif step == "m":
            x, y = x + float(first), y + float(second)
        else:
            row, begin = int(y) - QUIET, int(x) - QUIET
            dark |= {(begin + module, row) for module in range(int(first))}
            x += float(first)
    return dark


def expected(text: str) -> set[tuple[int, int]]:
    """Give the dark modules of a text by the rules of the code itself."""
    matrix = segno.make_qr(text, error="m").matrix
    return {(x, y) for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark}


@pytest.mark.parametrize(
    "text", ["http://192.168.1.20:7322/", "https://klaverjas.club/join#" + "x" * 40]
)
def test_a_drawing_holds_its_text(text: str) -> None:
    assert modules(qr_svg(text)) == expected(text)
    assert modules(qr_svg(text)) != expected(text + "x")


def test_a_drawing_has_room_around_it_on_white() -> None:
    text = "http://192.168.1.20:7322/"
    size = len(segno.make_qr(text, error="m").matrix) + 2 * QUIET
    drawing = ElementTree.fromstring(qr_svg(text))
    assert drawing.get("viewBox") == f"0 0 {size} {size}"
    (ground,) = [path for path in drawing.iter(f"{SVG}path") if path.get("fill")]
    assert (ground.get("fill"), ground.get("d")) == ("#fff", f"M0 0h{size}v{size}h-{size}z")


def drawings(text: str) -> list[str]:
    """Find the drawings of codes in a page."""
    return re.findall(r'<svg xmlns="http://www.w3.org/2000/svg" viewBox.*?</svg>', text, re.S)


async def test_the_hall_shows_the_way_to_itself(venue: Venue) -> None:
    (drawing,) = drawings((await venue.get("/", headers={"Host": "10.1.2.3:7322"})).text)
    assert modules(drawing) == expected("http://10.1.2.3:7322/")


async def test_the_links_show_the_way_to_the_table(venue: Venue) -> None:
    await venue.open(await venue.guest())
    got = await venue.get("/table/1/links", headers={"Host": "10.1.2.3:7322"})
    (drawing,) = drawings(got.text)
    assert modules(drawing) == expected("http://10.1.2.3:7322/join/1")
    assert "http://10.1.2.3:7322/join/1" in got.text


async def test_there_is_no_link_for_everybody_to_a_private_table(venue: Venue) -> None:
    await venue.open(await venue.guest(), options={"private": True})
    assert drawings((await venue.get("/table/1/links")).text) == []


async def test_a_code_is_drawn_and_kept_nowhere(venue: Venue) -> None:
    headers = {"Host": "10.1.2.3:7322", "Origin": "http://10.1.2.3:7322"}
    got = await venue.get("/qr", "POST", data="/join#one-use", headers=headers)
    assert (got.status, got.headers["Content-Type"]) == (200, "image/svg+xml")
    assert got.headers["Cache-Control"] == "no-store"
    assert modules(got.text) == expected("http://10.1.2.3:7322/join#one-use")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"join#x", 400),
        (b"https://elsewhere.example/", 400),
        (b"/join#\n", 400),
        ("/join#é".encode(), 400),
        (b"/join#\xff", 400),
        (b"/" + b"x" * 399, 200),
        (b"/" + b"x" * 400, 413),
        (b"/" + b"x" * 100_000, 413),
    ],
)
async def test_only_paths_of_this_site_are_drawn(venue: Venue, body: bytes, status: int) -> None:
    assert (await venue.get("/qr", "POST", data=body)).status == status


async def test_no_other_site_has_codes_drawn(venue: Venue) -> None:
    headers = {"Origin": "https://elsewhere.example"}
    assert (await venue.get("/qr", "POST", data="/join#x", headers=headers)).status == 403
