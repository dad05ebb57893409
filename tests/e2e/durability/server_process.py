"""The real server as a process that can be killed and brought up again, any number of times."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final

from tests.ports import unused_port

ROOT: Final = Path(__file__).parents[3]
PATIENCE_SECONDS: Final = 120.0
"""After how long a process that says nothing is given up. Nothing is ever measured against it."""


class ServerProcess:
    """A server on a folder and a port that stay the same from life to life."""

    def __init__(self, folder: Path, fault: str = "none") -> None:
        self.folder = folder
        self.port = unused_port()
        self.pid: int | None = None
        self._fault = fault
        self._nursery: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> ServerProcess:
        arguments = (str(self.folder), str(self.port), self._fault)
        with (self.folder.parent / "journal").open("ab") as journal:
            self._nursery = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.e2e.durability.nursery", *arguments),
                cwd=ROOT,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=journal,
            )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._nursery is not None
        if self.pid is not None:
            self.kill()
        self._nursery.kill()
        await self._nursery.wait()

    async def begin(self) -> None:
        """Begin a life; returns as soon as there is a process, which is then on its way up."""
        assert self._nursery is not None
        assert self._nursery.stdin is not None
        self._nursery.stdin.write(b"\n")
        line = await self._line()
        self.pid = int(line.removeprefix("pid "))

    async def up(self) -> bool:
        """Wait until connections are accepted; False when the server died before."""
        line = await self._line()
        if line == "ended":
            self.pid = None
            return False
        assert line == f"listening on 127.0.0.1:{self.port}", line
        return True

    def kill(self) -> None:
        """Kill the server, whatever it is doing."""
        assert self.pid is not None
        with suppress(ProcessLookupError):  # dead already, and not yet heard of
            os.kill(self.pid, signal.SIGKILL)

    async def ended(self) -> None:
        """Wait until the server is dead."""
        assert await self._line() == "ended"
        self.pid = None

    async def _line(self) -> str:
        assert self._nursery is not None
        assert self._nursery.stdout is not None
        line = await asyncio.wait_for(self._nursery.stdout.readline(), PATIENCE_SECONDS)
        return line.decode().strip()
