"""The server's journal: one line for each event that matters, as text or as JSON, on stderr."""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from typing import Literal, TextIO, cast

import msgspec
import structlog

__all__ = ["keep_journal"]


def keep_journal(form: Literal["json", "console"]) -> None:
    """Set structlog up, once for the process; standard output stays the program's own."""
    renderer: structlog.typing.Processor
    if form == "json":
        encode = msgspec.json.Encoder(enc_hook=str).encode
        renderer = structlog.processors.JSONRenderer(lambda line, **_: encode(line).decode())
    else:
        # The usual traceback, even where `rich` is there: that one shows variables, and so secrets.
        renderer = structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info if form == "json" else _as_it_is,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, _Stderr())),
        cache_logger_on_first_use=True,
    )


class _Stderr:
    """Standard error; where a line cannot be written, on a full disk, the tables play on."""

    def write(self, text: str) -> None:
        with suppress(OSError):
            sys.stderr.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            sys.stderr.flush()


def _as_it_is(
    logger: object, name: str, line: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    """Leave an exception to the console's own rendering."""
    return line
