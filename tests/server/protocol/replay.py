"""A transcript played again: its requests said to today's server, and the answers compared."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from klaverjas_wire.framing import frame
from klaverjas_wire.limits import TOP
from tests.server.protocol.chance import SceneChance
from tests.server.protocol.masks import masked, secrets_of
from tests.server.protocol.scene import Entry, Message, Scene, pack, unpack
from tests.server.protocol.transcript import Transcript
from tests.server.raw_client import RawClient, connect


class Differs(AssertionError):
    """Today's server says something else than the transcript's did."""


@dataclass
class Listener:
    """One connection of a replay, and how much of what it heard was compared."""

    client: RawClient
    compared: int = 0
    hidden: set[int] = field(default_factory=set)

    async def next(self) -> Message | None:
        """Wait for the next message; None when the server has hung up instead."""

        def find() -> list[Message | None] | None:
            while self.compared < len(self.client.heard):
                message = unpack(self.client.heard[self.compared].payload)
                self.compared += 1
                if message.get("re") not in self.hidden:
                    return [message]
            return [None] if self.client.lost else None

        return (await self.client.wait_for(find))[0]

    async def settle(self, number: int) -> None:
        """Wait until the server has read all that was said here."""
        if not self.client.lost:
            self.hidden.add(number)
            self.client.send_map(t="ping", id=number)
            await self.client.wait_for(lambda: self.client.replies.get(number))


class Replay:
    """Plays one transcript against a fresh server with the same cards."""

    def __init__(self, transcript: Transcript):
        self._transcript = transcript
        self._scene = Scene(chance=SceneChance(transcript.packs))
        self._listeners: dict[str, Listener] = {}
        self._today: dict[Any, Any] = {}
        """Today's token, key or code, by the one that was given then."""
        self._settled = 0

    async def run(self) -> None:
        """Play it; `Differs` at the first difference."""
        await self._scene.begin()
        try:
            for number, entry in enumerate(self._transcript.entries, 2):
                await self._step(entry, f"{self._transcript.scene}, line {number}, {entry.who}")
        finally:
            await self._scene.app.stop()
            for listener in self._listeners.values():
                listener.client.close()

    async def _step(self, entry: Entry, where: str) -> None:
        if entry.did == "comes":
            self._listeners[entry.who] = Listener(await connect(self._scene.app.port))
        elif entry.did == "waits":
            await self._settle()
            self._scene.clock.advance(entry.what)
        elif entry.did == "stops":
            await self._settle()
            await self._scene.app.stop()
        else:
            await self._step_of(self._listeners[entry.who], entry, where)

    async def _step_of(self, listener: Listener, entry: Entry, where: str) -> None:
        if entry.did == "says":
            listener.client.send_bytes(frame(pack(self._translated(entry.what))))
        elif entry.did == "sends":
            listener.client.send_bytes(bytes.fromhex(entry.what))
        elif entry.did == "goes":
            listener.client.close()
        else:
            await self._compare(listener, entry, where)

    def _translated(self, request: Message) -> Message:
        """Put today's secrets in the place of those that were given then."""
        known = secrets_of(request)
        return {**request, **{key: self._today.get(old, old) for key, old in known.items()}}

    async def _compare(self, listener: Listener, entry: Entry, where: str) -> None:
        heard = await listener.next()
        expected = entry.what if entry.did == "hears" else None
        if _comparable(heard) != _comparable(expected):
            raise Differs(f"{where}\nthen:  {expected}\ntoday: {heard}")
        if heard is not None and expected is not None:
            now = secrets_of(heard)
            self._today.update({old: now[key] for key, old in secrets_of(expected).items()})

    async def _settle(self) -> None:
        for listener in self._listeners.values():
            self._settled += 1
            await listener.settle(TOP - self._settled)


def _comparable(message: Message | None) -> Message | None:
    return None if message is None else masked(message, wordings=True)
