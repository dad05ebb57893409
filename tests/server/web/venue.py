"""A club evening with its web site, and visitors who come by it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, Final

import aiohttp
import msgpack

from klaverjas import Seat
from klaverjas_server.app import build_app
from klaverjas_server.certificate import Certificate
from klaverjas_server.config import ServerConfig
from klaverjas_wire.messages import Sit
from tests.server.evening import NAMES, Evening, Party
from tests.server.raw_client import PATIENCE_SECONDS

JSON: Final = "klaverjas.json.v1"
MSGPACK: Final = "klaverjas.msgpack.v1"
SHORT: Final = {"base": "amsterdam", "deals": 4}


@dataclass
class Page:
    """What a browser got: status, headers and text."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def language(self) -> str:
        """The language the page says it is in."""
        return self.text.partition('<html lang="')[2][:2]


class Visitor:
    """One WebSocket: it sends maps, and hears them."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse):
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self._ids = 0

    async def send(self, **body: Any) -> None:
        """Send a map in the words of the subprotocol."""
        if self.socket.protocol == MSGPACK:
            await self.socket.send_bytes(msgpack.packb(body))
        else:
            await self.socket.send_str(json.dumps(body))

    async def hear(self) -> dict[str, Any] | None:
        """Take the next map; None when the connection has ended."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            message = await self.socket.receive()
        if message.type is aiohttp.WSMsgType.TEXT:
            body = json.loads(message.data)
        elif message.type is aiohttp.WSMsgType.BINARY:
            body = msgpack.unpackb(message.data)
        else:
            return None
        self.heard.append(body)
        return dict(body)

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Hear up to a map that is wanted."""
        while (body := await self.hear()) is not None:
            if wanted(body):
                return body
        raise ConnectionError(f"ended after {self.heard[-3:]}")

    async def ask(self, t: str, **fields: Any) -> dict[str, Any]:
        """Make a request, and wait for its reply."""
        self._ids += 1
        me = self._ids
        await self.send(t=t, id=me, **fields)
        return await self.until(lambda body: body.get("re") == me)

    async def until_lost(self) -> dict[str, Any] | None:
        """Hear everything up to the end; the goodbye, if one was said."""
        while await self.hear() is not None:
            pass
        return next((body for body in reversed(self.heard) if body["t"] == "bye"), None)


@dataclass
class Venue(Evening):
    """An evening whose web door is open, on a port of its own."""

    address: str = ""
    certificate: Certificate | None = None
    stack: AsyncExitStack = field(default_factory=AsyncExitStack)
    browser: aiohttp.ClientSession = field(init=False)

    async def begin(self) -> Venue:
        """Open both doors."""
        config = ServerConfig(
            host="127.0.0.1",
            port=0,
            announce=False,
            limits=self.limits,
            web_port=0,
            address=self.address,
            certificate=self.certificate,
        )
        self.app = build_app(
            config, log=self.log, clock=self.clock, chance=self.chance, key=self.key
        )
        await self.app.start()
        jar = aiohttp.DummyCookieJar()
        self.browser = await self.stack.enter_async_context(aiohttp.ClientSession(cookie_jar=jar))
        return self

    @property
    def root(self) -> str:
        """Where the site is."""
        scheme = "http" if self.certificate is None else "https"
        return f"{scheme}://localhost:{self.app.web_port}"

    async def get(self, path: str, method: str = "GET", **more: Any) -> Page:
        """Ask for a page."""
        async with self.browser.request(
            method, self.root + path, allow_redirects=False, **more
        ) as answer:
            return Page(answer.status, answer.headers, await answer.text())

    async def call(self, *protocols: str, **headers: str) -> Visitor:
        """Open a WebSocket."""
        socket = await self.browser.ws_connect(
            self.root.replace("http", "ws") + "/ws", protocols=protocols, headers=headers
        )
        await self.stack.enter_async_context(socket)
        return Visitor(socket)

    async def visitor(self, name: str = "Riet", protocol: str = JSON) -> Visitor:
        """Open a WebSocket, and say hello."""
        visitor = await self.call(protocol)
        welcome = await visitor.ask("hello", v=[1], name=name)
        assert welcome["t"] == "welcome", welcome
        return visitor

    async def match(self, names: Mapping[Seat, str] = NAMES, **more: Any) -> Party:
        """Let four people play a match of four deals to its end."""
        players = {seat: await self.guest(name) for seat, name in names.items()}
        opened = await self.open(players[Seat.N], SHORT, **more)
        party = Party(self, opened.table, opened.key, players)
        for seat, player in players.items():
            await player.request(Sit(table=opened.table, seat=seat))
        await party.settle()
        await party.play_out(lambda: party.over)
        return party

    async def end(self) -> None:
        """Close both doors."""
        await self.stack.aclose()
        await super().end()
