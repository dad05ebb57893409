"""The server as a process: what it prints, how it is found, and how it ends."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from zeroconf import IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from klaverjas import Seat
from klaverjas_server.announce import SERVICE
from klaverjas_wire import view_of
from klaverjas_wire.messages import Ask, Open, Sit, Snapshot
from tests.server.raw_client import PATIENCE_SECONDS, RawClient, connect

KLAVERJAS: Final = Path(sys.executable).with_name("klaverjas")
BOTS: Final = {Seat.E: "random", Seat.S: "random", Seat.W: "random"}


class Served(NamedTuple):
    """A server that runs, and the port it listens on."""

    process: asyncio.subprocess.Process
    port: int

    async def ends(self) -> int:
        """Wait for its end; the exit status."""
        return await asyncio.wait_for(self.process.wait(), PATIENCE_SECONDS)


@asynccontextmanager
async def served(folder: Path, *options: str) -> AsyncIterator[Served]:
    """Run a server on loopback, with its files in a folder, and read its first line."""
    with (folder / "journal").open("ab") as journal:
        process = await asyncio.create_subprocess_exec(
            *(str(KLAVERJAS), "serve", "--host", "127.0.0.1", "--data", str(folder), *options),
            stdout=asyncio.subprocess.PIPE,
            stderr=journal,
        )
    assert process.stdout is not None
    try:
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE_SECONDS)
        assert line.startswith(b"listening on 127.0.0.1:"), (folder / "journal").read_text()
        yield Served(process, int(line.rpartition(b":")[2]))
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def guest(port: int, token: str | None = None) -> RawClient:
    """Connect and say hello."""
    client = await connect(port)
    await client.greet("Riet", token)
    return client


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT], ids=lambda how: how.name)
async def test_told_to_stop_it_says_goodbye_to_everybody(tmp_path: Path, how: int) -> None:
    async with served(tmp_path, "--port", "0", "--no-announce") as server:
        seated, silent = await guest(server.port), await connect(server.port)
        await seated.request(Open(rules="amsterdam", fill=BOTS))
        await seated.request(Sit(table="1"))
        await silent.settle()
        server.process.send_signal(how)
        for client in (seated, silent):
            bye = await client.until_lost()
            assert bye is not None
            assert bye.code == "shutdown"
        assert await server.ends() == 0


async def test_what_was_answered_is_there_after_a_restart(tmp_path: Path) -> None:
    async with served(tmp_path, "--port", "0", "--no-announce") as server:
        client = await guest(server.port)
        await client.request(Open(rules="utrecht", fill=BOTS))
        await client.request(Sit(table="1", seat=Seat.N))
        ask = await client.hear(Ask, must=True)
        server.process.send_signal(signal.SIGTERM)
        await client.until_lost()
        assert await server.ends() == 0
    async with served(tmp_path, "--port", "0", "--no-announce") as server:
        again = await guest(server.port, client.token)
        shown = await again.hear(Snapshot)
        assert view_of(shown.view).me is Seat.N
        assert await again.hear(Ask) == ask
        again.close()


async def test_a_port_that_is_taken_ends_it_with_a_sentence(tmp_path: Path) -> None:
    async with served(tmp_path, "--port", "0", "--no-announce") as server:
        other = await asyncio.create_subprocess_exec(
            *(str(KLAVERJAS), "serve", "--host", "127.0.0.1", "--port", str(server.port)),
            *("--data", str(tmp_path / "other"), "--no-announce"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await asyncio.wait_for(other.communicate(), PATIENCE_SECONDS)
        assert other.returncode == 1
        assert out == b""
        assert f"127.0.0.1:{server.port}" in err.decode()
        assert "Traceback" not in err.decode()


async def announced(network: AsyncZeroconf, port: int) -> AsyncServiceInfo:
    """Wait until a server on this port announces itself."""
    names: asyncio.Queue[str] = asyncio.Queue()

    def notice(
        zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        if state_change is ServiceStateChange.Added:
            names.put_nowait(name)

    browser = AsyncServiceBrowser(network.zeroconf, SERVICE, handlers=[notice])
    try:
        while True:
            name = await names.get()
            info = await network.async_get_service_info(SERVICE, name, 3_000)
            if info is not None and info.port == port:
                return info
    finally:
        await browser.async_cancel()


@pytest.mark.usefixtures("alone_on_the_network")
async def test_it_announces_itself_on_the_network(tmp_path: Path) -> None:
    network = AsyncZeroconf(ip_version=IPVersion.V4Only, interfaces=["127.0.0.1"])
    try:
        async with served(tmp_path, "--port", "0") as server:
            finding = announced(network, server.port)
            info = await asyncio.wait_for(finding, PATIENCE_SECONDS)
            assert info.parsed_addresses() == ["127.0.0.1"]
            assert info.properties == {b"v": b"1"}
            client = await guest(server.port)
            client.close()
            server.process.send_signal(signal.SIGTERM)
            assert await server.ends() == 0
    finally:
        await network.async_close()
