"""Klaverjas and Klaberjass: the rules, pure. No I/O, no clock, no chance.

The package is the namespace of what everybody needs; actions and events have modules of their
own, `klaverjas.actions` and `klaverjas.events`.
"""

from klaverjas.asks import Ask, Phase
from klaverjas.cards import PACK, Card, Hand, Rank, Suit
from klaverjas.errors import (
    IllegalAction,
    InvalidRecord,
    InvalidRules,
    InvalidText,
    KlaverjasError,
    Reason,
)
from klaverjas.match import Match
from klaverjas.named import NAMED_SETS
from klaverjas.ruleset import RuleSet
from klaverjas.seats import Game, Pair, Seat
from klaverjas.view import KlaberjassView, LastTrick, Line, Player, TrickCard, View

__all__ = [
    "NAMED_SETS",
    "PACK",
    "Ask",
    "Card",
    "Game",
    "Hand",
    "IllegalAction",
    "InvalidRecord",
    "InvalidRules",
    "InvalidText",
    "KlaberjassView",
    "KlaverjasError",
    "LastTrick",
    "Line",
    "Match",
    "Pair",
    "Phase",
    "Player",
    "Rank",
    "Reason",
    "RuleSet",
    "Seat",
    "Suit",
    "TrickCard",
    "View",
]
