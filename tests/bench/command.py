"""The bench's command line: which parts to run, how long, and what it prints."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Awaitable, Callable
from typing import Final

import uvloop

from tests.bench import playing, recovery
from tests.bench.playing import PACED, SATURATED, Setting
from tests.bench.process import lift_open_files
from tests.bench.report import Figure, verdicts

__all__ = ["main"]

Part = Callable[[argparse.Namespace], Awaitable[list[Figure]]]


async def _paced(options: argparse.Namespace) -> list[Figure]:
    played = await _play(PACED, options)
    print(playing.show([played]), end="\n\n")
    return playing.judge(played)


async def _saturated(options: argparse.Namespace) -> list[Figure]:
    print(playing.show([await _play(setting, options) for setting in SATURATED]), end="\n\n")
    return []


async def _play(setting: Setting, options: argparse.Namespace) -> playing.Played:
    return await playing.play(setting, options.seconds, options.rounds)


async def _recovery(options: argparse.Namespace) -> list[Figure]:
    recovered = await recovery.recover(options.tables)
    print(recovery.show(recovered), end="\n\n")
    return recovery.judge(recovered)


PARTS: Final[dict[str, Part]] = {
    "paced": _paced,
    "saturated": _saturated,
    "recovery": _recovery,
    "memory": _recovery,
}
"""The parts by name; recovery and memory are measured on the same thousand tables."""


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python tests/bench", description=__doc__)
    parser.add_argument("part", nargs="*", help=f"{', '.join(PARTS)}; all when none is named")
    parser.add_argument("--seconds", type=float, default=1.5, help="of each window (1.5)")
    parser.add_argument("--rounds", type=int, default=3, help="windows of each server (3)")
    parser.add_argument("--tables", type=int, default=1_000, help="to recover (1,000)")
    options = parser.parse_args()
    for name in set(options.part) - set(PARTS):
        parser.error(f"no part is called {name}; there are {', '.join(PARTS)}")
    return options


async def _run(options: argparse.Namespace) -> None:
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}\n")
    parts = dict.fromkeys(PARTS[name] for name in options.part or PARTS)
    figures = [figure for part in parts for figure in await part(options)]
    if figures:
        print(verdicts(figures))


def main() -> None:
    """Run what was asked for."""
    options = _options()
    lift_open_files()
    uvloop.run(_run(options))
