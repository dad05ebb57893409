"""The thread that commits: everything handed in while it was busy becomes one commit."""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue

from klaverjas_server.log.log import Append
from klaverjas_server.log.store import Store

Job = tuple[Sequence[Append], asyncio.Future[None]]
"""A batch, and the future that its caller waits for."""


class Writer:
    """Commit batches in the order handed in, at most one commit every `interval` seconds.

    A batch that finds the writer idle is committed at once; what comes within `interval` of the
    last commit's start shares the next one. That costs a fraction of a commit a row, and no row
    waits much longer than `interval`.
    """

    def __init__(
        self,
        store: Store,
        interval: float,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._store = store
        self._interval = interval
        self._clock = clock
        self._sleep = sleep
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="klaverjas-log", daemon=True)
        self._thread.start()

    def hand_in(self, batch: Sequence[Append]) -> asyncio.Future[None]:
        """Queue a batch; the future is settled on the running loop when its commit has ended."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put((batch, done))
        return done

    def finish(self) -> None:
        """Commit what was handed in, and wait for the thread to end. Blocks; call it once."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        open_ended = True
        while open_ended:
            jobs, open_ended = self._next_group()
            started = self._clock()
            if jobs:
                _deliver(jobs, self._store.write([batch for batch, _ in jobs]))
                self._store.checkpoint()
            if open_ended:
                self._sleep(max(0.0, started + self._interval - self._clock()))
        self._store.close()

    def _next_group(self) -> tuple[list[Job], bool]:
        """Wait for a job; return all that are queued, and whether more may come."""
        jobs: list[Job] = []
        next_job, none_queued = self._jobs.get, self._jobs.empty
        while (job := next_job()) is not None:
            jobs.append(job)
            if none_queued():
                return jobs, True
        return jobs, False


def _deliver(jobs: Sequence[Job], outcomes: Sequence[Exception | None]) -> None:
    # One wake-up of the loop for the whole commit. A loop that is gone has nobody left to tell.
    with contextlib.suppress(RuntimeError):
        loop = jobs[0][1].get_loop()
        loop.call_soon_threadsafe(_settle, jobs, outcomes)


def _settle(jobs: Sequence[Job], outcomes: Sequence[Exception | None]) -> None:
    for (_, done), outcome in zip(jobs, outcomes, strict=True):
        if done.done():
            continue
        if outcome is None:
            done.set_result(None)
        else:
            done.set_exception(outcome)
