"""Logs for tests: one that waits to be released, one that fails when told to."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence

from klaverjas_server.log.log import Append, Bodies, Log, Row, Unavailable
from klaverjas_server.log.writer import Job


class HeldLog:
    """Hold appends back until released: until then nothing of them is in the inner log.

    An append whose caller was cancelled stays pending, and is carried out once it is released.
    """

    def __init__(self, inner: Log, *, holding: bool = True) -> None:
        self.inner = inner
        self.holding = holding
        self._jobs: deque[Job] = deque()
        self._carried: set[asyncio.Task[None]] = set()
        self._arrived = asyncio.Condition()

    @property
    def pending(self) -> tuple[Sequence[Append], ...]:
        """Return the batches held back, oldest first."""
        return tuple(batch for batch, _ in self._jobs)

    async def wait_pending(self, count: int = 1) -> None:
        """Wait until at least `count` appends are held back."""
        async with self._arrived:
            await self._arrived.wait_for(lambda: len(self._jobs) >= count)

    def release(self, count: int = 1) -> None:
        """Carry out the `count` oldest appends. Raises IndexError if fewer are pending."""
        for _ in range(count):
            task = asyncio.ensure_future(self._carry_out(self._jobs.popleft()))
            self._carried.add(task)
            task.add_done_callback(self._carried.discard)

    def release_all(self) -> None:
        """Carry out every pending append; later ones are held again, unless `holding` is false."""
        self.release(len(self._jobs))

    async def append(self, batch: Sequence[Append]) -> None:
        """Wait to be released, then append to the inner log."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.append((batch, done))
        if self.holding:
            async with self._arrived:
                self._arrived.notify_all()
        else:
            self.release_all()
        await done

    async def read(self, stream: str, after: int = 0) -> list[Row]:
        """Read from the inner log."""
        return await self.inner.read(stream, after)

    async def streams(self, prefix: str = "") -> list[str]:
        """List the inner log's streams."""
        return await self.inner.streams(prefix)

    def read_all(self, prefix: str = "") -> AsyncIterator[tuple[str, list[Row]]]:
        """Read from the inner log."""
        return self.inner.read_all(prefix)

    def read_bodies(self, prefix: str = "") -> AsyncIterator[tuple[str, Bodies]]:
        """Read from the inner log."""
        return self.inner.read_bodies(prefix)

    async def close(self) -> None:
        """Finish what was released and close the inner log, which refuses what is still held."""
        await asyncio.gather(*self._carried, return_exceptions=True)
        await self.inner.close()
        self.holding = False
        self.release_all()

    async def _carry_out(self, job: Job) -> None:
        batch, done = job
        try:
            await self.inner.append(batch)
        except Exception as error:
            if not done.done():
                done.set_exception(error)
        else:
            if not done.done():
                done.set_result(None)


class FailingLog:
    """Refuse appends as a full disk does: nothing of a refused one is in the inner log."""

    def __init__(self, inner: Log, why: str = "disk full") -> None:
        self.inner = inner
        self.why = why
        self.failing: Callable[[Sequence[Append]], bool] | None = None
        self.failures = 0
        self._remaining = 0

    def fail_next(self, count: int = 1) -> None:
        """Refuse the next `count` appends."""
        self._remaining = count

    async def append(self, batch: Sequence[Append]) -> None:
        """Append to the inner log, or raise `Unavailable` if it is this one's turn to fail."""
        if self._due(batch):
            self.failures += 1
            raise Unavailable(self.why)
        await self.inner.append(batch)

    async def read(self, stream: str, after: int = 0) -> list[Row]:
        """Read from the inner log."""
        return await self.inner.read(stream, after)

    async def streams(self, prefix: str = "") -> list[str]:
        """List the inner log's streams."""
        return await self.inner.streams(prefix)

    def read_all(self, prefix: str = "") -> AsyncIterator[tuple[str, list[Row]]]:
        """Read from the inner log."""
        return self.inner.read_all(prefix)

    def read_bodies(self, prefix: str = "") -> AsyncIterator[tuple[str, Bodies]]:
        """Read from the inner log."""
        return self.inner.read_bodies(prefix)

    async def close(self) -> None:
        """Close the inner log."""
        await self.inner.close()

    def _due(self, batch: Sequence[Append]) -> bool:
        if self._remaining:
            self._remaining -= 1
            return True
        return self.failing is not None and self.failing(batch)
