"""A clock that stands still until a test moves it."""

import asyncio


class HandClock:
    """Time for a client: whoever sleeps wakes when the test has let enough of it pass."""

    def __init__(self) -> None:
        self._now = 0.0
        self._sleepers: list[tuple[float, float, asyncio.Future[None]]] = []
        self._asleep = asyncio.Condition()

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        sleeper: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers.append((self._now + seconds, seconds, sleeper))
        async with self._asleep:
            self._asleep.notify_all()
        await sleeper

    async def pass_(self, seconds: float) -> None:
        """Waits until somebody sleeps for exactly so long, then lets that time pass."""
        async with self._asleep:
            await self._asleep.wait_for(lambda: self._sleeps(seconds))
        self._now += seconds
        for due, _, sleeper in self._sleepers:
            if due <= self._now and not sleeper.done():
                sleeper.set_result(None)

    def _sleeps(self, seconds: float) -> bool:
        self._sleepers = [entry for entry in self._sleepers if not entry[2].done()]
        return any(entry[1] == seconds for entry in self._sleepers)
