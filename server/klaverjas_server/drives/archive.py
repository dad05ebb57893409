"""One evening as one file of JSON: to keep, to move to another laptop, to look into.

Any later version opens it, as any later version folds the log. PINs are left out: they are hashed
with the key of the server they were made on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from klaverjas_server.drives import rows
from klaverjas_server.drives.rows import DriveRow
from klaverjas_server.log import Row

__all__ = ["VERSION", "BadArchive", "read_archive", "write_archive"]

VERSION: Final = 1


class BadArchive(ValueError):
    """Say why a file is no evening."""


class _Entry(msgspec.Struct, frozen=True):
    seq: int
    at: int
    by: str
    row: DriveRow


class _Archive(msgspec.Struct, frozen=True):
    format: Literal["klaverjas-drive"]
    version: int
    drive: str
    entries: tuple[_Entry, ...]


def write_archive(drive: str, entries: Iterable[Row]) -> bytes:
    """Write an evening's stream, or a part of it."""
    kept = tuple(
        _Entry(entry.seq, entry.at, entry.by, _public(rows.decode_row(entry.body)))
        for entry in entries
    )
    archive = _Archive("klaverjas-drive", VERSION, drive, kept)
    return msgspec.json.format(msgspec.json.encode(archive), indent=1)


def _public(row: DriveRow) -> DriveRow:
    if isinstance(row, rows.PinSet):
        return rows.PinSet(role=row.role, salt=b"", hash=b"")
    return row


def read_archive(data: bytes) -> tuple[Row, ...]:
    """Read an evening's rows; BadArchive for anything else, or from a later version."""
    try:
        archive = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=_Archive)
    except msgspec.DecodeError as fault:
        raise BadArchive(f"this is no evening: {fault}") from None
    if archive.version > VERSION:
        raise BadArchive("a later version wrote this file")
    return tuple(
        Row(entry.seq, entry.at, entry.by, None, None, rows.encode_row(entry.row))
        for entry in archive.entries
    )
