"""A server in a process of its own, and what the system says it costs."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Final

__all__ = ["Process", "lift_open_files"]

ROOT: Final = Path(__file__).resolve().parents[2]
ENVIRONMENT: Final = {
    name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
}
"""A server that is installed has its modules compiled; so has this one, from its second start."""
START_SECONDS: Final = 60.0
"""After how long a server that does not listen is given up."""


class Process:
    """One server of the bench; `port` is where it listens on 127.0.0.1, `web_port` for the web."""

    def __init__(self, child: asyncio.subprocess.Process, port: int, web_port: int):
        self.port = port
        self.web_port = web_port
        self._child = child

    @classmethod
    async def start(cls, module: str, *arguments: str, journal: Path, web_port: int = 0) -> Process:
        """Start a module of the bench, and wait until it listens; its words go to `journal`.

        Only the real server takes a port for the web; 0 for no web.
        """
        with journal.open("ab") as words:
            child = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                f"tests.bench.{module}",
                *arguments,
                *([str(web_port)] if web_port else []),
                cwd=ROOT,
                env=ENVIRONMENT,
                stdout=asyncio.subprocess.PIPE,
                stderr=words,
            )
        assert child.stdout is not None
        line = await asyncio.wait_for(child.stdout.readline(), START_SECONDS)
        if not line:
            raise RuntimeError(f"{module} did not start; see {journal}")
        return cls(child, int(line.rpartition(b":")[2]), web_port)

    def cpu(self) -> float:
        """Read the seconds of CPU that all of its threads have had, in user and kernel."""
        tasks = Path(f"/proc/{self._child.pid}/task")
        return sum(_nanoseconds(task / "schedstat") for task in tasks.iterdir()) / 1e9

    def resident(self) -> int:
        """Read how many bytes of it are in memory."""
        pages = Path(f"/proc/{self._child.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    async def kill(self) -> None:
        """Send SIGKILL, and wait for the end."""
        self._child.kill()
        await self._child.wait()

    async def stop(self) -> None:
        """Send SIGTERM, and wait for the end; harmless after it."""
        if self._child.returncode is None:
            self._child.terminate()
            await self._child.wait()


def _nanoseconds(path: Path) -> int:
    return int(path.read_text().split()[0])


def lift_open_files() -> None:
    """Let this process, and those it starts, have as many connections as the system allows."""
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
