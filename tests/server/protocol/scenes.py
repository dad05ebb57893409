"""All scenes, in the order in which examples are looked for in them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from klaverjas_server.hall import SERVER
from tests.server.protocol import fault_scenes as faults
from tests.server.protocol.clock_scene import play_clocks
from tests.server.protocol.director_scene import play_director
from tests.server.protocol.four_scene import play_four, play_offences
from tests.server.protocol.hall_scene import play_hall
from tests.server.protocol.scene import Entry, Scene
from tests.server.protocol.transcript import Transcript
from tests.server.protocol.two_scene import play_two


class Script(NamedTuple):
    """What is played, and the server it is played on."""

    play: Callable[[Scene], Awaitable[None]]
    set_up: Callable[[], Scene] = Scene


GOLDEN: Final = {
    "hall": Script(play_hall),
    "klaverjas": Script(play_four),
    "klaberjass": Script(play_two),
    "director": Script(play_director),
    "clocks": Script(play_clocks),
}
"""The scenes whose transcripts are kept."""

SCENES: Final = {
    **GOLDEN,
    "offences": Script(play_offences),
    "full disk": Script(faults.play_full_disk, faults.full_disk),
    "mistaken": Script(faults.play_mistaken, faults.mistaken),
    "crowded table": Script(faults.play_crowded_table, faults.crowded_table),
    "narrow hall": Script(faults.play_narrow_hall, faults.narrow_hall),
}


async def perform(script: Script) -> Scene:
    """Play one scene from the opening of the door to its closing."""
    scene = script.set_up()
    await scene.begin()
    await script.play(scene)
    await scene.end()
    return scene


async def perform_all() -> dict[str, list[Entry]]:
    """Play all scenes; what passed in each."""
    return {name: (await perform(script)).entries for name, script in SCENES.items()}


async def transcript_of(name: str) -> Transcript:
    """Play a scene and write it down."""
    scene = await perform(SCENES[name])
    return Transcript(name, SERVER, tuple(scene.chance.given), tuple(scene.entries))
