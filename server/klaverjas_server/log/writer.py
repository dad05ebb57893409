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
        due = self._clock()
        while (first := self._jobs.get()) is not None:
            # Looked at only now that there is something to commit: often nothing is left to wait
            # for, and each wait wakes the thread once more.
            if (early := due - self._clock()) > 0:
                self._sleep(early)
            due = self._clock() + self._interval
            jobs, closing = self._gather(first)
            _deliver(jobs, self._store.write([batch for batch, _ in jobs]))
            self._store.checkpoint()
            if closing:
                break
        self._store.close()

    def _gather(self, first: Job) -> tuple[list[Job], bool]:
        """Return all jobs that are queued behind the first, and whether they are the last."""
        jobs = [first]
        while not self._jobs.empty():
            job = self._jobs.get()
            if job is None:
                return jobs, True
            jobs.append(job)
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
