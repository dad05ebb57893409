"""Klaberjass: a whole deal with everything that can be said in one, offers to throw in, a claim."""

from __future__ import annotations

from typing import Final

from klaverjas import PACK, Card, Match, Phase, Seat
from klaverjas.actions import Claim, Schmeiss
from klaverjas.two.pack import pack_of
from tests.server.protocol.playing import Players
from tests.server.protocol.scene import Scene, Voice

N, S = Seat.N, Seat.S

DRAW: Final = (Card.C7, Card.SA, *(card for card in PACK if card not in (Card.C7, Card.SA)))
"""South draws the ace; where the highest card deals, that is south."""


def cards(text: str) -> tuple[Card, ...]:
    """Read cards in the order in which they are dealt."""
    return tuple(map(Card, text.split()))


HANDS: Final = {
    N: cards("CA CK CQ CT C7 DT H8 S9 S7"),
    S: cards("C8 DA DK DQ HK HQ HT H7 SK"),
}
DEAL: Final = pack_of(HANDS, S, upcard=Card.H9, bottom=Card.C9)
"""South has the seven, a sequence and the bela of hearts; north has a sequence too."""


async def play_two(scene: Scene) -> None:
    """Play the deal of the rules and lose the next one by a claim; then throw deals in."""
    people = {N: await scene.guest("Kari"), S: await scene.guest("Sjaak")}
    await _play_norwegian(scene, people)
    await _play_dutch(scene, people)


async def _sit_down(scene: Scene, people: dict[Seat, Voice], rules: object, table: str) -> Players:
    opened = await people[N].say("open", rules=rules)
    assert opened["table"] == table, opened
    for seat, voice in people.items():
        await voice.say("sit", table=table, seat=str(seat))
    return Players(scene, table, people)


async def _play_norwegian(scene: Scene, people: dict[Seat, Voice]) -> None:
    scene.chance.stack(DRAW, DEAL)
    players = await _sit_down(scene, people, "clobyosh-501", "1")
    for seat, said in CALLS:
        await people[seat].act("1", {"a": said})
    for seat, played in PLAYS:
        card, _, call = played.partition("/")
        action = {"a": "play", "card": card} | ({"call": call} if call else {})
        await people[seat].act("1", action)
        if played == "CA":
            await people[S].act("1", {"a": "declare"})
    await people[N].say("sync", table="1", after=0)
    await players.play(_a_trick_is_won)
    await players.act(players.match.asks()[0].seat, Claim())
    await people[S].say("record", table="1")


def _a_trick_is_won(match: Match) -> bool:
    return match.number > 1 and Claim() in match.asks()[0].legal


CALLS: Final = (
    (N, "pass"),
    (S, "take"),
    (N, "keep"),
    (S, "swap"),
    (N, "declare"),
)
PLAYS: Final = (
    *((N, "CA"), (S, "C8"), (N, "C7"), (S, "HQ/bela"), (S, "HT"), (N, "H8"), (S, "DQ"), (N, "DT")),
    *((N, "CT"), (S, "HK/from-bela"), (S, "SK"), (N, "S9"), (S, "DA"), (N, "CQ"), (S, "DK")),
    *((N, "S7"), (S, "H9"), (N, "CK")),
)


async def _play_dutch(scene: Scene, people: dict[Seat, Voice]) -> None:
    players = await _sit_down(scene, people, "bela-100", "2")
    offerer = players.match.asks()[0].seat
    await players.act(offerer, Schmeiss())
    await people[players.match.asks()[0].seat].act("2", {"a": "accept"})
    await players.act(players.match.asks()[0].seat, Schmeiss())
    await people[players.match.asks()[0].seat].act("2", {"a": "refuse"})
    await players.play(lambda match: match.phase is Phase.OVER)
