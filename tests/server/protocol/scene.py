"""A scene: a server, the people who come, and all they say and hear, written down in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias, cast

import msgpack

from klaverjas_server.app import App, build_app
from klaverjas_server.config import ServerConfig
from klaverjas_server.log import Log, MemoryLog
from klaverjas_server.table import Table
from klaverjas_wire.framing import frame
from klaverjas_wire.limits import TOP
from tests.server.hand_clock import HandClock
from tests.server.protocol.chance import SceneChance
from tests.server.raw_client import RawClient, connect

Message: TypeAlias = dict[str, Any]
Did: TypeAlias = Literal["comes", "says", "sends", "hears", "goes", "is cut", "waits", "stops"]

CONFIG: Final = ServerConfig(host="127.0.0.1", port=0, announce=False)
KEY: Final = b"k" * 32


@dataclass(frozen=True)
class Entry:
    """One line of a transcript.

    `what` is the map that was said or heard, the bytes (in hexadecimal) that were sent as they
    are, or the seconds that everybody waits; nothing for who comes, goes or is cut.
    """

    who: str
    did: Did
    what: Any = None
    payload: bytes = b""


@dataclass
class Scene:
    """One server and those connected to it; `entries` is what has passed so far."""

    chance: SceneChance = field(default_factory=SceneChance)
    log: Log = field(default_factory=MemoryLog)
    config: ServerConfig = CONFIG
    clock: HandClock = field(default_factory=HandClock)
    entries: list[Entry] = field(default_factory=list)
    voices: list[Voice] = field(default_factory=list)
    app: App = field(init=False)
    _settled: int = 0

    async def begin(self) -> Scene:
        """Open the door."""
        self.app = build_app(
            self.config, log=self.log, clock=self.clock, chance=self.chance, key=KEY
        )
        await self.app.start()
        return self

    async def end(self) -> None:
        """Close the door, and let everybody hear the goodbye."""
        self.note(Entry("", "stops"))
        await self.app.stop()
        for voice in self.voices:
            await voice.until_cut()

    def table(self, name: str) -> Table:
        """Look behind the door, at a table itself."""
        return self.app.hall.tables[name]

    async def comes(self, who: str) -> Voice:
        """Let somebody connect, and say nothing yet."""
        voice = Voice(self, who, await connect(self.app.port))
        self.voices.append(voice)
        self.note(Entry(who, "comes"))
        return voice

    async def guest(self, who: str, **more: Any) -> Voice:
        """Let somebody connect and say hello."""
        voice = await self.comes(who)
        await voice.say("hello", v=[1], name=who, **more)
        return voice

    async def waits(self, seconds: float) -> None:
        """Let time pass."""
        self.note(Entry("", "waits", seconds))
        self.clock.advance(seconds)

    def note(self, entry: Entry) -> None:
        """Write a line down."""
        self.entries.append(entry)

    async def settle(self) -> None:
        """Write down what everybody has heard by now, one after the other."""
        for voice in self.voices:
            await voice.settle(self._next_settling())
            voice.write_down()

    def _next_settling(self) -> int:
        self._settled += 1
        return TOP - self._settled


class Voice:
    """One connection of a scene."""

    def __init__(self, scene: Scene, who: str, client: RawClient):
        self.who = who
        self.heard: list[Message] = []
        self._scene = scene
        self._client = client
        self._written = 0
        self._said = 0
        self._hidden: set[int] = set()
        self._cut = False

    # Saying

    async def say(self, t: str, **body: Any) -> Message:
        """Say something that gets a reply, and wait until everybody has heard what comes of it."""
        number = self.ask(t, **body)
        reply = await self._find(lambda m: m.get("re") == number)
        await self._scene.settle()
        return reply or {}

    def ask(self, t: str, **body: Any) -> int:
        """Say something, and do not wait for the reply; its number."""
        self._said += 1
        self.say_map({"t": t, "id": self._said, **body})
        return self._said

    def say_map(self, body: Mapping[str, Any]) -> None:
        """Say a map as it is."""
        payload = pack(body)
        self._scene.note(Entry(self.who, "says", dict(body), payload))
        self._client.send_bytes(frame(payload))

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._scene.note(Entry(self.who, "sends", data.hex()))
        self._client.send_bytes(data)

    async def goes(self) -> None:
        """Hang up."""
        self._scene.note(Entry(self.who, "goes"))
        self._scene.voices.remove(self)
        self._client.close()
        await self._client.wait_for(lambda: self._client.lost or None)

    # Hearing

    async def hear(self, t: str, **fields: Any) -> Message:
        """Wait for a message that has not been written down yet; then everybody's are."""
        found = await self._find(lambda m: m["t"] == t and _has(m, fields))
        await self._scene.settle()
        return found or {}

    async def _find(self, wanted: Callable[[Message], bool]) -> Message | None:
        def find() -> Message | None:
            for heard in self._client.heard[self._written :]:
                if wanted(message := unpack(heard.payload)):
                    return message
            return {} if self._client.lost else None

        return await self._client.wait_for(find)

    async def settle(self, number: int) -> None:
        """Wait until what the server has written for this connection by now is here."""
        if self._client.lost:
            return
        self._hidden.add(number)
        self._client.send_map(t="ping", id=number)
        await self._find(lambda m: m.get("re") == number)

    async def until_cut(self) -> None:
        """Wait until the server hangs up, and write down what it said before."""
        await self._client.wait_for(lambda: self._client.lost or None)
        self.write_down()

    def write_down(self) -> None:
        """Write down what was heard since the last time."""
        fresh, self._written = self._client.heard[self._written :], len(self._client.heard)
        for heard in fresh:
            message = unpack(heard.payload)
            if message.get("re") not in self._hidden:
                self.heard.append(message)
                self._scene.note(Entry(self.who, "hears", message, heard.payload))
        if self._client.lost and not self._cut:
            self._cut = True
            self._scene.note(Entry(self.who, "is cut"))

    # What was heard

    @property
    def token(self) -> str:
        """The secret of the session."""
        return str(next(m["token"] for m in self.heard if m["t"] == "welcome"))

    def question(self, table: str) -> Message:
        """Give the last ask put here."""
        asks = [m for m in self.heard if m["t"] == "ask" and m["table"] == table]
        return asks[-1]

    async def act(self, table: str, action: Message, number: int | None = None) -> Message:
        """Answer the last ask put here, or the one of a number."""
        asked = self.question(table)["ask"] if number is None else number
        return await self.say("act", table=table, ask=asked, action=action)


def pack(message: Mapping[str, Any]) -> bytes:
    """Write one message."""
    return msgpack.packb(message)


def unpack(payload: bytes) -> Message:
    """Read one message."""
    return cast(Message, msgpack.unpackb(payload))


def _has(message: Message, fields: Mapping[str, Any]) -> bool:
    inner = message.get("e", {}) if message["t"] == "event" else message
    return all(inner.get(name) == value for name, value in fields.items())
