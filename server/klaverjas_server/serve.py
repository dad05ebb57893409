"""Running a server until it is told to stop."""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import AsyncExitStack

import structlog

from klaverjas_server.app import App, build_app
from klaverjas_server.clock import SystemClock
from klaverjas_server.config import KEY_FILE, LOG_FILE, ServerConfig
from klaverjas_server.journal import keep_journal
from klaverjas_server.log import LogError, SqliteLog
from klaverjas_server.network import lan_addresses
from klaverjas_server.pauses import keep_pauses_short, settling, sweep_when
from klaverjas_server.token_key import read_key

__all__ = ["run"]

log = structlog.get_logger()


def run(config: ServerConfig) -> int:
    """Serve until SIGTERM or SIGINT; the exit status.

    The first line on standard output, flushed once connections are accepted, is
    ``listening on HOST:PORT``.
    """
    keep_journal(config.log_format)
    keep_pauses_short()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(_serve(config))


def _loop_factory() -> type[asyncio.AbstractEventLoop] | None:
    """Take uvloop where it exists: half the CPU per card."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.Loop


async def _serve(config: ServerConfig) -> int:
    if config.certificate is not None:
        try:
            config.certificate.context()
        except OSError as fault:
            print(f"cannot use the certificate: {fault}", file=sys.stderr)
            return 1
    try:
        app = _open_app(config)
    except (LogError, OSError) as fault:
        print(f"cannot use the data in {config.data}: {fault}", file=sys.stderr)
        return 1
    try:
        with settling():
            await app.start()
    except OSError as fault:
        await app.stop()
        print(f"cannot listen on {config.host}:{config.port}: {fault.strerror}", file=sys.stderr)
        return 1
    told = _listen_for_signals()
    sweep_when(lambda: not app.hall.peers, SystemClock())
    print(f"listening on {config.host}:{app.port}", flush=True)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(app.stop)
        if config.announce:
            await _announce(stack, config, app)
        await told.wait()
        log.info("server.stopping")
    return 0


def _open_app(config: ServerConfig) -> App:
    """Put the server together on the files of its data folder, or in memory."""
    if config.data is None:
        return build_app(config)
    config.data.mkdir(parents=True, exist_ok=True)
    key = read_key(config.data / KEY_FILE)
    return build_app(config, log=SqliteLog(config.data / LOG_FILE), key=key)


async def _announce(stack: AsyncExitStack, config: ServerConfig, app: App) -> None:
    from klaverjas_server.announce import Announcement

    addresses = lan_addresses() if config.host in ("0.0.0.0", "::", "") else [config.host]
    try:
        await stack.enter_async_context(Announcement(app.port, addresses or ["127.0.0.1"]))
    except OSError as fault:
        log.warning("server.not-announced", why=str(fault))
    for address in addresses:
        log.info("server.join", command=f"klaverjas play {address}:{app.port}")
        if app.web_port is not None:
            scheme = "http" if config.certificate is None else "https"
            log.info("server.join", page=f"{scheme}://{address}:{app.web_port}/")


def _listen_for_signals() -> asyncio.Event:
    """Give an event that is set when the process is told to stop."""
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(name, told.set)
        except NotImplementedError:  # Windows
            signal.signal(name, lambda *_: loop.call_soon_threadsafe(told.set))
    return told
