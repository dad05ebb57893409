"""The web site of a server: its routes, and what every answer carries."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import web

from klaverjas_server.clock import Clock
from klaverjas_server.hall import Hall
from klaverjas_server.web.door import WebSocketDoor

__all__ = ["HALL", "build_site", "open_site"]

HALL: Final = web.AppKey("hall", Hall)

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self' ws: wss:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""No script or style within a page, nothing from elsewhere, and no address told to others."""


def build_site(hall: Hall, clock: Clock) -> web.Application:
    """Put the site together."""
    site = web.Application(middlewares=[_with_headers])
    site[HALL] = hall
    site.router.add_get("/ws", WebSocketDoor(hall, clock).handle)
    site.router.add_get("/healthz", _healthy)
    site.router.add_get("/readyz", _ready)
    return site


async def open_site(site: web.Application, host: str, port: int) -> web.AppRunner:
    """Accept connections to the site; OSError when the address cannot be had."""
    runner = web.AppRunner(site, access_log=None, shutdown_timeout=2.0)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError:
        await runner.cleanup()
        raise
    return runner


@web.middleware
async def _with_headers(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    try:
        answer = await handler(request)
    except web.HTTPException as refusal:
        refusal.headers.update(HEADERS)
        raise
    if not answer.prepared:
        answer.headers.update(HEADERS)
    return answer


async def _healthy(request: web.Request) -> web.Response:
    """Say that the process lives."""
    return web.Response(text="ok\n")


async def _ready(request: web.Request) -> web.Response:
    """Say whether the server takes requests; it does from the moment it has recovered."""
    hall = request.app[HALL]
    return web.Response(text=f"ready: {len(hall.tables)} tables\n")
