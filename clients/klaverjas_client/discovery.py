"""Finding the servers that announce themselves on the local network."""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

from zeroconf import IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from klaverjas_client.clock import Clock, SystemClock

__all__ = ["SERVICE", "Found", "find_servers"]

SERVICE: Final = "_klaverjas._tcp.local."
SETTLE_SECONDS: Final = 0.5
"""How long to listen on for further servers once one is found."""
INFO_MILLISECONDS: Final = 3_000


class Found(NamedTuple):
    """A server that announces itself: the name of its machine, and where it listens."""

    name: str
    host: str
    port: int


async def find_servers(seconds: float, clock: Clock | None = None) -> tuple[Found, ...]:
    """Listen for servers at most so many seconds, and give those found, by name.

    Once there is one, half a second more is enough: all of them answer the same question.
    `OSError` where there is no network.
    """
    clock = clock or SystemClock()
    async with AsyncZeroconf(ip_version=IPVersion.V4Only) as network:
        search = _Search(network)
        browser = AsyncServiceBrowser(network.zeroconf, SERVICE, handlers=[search.notice])
        limit = asyncio.create_task(clock.sleep(seconds))
        first = asyncio.create_task(search.first.wait())
        try:
            await asyncio.wait((limit, first), return_when=asyncio.FIRST_COMPLETED)
            if first.done() and not limit.done():
                await clock.sleep(min(SETTLE_SECONDS, seconds))
        finally:
            limit.cancel()
            first.cancel()
            await search.stop()
            await browser.async_cancel()
    return tuple(sorted(search.found))


class _Search:
    """What has been found so far; every name is asked where it listens."""

    def __init__(self, network: AsyncZeroconf):
        self.found: set[Found] = set()
        self.first = asyncio.Event()
        self._network = network
        self._questions: set[asyncio.Task[None]] = set()

    def notice(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        """Take what the browser tells; the names of the parameters are the browser's."""
        if state_change is ServiceStateChange.Added:
            question = asyncio.ensure_future(self._ask(name))
            self._questions.add(question)
            question.add_done_callback(self._questions.discard)

    async def _ask(self, name: str) -> None:
        info = AsyncServiceInfo(SERVICE, name)
        known = await info.async_request(self._network.zeroconf, INFO_MILLISECONDS)
        addresses = info.parsed_addresses(IPVersion.V4Only) if known else []
        if addresses and info.port:
            title = name.removesuffix(f".{SERVICE}")
            self.found.add(Found(title, addresses[0], info.port))
            self.first.set()

    async def stop(self) -> None:
        """Ask nothing any more."""
        questions = tuple(self._questions)
        for question in questions:
            question.cancel()
        await asyncio.gather(*questions, return_exceptions=True)
