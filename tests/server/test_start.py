"""What a server brings along when it starts."""

import subprocess
import sys

import pytest

PROGRAM = """
import asyncio, sys
from klaverjas_server.app import build_app
from klaverjas_server.config import ServerConfig

async def start_and_stop(web_port):
    app = build_app(ServerConfig("127.0.0.1", 0, web_port=web_port))
    await app.start()
    await app.stop()

asyncio.run(start_and_stop({web_port}))
print("aiohttp" in sys.modules, "jinja2" in sys.modules)
"""


@pytest.mark.parametrize(("web_port", "imported"), [(None, False), (0, True)])
def test_the_web_is_imported_only_for_its_door(web_port: int | None, imported: bool) -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(web_port=web_port)],
        check=True,
        capture_output=True,
        text=True,
    )
    assert run.stdout.split() == [str(imported)] * 2
