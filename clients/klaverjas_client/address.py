"""Where a server listens."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["DEFAULT_PORT", "LOCAL", "Address"]

DEFAULT_PORT: Final = 7321


class Address(NamedTuple):
    """A host, and a TCP port.

    >>> Address.parse("laptop:7400"), str(Address.parse("[::1]"))
    (Address(host='laptop', port=7400), '[::1]:7321')
    """

    host: str
    port: int = DEFAULT_PORT

    @classmethod
    def parse(cls, text: str) -> Address:
        """Read ``HOST``, ``HOST:PORT`` or ``[IPV6]:PORT``; ValueError for anything else."""
        host, bracket, rest = text.strip().removeprefix("[").partition("]")
        if not bracket:
            host, colon, rest = text.strip().partition(":")
            rest = colon + rest
        port = rest.removeprefix(":")
        if not host or (rest and rest == port) or not _is_port(port or str(DEFAULT_PORT)):
            raise ValueError(f"not an address: {text!r}; HOST or HOST:PORT")
        return cls(host, int(port) if port else DEFAULT_PORT)

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


LOCAL: Final = Address("localhost")
"""A server on this machine, where it listens unless told otherwise."""


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and 0 < int(text[:6]) < 65_536
