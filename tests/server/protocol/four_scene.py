"""A match of Klaverjas in which roem lies in every trick, and others for all that is refused."""

from __future__ import annotations

from typing import Final

from klaverjas import Hand, Match, Phase, Reason, Seat
from klaverjas.actions import Close, Name, Play, Roem
from klaverjas.cards import Card, Suit
from tests.server.packs import TALKATIVE, packs_of
from tests.server.protocol.playing import Players
from tests.server.protocol.scene import Message, Scene, Voice

N, E, S, W = Seat
NAMES = {N: "Riet", E: "Jan", S: "Ed", W: "Van 't Hof"}


async def sit_down(
    scene: Scene, rules: object, table: str, **more: object
) -> tuple[dict[Seat, Voice], str]:
    """Open a table and fill it with people, who come if they are not there yet; the key."""
    here = {voice.who: voice for voice in scene.voices}
    people = {s: here.get(name) or await scene.guest(name) for s, name in NAMES.items()}
    opened = await people[N].say("open", rules=rules, **more)
    assert opened["table"] == table, opened
    for seat in Seat:
        await people[seat].say("sit", table=table, seat=str(seat))
    return people, str(opened["key"])


async def play_four(scene: Scene) -> None:
    """Play a match of one deal to its end, with somebody watching."""
    scene.chance.stack(*packs_of(TALKATIVE))
    watcher = await scene.guest("Ans")
    people, _ = await sit_down(scene, {"base": "amsterdam", "target": 100}, "1")
    await watcher.say("watch", table="1")
    players = Players(scene, "1", people)
    await _name_trump(people)
    await _first_trick(players)
    await _second_trick(players)
    await _third_trick(players)
    await _drop_and_come_back(scene, people)
    await _play_to_the_end(players)


async def _name_trump(people: dict[Seat, Voice]) -> None:
    riet, jan = people[N], people[E]
    asked = riet.question("1")["ask"]
    await jan.say("act", table="1", ask=asked, action={"a": "pass"})
    await riet.act("1", Name(Suit.H).to_dict())


async def _first_trick(players: Players) -> None:
    """South calls the roem; north, who was asked too, comes too late.

    Then north names trump once more, and another trump, as if her first answer had been lost.
    """
    await _lay(players, "HJ HT HQ HK")
    south, north = players.voices[S], players.voices[N]
    await south.act("1", Roem().to_dict())
    await north.act("1", Roem().to_dict())
    named = next(m["ask"] for m in north.heard if m["t"] == "ask")
    await north.act("1", Name(Suit.H).to_dict(), named)
    await north.act("1", Name(Suit.S).to_dict(), named)


async def _second_trick(players: Players) -> None:
    """North calls the roem himself, and what south was asked is taken back."""
    await _lay(players, "H9 HA H8 H7")
    await players.act(N, Roem())


async def _third_trick(players: Players) -> None:
    """North leads on without a word; south comes too late."""
    await _lay(players, "CT CJ CQ CK CA")
    await players.voices[S].act("1", Roem().to_dict())


async def _lay(players: Players, cards: str) -> None:
    for card in cards.split():
        await players.act(players.match.asks()[0].seat, Play(Card(card)))


async def _drop_and_come_back(scene: Scene, people: dict[Seat, Voice]) -> None:
    """East's connection is lost in the middle of a trick; he finds everything as it was."""
    east, north = people[E], people[N]
    last = max(m["n"] for m in north.heard if m["t"] == "event")
    await east.goes()
    await north.hear("note", k="away")
    again = await scene.comes("Jan again")
    again.ask("hello", v=[1], token=east.token)
    await again.hear("ask")
    people[E] = again
    await north.say("sync", table="1", after=last - 2)
    await north.say("sync", table="1", after=0)
    await people[W].say("leave", table="1")
    await people[W].say("sit", table="1")
    await people[W].say("watch", table="1")
    await north.say("record", table="1")


async def _play_to_the_end(players: Players) -> None:
    def last(match: Match) -> bool:
        return match.phase is Phase.CLOSING

    players.done[Roem.a, ""] = 10**6  # nobody calls any more
    await players.play(last)
    await players.act(N, Close())
    north: Voice = players.voices[N]
    await north.say("record", table="1")
    answered = north.question("1")["ask"]
    await north.say("act", table="1", ask=answered + 1, action={"a": "pass"})


RUFFS: Final = {
    N: Hand.parse("SA SK SQ SJ ST S9 C8 C7"),
    E: Hand.parse("HA HK HT H8 DQ DJ DT D9"),
    S: Hand.parse("S8 S7 CQ CJ CT C9 D8 D7"),
    W: Hand.parse("HJ H9 HQ H7 CA CK DA DK"),
}
"""East ruffs north's spade with the ten; west may go lower in no city."""

OFFENSIVE: Final[tuple[str | Message, ...]] = (
    "amsterdam",
    "rotterdam",
    {"base": "amsterdam", "trump_making": "turned"},
    "utrecht",
    {"base": "rotterdam", "roem_calling": "automatic"},
)
"""Rules under which, taken together, everything can be done wrong."""


async def play_offences(scene: Scene) -> None:
    """Meet every reason there is among four, in single deals under different rules."""
    offences: set[Reason] = set()
    for number, rules in enumerate(OFFENSIVE, 1):
        scene.chance.stack(*packs_of(RUFFS))
        people, _ = await sit_down(scene, rules, str(number))
        players = Players(scene, str(number), people, offences=offences)
        if number < 3:
            await players.act(N, Name(Suit.H))
            await _lay(players, "ST HT S8")
        await players.play(lambda match: match.number > 1)
