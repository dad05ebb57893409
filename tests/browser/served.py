"""The server as a process that is killed, and started again on the same port."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from types import TracebackType
from typing import Final

from tests.ports import unused_port
from tests.server.raw_client import PATIENCE_SECONDS

KLAVERJAS: Final = Path(sys.executable).with_name("klaverjas")


class Served:
    """A server with its log in a folder; its ports stay the same from life to life."""

    def __init__(self, folder: Path):
        self._folder = folder
        self.port = unused_port()
        self._web_port = unused_port()
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Served:
        await self.begin()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.kill()

    @property
    def address(self) -> str:
        """The address of the site."""
        return f"http://127.0.0.1:{self._web_port}"

    @property
    def pid(self) -> int:
        """The process that runs."""
        assert self._process is not None
        return self._process.pid

    async def begin(self) -> None:
        """Start the server, and wait until it accepts connections."""
        ports = ("--port", str(self.port), "--web-port", str(self._web_port))
        with (self._folder / "journal").open("ab") as journal:
            self._process = await asyncio.create_subprocess_exec(
                *(str(KLAVERJAS), "serve", "--host", "127.0.0.1", *ports),
                *("--data", str(self._folder), "--no-announce"),
                stdout=asyncio.subprocess.PIPE,
                stderr=journal,
            )
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), PATIENCE_SECONDS)
        assert line.startswith(b"listening on"), (self._folder / "journal").read_text()

    async def kill(self) -> None:
        """Kill it, whatever it is doing."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
