"""A server in trouble: a full disk, a full table, a hall with narrow limits, a fault of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from klaverjas_server.hall_limits import HallLimits
from klaverjas_server.log import FailingLog, HeldLog, MemoryLog
from klaverjas_server.table import INBOX
from tests.server.protocol.scene import CONFIG, Scene

NARROW: Final = HallLimits(connections=2, messages=1.0, burst=8, tables_per_session=1)


class SpoiltLog(MemoryLog):
    """A log with a mistake in it: the stream of a session cannot be written."""

    spoilt = False

    async def append(self, batch: object) -> None:
        if self.spoilt:
            raise ZeroDivisionError("a mistake")
        await super().append(batch)  # type: ignore[arg-type]


def full_disk() -> Scene:
    """A server whose log refuses rows."""
    return Scene(log=FailingLog(MemoryLog()))


async def play_full_disk(scene: Scene) -> None:
    """Try to open a table, twice."""
    riet = await scene.guest("Riet")
    assert isinstance(scene.log, FailingLog)
    scene.log.fail_next()
    await riet.say("open", rules="amsterdam")
    await riet.say("open", rules="amsterdam")


def mistaken() -> Scene:
    """A server with a mistake in it."""
    return Scene(log=SpoiltLog())


async def play_mistaken(scene: Scene) -> None:
    """Run into the mistake."""
    riet = await scene.guest("Riet")
    assert isinstance(scene.log, SpoiltLog)
    scene.log.spoilt = True
    await riet.say("open", rules="amsterdam")
    scene.log.spoilt = False


def crowded_table() -> Scene:
    """A server whose log keeps everybody waiting."""
    return Scene(log=HeldLog(MemoryLog(), holding=False))


async def play_crowded_table(scene: Scene) -> None:
    """Ask more of one table than it can take while it waits for the log."""
    riet = await scene.guest("Riet")
    await riet.say("open", rules="amsterdam")
    assert isinstance(scene.log, HeldLog)
    scene.log.holding = True
    riet.ask("sit", table="1", seat="N")
    await scene.log.wait_pending()
    for _ in range(INBOX + 1):
        riet.ask("watch", table="1")
    await riet.say("ping")
    scene.log.holding = False
    scene.log.release_all()
    await riet.hear("error", code="busy")


def narrow_hall() -> Scene:
    """A server that lets nobody have much."""
    return Scene(config=replace(CONFIG, limits=NARROW))


async def play_narrow_hall(scene: Scene) -> None:
    """Take more tables, send more messages, make more connections than one may."""
    riet = await scene.guest("Riet")
    await riet.say("open", rules="amsterdam")
    await riet.say("open", rules="amsterdam")
    await scene.comes("Jan")
    third = await scene.comes("Ans")
    await third.until_cut()
    scene.voices.remove(third)
    for _ in range(NARROW.burst):
        riet.ask("tables")
    await riet.hear("error", code="rate")
