"""What the client remembers of its player between two evenings: his name, and where he sat."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import msgspec

__all__ = ["Profile", "Session"]


class Session(msgspec.Struct, frozen=True, omit_defaults=True):
    """A session at one server, under one name, and the table it last had to do with."""

    server: str
    name: str
    token: str
    table: str | None = None


class _Remembered(msgspec.Struct, omit_defaults=True):
    name: str | None = None
    sessions: list[Session] = []


class Profile:
    """A small file of one user's; what cannot be read or written is simply not remembered."""

    def __init__(self, path: Path):
        self._path = path
        self._remembered = self._read()

    def _read(self) -> _Remembered:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=_Remembered)
        except (OSError, msgspec.DecodeError):
            return _Remembered()

    @property
    def name(self) -> str | None:
        """The name last used."""
        return self._remembered.name

    def session(self, server: str, name: str) -> Session | None:
        """Find the session this name has at a server."""
        for session in self._remembered.sessions:
            if (session.server, session.name) == (server, name):
                return session
        return None

    def remember(self, session: Session) -> None:
        """Keep a session, in place of the one that name had there before."""
        others = [
            other
            for other in self._read().sessions
            if (other.server, other.name) != (session.server, session.name)
        ]
        self._remembered = _Remembered(session.name, [*others, session])
        with suppress(OSError):
            self._write()

    def _write(self) -> None:
        """Write the file whole, for its owner only: a token is a secret."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._path.with_suffix(f".{os.getpid()}")
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(self._remembered)))
        os.replace(fresh, self._path)
