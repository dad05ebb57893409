"""What went wrong, as a page in the visitor's language: what happened, and what to do now."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

import structlog
from aiohttp import web

from klaverjas_server.log import Unavailable
from klaverjas_server.refusal import Refusal
from klaverjas_server.web.answers import NOT_AT_ALL
from klaverjas_server.web.rendering import render
from klaverjas_wire.faults import ErrorCode

__all__ = ["explain_faults"]

log = structlog.get_logger()


class Fault(NamedTuple):
    """A fault: its HTTP status, and the key of its texts below ``fault``."""

    status: int
    key: str


REFUSALS: Final = {
    ErrorCode.UNKNOWN_TABLE: Fault(404, "unknown-table"),
    ErrorCode.PRIVATE: Fault(403, "private"),
    ErrorCode.NOT_OVER: Fault(409, "not-over"),
}
STATUSES: Final = {
    403: "forbidden",
    404: "unknown-page",
    405: "method",
    413: "too-large",
}
INTERNAL: Final = Fault(500, "internal")
UNAVAILABLE: Final = Fault(503, "unavailable")


@web.middleware
async def explain_faults(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Answer with a page whatever a handler raises."""
    try:
        return await handler(request)
    except web.HTTPException as raised:
        if raised.status < 400:
            raise
        page = _page(request, Fault(raised.status, STATUSES.get(raised.status, "bad-request")))
        if "Allow" in raised.headers:
            page.headers["Allow"] = raised.headers["Allow"]
        return page
    except Refusal as refusal:
        code = ErrorCode(refusal.answer(None).code)
        return _page(request, REFUSALS.get(code, Fault(400, "bad-request")))
    except Unavailable as fault:
        log.warning("web.unavailable", why=fault.why)
        return _page(request, UNAVAILABLE)
    except Exception:
        # The address is left out: it is not ours to keep.
        log.exception("web.internal", handler=getattr(handler, "__name__", "?"))
        return _page(request, INTERNAL)


def _page(request: web.Request, fault: Fault) -> web.Response:
    page = render(request, "fault.html", fault=fault.key)
    if page.status == 200:
        page.set_status(fault.status)
    page.headers["Cache-Control"] = NOT_AT_ALL
    return page
