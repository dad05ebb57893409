"""Bring servers up one after the other, each a process of its own forked from this one.

    python -m tests.e2e.durability.nursery FOLDER PORT FAULT

What a server imports is imported once. Each line on standard input begins one life; printed are
``pid N``, what the server prints, and ``ended`` when it is dead. Faults are `none`; `early`, which
lets an act stand before it is in the log; and `volatile`, which does not wait for the disk.
"""

import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from klaverjas_server.config import ServerConfig
from klaverjas_server.log import Append, SqliteLog, store
from klaverjas_server.serve import run


def plant_nothing() -> None:
    """Leave the server as it is."""


def plant_early() -> None:
    """Return from an append that was handed in, whatever becomes of it."""
    append, appending = SqliteLog.append, set[asyncio.Task[None]]()

    async def append_early(log: SqliteLog, batch: Sequence[Append]) -> None:
        task = asyncio.get_running_loop().create_task(append(log, batch))
        appending.add(task)
        task.add_done_callback(appending.discard)
        await asyncio.sleep(0)  # keeps the order of what is handed in

    SqliteLog.append = append_early  # type: ignore[method-assign, assignment]


def plant_volatile() -> None:
    """Commit without waiting for the disk."""
    store.DURABILITY = "NORMAL"


FAULTS: dict[str, Callable[[], None]] = {
    "none": plant_nothing,
    "early": plant_early,
    "volatile": plant_volatile,
}


def live(config: ServerConfig) -> None:
    """Run one server in a process of its own until it is dead."""
    pid = os.fork()
    if pid == 0:
        os._exit(run(config))
    print(f"pid {pid}", flush=True)
    os.waitpid(pid, 0)
    print("ended", flush=True)


def main(folder: str, port: str, fault: str) -> None:
    FAULTS[fault]()
    config = ServerConfig(host="127.0.0.1", port=int(port), data=Path(folder), announce=False)
    for _ in sys.stdin:
        live(config)


if __name__ == "__main__":
    main(*sys.argv[1:])
