"""A server that announces itself is found, over real multicast."""

import asyncio

import pytest

from klaverjas_client.discovery import SERVICE, Found, find_servers
from klaverjas_server import announce
from tests.clients.client.clock import HandClock


@pytest.mark.usefixtures("alone_on_the_network")
async def test_an_announced_server_is_found() -> None:
    async with announce.Announcement(7399, ["192.0.2.5"]):
        found = await find_servers(10)
    assert ("192.0.2.5", 7399) in [(server.host, server.port) for server in found]


async def test_the_search_ends_by_the_clock(clock: HandClock) -> None:
    searching = asyncio.create_task(find_servers(3.0, clock))
    await clock.pass_(3.0)
    assert all(isinstance(server, Found) for server in await searching)


def test_both_ends_mean_the_same_service() -> None:
    assert SERVICE == announce.SERVICE
