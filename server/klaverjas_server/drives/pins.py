"""PINs of directors: kept as hashes that are slow, salted and keyed, and checked off the loop."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from hashlib import blake2b, scrypt
from typing import Final

from klaverjas_server.clock import Clock
from klaverjas_server.drives.evening import Pin
from klaverjas_server.drives.refused import Refused

__all__ = ["Misses", "hash_pin", "matches"]

COST: Final = 1 << 14
"""Of scrypt: some 50 ms and 16 MiB for each try, so that four digits are worth something."""


TRIES: Final = 10
"""The wrong PINs that one address may send within `TRIES_SECONDS`."""
TRIES_SECONDS: Final = 60.0


class Misses:
    """Counts the wrong PINs of late, by the address they came from."""

    def __init__(self, clock: Clock):
        self._clock = clock
        self._times: dict[str, list[float]] = {}

    def watch(self, address: str) -> None:
        """Refuse while an address has sent too many."""
        since = self._clock.now() - TRIES_SECONDS
        recent = [at for at in self._times.pop(address, ()) if at > since]
        if recent:
            self._times[address] = recent
        if len(recent) >= TRIES:
            raise Refused("wait", "too many wrong PINs: wait a minute")

    def note(self, address: str) -> None:
        """Count one more."""
        self._times.setdefault(address, []).append(self._clock.now())


def _hash(key: bytes, salt: bytes, pin: str) -> bytes:
    slow = scrypt(pin.encode(), salt=salt, n=COST, r=8, p=1)
    return blake2b(slow, key=key, digest_size=32).digest()


async def hash_pin(key: bytes, pin: str) -> Pin:
    """Hash a PIN for the log."""
    salt = secrets.token_bytes(16)
    return Pin(salt, await asyncio.to_thread(_hash, key, salt, pin))


async def matches(key: bytes, kept: Pin, pin: str) -> bool:
    """Tell whether this is the PIN that was hashed."""
    return hmac.compare_digest(kept.hash, await asyncio.to_thread(_hash, key, kept.salt, pin))
