"""PINs of directors: kept as hashes that are slow, salted and keyed, and checked off the loop."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from hashlib import blake2b, scrypt
from typing import Final

from klaverjas_server.drives.evening import Pin

__all__ = ["hash_pin", "matches"]

COST: Final = 1 << 14
"""Of scrypt: some 50 ms and 16 MiB for each try, so that four digits are worth something."""


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
