"""Writing a deal of Klaberjass down, who deals next, and ending the match (RULES §5.4, §5.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from klaverjas.seats import Game, Pair, Seat
from klaverjas.standing import Verdict

if TYPE_CHECKING:
    from klaverjas.two.rules import KlaberjassRules

__all__ = [
    "AFTER_TIE",
    "LAST_TRICK",
    "MATCH_END",
    "NEXT_DEALER",
    "REDEALER",
    "TIES",
    "Settlement",
    "next_dealer",
    "settle",
    "verdict",
]

LAST_TRICK: Final = 10

OTHER: Final[dict[Seat, Seat]] = {seat: Game.KLABERJASS.after(seat) for seat in (Seat.N, Seat.S)}


class Settlement(NamedTuple):
    """What maker and defender write, and the pot that lies over for the next deal."""

    maker: int
    defender: int
    pot: int


TIES: Final[dict[str, Callable[[int], Settlement]]] = {
    "pot": lambda each: Settlement(0, 0, 2 * each),
    "defender-own": lambda each: Settlement(0, each, 0),
    "defender-both": lambda each: Settlement(0, 2 * each, 0),
}
"""By the name a rule set's `tie` may have: what is written when both have this sum."""


def settle(rules: KlaberjassRules, maker: int, defender: int, pot: int = 0) -> Settlement:
    """Write a deal down from the two sums, as they are.

    A maker with less is bate, and the defender writes both sums. A pot goes to the winner on
    top; a tie leaves it lying, and perhaps adds to it.
    """
    if maker == defender:
        tied = TIES[rules.tie](maker)
        return tied._replace(pot=tied.pot + pot)
    if maker > defender:
        return Settlement(maker + pot, defender, 0)
    return Settlement(0, maker + defender + pot, 0)


def _winner_deals(dealer: Seat, winner: Seat) -> Seat:
    return winner


def _alternate(dealer: Seat, winner: Seat) -> Seat:
    return OTHER[dealer]


def _same_dealer(dealer: Seat, winner: Seat) -> Seat:
    return dealer


_Deals = Callable[[Seat, Seat], Seat]

NEXT_DEALER: Final[dict[str, _Deals]] = {"winner": _winner_deals, "alternates": _alternate}
"""By the name `next_dealer` may have: who deals after this dealer, and this winner."""

AFTER_TIE: Final[dict[str, _Deals]] = {"alternates": _alternate, "defender": _winner_deals}
"""The same for `after_tie`, called with the defender as the winner."""

REDEALER: Final[dict[str, _Deals]] = {"other": _alternate, "same": _same_dealer}
"""The same for the deals that nobody played."""


def next_dealer(rules: KlaberjassRules, dealer: Seat, maker: Seat, sums: tuple[int, int]) -> Seat:
    """Say who deals after a deal that was played: `sums` are the maker's and the defender's."""
    if sums[0] == sums[1]:
        return AFTER_TIE[rules.after_tie](dealer, OTHER[maker])
    winner = maker if sums[0] > sums[1] else OTHER[maker]
    return NEXT_DEALER[rules.next_dealer](dealer, winner)


def _higher_total(totals: Pair[int], maker: int, target: int) -> int | None:
    """Let the higher total win once the target is reached; equal ones play another deal."""
    if max(totals) < target or totals.first == totals.second:
        return None
    return int(totals.second > totals.first)


def _defender_first(totals: Pair[int], maker: int, target: int) -> int | None:
    """Let the defender count first, and win if he has the target, whatever the maker has."""
    return next((side for side in (1 - maker, maker) if totals[side] >= target), None)


MATCH_END: Final[dict[str, Callable[[Pair[int], int, int], int | None]]] = {
    "higher-total": _higher_total,
    "defender-first": _defender_first,
}
"""By the name `match_end` may have: the side that has won at the end of a deal, if one has.

Called with the totals, the maker's side and the target.
"""


def verdict(rules: KlaberjassRules, totals: Pair[int], maker: int) -> Verdict | None:
    """End the match after a deal that this side made, if a total decides it."""
    winner = MATCH_END[rules.match_end](totals, maker, rules.target)
    return None if winner is None else Verdict(winner)
