"""The way in from the web: the whole site of a server, on a port."""

from __future__ import annotations

from aiohttp import web

from klaverjas_server.chance import Chance
from klaverjas_server.clock import Clock
from klaverjas_server.config import ServerConfig
from klaverjas_server.drives.door import ProgramDoor
from klaverjas_server.drives.evenings import Evenings
from klaverjas_server.hall import Hall
from klaverjas_server.log import MeasuredLog
from klaverjas_server.web.drive_site import drive_routes
from klaverjas_server.web.site import build_site, open_site

__all__ = ["WebEntrance"]


class WebEntrance:
    """Opens the site of a hall and its evenings, once or again."""

    def __init__(
        self,
        hall: Hall,
        evenings: Evenings,
        store: MeasuredLog,
        clock: Clock,
        chance: Chance,
        key: bytes,
    ):
        self._hall = hall
        self._evenings = evenings
        self._store = store
        self._clock = clock
        self._chance = chance
        self._key = key

    async def open(self, config: ServerConfig, port: int) -> web.AppRunner:
        """Accept connections on this port, or on any if it may move; OSError if it is taken."""
        try:
            return await self._open(config, port)
        except OSError:
            if not config.web_port_may_move:
                raise
        return await self._open(config, 0)

    async def _open(self, config: ServerConfig, port: int) -> web.AppRunner:
        site = build_site(
            self._hall, self._clock, self._store, config.address, self._drive_routes()
        )
        return await open_site(site, config.host, port, config.certificate)

    def _drive_routes(self) -> list[web.RouteDef]:
        return [
            *ProgramDoor(self._evenings, self._store, self._key).routes(),
            *drive_routes(
                self._evenings, self._hall, self._store, self._clock, self._chance, self._key
            ),
        ]
