"""Prints the page with its examples taken from a fresh run, or writes them into it.

::

    python -m tests.server.protocol.examples            print the page
    python -m tests.server.protocol.examples --write    and put it where it belongs
    python -m tests.server.protocol.examples --keep     keep the transcripts of today's server
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Iterator

import structlog

from tests.server.protocol.notation import write
from tests.server.protocol.page import PAGE, Block, parse_page
from tests.server.protocol.scenes import GOLDEN, perform_all, transcript_of
from tests.server.protocol.selection import Found, Run, parse_selectors, select
from tests.server.protocol.transcript import keep
from tests.server.protocol.walk import write_walk

__all__ = ["fill_block", "refreshed"]


def fill_block(block: Block, run: Run) -> str | None:
    """Write what a block has to show; None for a block that shows no example."""
    if block.language == "wire":
        found = select(run, block.info)
        return "\n".join(_lines(block.info, found))
    if block.language == "walk":
        return write_walk(run)
    if block.language == "record":
        (found_record,) = select(run, block.info)
        return str(found_record.entry.what["text"]).rstrip("\n")
    return None


def _lines(info: str, found: list[Found]) -> Iterator[str]:
    for selector, example in zip(parse_selectors(info), found, strict=True):
        yield write(example.shown, selector.did)


def refreshed(text: str, run: Run) -> str:
    """Put fresh examples into a page."""
    lines = text.splitlines()
    for block in reversed(parse_page(text).blocks):
        filled = fill_block(block, run)
        if filled is not None:
            lines[block.start : block.start + len(block.lines)] = filled.split("\n")
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> None:
    """Perform all scenes, and do what was asked."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    if "--keep" in arguments:
        for name in GOLDEN:
            keep(asyncio.run(transcript_of(name)))
        return
    page = refreshed(PAGE.read_text(), asyncio.run(perform_all()))
    if "--write" in arguments:
        PAGE.write_text(page)
    else:
        sys.stdout.write(page)


if __name__ == "__main__":
    main(sys.argv[1:])
