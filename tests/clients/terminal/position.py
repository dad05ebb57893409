"""Views to draw, told apart by what a test changes in them."""

from dataclasses import replace
from typing import Any, Final

from klaverjas import (
    Card,
    Game,
    Hand,
    KlaberjassView,
    LastTrick,
    Line,
    Phase,
    Player,
    Seat,
    Suit,
    TrickCard,
    View,
)
from klaverjas.actions import Pass, Play, Schmeiss, Take

PLAYERS: Final = {
    Seat.N: Player("Riet"),
    Seat.E: Player("Jan", away=True),
    Seat.S: Player("Ed"),
    Seat.W: Player("Van 't Hof", bot="club"),
}
PAIR: Final = {Seat.N: Player("Riet"), Seat.S: Player("Ed")}
HAND: Final = tuple(Hand.parse("HJ H9 HA ST S7 DA DQ C8"))


def both(first: int, second: int) -> dict[str, int]:
    """Gives one figure to each side of Klaverjas."""
    return {"NS": first, "EW": second}


def each(north: int, south: int) -> dict[str, int]:
    """Gives one figure to each player of Klaberjass."""
    return {"N": north, "S": south}


LINES: Final = (
    Line(1, Seat.E, Suit.H, both(73, 89), both(272, 0), {"NS": "", "EW": "N"}, both(70, 40)),
    Line(2, Seat.N, Suit.S, both(162, 0), both(302, 0), {"NS": "P", "EW": ""}, both(40, 0)),
    Line(3, Seat.W, Suit.D, both(60, 102), both(60, 102), {"NS": "", "EW": ""}, both(0, 0)),
)


def pair_line(deal: int, maker: Seat, trump: Suit, last: str, **figures: Any) -> Line:
    """Writes a line of Klaberjass."""
    return Line(deal, maker, trump, last=last, **figures)


PAIR_LINES: Final = (
    pair_line(
        *(1, Seat.S, Suit.H, "S"),
        points=each(24, 77),
        sequences=each(20, 0),
        bela=each(0, 20),
        written=each(44, 97),
        marks={"N": "", "S": ""},
        pot=0,
    ),
    pair_line(
        *(2, Seat.N, Suit.C, "N"),
        points=each(81, 71),
        sequences=each(0, 0),
        bela=each(0, 10),
        written=each(0, 0),
        marks={"N": "", "S": ""},
        pot=162,
    ),
    pair_line(
        *(3, Seat.N, Suit.D, "S"),
        points=each(50, 80),
        sequences=each(20, 0),
        bela=each(0, 0),
        written=each(0, 312),
        marks={"N": "B", "S": ""},
        pot=0,
    ),
)

PLAYING: Final = View(
    rules="amsterdam",
    game=Game.KLAVERJAS,
    me=Seat.S,
    deal=4,
    deals=16,
    dealer=Seat.E,
    phase=Phase.PLAYING,
    turn=Seat.S,
    trump=Suit.H,
    maker=Seat.W,
    hand=HAND,
    counts={},
    leader=Seat.W,
    trick=(
        TrickCard(Seat.W, Card.CT),
        TrickCard(Seat.N, Card.CA),
        TrickCard(Seat.E, Card.CK),
    ),
    last=LastTrick(Seat.N, (Card.SA, Card.S8, Card.SK, Card.S9), Seat.N),
    tricks=both(1, 2),
    points=both(35, 41),
    roem=both(20, 0),
    totals=both(634, 102),
    sheet=LINES,
    players=PLAYERS,
    legal=(Play(Card.C8),),
)
"""South to play to the fourth trick, holding one club."""

TAKING: Final = KlaberjassView(
    rules="klabberjass-500",
    game=Game.KLABERJASS,
    me=Seat.S,
    deal=2,
    deals=None,
    dealer=Seat.N,
    phase=Phase.CALLING,
    turn=Seat.S,
    trump=None,
    maker=None,
    hand=tuple(Hand.parse("HJ H9 HA ST S7 DA")),
    counts={},
    leader=None,
    trick=(),
    last=None,
    tricks={},
    points={},
    roem={},
    totals=each(44, 97),
    sheet=PAIR_LINES[:1],
    players=PAIR,
    legal=(Pass(), Take(), Schmeiss()),
    upcard=Card.H7,
    bottom=None,
    declared=(),
    shown=None,
    bela={},
    pot=0,
)
"""South to say whether hearts shall be trump."""


def playing(**changes: Any) -> View:
    """Changes something about `PLAYING`."""
    return replace(PLAYING, **changes)


def taking(**changes: Any) -> KlaberjassView:
    """Changes something about `TAKING`."""
    return replace(TAKING, **changes)


def text(golden: str) -> tuple[str, ...]:
    """Gives the lines of a golden text, its first line break left out."""
    return tuple(golden.removeprefix("\n").removesuffix("\n").split("\n"))
