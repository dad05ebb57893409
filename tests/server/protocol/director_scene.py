"""A director at a table: every ruling, and what she may not rule."""

from __future__ import annotations

from klaverjas import Seat
from klaverjas.actions import Name, Play
from klaverjas.cards import Card, Suit
from tests.server.packs import QUIET, packs_of
from tests.server.protocol.four_scene import sit_down
from tests.server.protocol.scene import Scene, Voice

N, E, S, W = Seat


async def play_director(scene: Scene) -> None:
    """Pause and go on, put right a wrong score, go back, throw in, and seat somebody else."""
    scene.chance.stack(*packs_of(QUIET))
    people, key = await sit_down(scene, "amsterdam", "1")
    riet = people[N]
    await riet.act("1", Name(Suit.C).to_dict())

    async def rule(act: str, **more: object) -> None:
        await riet.say("rule", table="1", key=key, act=act, **more)

    await people[E].say("rule", table="1", key="guess", act="pause")
    await _play_a_trick(people)
    await rule("resume")
    await rule("rollback", deal=1, trick=5)
    await rule("pause")
    await rule("pause")
    await riet.act("1", Play(Card.C8).to_dict())
    await rule("resume")
    await rule("adjust", side="NS", points=-100, reason="revoke")
    await rule("rollback", deal=1, trick=1)
    await rule("void")
    await rule("replace", seat="E")
    await _seat_another(scene, riet, key)


async def _play_a_trick(people: dict[Seat, Voice]) -> None:
    for seat, card in zip(Seat, (Card.C7, Card.D7, Card.H7, Card.S7), strict=True):
        await people[seat].act("1", Play(card).to_dict())


async def _seat_another(scene: Scene, riet: Voice, key: str) -> None:
    """Let somebody else sit down in a seat that was freed."""
    joke = await scene.guest("Joke")
    await joke.say("sit", table="1", seat="E")
    code = (await riet.say("invite", table="1", key=key, seat="E"))["code"]
    await joke.say("sit", code=code)
