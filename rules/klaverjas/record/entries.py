"""What a record says, as values: tags, draws, deals, and what was decided about them.

Every entry knows the `line` it was read from, 0 when it was never text; lines do not count when
entries are compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from klaverjas.actions import Play, PlayerAction, Turn
from klaverjas.cards import Card, Hand
from klaverjas.errors import InvalidText
from klaverjas.events import DrawnCard
from klaverjas.ruleset import RuleSet
from klaverjas.seats import Game, Seat

__all__ = [
    "FIGURES",
    "HEADER",
    "MARKS",
    "Back",
    "CallEntry",
    "DealEntry",
    "Mark",
    "Note",
    "Place",
    "Record",
    "Ruling",
    "StandIn",
    "SumEntry",
    "TrickEntry",
]

HEADER: Final = "% klaverjas record 1"

FIGURES: Final[dict[Game, tuple[str, ...]]] = {
    Game.KLAVERJAS: ("points", "roem", "written"),
    Game.KLABERJASS: ("points", "sequences", "bela", "written"),
}
"""By game, the lines that settle a deal, in their order."""

MARKS: Final[dict[str, str]] = {"nat": "N", "pit": "P", "bate": "B", "forfeit": "F"}
"""The words that may follow `written`, in their order, and the marks they stand for."""

CallEntry: TypeAlias = tuple[Seat | None, PlayerAction | Turn]
"""One word of the calls: who called what. The house, None, turns a suit."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A word after `written`, and the side (of a forfeit perhaps the seat) it is said of."""

    word: str
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SumEntry:
    """One line of figures by side, such as ``points NS 73 EW 89``.

    `marks` and `pot` may follow the line `written`; the pot is what lies over for the next deal.
    """

    word: str
    figures: Mapping[str, int]
    marks: tuple[Mark, ...] = ()
    pot: int = 0
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickEntry:
    """One trick: the cards from the leader on; no winner while it is unfinished.

    `roem` was counted, called by `caller` unless automatic; `uncalled` lay there and was not.
    """

    number: int
    leader: Seat
    plays: tuple[Play, ...]
    winner: Seat | None = None
    roem: int = 0
    caller: Seat | None = None
    uncalled: int = 0
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealEntry:
    """One deal, as far as it went; without `sums` it is unfinished, thrown in or claimed.

    `hands` are what was dealt; in Klaberjass those after the second packet, before the exchange,
    or the six cards of a deal that did not come so far. `exchange` and `declare` have the answers
    in the order they were given, `declared` the winner of the sequences and their worth, `claim`
    who claimed the match at what score.
    """

    number: int
    dealer: Seat
    hands: Mapping[Seat, Hand]
    calls: tuple[CallEntry, ...] = ()
    void: bool = False
    upcard: Card | None = None
    bottom: Card | None = None
    exchange: tuple[CallEntry, ...] = ()
    declare: tuple[CallEntry, ...] = ()
    declared: tuple[Seat, int] | None = None
    tricks: tuple[TrickEntry, ...] = ()
    sums: tuple[SumEntry, ...] = ()
    claim: tuple[Seat, int] | None = None
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    """The line of each part, by the word it begins with."""


class Place(NamedTuple):
    """Where in a match something happens: deal and trick as `Note` counts them, and the card.

    The card is the number in the trick of the one played next, among the calls that of the call.
    """

    deal: int
    trick: int
    card: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something the table decided, beside the cards: before line `trick` of deal `deal`.

    Trick 0 are the calls; the number after the last trick stands for the points, one more for
    the end of the deal. Deal 0 lies before the first.
    """

    deal: int
    trick: int
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(Note):
    """A director's ruling: its kind, what it needs, and its reason.

    The ruling `adjust` has a side and the points it is given, `void` throws the deal in; the
    others are the table's.
    """

    kind: str
    words: tuple[str, ...] = ()
    reason: str | None = None

    @classmethod
    def adjust(
        cls, side: str, points: int, reason: str | None = None, *, deal: int, trick: int
    ) -> Ruling:
        """Give a side so many points, or take them away."""
        return cls(deal=deal, trick=trick, kind="adjust", words=(side, str(points)), reason=reason)

    @property
    def adjustment(self) -> tuple[str, int] | None:
        """The side and the points of an adjusted score; None for other rulings."""
        return (self.words[0], int(self.words[1])) if self.kind == "adjust" else None

    @property
    def voids(self) -> bool:
        """The deal it stands in was thrown in."""
        return self.kind == "void"


@dataclass(frozen=True, slots=True, kw_only=True)
class StandIn(Note):
    """A strategy plays for a seat, from this card of the trick on."""

    seat: Seat
    strategy: str
    card: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Back(Note):
    """The owner of a seat plays again, from this card of the trick on."""

    seat: Seat
    card: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """The record of a match, finished or not.

    `tags` are all but those that say what is a field here; they keep their order. `rules_hash`
    is the one the record states. Seats' names are tags.
    """

    rules: RuleSet
    rules_hash: str
    tags: Mapping[str, str] = field(default_factory=dict)
    draws: tuple[DrawnCard, ...] = ()
    drawn: Seat | None = None
    """The first dealer, where a set draws the seat itself."""
    deals: tuple[DealEntry, ...] = ()
    notes: tuple[Note, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    """The line of each tag."""

    @property
    def game(self) -> Game:
        """Which of the two games it is."""
        return self.rules.game

    @property
    def totals(self) -> dict[str, int]:
        """What each side has, by the lines `written` and the adjusted scores."""
        totals = dict.fromkeys(self.game.sides, 0)
        for side, points in self._entered():
            totals[side] += points
        return totals

    def _entered(self) -> Iterable[tuple[str, int]]:
        for deal in self.deals:
            yield from deal.sums[-1].figures.items() if deal.sums else ()
        for note in self.notes:
            if isinstance(note, Ruling) and note.adjustment:
                yield note.adjustment


def side_of(game: Game, who: str) -> str:
    """Name the side that is meant by its own name, or by that of a seat."""
    for side in game.sides:
        if who == side or (len(who) == 1 and who in side):
            return side
    raise InvalidText(f"not a side: {who!r}; one of {' '.join(game.sides)}")
