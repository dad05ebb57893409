"""Where a server listens."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

__all__ = ["DEFAULT_PORT", "LOCAL", "Address"]

DEFAULT_PORT: Final = 7321

_ADDRESS: Final = re.compile(
    r"(\[(?P<v6>[^\]\s]+)\]|(?P<host>[^:\[\]\s]+))(:(?P<port>[0-9]{1,5}))?"
)


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
        found = _ADDRESS.fullmatch(text.strip())
        port = int(found["port"] or DEFAULT_PORT) if found else 0
        if found is None or not 0 < port < 65_536:
            raise ValueError(f"not an address: {text!r}; HOST or HOST:PORT")
        return cls(found["v6"] or found["host"], port)

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


LOCAL: Final = Address("localhost")
"""A server on this machine, where it listens unless told otherwise."""
