"""Calls: taking the upcard's suit, naming another, or offering to throw the deal in (RULES §5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from klaverjas.actions import (
    NAMES,
    Accept,
    Name,
    Pass,
    PlayerAction,
    Refuse,
    Schmeiss,
    Take,
)
from klaverjas.cards import Suit
from klaverjas.errors import Reason
from klaverjas.seats import Game, Seat

if TYPE_CHECKING:
    from klaverjas.two.rules import KlaberjassRules

__all__ = ["SCHMEISS", "Calling", "Spoken"]

Spoken: TypeAlias = Take | Pass | Name | Schmeiss | Accept | Refuse

SCHMEISS: Final[dict[str, frozenset[int]]] = {
    "none": frozenset(),
    "round1": frozenset({1}),
    "both-rounds": frozenset({1, 2}),
}
"""By the name a rule set's `schmeiss` may have: the rounds in which one may offer it."""

CALLS: Final = 4
"""The calls of the two rounds; when all are passes the deal is void."""

_PASS, _TAKE, _SCHMEISS = Pass(), Take(), Schmeiss()
_ANSWERS: Final = (Accept(), Refuse())


class Calling(NamedTuple):
    """The calls so far, `seat` by seat.

    `withheld` tells that schmeiss is withheld, after too many deals in a row thrown in.
    """

    rules: KlaberjassRules
    dealer: Seat
    proposed: Suit
    withheld: bool = False
    calls: tuple[tuple[Seat, Spoken], ...] = ()

    @property
    def speaker(self) -> Seat:
        """Name the seat whose call, or whose answer, it is."""
        if self.must_name:
            return self.calls[-2][0]
        return Game.KLABERJASS.after(self.dealer, len(self.calls) + 1)

    @property
    def round(self) -> int:
        """Number the round of calls: 1 for the upcard's suit, 2 for another."""
        return 1 if len(self.calls) < 2 else 2

    @property
    def answering(self) -> bool:
        """Tell whether an offer to throw the deal in lies on the table."""
        return bool(self.calls) and isinstance(self.calls[-1][1], Schmeiss)

    @property
    def must_name(self) -> bool:
        """Tell whether a schmeisser who was refused in round 2 has to name another suit."""
        refused = len(self.calls) > CALLS - 1 and isinstance(self.calls[-1][1], Refuse)
        return refused and self.rules.schmeiss_round2 == "name-other"

    @property
    def all_passed(self) -> bool:
        """Tell whether both rounds went by."""
        return len(self.calls) == CALLS and isinstance(self.calls[-1][1], Pass)

    def say(self, call: Spoken) -> Calling:
        """Add the speaker's call."""
        return self._replace(calls=(*self.calls, (self.speaker, call)))

    def legal(self) -> tuple[PlayerAction, ...]:
        """List the calls open to the speaker."""
        if self.answering:
            return _ANSWERS
        others = tuple(name for name in NAMES if name.suit is not self.proposed)
        if self.must_name:
            return others
        open_: tuple[PlayerAction, ...] = (_PASS, _TAKE) if self.round == 1 else (*others, _PASS)
        return open_ if self._schmeiss_refusal() else (*open_, _SCHMEISS)

    def refusal(self, action: object) -> Reason:
        """Say why this action is not among the legal calls."""
        if self.answering or not isinstance(action, Take | Pass | Name | Schmeiss):
            return Reason.WRONG_PHASE
        if isinstance(action, Pass):
            return Reason.FORCED
        if isinstance(action, Schmeiss):
            return self._schmeiss_refusal() or Reason.WRONG_MOMENT
        return Reason.SUIT_NAMED

    def _schmeiss_refusal(self) -> Reason | None:
        """Say why the speaker may not offer to throw the deal in; None where he may."""
        allowed = self.round in SCHMEISS[self.rules.schmeiss]
        if not allowed or (self.speaker is self.dealer and not self.rules.schmeiss_dealer):
            return Reason.NOT_IN_SET
        return Reason.WRONG_MOMENT if self.withheld else None
