"""Answers that browsers may keep: with an entity tag, and 304 for whoever has them already."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from aiohttp import web

__all__ = ["FOR_EVER", "NOT_AT_ALL", "WITH_QUESTION", "answer", "digest"]

FOR_EVER: Final = "public, max-age=31536000, immutable"
WITH_QUESTION: Final = "no-cache"
"""Kept, but used only after asking whether it still is so."""
NOT_AT_ALL: Final = "no-store"


def digest(data: bytes) -> str:
    """Give a short name that is another one for other data."""
    return blake2b(data, digest_size=8).hexdigest()


def answer(
    request: web.Request, body: bytes, content_type: str, cache: str = WITH_QUESTION
) -> web.Response:
    """Answer with a body, or say that it is what the browser has."""
    tag = digest(body)
    known = request.if_none_match or ()
    if any(each.value in (tag, "*") for each in known):
        response = web.Response(status=304)
    else:
        response = web.Response(body=body, headers={"Content-Type": content_type})
    response.etag = tag
    response.headers["Cache-Control"] = cache
    return response
