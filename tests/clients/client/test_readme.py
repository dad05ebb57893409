"""The programs in the clients' README run as they are printed there."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

import klaverjas_client
from klaverjas import Seat
from klaverjas_bots import make
from klaverjas_server.app import App
from tests.clients.client.conftest import Connect

README = Path(__file__).parents[3] / "clients" / "README.md"
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PROGRAMS = PYTHON.findall(README.read_text(encoding="utf-8"))


def loaded(program: str) -> dict[str, Any]:
    """Runs what a program defines."""
    names: dict[str, Any] = {**vars(klaverjas_client), "__name__": "readme"}
    exec(compile(program, str(README), "exec"), names)
    return names


async def table_with_bots(connect: Connect, seats: str) -> str:
    """Opens a short table at which bots have these seats."""
    host = await connect("Host")
    fill = dict.fromkeys(map(Seat, seats), "club")
    return (await host.open("amsterdam+deals=4", fill=fill)).table


async def test_the_bot_plays_a_match(
    server: App, connect: Connect, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await table_with_bots(connect, "NES")
    bot = loaded(PROGRAMS[0])
    await bot["main"]("127.0.0.1", server.port, table)
    said = capsys.readouterr().out.splitlines()[-1]
    assert re.fullmatch(r"W \{'NS': \d+, 'EW': \d+\}", said)


def test_the_bot_is_a_dozen_lines() -> None:
    lines = [line for line in PROGRAMS[0].splitlines() if line.strip()]
    assert len([line for line in lines if "import" not in line and '"""' not in line]) <= 12


async def test_the_spectator_sees_every_event(
    connect: Connect, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await table_with_bots(connect, "NES")
    spectator, last = await connect("Kees"), await connect("Ed")
    await spectator.watch(table)
    watching = asyncio.create_task(loaded(PROGRAMS[1])["follow"](spectator, table))
    await last.sit(table)
    await klaverjas_client.play(last.table(table), make("random", 1))
    await watching
    numbers = [int(n) for n in re.findall(r"^(\d+) \w+ \{", capsys.readouterr().out, re.MULTILINE)]
    assert numbers == list(range(numbers[0], spectator.table(table).n + 1))
