"""Rows and appends to test with."""

from klaverjas_server.log import Append, Row


def row(seq: int, body: bytes = b"card") -> Row:
    return Row(seq, 1_000 + seq, "N", None, None, body)


def rows(first: int, last: int, body: bytes = b"card") -> tuple[Row, ...]:
    return tuple(row(seq, body) for seq in range(first, last + 1))


def added(stream: str, expected: int, count: int = 1, body: bytes = b"card") -> Append:
    return Append(stream, expected, rows(expected + 1, expected + count, body))
