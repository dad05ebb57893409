"""Clocks: time to think, a strategy that plays on until the owner is back, a deal that is lost."""

from __future__ import annotations

from klaverjas import Seat
from klaverjas.actions import Name
from klaverjas.cards import Suit
from tests.server.packs import QUIET, packs_of
from tests.server.protocol.four_scene import sit_down
from tests.server.protocol.scene import Scene

N, E, S, W = Seat


async def play_clocks(scene: Scene) -> None:
    """Let somebody's time run out at one table, and at another where that loses the deal."""
    await _play_on(scene)
    await _forfeit(scene)


async def _play_on(scene: Scene) -> None:
    """North thinks too long; a strategy plays on, until he is back."""
    scene.chance.stack(*packs_of(QUIET))
    options = {"think": 10, "bank": 5, "away": 60, "at_zero": "bot", "stand_in": "random"}
    people, key = await sit_down(scene, "utrecht", "1", options=options)
    await scene.waits(12)
    await people[N].act("1", Name(Suit.C).to_dict())
    await scene.waits(14)
    await people[E].hear("event", k="played", seat="N")
    await people[N].say("sit", table="1")
    await people[S].goes()
    await people[E].hear("note", k="away")
    await people[N].say("fill", table="1", key=key, seat="S", strategy="random")


async def _forfeit(scene: Scene) -> None:
    scene.chance.stack(*packs_of(QUIET))
    people, _ = await sit_down(
        scene,
        {"base": "utrecht", "target": 100},
        "2",
        options={"think": 5, "at_zero": "forfeit-deal"},
    )
    await scene.waits(5)
    await people[E].hear("event", k="finished")
