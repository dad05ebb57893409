"""Announcing the server on the LAN, by multicast DNS, so that clients find it by themselves."""

from __future__ import annotations

import socket
from contextlib import suppress
from types import TracebackType
from typing import Final

from zeroconf import IPVersion, NonUniqueNameException, ServiceInfo
from zeroconf.asyncio import AsyncZeroconf

__all__ = ["SERVICE", "Announcement"]

SERVICE: Final = "_klaverjas._tcp.local."


class Announcement:
    """Announces a port for as long as the context lasts."""

    def __init__(self, port: int, addresses: list[str]):
        name = socket.gethostname().split(".")[0]
        self._info = ServiceInfo(
            SERVICE,
            f"{name} {port}.{SERVICE}",
            port=port,
            addresses=[socket.inet_aton(address) for address in addresses],
            properties={"v": "1"},
        )
        self._zeroconf: AsyncZeroconf | None = None

    async def __aenter__(self) -> Announcement:
        self._zeroconf = AsyncZeroconf(ip_version=IPVersion.V4Only)
        with suppress(NonUniqueNameException):  # another one of that name is found instead
            await self._zeroconf.async_register_service(self._info, allow_name_change=True)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._zeroconf is not None
        await self._zeroconf.async_unregister_all_services()
        await self._zeroconf.async_close()
