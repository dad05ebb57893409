"""The key that tokens, table keys and codes are hashed with, in a file of its own."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Final

__all__ = ["KEY_BYTES", "read_key", "write_key"]

KEY_BYTES: Final = 32


def read_key(path: Path) -> bytes:
    """Read the key, or make one where there is none; OSError for a file that is no key."""
    if not path.exists():
        write_key(path, secrets.token_bytes(KEY_BYTES))
    key = path.read_bytes()
    if len(key) != KEY_BYTES:
        raise OSError(f"{path} is not a key: {len(key)} bytes where {KEY_BYTES} are due")
    return key


def write_key(path: Path, key: bytes) -> None:
    """Write a key that only its owner may read; whole, and on the disk, or not at all."""
    draft = path.with_name(path.name + ".new")
    with open(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
