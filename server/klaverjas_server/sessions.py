"""Sessions: who somebody is, across connections. The token is the identity, and a secret."""

from __future__ import annotations

import asyncio
from hashlib import blake2b
from typing import TYPE_CHECKING

from klaverjas_server import rows
from klaverjas_server.chance import Chance
from klaverjas_server.clock import Clock
from klaverjas_server.handovers import Handovers
from klaverjas_server.log import Append, Log, Row, Unavailable

if TYPE_CHECKING:
    from klaverjas_server.peer import Peer

__all__ = ["Session", "Sessions", "keyed_hash"]

PREFIX = "session/"


def keyed_hash(key: bytes, secret: str) -> bytes:
    """Hash a token, key or code, so that who reads the log alone cannot use it."""
    return blake2b(secret.encode(), key=key, digest_size=16).digest()


class Session:
    """One session: `seats` are the tables it has a seat at, `peer` its connection now."""

    __slots__ = ("id", "name", "peer", "seats", "seq", "writing")

    def __init__(self, id: str, name: str, seq: int = 1):
        self.id = id
        self.name = name
        self.seq = seq
        self.peer: Peer | None = None
        self.seats: set[str] = set()
        self.writing = asyncio.Lock()
        """Two connections may take the session over at once, each with a name of its own."""


class Sessions:
    """All sessions of this server, by id and by the keyed hash of their token."""

    def __init__(self, key: bytes, store: Log, clock: Clock, chance: Chance):
        self._key = key
        self._store = store
        self._clock = clock
        self._chance = chance
        self._by_id: dict[str, Session] = {}
        self._by_token: dict[bytes, Session] = {}
        self._handovers = Handovers(clock)

    def __len__(self) -> int:
        return len(self._by_id)

    async def recover(self) -> None:
        """Read all sessions back from the log."""
        async for stream, (bodies, _) in self._store.read_bodies(PREFIX):
            id = stream.removeprefix(PREFIX)
            for seq, body in enumerate(bodies, 1):
                row = rows.decode_session_row(body)
                if isinstance(row, rows.SessionOpened):
                    self._add(Session(id, row.name), row.token)
                elif isinstance(row, rows.SessionNamed):
                    self._by_id[id].name = row.name
                else:
                    self._by_token[row.token] = self._by_id[id]
                self._by_id[id].seq = seq

    def _add(self, session: Session, token: bytes) -> None:
        self._by_id[session.id] = session
        self._by_token[token] = session

    def by_id(self, id: str) -> Session | None:
        """Find a session by its public id."""
        return self._by_id.get(id)

    def by_token(self, token: str) -> Session | None:
        """Find the session whose secret this is."""
        return self._by_token.get(keyed_hash(self._key, token))

    async def open(self, name: str | None) -> tuple[Session, str]:
        """Begin a session, and give its token; it is in the log when this returns."""
        id, token = self._chance.name(), self._chance.secret()
        while id in self._by_id:
            id = self._chance.name()
        hashed = keyed_hash(self._key, token)
        session = Session(id, name or f"Guest {id[:4]}")
        await self._append(session, rows.SessionOpened(hashed, session.name), 0)
        self._add(session, hashed)
        return session, token

    async def rename(self, session: Session, name: str) -> None:
        """Give a session another name; where it sits already, it keeps the old one."""
        async with session.writing:
            await self._append(session, rows.SessionNamed(name), session.seq)
            session.seq += 1
            session.name = name

    def hand_over(self, session: Session) -> str:
        """Make a one-use code by which a session goes on on another device."""
        code = self._chance.secret()
        self._handovers.offer(session, keyed_hash(self._key, code))
        return code

    async def by_code(self, code: str) -> tuple[Session, str] | None:
        """Use a code up: its session, and a token of its own for the device that has it.

        The token is in the log when this returns; where it could not be, the code stands.
        """
        hashed = keyed_hash(self._key, code)
        session = self._handovers.take(hashed)
        if session is None:
            return None
        token = self._chance.secret()
        try:
            await self._add_token(session, keyed_hash(self._key, token))
        except Unavailable:
            self._handovers.offer(session, hashed)
            raise
        return session, token

    async def _add_token(self, session: Session, token: bytes) -> None:
        async with session.writing:
            await self._append(session, rows.SessionToken(token), session.seq)
            session.seq += 1
            self._by_token[token] = session

    async def _append(self, session: Session, row: rows.SessionRow, expected: int) -> None:
        body = rows.encode_row(row)
        entry = Row(expected + 1, self._clock.wall_ms(), session.id, None, None, body)
        await self._store.append([Append(PREFIX + session.id, expected, (entry,))])
