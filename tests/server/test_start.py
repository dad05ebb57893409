"""What a server brings along when it starts, and when."""

import subprocess
import sys

import pytest

PROGRAM = """
import asyncio, sys
from klaverjas_server.app import build_app
from klaverjas_server.config import ServerConfig

class Watch:
    def find_spec(self, name, path, target=None):
        if name == "aiohttp":
            print("open" if app._server is not None else "closed")

async def start_and_stop():
    {before}
    await app.start()
    await app.stop()

app = build_app(ServerConfig("127.0.0.1", 0, web_port={web_port}))
sys.meta_path.insert(0, Watch())
asyncio.run(start_and_stop())
"""


def doors_at_the_import(web_port: int | None, before: str = "pass") -> list[str]:
    """Run a server; how its door for TCP was when the web was imported, if it was."""
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(web_port=web_port, before=before)],
        check=True,
        capture_output=True,
        text=True,
    )
    return run.stdout.split()


@pytest.mark.parametrize(("web_port", "doors"), [(None, []), (0, ["open"])])
def test_the_web_is_imported_for_its_door_alone_once_players_are_let_in(
    web_port: int | None, doors: list[str]
) -> None:
    assert doors_at_the_import(web_port) == doors


def test_a_web_that_is_imported_earlier_is_noticed() -> None:
    early = "import klaverjas_server.web.site"
    assert doors_at_the_import(None, early) == doors_at_the_import(0, early) == ["closed"]
