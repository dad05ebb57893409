"""The door for programs: orders as JSON over HTTP, and the rows they became.

`Authorization` is ``Pin 1234``, ``Link SECRET`` of a table or a player, or ``Owner TOKEN``, which
whoever can read the server's key file can make.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import blake2b
from typing import Final

import msgspec
from aiohttp import web

from klaverjas_server.drives import rows
from klaverjas_server.drives.archive import BadArchive, read_archive, write_archive
from klaverjas_server.drives.desk import Desk
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.evenings import Evenings
from klaverjas_server.drives.links import Who, find_link
from klaverjas_server.drives.orders import Order
from klaverjas_server.drives.refused import Refused
from klaverjas_server.drives.settings import Settings
from klaverjas_server.log import Log, Unavailable

__all__ = ["Announced", "Opening", "Problem", "ProgramDoor", "Taken", "announced", "owner_token"]

MOST_BYTES: Final = 8 << 20
"""The longest body: a whole evening that is taken over."""
WAIT_SECONDS: Final = 25.0
"""How long somebody who asked to wait for news is kept, before he is told that there are none."""
STATUSES: Final = {"forbidden": 403, "no-drive": 404, "wait": 429, "unavailable": 503}
"""By code of a refusal, where it is not 409."""


class Opening(msgspec.Struct, frozen=True, omit_defaults=True):
    """Asks for a new evening."""

    name: str
    date: str = ""
    settings: Settings = Settings()
    pin: str | None = None


class Announced(msgspec.Struct, frozen=True):
    """One evening in the list."""

    id: str
    name: str
    date: str
    rounds: int
    ended: bool


class Taken(msgspec.Struct, frozen=True):
    """What an order came to: the evening's last row, and words of doubt."""

    seq: int
    doubts: tuple[str, ...] = ()


class Problem(msgspec.Struct, frozen=True):
    """Why an order was refused."""

    code: str
    text: str
    may_override: bool = False


def announced(evening: Evening) -> Announced:
    """Put an evening in the list."""
    rounds = len(evening.rounds)
    return Announced(evening.id, evening.name, evening.date, rounds, evening.ended)


def owner_token(key: bytes) -> str:
    """Make the token by which the owner of the server's files directs every evening."""
    return blake2b(b"owner", key=key, digest_size=24, person=b"klaverjas drive").hexdigest()


_Handler = Callable[[web.Request], Awaitable[web.Response]]


class ProgramDoor:
    """Answers programs."""

    def __init__(self, evenings: Evenings, store: Log, key: bytes):
        self._evenings = evenings
        self._store = store
        self._owner = owner_token(key)

    def routes(self) -> list[web.RouteDef]:
        """List the routes, for the site."""
        return [
            web.get("/api/drives", _answering(self._list)),
            web.post("/api/drives", _answering(self._open)),
            web.post("/api/drives/archive", _answering(self._adopt)),
            web.get("/api/drives/{id}", _answering(self._read)),
            web.post("/api/drives/{id}/orders", _answering(self._order)),
        ]

    async def _list(self, request: web.Request) -> web.Response:
        return _json([announced(desk.evening) for desk in self._evenings])

    async def _open(self, request: web.Request) -> web.Response:
        self._require_owner(request)
        opening = msgspec.json.decode(await _body(request), type=Opening)
        desk = await self._evenings.open(
            opening.name, opening.settings, date=opening.date, pin=opening.pin
        )
        return _json(announced(desk.evening))

    async def _adopt(self, request: web.Request) -> web.Response:
        self._require_owner(request)
        desk = await self._evenings.adopt(read_archive(await _body(request)))
        return _json(announced(desk.evening))

    async def _read(self, request: web.Request) -> web.Response:
        desk = self._desk(request)
        who = await self._who(request, desk)
        if not who.directs:
            raise Refused("forbidden", "only a director may read all that was done")
        after = int(request.query.get("after", "0"))
        if "wait" in request.query:
            with suppress(TimeoutError):
                await asyncio.wait_for(desk.news(after), WAIT_SECONDS)
        entries = await self._store.read(rows.PREFIX + desk.evening.id, after)
        return web.Response(
            body=write_archive(desk.evening.id, entries), content_type="application/json"
        )

    async def _order(self, request: web.Request) -> web.Response:
        desk = self._desk(request)
        who = await self._who(request, desk)
        order = msgspec.json.decode(await _body(request), type=Order)
        outcome = await desk.take(order, who)
        return _json(Taken(outcome.evening.seq, tuple(doubt.text for doubt in outcome.doubts)))

    def _desk(self, request: web.Request) -> Desk:
        try:
            return self._evenings[request.match_info["id"]]
        except KeyError:
            raise Refused("no-drive", "there is no such evening") from None

    async def _who(self, request: web.Request, desk: Desk) -> Who:
        """Find who sends a request, or refuse."""
        kind, _, secret = request.headers.get("Authorization", "").partition(" ")
        who = None
        if kind == "Owner" and self._is_owner(secret):
            return Who("director")
        if kind == "Pin":
            who = await desk.role_of(secret, request.remote or "")
        elif kind == "Link":
            who = find_link(desk.key, desk.evening, secret)
        if who is None:
            raise Refused("forbidden", "that is no PIN and no link of this evening")
        return who

    def _is_owner(self, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self._owner.encode())

    def _require_owner(self, request: web.Request) -> None:
        kind, _, secret = request.headers.get("Authorization", "").partition(" ")
        if kind != "Owner" or not self._is_owner(secret):
            raise Refused("forbidden", "that is for the owner of the server")


def _json(body: object, status: int = 200) -> web.Response:
    return web.Response(
        body=msgspec.json.encode(body), status=status, content_type="application/json"
    )


async def _body(request: web.Request) -> bytes:
    """Read a body, which may be longer than any form of a page."""
    parts = bytearray()
    async for part in request.content.iter_chunked(1 << 16):
        parts += part
        if len(parts) > MOST_BYTES:
            raise Refused("too-large", "that is too long")
    return bytes(parts)


def _answering(handler: _Handler) -> _Handler:
    """Turn refusals into answers."""

    async def answer(request: web.Request) -> web.Response:
        try:
            return await handler(request)
        except Refused as refusal:
            problem = Problem(refusal.code, str(refusal), refusal.may_override)
            return _json(problem, STATUSES.get(refusal.code, 409))
        except (msgspec.DecodeError, BadArchive, ValueError) as fault:
            return _json(Problem("bad-order", str(fault)), 400)
        except Unavailable:
            return _json(Problem("unavailable", "nothing can be saved now; try again"), 503)

    return answer
