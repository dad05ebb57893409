"""The server put together, in one place; tests put theirs together with a clock of their own."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

from klaverjas_server.chance import Chance, SystemChance
from klaverjas_server.clock import Clock, SystemClock, Timer
from klaverjas_server.config import ServerConfig
from klaverjas_server.drives.evenings import Evenings
from klaverjas_server.hall import Hall
from klaverjas_server.log import Log, MeasuredLog, MemoryLog
from klaverjas_server.tally import Tally
from klaverjas_server.tcp import open_door

if TYPE_CHECKING:
    from aiohttp import web

__all__ = ["App", "build_app"]

TICK_SECONDS = 1.0
"""How often connections are looked over for silence."""


class App:
    """A server: `start` accepts connections, `stop` says goodbye and closes everything."""

    def __init__(self, config: ServerConfig, store: Log, clock: Clock, chance: Chance, key: bytes):
        self.config = config
        tally = Tally()
        self._store = MeasuredLog(store, clock, tally.count_commit)
        self.hall = Hall(self._store, clock, chance, key, config.limits, tally)
        self.evenings = Evenings(self._store, clock, chance, key, self.hall.tables)
        self._looking: asyncio.Task[None] | None = None
        self._clock = clock
        self._chance = chance
        self._key = key
        self._server: asyncio.Server | None = None
        self._web: web.AppRunner | None = None
        self._tick: Timer | None = None

    async def start(self) -> None:
        """Recover what the log holds, then accept connections; OSError if the port is taken."""
        await self.hall.recover()
        await self.evenings.recover()
        self._server = await open_door(self.hall, self._clock, self.config.host, self.config.port)
        if self.config.web_port is not None:
            self._web = await self._open_web(self.config.web_port)
        self._look_over()

    async def _open_web(self, port: int) -> web.AppRunner:
        # Imported late: that takes as long as all else together, and players need not wait for it.
        from klaverjas_server.web.entrance import WebEntrance

        entrance = WebEntrance(
            self.hall, self.evenings, self._store, self._clock, self._chance, self._key
        )
        return await entrance.open(self.config, port)

    @property
    def port(self) -> int:
        """The port that was opened."""
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    @property
    def web_port(self) -> int | None:
        """The port that was opened for the web, if one was."""
        return None if self._web is None else int(self._web.addresses[0][1])

    def _look_over(self) -> None:
        self.hall.on_time()
        if self._looking is None or self._looking.done():
            self._looking = asyncio.get_running_loop().create_task(self.evenings.look())
        self._tick = self._clock.call_later(TICK_SECONDS, self._look_over)

    async def stop(self) -> None:
        """Accept nobody any more, finish what is in hand, say goodbye, close the log."""
        if self._tick is not None:
            self._tick.cancel()
        if self._server is not None:
            self._server.close()
        if self._looking is not None:
            await self._looking
        await self.evenings.close()
        await self.hall.close()
        if self._web is not None:
            await self._web.cleanup()
        await self._store.close()


def build_app(
    config: ServerConfig,
    *,
    log: Log | None = None,
    clock: Clock | None = None,
    chance: Chance | None = None,
    key: bytes | None = None,
) -> App:
    """Put a server together; what is not given is the real thing, and the log is in memory."""
    return App(
        config,
        log if log is not None else MemoryLog(),
        clock if clock is not None else SystemClock(),
        chance if chance is not None else SystemChance(),
        key if key is not None else secrets.token_bytes(32),
    )
