"""How an evening is set up: its format, its rounds, and what is not played for is worth."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from klaverjas import Game, RuleSet

__all__ = ["TARIFFS", "Format", "Fourth", "Prize", "Settings", "Tariff", "TieBreak"]

Format = Literal["memory", "walk", "whist", "round-robin", "knock-out"]
"""How rounds are drawn: new partners each time; the pairs' walk; everybody partners everybody
once; all against all; whoever loses is out."""

Fourth = Literal["rest", "short", "stand-in", "bot"]
"""Who has the seats that are left: nobody, and those over rest; or one table is three-handed, or
its fourth is somebody from beside the evening, or a bot."""

TieBreak = Literal["pits", "nats", "head-to-head", "best-round", "lot"]
"""Most pits, fewest nats, points at the tables where the tied met, the best round, the lot."""


class Tariff(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a round is worth that somebody did not play.

    `fixed` is so many points for sixteen deals, and fewer or more by the deals of the round;
    `lowest` the lowest that was scored in the round, `own` one's own average for a deal,
    `nothing` nothing. `pits` are written with it.
    """

    kind: Literal["own", "lowest", "fixed", "nothing"] = "own"
    points: int = 0
    pits: int = 0


TARIFFS: Final[dict[str, Tariff]] = {
    "own-average": Tariff(),
    "1600-and-a-mars": Tariff("fixed", 1600, 1),
    "1450": Tariff("fixed", 1450),
    "1250": Tariff("fixed", 1250),
    "lowest": Tariff("lowest"),
    "nothing": Tariff("nothing"),
}
"""The customs of clubs."""


class Prize(msgspec.Struct, frozen=True, omit_defaults=True):
    """A prize: for the first `top`, for these `places`, for the first of every `one_in` entrants,
    for the `last`, or for `everybody`."""

    name: str
    top: int = 0
    places: tuple[int, ...] = ()
    one_in: int = 0
    last: bool = False
    everybody: bool = False


class Settings(msgspec.Struct, frozen=True, omit_defaults=True):
    """The settings of an evening.

    `pairs` says that fixed pairs enter, and not players. A round has so many `deals`. `paper`
    says that tables play with real cards, unless they are set otherwise. `rest`, `missed`,
    `notice`, `absent` and `left` are the tariffs for resting, for a round before one came, for an
    evening one stayed away from with and without notice, and for the rounds after one left.
    `ranking` is by total points or, as always in a knock-out, by the rounds won.
    """

    format: Format = "memory"
    pairs: bool = False
    rules: str = "amsterdam"
    rounds: int = 4
    deals: int = 16
    fourth: Fourth = "rest"
    bot: str = "club"
    paper: bool = False
    rest: Tariff = Tariff()
    missed: Tariff = Tariff()
    notice: Tariff = Tariff()
    absent: Tariff = Tariff("nothing")
    left: Tariff = Tariff("nothing")
    ranking: Literal["points", "wins"] = "points"
    ties: tuple[TieBreak, ...] = ()
    prizes: tuple[Prize, ...] = ()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return RuleSet.load(self.rules).game

    @property
    def side(self) -> int:
        """How many entrants make a side of a table."""
        return 1 if self.pairs or self.game is Game.KLABERJASS else 2

    @property
    def names(self) -> int:
        """How many people an entrant is."""
        return 2 if self.pairs else 1

    def faults(self) -> tuple[str, ...]:
        """Say what does not go together, in sentences."""
        found = []
        if self.game is Game.KLABERJASS and self.pairs:
            found.append("Klaberjass is played by two: there are no pairs")
        if self.format in ("walk", "round-robin", "knock-out") and self.side != 1:
            found.append(f"{self.format} is for pairs, or for two players at a table")
        if self.format == "whist" and self.side != 2:
            found.append("whist is for players who change partners")
        if self.fourth != "rest" and self.side != 2:
            found.append("only a table of four single players can be short of one")
        if not 1 <= self.rounds <= 99 or not 1 <= self.deals <= 64:
            found.append("an evening has 1 to 99 rounds of 1 to 64 deals")
        return tuple(found)
