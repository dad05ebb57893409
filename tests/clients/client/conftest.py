"""A server in this process on a real socket, and clients that hang up at the end."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from klaverjas_client import Client
from klaverjas_server.app import App, build_app
from klaverjas_server.config import ServerConfig
from tests.clients.client.clock import HandClock
from tests.clients.client.door import Door, open_door

Connect = Callable[..., Awaitable[Client]]


@pytest.fixture
async def server() -> AsyncIterator[App]:
    app = build_app(ServerConfig("127.0.0.1", 0, announce=False))
    await app.start()
    yield app
    await app.stop()


@pytest.fixture
async def connect(server: App) -> AsyncIterator[Connect]:
    """Connects clients to the server."""
    clients: list[Client] = []

    async def connect_one(name: str, token: str | None = None) -> Client:
        client = await Client.connect("127.0.0.1", server.port, name=name, token=token)
        clients.append(client)
        return client

    yield connect_one
    for client in clients:
        await client.close()


@pytest.fixture
async def door() -> AsyncIterator[Door]:
    async with open_door() as opened:
        yield opened


@pytest.fixture
def clock() -> HandClock:
    return HandClock()
