"""Lines come from a thread, in their order, and end when the file does."""

import os
from collections.abc import Iterator
from io import StringIO
from typing import BinaryIO, TextIO

import pytest

from klaverjas_client.console import Hangup, Keyboard


async def test_lines_come_in_their_order() -> None:
    keyboard = Keyboard(StringIO("hj\n  pass \n\nlast"))
    assert [await keyboard.line() for _ in range(4)] == ["hj", "pass", "", "last"]
    for _ in range(2):
        with pytest.raises(Hangup):
            await keyboard.line()


@pytest.fixture
def pipe() -> Iterator[tuple[TextIO, BinaryIO]]:
    """Gives both ends of a pipe: the one to read from, the one to type into."""
    reading, writing = os.pipe()
    with open(reading, encoding="utf-8") as source, open(writing, "wb", buffering=0) as typed:
        yield source, typed


async def test_lines_come_from_a_pipe_as_they_are_written(
    pipe: tuple[TextIO, BinaryIO],
) -> None:
    source, typed = pipe
    keyboard = Keyboard(source)
    assert keyboard.scripted
    typed.write("♥B\n".encode())
    assert await keyboard.line() == "♥B"
    typed.write(b"p\xff\n")
    assert await keyboard.line() == "p\ufffd"
    typed.close()
    with pytest.raises(Hangup):
        await keyboard.line()
