"""Whether the server lives, and whether it can do its work."""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web

from klaverjas_server.hall import Hall

__all__ = ["Health"]


class Health:
    """Answers whoever looks after the process; `fault` says why the log could not be written."""

    def __init__(self, hall: Hall, fault: Callable[[], str | None]):
        self._hall = hall
        self._fault = fault

    async def live(self, request: web.Request) -> web.Response:
        """Say that the process lives."""
        return web.Response(text="ok\n")

    async def ready(self, request: web.Request) -> web.Response:
        """Say whether requests are taken: from recovery on, while the log takes rows."""
        fault = self._fault()
        if fault is not None:
            return web.Response(status=503, text=f"the log cannot be written: {fault}\n")
        return web.Response(text=f"ready: {len(self._hall.tables)} tables\n")
