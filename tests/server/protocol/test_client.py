"""The page's own client, exactly as it stands there, plays a match on a real server."""

import asyncio
import re
import sys

import pytest

from tests.server.protocol.page import parse_page
from tests.server.protocol.scene import Scene

LINES = 32


@pytest.fixture
def program(text: str) -> str:
    """The code block of the page."""
    (block,) = (block for block in parse_page(text).blocks if block.info == "client")
    return block.text


async def play(program: str, port: int) -> tuple[int, str, str]:
    """Runs the client against a port: how it ended, what it printed, what it complained of."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", program, "127.0.0.1", str(port)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, complaints = await asyncio.wait_for(process.communicate(), 60)
    return process.returncode or 0, out.decode(), complaints.decode()


async def test_it_plays_a_match_to_the_end(program: str) -> None:
    scene = await Scene().begin()
    status, printed, complaints = await play(program, scene.app.port)
    match = scene.table("1").state.match
    await scene.app.stop()
    assert (status, complaints) == (0, "")
    assert match is not None
    totals = match.rules.game.by_side(match.totals)
    assert f"totals {totals} winner {match.winner}" in printed
    assert len(match.sheet) == 16


async def test_a_client_with_a_mistake_does_not_get_there(program: str) -> None:
    scene = await Scene().begin()
    wrong = program.replace('seat="N"', 'seat="X"').replace("while (", "assert 0\nwhile (")
    status, printed, _ = await play(wrong, scene.app.port)
    await scene.app.stop()
    assert status != 0
    assert "totals" not in printed


def test_it_is_as_short_as_it_says(program: str) -> None:
    lines = [line for line in program.splitlines() if line]
    assert len(lines) <= LINES
    imported = set(re.findall(r"^import (\w+)", program, re.MULTILINE))
    assert imported - set(sys.stdlib_module_names) == {"msgpack"}
