"""All pages of club evenings, put together."""

from __future__ import annotations

from aiohttp import web

from klaverjas_server.chance import Chance
from klaverjas_server.clock import Clock
from klaverjas_server.drives.evenings import Evenings
from klaverjas_server.hall import Hall
from klaverjas_server.log import Log
from klaverjas_server.web.drive_director import DirectorPages
from klaverjas_server.web.drive_moment import Moments
from klaverjas_server.web.drive_prints import PrintPages
from klaverjas_server.web.drive_public import PublicPages

__all__ = ["drive_routes"]


def drive_routes(
    evenings: Evenings, hall: Hall, store: Log, clock: Clock, chance: Chance, key: bytes
) -> list[web.RouteDef]:
    """List the addresses of the pages of all evenings."""
    moments = Moments(clock)
    return [
        *DirectorPages(evenings, hall, moments, chance, key).routes(),
        *PublicPages(evenings, moments).routes(),
        *PrintPages(evenings, store).routes(),
    ]
