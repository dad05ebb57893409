"""A log whose appends are timed, and that knows whether the last one failed."""

from collections.abc import AsyncIterator, Callable, Sequence

from klaverjas_server.clock import Clock
from klaverjas_server.log.log import Append, Bodies, Log, Row, Unavailable


class MeasuredLog:
    """Passes everything on to another log; `observe` gets the seconds of each append."""

    def __init__(self, inner: Log, clock: Clock, observe: Callable[[float], None]) -> None:
        self._inner = inner
        self._now = clock.now
        self._observe = observe
        self.fault: str | None = None
        """Why the last append failed; None when it did not."""

    async def append(self, batch: Sequence[Append]) -> None:
        """Append, and look at the clock before and after."""
        begun = self._now()
        try:
            await self._inner.append(batch)
        except Unavailable as fault:
            self.fault = fault.why
            raise
        self.fault = None
        self._observe(self._now() - begun)

    async def read(self, stream: str, after: int = 0) -> list[Row]:
        """Read."""
        return await self._inner.read(stream, after)

    async def streams(self, prefix: str = "") -> list[str]:
        """List streams."""
        return await self._inner.streams(prefix)

    def read_all(self, prefix: str = "") -> AsyncIterator[tuple[str, list[Row]]]:
        """Read all streams."""
        return self._inner.read_all(prefix)

    def read_bodies(self, prefix: str = "") -> AsyncIterator[tuple[str, Bodies]]:
        """Read what all streams are folded from."""
        return self._inner.read_bodies(prefix)

    async def close(self) -> None:
        """Close the other log."""
        await self._inner.close()
