"""The address that other people type to come here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

__all__ = ["is_host", "is_own_machine", "public_address"]

_HOST: Final = re.compile(r"[\w.-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")
"""A name or address, perhaps with a port: what a Host header should have."""


def is_host(text: str) -> bool:
    """Tell whether a text is a name or an address, perhaps with a port, and nothing else."""
    return _HOST.fullmatch(text) is not None


def public_address(scheme: str, host: str, lan: Sequence[str]) -> str:
    """Give the address of the site without a path: ``http://192.168.1.20:7322``.

    `host` is what the visitor's browser has. Who sits at the server's own machine sees an address
    that works for others too: the first of `lan`, if there is any.
    """
    if not is_host(host):
        host = "localhost"
    parts = urlsplit(f"//{host}")
    if lan and _is_loopback(parts.hostname or ""):
        return f"{scheme}://{lan[0]}" + (f":{parts.port}" if parts.port else "")
    return f"{scheme}://{host}"


def is_own_machine(request: web.Request) -> bool:
    """Tell whether somebody sits at the server's own machine, and asks it by that name.

    What comes through a proxy, or under a name from elsewhere, does not count.
    """
    named = urlsplit(f"//{request.host}").hostname or ""
    forwarded = "X-Forwarded-For" in request.headers or "Forwarded" in request.headers
    return _is_loopback(request.remote or "") and _is_loopback(named) and not forwarded


def _is_loopback(name: str) -> bool:
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False
