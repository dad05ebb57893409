"""The language of a visitor: what he chose, else what his browser asks for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import web

from klaverjas_words import LANGUAGES, choose

__all__ = ["COOKIE", "language_of", "remember_choice"]

COOKIE: Final = "language"
"""The one cookie there is: a language's short name."""
YEAR_SECONDS: Final = 365 * 24 * 3_600


def language_of(request: web.Request) -> str:
    """Find the language that a page is to be in: ``?lang``, the cookie, Accept-Language."""
    for wanted in (request.query.get("lang"), request.cookies.get(COOKIE)):
        if wanted in LANGUAGES:
            return wanted
    return choose(request.headers.get("Accept-Language", ""))


@web.middleware
async def remember_choice(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Keep what was chosen by ``?lang`` in a cookie."""
    answer = await handler(request)
    wanted = request.query.get("lang")
    if wanted in LANGUAGES and not answer.prepared:
        answer.set_cookie(
            COOKIE, wanted, max_age=YEAR_SECONDS, path="/", samesite="Lax", httponly=True
        )
    return answer
