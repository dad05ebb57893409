"""TLS by the files of a certificate, on the pages and on the WebSocket."""

import ssl
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import aiohttp
import pytest
import trustme

from klaverjas_server.certificate import Certificate
from tests.server.raw_client import PATIENCE_SECONDS
from tests.server.web.venue import JSON, Venue, Visitor

Hold = Callable[[Venue], Awaitable[Venue]]


@pytest.fixture
def authority() -> trustme.CA:
    """Somebody who certifies, and whom nobody else trusts."""
    return trustme.CA()


@pytest.fixture
def certificate(authority: trustme.CA, tmp_path: Path) -> Certificate:
    """The files of a certificate for this machine."""
    issued = authority.issue_cert("localhost")
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    chain.write_bytes(b"".join(blob.bytes() for blob in issued.cert_chain_pems))
    key.write_bytes(issued.private_key_pem.bytes())
    return Certificate(chain, key)


@pytest.fixture
async def trusting(authority: trustme.CA) -> AsyncIterator[aiohttp.ClientSession]:
    """A browser that trusts the authority."""
    context = ssl.create_default_context()
    authority.configure_trust(context)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=context)) as session:
        yield session


async def test_pages_and_websockets_come_encrypted(
    hold: Hold, certificate: Certificate, trusting: aiohttp.ClientSession
) -> None:
    venue = await hold(Venue(certificate=certificate))
    async with trusting.get(venue.root + "/") as answer:
        assert answer.status == 200
        assert 'data-address="https://' in await answer.text()
    address = venue.root.replace("https", "wss") + "/ws"
    async with trusting.ws_connect(
        address, protocols=[JSON], headers={"Origin": venue.root}
    ) as socket:
        assert (await Visitor(socket).ask("hello", v=[1]))["t"] == "welcome"


async def test_who_does_not_trust_it_gets_nothing(hold: Hold, certificate: Certificate) -> None:
    venue = await hold(Venue(certificate=certificate))
    with pytest.raises(aiohttp.ClientConnectorCertificateError):
        await venue.get("/")


async def test_plain_http_gets_nothing_there(hold: Hold, certificate: Certificate) -> None:
    venue = await hold(Venue(certificate=certificate))
    with pytest.raises(aiohttp.ClientError):
        await venue.browser.get(venue.root.replace("https", "http") + "/")


def serve(certificate: Certificate, *more: str) -> subprocess.CompletedProcess[str]:
    """Run the console script until it gives up."""
    files = ("--cert", str(certificate.chain), "--key", str(certificate.key))
    command = [sys.executable, "-m", "klaverjas_cli", "serve", "--memory", "--no-announce"]
    ports = ("--host", "127.0.0.1", "--port", "0", "--web-port", "0")
    return subprocess.run(
        [*command, *ports, *files, *more],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )


@pytest.mark.parametrize("broken", ["chain", "key"])
def test_files_that_are_no_certificate_are_refused_before_anything_starts(
    certificate: Certificate, broken: str
) -> None:
    getattr(certificate, broken).write_text("nothing of the kind")
    done = serve(certificate)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("cannot use the certificate: ")


def test_a_certificate_without_its_key_is_a_mistake(certificate: Certificate) -> None:
    command = [sys.executable, "-m", "klaverjas_cli", "serve", "--cert", str(certificate.chain)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--cert and --key belong together" in done.stderr
