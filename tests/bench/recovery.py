"""The part of the bench that kills: what a running table takes in memory, and coming back."""

from __future__ import annotations

import asyncio
import shutil
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from klaverjas_server.config import LOG_FILE
from tests.bench.histories import write_evening
from tests.bench.load import Load
from tests.bench.patience import until
from tests.bench.process import Process
from tests.bench.recording import record
from tests.bench.reel import write_reel
from tests.bench.report import Bar, Figure, table
from tests.bench.websocket import WebSocketSeat
from tests.ports import unused_port

__all__ = ["Recovered", "judge", "recover", "show"]

DEAL: Final = 8
SEED: Final = 2
KIB: Final = 1_024
SECONDS: Final = Bar("recover 1,000 running tables of deal 8 after kill -9", 3.0, "s")
MEMORY: Final = Bar("memory a table at deal 8, four seats connected over TCP", 60.0, "KiB")
WEB_MEMORY: Final = Bar("memory a table at deal 8, four seats on WebSockets", 150.0, "KiB")


class Recovered(NamedTuple):
    """What it came to: seconds until connections were accepted, rows, bytes a table."""

    tables: int
    rows: int
    seconds: float
    cpu: float
    """Seconds of CPU until then, start of the interpreter counted in."""
    reading: float
    """Seconds for a bare interpreter to start, open the file and read every row of it."""
    back: int
    """Tables that ask their seats again."""
    memory: float
    """Bytes a running table and its four connections over TCP take."""
    web: float
    """Bytes a running table and its four WebSockets take."""
    bare: float
    """Bytes that four connections take of the bare fan-out server."""


async def recover(tables: int) -> Recovered:
    """Let so many tables run, kill the server while all of them act, and start it again."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        bare = await _bare_memory(folder, tables)
        data = folder / "data"
        data.mkdir()
        tokens = await write_evening(data, tables, DEAL, SEED)
        empty = await _empty_memory(folder)
        memory = await _run_and_kill(data, folder, tokens) - empty
        rows, reading = await _read_bare(data, folder / "copy")
        seconds, cpu, back = await _come_back(data, folder, tokens)
        web = await _run_on_the_web(data, folder, tokens)
        of_each = (memory / tables, web / tables, bare / tables)
        return Recovered(tables, rows, seconds, cpu, reading, back, *of_each)


async def _empty_memory(folder: Path, web_port: int = 0) -> int:
    """Measure a server that has nothing to do."""
    data, journal = folder / f"empty-{web_port}", folder / "journal"
    server = await Process.start("server", str(data), journal=journal, web_port=web_port)
    try:
        return server.resident()
    finally:
        await server.stop()


async def _bare_memory(folder: Path, tables: int) -> int:
    """Measure what four connections a table add to a bare fan-out server."""
    reel, journal = folder / "reel", folder / "journal"
    server = await Process.start("server", str(folder / "short"), journal=journal)
    write_reel(reel, await record(server, 1, SEED))
    await server.stop()
    floor = await Process.start("floor", str(reel), journal=journal)
    before = floor.resident()
    load = Load(floor, tables, SEED)
    await load.place(tables)
    load.close()
    try:
        return floor.resident() - before
    finally:
        await floor.stop()


async def _run_and_kill(data: Path, folder: Path, tokens: list[list[str]]) -> int:
    """Run the tables with everybody there, measure memory, and kill amid a round of acts."""
    server = await Process.start("server", str(data), journal=folder / "journal")
    load = Load(server, len(tokens), SEED)
    await load.resume(tokens)
    memory = server.resident()
    for one in load.tables:
        one.act()
    await until(lambda: sum(one.acknowledged > 0 for one in load.tables) >= len(tokens) / 2)
    await server.kill()
    return memory


async def _come_back(data: Path, folder: Path, tokens: list[list[str]]) -> tuple[float, float, int]:
    """Start again on what was left: the seconds, those of CPU, and how many tables go on."""
    begun = time.perf_counter()
    server = await Process.start("server", str(data), journal=folder / "journal")
    seconds, cpu = time.perf_counter() - begun, server.cpu()
    load = Load(server, len(tokens), SEED)
    await load.resume(tokens)
    back = await load.asking()
    load.close()
    await server.stop()
    return seconds, cpu, back


async def _run_on_the_web(data: Path, folder: Path, tokens: list[list[str]]) -> int:
    """Run the tables with everybody there on WebSockets: what that takes in memory."""
    port, journal = unused_port(), folder / "journal"
    empty = await _empty_memory(folder, port)
    server = await Process.start("server", str(data), journal=journal, web_port=port)
    load = Load(server, len(tokens), SEED, WebSocketSeat)
    try:
        await load.resume(tokens)
        return server.resident() - empty
    finally:
        load.close()
        await server.stop()


BARE_READER: Final = """
import sqlite3, sys
log = sqlite3.connect(sys.argv[1])
print(sum(len(log.execute(f"SELECT * FROM {name}").fetchall()) for name in ("entry", "recent")))
"""


async def _read_bare(data: Path, copy: Path) -> tuple[int, float]:
    """Read a copy of the file with nothing but SQLite: its rows, and the seconds it took."""
    shutil.copytree(data, copy)
    begun = time.perf_counter()
    reader = await asyncio.create_subprocess_exec(
        sys.executable, "-c", BARE_READER, str(copy / LOG_FILE), stdout=asyncio.subprocess.PIPE
    )
    words, _ = await reader.communicate()
    return int(words), time.perf_counter() - begun


def show(recovered: Recovered) -> str:
    """Set the figures out, each beside the least that anything could do."""
    tables, rows, seconds, cpu, reading, back, memory, web, bare = recovered
    return table(
        ("", "server", "floor", "×"),
        [
            (
                f"{tables:,} tables, {rows:,} rows: s to recover",
                seconds,
                reading,
                seconds / reading,
            ),
            ("of that CPU", cpu, "", ""),
            ("of them back, each asking a seat", back, tables, ""),
            ("KiB a table, four seats over TCP", *_beside(memory, bare)),
            ("KiB a table, four on WebSockets", *_beside(web, bare)),
        ],
    )


def _beside(memory: float, bare: float) -> tuple[float, float, object]:
    return memory / KIB, bare / KIB, memory / bare if bare else ""


def judge(recovered: Recovered) -> list[Figure]:
    """Hold the figures against the bars."""
    return [
        Figure(SECONDS, recovered.seconds),
        Figure(MEMORY, recovered.memory / KIB),
        Figure(WEB_MEMORY, recovered.web / KIB),
    ]
