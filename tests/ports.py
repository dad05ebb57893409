"""Ports for servers that have to come back where they were."""

import socket
from pathlib import Path
from random import SystemRandom
from typing import Final

__all__ = ["unused_port"]

FIRST: Final = 10_000
HANDED_OUT: Final = Path("/proc/sys/net/ipv4/ip_local_port_range")
"""Where Linux says which ports it gives to whoever names none."""
LINUX_LOWEST: Final = 32_768

chance: Final = SystemRandom()
"""Not the one that hypothesis seeds: tests that run at the same time must not draw alike."""


def unused_port() -> int:
    """Find a port that nobody listens on, and that the system gives nobody who names none.

    So it stays free while its server is down, whatever else is opened in the meantime.
    """
    while True:
        port = chance.randrange(FIRST, _lowest_handed_out())
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port


def _lowest_handed_out() -> int:
    if not HANDED_OUT.exists():
        return LINUX_LOWEST
    return max(FIRST + 1_000, int(HANDED_OUT.read_text().split()[0]))
