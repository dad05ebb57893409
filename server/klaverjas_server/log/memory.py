"""A log in memory, for tables that need not outlive the process."""

from collections.abc import AsyncIterator, Sequence

from klaverjas_server.log.log import Append, Bodies, Conflict, Row, Unavailable, require_sequence


class MemoryLog:
    """Keep the streams in memory: as durable as the process."""

    def __init__(self) -> None:
        self._streams: dict[str, list[Row]] = {}
        self._closed = False

    async def append(self, batch: Sequence[Append]) -> None:
        """Add the whole batch or none of it."""
        self._require_open()
        require_sequence(batch)
        self._require_ends(batch)
        for stream, _, rows in batch:
            if rows:
                self._streams.setdefault(stream, []).extend(rows)

    async def read(self, stream: str, after: int = 0) -> list[Row]:
        """Return the stream's rows with a seq above `after`."""
        self._require_open()
        return self._streams.get(stream, [])[after:]

    async def streams(self, prefix: str = "") -> list[str]:
        """Return the names that begin with `prefix`, in order."""
        self._require_open()
        return sorted(name for name in self._streams if name.startswith(prefix))

    async def read_all(self, prefix: str = "") -> AsyncIterator[tuple[str, list[Row]]]:
        """Yield each stream that begins with `prefix` with all of its rows."""
        for stream in await self.streams(prefix):
            yield stream, await self.read(stream)

    async def read_bodies(self, prefix: str = "") -> AsyncIterator[tuple[str, Bodies]]:
        """Yield each stream that begins with `prefix` with what it is folded from."""
        for stream in await self.streams(prefix):
            yield stream, Bodies.of(await self.read(stream))

    async def close(self) -> None:
        """Refuse everything from now on."""
        self._closed = True

    def _require_open(self) -> None:
        if self._closed:
            raise Unavailable("the log is closed")

    def _require_ends(self, batch: Sequence[Append]) -> None:
        ends: dict[str, int] = {}
        for stream, expected, rows in batch:
            end = ends.get(stream, len(self._streams.get(stream, ())))
            if end != expected:
                raise Conflict(stream, expected)
            ends[stream] = end + len(rows)
