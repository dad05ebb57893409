"""Playing through the deal of a question, refusing with the place of what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from klaverjas.actions import Action, Play, PlayerAction, parse_action
from klaverjas.asks import Ask, Phase
from klaverjas.errors import IllegalAction, InvalidText, Reason
from klaverjas.events import RoemCounted, TrickTaken
from klaverjas.referee.request import Refused, Request, as_object, as_seat
from klaverjas.seats import Game, Seat
from klaverjas.standing import DealState

__all__ = ["Playthrough", "SeatCall", "illegal", "read_calls"]

SeatCall: TypeAlias = tuple[Seat, PlayerAction]

_CALLING: Final = (Phase.CALLING, Phase.ANSWERING)
_CALLS: Final = ("name", "pass", "take", "schmeiss", "accept", "refuse")


class Playthrough:
    """A deal on its way: who took its tricks, and in which of them roem lay."""

    def __init__(self, deal: DealState) -> None:
        self.deal = deal
        self.winners: list[Seat] = []
        self.roem: list[int] = []

    @property
    def asked(self) -> Ask | None:
        """The question of the seat that must act."""
        return next(iter(self.deal.asks(0)), None)

    def act(self, seat: Seat | None, action: Action) -> None:
        """Take an action; `IllegalAction` when the rules refuse."""
        self.deal, events = self.deal.apply(seat, action)
        for event in events:
            if isinstance(event, TrickTaken):
                self.winners.append(event.winner)
            elif isinstance(event, RoemCounted):
                self.roem.append(event.trick)

    def call(self, index: int, seat: Seat, action: PlayerAction) -> None:
        """Take one call of the question's list."""
        asked = self.asked
        if asked is None or self.deal.phase not in _CALLING:
            raise illegal("calls", index, Reason.WRONG_PHASE, "there is nothing left to call")
        legal = [one.to_dict() for one in asked.legal]
        if seat is not asked.seat:
            text = f"calls[{index}]: it is {asked.seat} who speaks, not {seat}"
            raise Refused("no-question", text, index=index, legal=legal)
        try:
            self.act(seat, action)
        except IllegalAction as refused:
            text = f"{seat} may not {' '.join(action.to_dict().values())} now"
            raise illegal("calls", index, refused.reason, text, legal) from None

    def called(self, calls: Sequence[SeatCall]) -> None:
        """Refuse a list of calls that ends too soon."""
        if self.deal.phase in _CALLING:
            assert self.asked is not None
            text = f"calls: it is {self.asked.seat} who speaks next"
            legal = [action.to_dict() for action in self.asked.legal]
            raise Refused("not-over", text, index=len(calls), legal=legal)

    def play(self, index: int, play: Play) -> None:
        """Take one card of the question's list."""
        asked = self.asked
        if asked is None or self.deal.phase is not Phase.PLAYING:
            raise illegal("plays", index, Reason.WRONG_PHASE, "there is nothing left to play")
        try:
            self.act(asked.seat, play)
        except IllegalAction as refused:
            text = f"{asked.seat} may not play {' '.join([*play.to_dict().values()][1:])}"
            raise illegal("plays", index, refused.reason, text, playable(asked)) from None

    def played(self, plays: Sequence[Play]) -> None:
        """Refuse a list of cards that ends too soon."""
        asked = self.asked
        if asked is not None and self.deal.phase is Phase.PLAYING:
            text = f"plays: it is {asked.seat} who plays next"
            raise Refused("not-over", text, index=len(plays), legal=playable(asked))


def illegal(
    field: str, index: int, reason: Reason, text: str, legal: Sequence[object] = ()
) -> Refused:
    """Make the refusal of one entry of a list."""
    return Refused(
        "illegal",
        f"{field}[{index}]: {text}: {reason}",
        reason=str(reason),
        index=index,
        legal=list(legal),
    )


def playable(asked: Ask) -> list[object]:
    """List the legal cards sorted as strings, and with each what may be called with it."""
    plays = [action for action in asked.legal if isinstance(action, Play)]
    return [
        {"card": play.card, "call": play.call} if play.call else play.card
        for play in sorted(plays, key=lambda play: (play.card.value, play.call or ""))
    ]


def read_calls(request: Request, game: Game) -> list[SeatCall]:
    """Read who called what."""

    def read(name: str, value: object) -> SeatCall:
        body = as_object(name, value)
        seat = as_seat(f"{name}.seat", body.get("seat"), game)
        if body.get("a") not in _CALLS:
            raise Refused("bad-message", f"{name}.a: expected one of {' '.join(_CALLS)}")
        try:
            return seat, parse_action(body)
        except InvalidText as error:
            raise Refused("bad-message", f"{name}: {error}") from None

    return request.listed("calls", read)
