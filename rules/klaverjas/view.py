"""What one seat, or a spectator, sees of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from klaverjas.actions import PlayerAction
from klaverjas.asks import Phase
from klaverjas.cards import Card, Suit
from klaverjas.events import Declared, Shown
from klaverjas.ruleset import RuleSet
from klaverjas.seats import Game, Pair, Seat

__all__ = ["KlaberjassView", "LastTrick", "Line", "Player", "TrickCard", "View"]


@dataclass(frozen=True, slots=True)
class TrickCard:
    """A card on the table, and who laid it."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class LastTrick:
    """The trick before this one: its cards in the order they were played."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the score sheet: a `Written` event, and the trump it was played in."""

    deal: int
    maker: Seat | None
    trump: Suit | None
    points: Mapping[str, int]
    written: Mapping[str, int]
    marks: Mapping[str, str]
    roem: Mapping[str, int] | None = None
    sequences: Mapping[str, int] | None = None
    bela: Mapping[str, int] | None = None
    pot: int | None = None
    last: str | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits in a seat. `bot` names the strategy that plays there, None for a person."""

    name: str
    bot: str | None = None
    away: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What `me` sees; a spectator is None, and has no hand. Figures stand by side.

    `turn` is the seat that must act. Nothing says who else could: an option that one player
    holds is his secret. `legal` is what `me` may do now.
    """

    rules: str
    game: Game
    me: Seat | None
    deals: int | None
    phase: Phase
    totals: Mapping[str, int]
    deal: int = 0
    dealer: Seat | None = None
    turn: Seat | None = None
    trump: Suit | None = None
    maker: Seat | None = None
    hand: tuple[Card, ...] | None = None
    counts: Mapping[Seat, int] = field(default_factory=dict)
    leader: Seat | None = None
    trick: tuple[TrickCard, ...] = ()
    last: LastTrick | None = None
    tricks: Mapping[str, int] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)
    roem: Mapping[str, int] = field(default_factory=dict)
    sheet: tuple[Line, ...] = ()
    players: Mapping[Seat, Player] = field(default_factory=dict)
    legal: tuple[PlayerAction, ...] = ()

    @classmethod
    def blank(cls, rules: RuleSet, me: Seat | None, phase: Phase, totals: Pair[int]) -> View:
        """Make the view of a match before its first deal."""
        game = rules.game
        nothing = game.by_side((0, 0))
        kind = KlaberjassView if game is Game.KLABERJASS else View
        return kind(
            rules=rules.name,
            game=game,
            me=me,
            deals=rules.match_deals,
            phase=phase,
            totals=game.by_side(totals),
            hand=None if me is None else (),
            counts=dict.fromkeys(game.seats, 0),
            tricks=nothing,
            points=nothing,
            roem=nothing,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class KlaberjassView(View):
    """A view of Klaberjass: beside the rest what lies open, was said and was shown.

    `bela` has, by side, what has been said of it; `pot` is what lies over from tied deals.
    """

    upcard: Card | None = None
    bottom: Card | None = None
    declared: tuple[Declared, ...] = ()
    shown: Shown | None = None
    bela: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    pot: int = 0
