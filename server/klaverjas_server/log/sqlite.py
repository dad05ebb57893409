"""The log in an SQLite file, the server's default."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

from klaverjas_server.log.backup import back_up
from klaverjas_server.log.log import Append, Bodies, Row, Unavailable
from klaverjas_server.log.ownership import Ownership, create_private
from klaverjas_server.log.schema import STEPS, Step, prepare
from klaverjas_server.log.store import Shelf, Store, connect
from klaverjas_server.log.writer import Writer

Found = TypeVar("Found")

# Streams a hop to the reading thread, so that a recovery neither hops for each nor holds them all.
_STRIDE = 32


class SqliteLog:
    """Keep the streams in a file, which this log owns until it is closed.

    Opening blocks: it examines the whole file (about a second for 300 MB) and brings it to the
    newest version. Commits start at least `interval` seconds apart. Use it from one event loop.

    Raises `LogInUse`, `LogTooNew`, `LogDamaged`, or `Unavailable` where the file cannot be opened.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        interval: float = 0.004,
        steps: Sequence[Step] = STEPS,
    ) -> None:
        self.path = Path(path).resolve()
        self._ownership = _own(self.path)
        try:
            self._store, self._shelf = _open(self.path, steps)
        except BaseException:
            self._ownership.release()
            raise
        self._writer = Writer(self._store, interval)
        self._readers = ThreadPoolExecutor(1, "klaverjas-log-reader")
        self._closing: asyncio.Future[None] | None = None

    async def append(self, batch: Sequence[Append]) -> None:
        """Add the whole batch or none of it; on return it is on the disk."""
        self._require_open()
        await self._writer.hand_in(batch)

    async def read(self, stream: str, after: int = 0) -> list[Row]:
        """Return the stream's rows with a seq above `after`."""
        return await self._in_reader(lambda: self._shelf.rows(stream, after))

    async def streams(self, prefix: str = "") -> list[str]:
        """Return the names that begin with `prefix`, in order."""
        return await self._in_reader(lambda: self._shelf.names(prefix))

    async def read_all(self, prefix: str = "") -> AsyncIterator[tuple[str, list[Row]]]:
        """Yield each stream that begins with `prefix` with all of its rows."""
        async for each in self._read_each(prefix, lambda stream: self._shelf.rows(stream, 0)):
            yield each

    async def read_bodies(self, prefix: str = "") -> AsyncIterator[tuple[str, Bodies]]:
        """Yield each stream that begins with `prefix` with what it is folded from."""
        async for each in self._read_each(prefix, self._shelf.bodies):
            yield each

    async def backup(self, target: str | os.PathLike[str]) -> None:
        """Copy everything answered so far to `target`, while the log is in use.

        The copy appears whole or not at all, and only its owner may read it: it holds the packs
        of unfinished deals. Raises `LogInUse` for a target that is open itself, or `Unavailable`.
        """
        self._require_open()
        await asyncio.to_thread(back_up, self.path, Path(target))

    async def close(self) -> None:
        """Commit what was handed in, then release the file."""
        if self._closing is None:
            loop = asyncio.get_running_loop()
            self._closing = loop.run_in_executor(None, self._finish)
        await asyncio.shield(self._closing)

    def _finish(self) -> None:
        self._readers.shutdown()
        self._shelf.close()
        self._writer.finish()
        self._ownership.release()

    def _require_open(self) -> None:
        if self._closing is not None:
            raise Unavailable("the log is closed")

    async def _read_each(
        self, prefix: str, read: Callable[[str], Found]
    ) -> AsyncIterator[tuple[str, Found]]:
        names = await self.streams(prefix)
        for start in range(0, len(names), _STRIDE):
            some = names[start : start + _STRIDE]
            found: list[Found] = await self._in_reader(partial(list, map(read, some)))
            for each in zip(some, found, strict=True):
                yield each

    async def _in_reader(self, look: Callable[[], Found]) -> Found:
        self._require_open()
        return await asyncio.get_running_loop().run_in_executor(self._readers, look)


def _own(path: Path) -> Ownership:
    try:
        return Ownership(path)
    except OSError as error:
        raise Unavailable(str(error)) from error


def _open(path: Path, steps: Sequence[Step]) -> tuple[Store, Shelf]:
    try:
        create_private(path)
        writing = connect(path)
    except OSError as error:
        raise Unavailable(str(error)) from error
    try:
        prepare(writing, path, steps)
        return Store(writing), Shelf(connect(path))
    except BaseException:
        writing.close()
        raise
