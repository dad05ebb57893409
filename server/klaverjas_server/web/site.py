"""The web site of a server: its routes, and what every answer carries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from aiohttp import web

from klaverjas_server.certificate import Certificate
from klaverjas_server.clock import Clock
from klaverjas_server.hall import Hall
from klaverjas_server.log import MeasuredLog
from klaverjas_server.web.address import is_host
from klaverjas_server.web.assets import load_assets
from klaverjas_server.web.door import WebSocketDoor
from klaverjas_server.web.faults import explain_faults
from klaverjas_server.web.health import Health
from klaverjas_server.web.language import remember_choice
from klaverjas_server.web.metrics import Metrics
from klaverjas_server.web.pages import Pages
from klaverjas_server.web.rendering import ADDRESS, ASSETS, set_up_templates

__all__ = ["build_site", "open_site"]

BODY_BYTES: Final = 4_096
"""The longest body of a request; no page sends a longer one."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "media-src 'self' data:; font-src 'self'; connect-src 'self'{doors}; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""No script or style within a page, and nothing from elsewhere.

Older browsers do not take a WebSocket of the same host for ``'self'``: it is named as well.
"""
HEADERS: Final = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "Server": "klaverjas",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def build_site(
    hall: Hall,
    clock: Clock,
    log: MeasuredLog,
    address: str = "",
    drives: Iterable[web.RouteDef] = (),
) -> web.Application:
    """Put the site together; `address` is what people are told to type, if it is known.

    `drives` are the routes of club evenings.
    """
    site = web.Application(
        middlewares=[explain_faults, remember_choice], client_max_size=BODY_BYTES
    )
    site[ASSETS] = load_assets()
    site[ADDRESS] = address.rstrip("/")
    set_up_templates(site)
    health = Health(hall, lambda: log.fault)
    site.add_routes(
        [
            *Pages(hall).routes(),
            *drives,
            web.get("/static/{digest}/{name:.+}", site[ASSETS].handle),
            web.get("/ws", WebSocketDoor(hall, clock).handle),
            web.get("/healthz", health.live),
            web.get("/readyz", health.ready),
            web.get("/metrics", Metrics(hall).handle),
        ]
    )
    site.on_response_prepare.append(_add_headers)
    return site


async def open_site(
    site: web.Application, host: str, port: int, certificate: Certificate | None = None
) -> web.AppRunner:
    """Accept connections to the site; OSError when the address cannot be had."""
    context = None if certificate is None else certificate.context()
    runner = web.AppRunner(site, access_log=None, shutdown_timeout=2.0)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port, ssl_context=context).start()
    except OSError:
        await runner.cleanup()
        raise
    return runner


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    host = request.host
    doors = f" ws://{host} wss://{host}" if is_host(host) else ""
    response.headers.update(HEADERS)
    response.headers["Content-Security-Policy"] = POLICY.format(doors=doors)
