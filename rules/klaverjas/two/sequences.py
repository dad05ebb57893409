"""Sequences: what a hand holds, whose are better, and what is said to find out (RULES §5.2).

The non-dealer names, the dealer answers; each step says no more than the last one left open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from klaverjas.cards import RUN_ORDER, Card, Hand, Rank, Suit
from klaverjas.events import Says, SequenceShown

if TYPE_CHECKING:
    from klaverjas.two.rules import KlaberjassRules

__all__ = [
    "COMPARE",
    "SEQUENCE_VALUES",
    "Contest",
    "Declaring",
    "Order",
    "Role",
    "Run",
    "Said",
    "compare_sequences",
    "runs_in",
    "sequences_in",
]

Role: TypeAlias = Literal["nondealer", "dealer"]
Declaring: TypeAlias = Literal["both", "nondealer", "dealer", "none"]

SEQUENCE_VALUES: Final[dict[str, Mapping[int, int]]] = {
    "split": {3: 20, 4: 50, 5: 50, 6: 50, 7: 70, 8: 100},
    "fifty": {3: 20, 4: 50, 5: 50, 6: 50, 7: 50, 8: 50},
    "hundred": {3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 100},
    "belote": {3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 100},
}
"""By the name a rule set's `sequence_values` may have: the worth of a run by its length.

`split` counts a run of seven as four and three, one of eight as four and four; `belote` is
`hundred` under the names tierce, quarte and quinte.
"""


class Order(NamedTuple):
    """What makes one run better than another: its size, its top card, perhaps being in trump.

    `sizes` has, by length, what is compared and said first: the run's class or its length.
    """

    size: Literal["class", "length"]
    sizes: Mapping[int, int]
    trump: bool

    def key(self, run: Run, trump: Suit) -> tuple[int, ...]:
        """Rank a run: the greater tuple is the better run."""
        key = (self.sizes[run.length], run.top.number)
        return (*key, int(run.suit is trump)) if self.trump else key


COMPARE: Final[dict[str, Order]] = {
    "class-top-trump": Order("class", {3: 20, 4: 50, 5: 50, 6: 50, 7: 50, 8: 50}, True),
    "length-top-trump": Order("length", {length: length for length in range(3, 9)}, True),
    "class-top": Order("class", {3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 100}, False),
}
"""The orders a rule set's `compare` may name."""


class Run(NamedTuple):
    """Three or more cards in a row of one suit, as many as there are."""

    suit: Suit
    top: Rank
    length: int

    @property
    def cards(self) -> tuple[Card, ...]:
        """List the cards, the highest first."""
        places = range(self.top.number, self.top.number - self.length, -1)
        return tuple(Card.of(self.suit, RUN_ORDER[place]) for place in places)


class Said(NamedTuple):
    """One thing said, and by whom."""

    by: Role
    says: Says


class Contest(NamedTuple):
    """How the comparison went: what each scores if he takes a trick, and all that was said.

    `winner` is None when nobody declared, or when equal runs cancel each other.
    """

    nondealer: int
    dealer: int
    winner: Role | None
    dialogue: tuple[Said, ...]


def compare_sequences(
    rules: KlaberjassRules,
    trump: Suit,
    nondealer: Hand,
    dealer: Hand,
    declare: Declaring = "both",
) -> Contest:
    """Compare the sequences of two hands of nine, after the exchange.

    Who does not declare, or has nothing to declare, is silent. The winner scores all his runs.
    """
    first = best_run(rules, trump, nondealer) if declare in ("both", "nondealer") else None
    second = best_run(rules, trump, dealer) if declare in ("both", "dealer") else None
    winner = _winner(rules, trump, first, second)
    return Contest(
        _value(rules, nondealer) if winner == "nondealer" else 0,
        _value(rules, dealer) if winner == "dealer" else 0,
        winner,
        _dialogue(rules, trump, first, second),
    )


def best_run(rules: KlaberjassRules, trump: Suit, hand: Hand) -> Run | None:
    """Pick the run that the set's order puts first; None where there is none."""
    order = COMPARE[rules.compare]
    return max(runs_in(hand), key=lambda run: order.key(run, trump), default=None)


def sequences_in(rules: KlaberjassRules, hand: Hand) -> tuple[SequenceShown, ...]:
    """Lay open all runs of a hand, suit by suit, with their worth."""
    worth = SEQUENCE_VALUES[rules.sequence_values]
    return tuple(SequenceShown(run.cards, worth[run.length]) for run in runs_in(hand))


def _value(rules: KlaberjassRules, hand: Hand) -> int:
    return sum(sequence.value for sequence in sequences_in(rules, hand))


def _winner(
    rules: KlaberjassRules, trump: Suit, first: Run | None, second: Run | None
) -> Role | None:
    if first is None or second is None:
        return "nondealer" if first else "dealer" if second else None
    better = _better(rules, trump, first, second)
    if better == 0:
        return "nondealer" if rules.still_equal == "nondealer" else None
    return "nondealer" if better > 0 else "dealer"


def _better(rules: KlaberjassRules, trump: Suit, first: Run, second: Run) -> int:
    """Tell whether the first run is better (1), as good (0), or worse (-1)."""
    order = COMPARE[rules.compare]
    one, other = order.key(first, trump), order.key(second, trump)
    return (one > other) - (one < other)


def _dialogue(
    rules: KlaberjassRules, trump: Suit, first: Run | None, second: Run | None
) -> tuple[Said, ...]:
    if first is None:
        return (Said("dealer", _step(rules, trump, second, 0)),) if second else ()
    steps = _steps(rules)
    said: list[Said] = []
    for step in range(steps):
        answer = _answer(rules, trump, first, second, step, step == steps - 1)
        said += (Said("nondealer", _step(rules, trump, first, step)), Said("dealer", answer))
        if answer != "also":
            break
    return tuple(said)


def _steps(rules: KlaberjassRules) -> int:
    """Count how many things may have to be said of a run."""
    if rules.last_said == "class":
        return 1
    return 3 if COMPARE[rules.compare].trump else 2


def _step(rules: KlaberjassRules, trump: Suit, run: Run, step: int) -> Says:
    """Say the size of a run (step 0), its top card (1), its suit or whether it is trump (2)."""
    order = COMPARE[rules.compare]
    if step == 0:
        return {order.size: order.sizes[run.length]}
    if step == 1:
        return {"top": run.top.value}
    return {"suit": run.suit.value} if rules.last_said == "suit" else {"trump": run.suit is trump}


def _answer(
    rules: KlaberjassRules, trump: Suit, first: Run, second: Run | None, step: int, last: bool
) -> Says:
    """Answer one step: at the last one with the outcome of the whole comparison."""
    if second is None:
        return "good"
    if last:
        winner = _winner(rules, trump, first, second)
        return {"nondealer": "good", "dealer": "not good"}.get(winner or "", "also")
    order = COMPARE[rules.compare]
    one, other = order.key(first, trump)[step], order.key(second, trump)[step]
    return "also" if one == other else "good" if one > other else "not good"


def _runs_of_ranks(ranks: int) -> tuple[tuple[Rank, int], ...]:
    """Find the runs in eight bits of one suit, the lowest first: (top, length)."""
    found, length = [], 0
    for place in range(9):
        if ranks >> place & 1:
            length += 1
            continue
        if length >= 3:
            found.append((RUN_ORDER[place - 1], length))
        length = 0
    return tuple(found)


_RUNS: Final = tuple(_runs_of_ranks(ranks) for ranks in range(256))


def runs_in(hand: Hand) -> tuple[Run, ...]:
    """Find all runs of three or more, suit by suit."""
    return tuple(
        Run(suit, top, length)
        for suit in Suit
        for top, length in _RUNS[hand.mask >> 8 * suit.number & 0xFF]
    )
