"""The form of an archive: two lines for people, then frames, the last of them a checksum.

::

    klaverjas archive 1                  the version of this form
    Finished matches: nothing secret.    or that it is secret
    head stream stream … end             each a length of 4 bytes, then a msgpack map

Everything but `end` goes into its SHA-256. A later form gets the next version, and whoever can
write that one still reads this one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, TypeAlias

import msgspec
from msgspec import Struct

from klaverjas_server.archive.errors import ArchiveDamaged, ArchiveTooNew
from klaverjas_server.log import Row
from klaverjas_server.log.backup import synchronise_directory

__all__ = [
    "FORM_VERSION",
    "Archive",
    "ArchiveWriter",
    "End",
    "Head",
    "Stream",
    "verify",
    "write_archive",
]

FORM_VERSION: Final = 1
MARK: Final = b"klaverjas archive "
PLAIN: Final = b"Finished matches: nothing secret.\n"
SECRET: Final = b"SECRET: hidden cards, and the key to every seat. For its owner only.\n"
LINE_BYTES: Final = 200
LENGTH_BYTES: Final = 4


class Head(Struct, frozen=True, tag="head", tag_field="k", omit_defaults=True):
    """What the archive is: when it was made, in milliseconds since the epoch, and by what.

    `key` is the one that tokens are hashed with. Only a running evening has it, so a head with a
    key is that of a secret file.
    """

    made: int
    by: str
    key: bytes | None = None


class Stream(Struct, frozen=True, tag="stream", tag_field="k", omit_defaults=True):
    """One stream of the log; `reopens` where a table's people need new codes for their seats."""

    name: str
    rows: tuple[Row, ...]
    reopens: bool = False


class End(Struct, frozen=True, tag="end", tag_field="k"):
    """Nothing follows: how many streams there were, and the SHA-256 of all before this frame."""

    streams: int
    sum: bytes


_Frame: TypeAlias = Head | Stream | End

_encode: Final = msgspec.msgpack.Encoder().encode
_decoder: Final[msgspec.msgpack.Decoder[_Frame]] = msgspec.msgpack.Decoder(_Frame)


class ArchiveWriter:
    """Writes frames, and counts and sums them up."""

    def __init__(self, file: BinaryIO, head: Head):
        self._file = file
        self._sum = sha256()
        self._streams = 0
        self._write(MARK + b"%d\n" % FORM_VERSION + (SECRET if head.key else PLAIN))
        self._frame(head)

    def add(self, stream: Stream) -> None:
        """Write one stream down."""
        self._frame(stream)
        self._streams += 1

    def finish(self) -> None:
        """Write the checksum, and put everything on the disk."""
        self._frame(End(self._streams, self._sum.digest()))
        self._file.flush()
        os.fsync(self._file.fileno())

    def _frame(self, body: _Frame) -> None:
        encoded = _encode(body)
        self._write(len(encoded).to_bytes(LENGTH_BYTES, "big") + encoded)

    def _write(self, data: bytes) -> None:
        self._sum.update(data)
        self._file.write(data)


@contextmanager
def write_archive(path: Path, head: Head) -> Iterator[ArchiveWriter]:
    """Write an archive that appears complete or not at all; an earlier file there is replaced.

    Nobody but its owner may read a secret one, not even while it is being written.
    """
    part = path.with_name(path.name + ".part")
    with suppress(FileNotFoundError):
        part.unlink()
    mode = 0o600 if head.key else 0o666
    try:
        flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)
        with open(os.open(part, flags, mode), "wb") as file:
            writer = ArchiveWriter(file, head)
            yield writer
            writer.finish()
        part.replace(path)
        synchronise_directory(path.parent)
    finally:
        with suppress(OSError):
            part.unlink()


class Archive:
    """An archive that is read: `head` at once, then `streams`, to the end.

    Nothing that was read can be trusted before `streams` has come to its end without an error.
    Raises `ArchiveDamaged`, `ArchiveTooNew`, and OSError where there is no such file.
    """

    def __init__(self, path: Path):
        self._name = path.name
        self._file = path.open("rb")
        try:
            self._size = os.fstat(self._file.fileno()).st_size
            self._sum = sha256()
            self.head = _READERS[self._version()](self)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def _version(self) -> int:
        line = self._line()
        number = line.removeprefix(MARK).strip()
        if not line.startswith(MARK) or not number.isdigit() or int(number) < 1:
            raise ArchiveDamaged(f"{self._name} is no archive of klaverjas")
        if int(number) > FORM_VERSION:
            raise ArchiveTooNew(
                f"{self._name} was written by a later release: it has form {int(number)}, "
                f"this release reads up to {FORM_VERSION}"
            )
        return int(number)

    def _line(self) -> bytes:
        line = self._file.readline(LINE_BYTES)
        self._sum.update(line)
        return line

    def _head(self) -> Head:
        self._line()
        head = self._frame()
        if not isinstance(head, Head):
            raise self._damaged()
        return head

    def streams(self) -> Iterator[Stream]:
        """Read stream after stream, then hold the whole against its checksum."""
        count = 0
        while True:
            expected = self._sum.digest()
            match self._frame():
                case Stream() as stream:
                    count += 1
                    yield stream
                case End(streams, sum) if (streams, sum) == (count, expected):
                    break
                case _:
                    raise self._damaged()
        if self._file.read(1):
            raise self._damaged()

    def _frame(self) -> _Frame:
        length = int.from_bytes(self._take(LENGTH_BYTES), "big")
        body = self._take(length)
        try:
            return _decoder.decode(body)
        except msgspec.MsgspecError:
            raise self._damaged() from None

    def _take(self, size: int) -> bytes:
        # A length that is damaged must not ask for more memory than the file could fill.
        if size > self._size - self._file.tell():
            raise ArchiveDamaged(f"{self._name} is cut short or damaged")
        data = self._file.read(size)
        self._sum.update(data)
        return data

    def _damaged(self) -> ArchiveDamaged:
        return ArchiveDamaged(f"{self._name} is damaged: it is not what was written")


def verify(path: Path) -> None:
    """Read an archive through, and hold it against its checksum."""
    with Archive(path) as archive:
        for _ in archive.streams():
            pass


_READERS: Final[dict[int, Callable[[Archive], Head]]] = {1: Archive._head}
"""By the version of the form, how to read it."""
