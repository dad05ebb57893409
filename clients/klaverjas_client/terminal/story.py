"""What happens at a table, told one line an event, as the viewer would tell it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import singledispatchmethod
from typing import TypeAlias

from klaverjas import View
from klaverjas.events import (
    Answered,
    Bottom,
    Claimed,
    Dealt,
    Declared,
    Drawn,
    Finished,
    Kept,
    Named,
    Packet,
    Passed,
    Played,
    RoemCounted,
    RoemPart,
    Schmeissed,
    SeenEvent,
    Shown,
    Silence,
    Swapped,
    Taken,
    TrickTaken,
    Turned,
    Void,
    Written,
)
from klaverjas_client.terminal.style import Style
from klaverjas_client.terminal.wording import Party, Wording, capital
from klaverjas_wire.table import (
    Back,
    Filled,
    Left,
    Paused,
    Resumed,
    RolledBack,
    Ruled,
    Sat,
    StandIn,
    Started,
    TableEvent,
    Unknown,
)
from klaverjas_words import Catalogue

__all__ = ["Story", "Told"]

Told: TypeAlias = SeenEvent | TableEvent | Unknown


class Story:
    """Tells events in one language to one seat or spectator; `view` says who sits where."""

    def __init__(self, words: Catalogue, style: Style, view: View) -> None:
        self._style = style
        self._wording = Wording(words, style)
        self._say = self._wording.say
        self._party = Party(self._wording, view.game, view.me, view.players)

    def tell(self, event: Told) -> str:
        """Put one event in a line; it may be longer than the terminal is wide."""
        return self._style.paint(capital(self._tell(event)))

    @singledispatchmethod
    def _tell(self, event: object) -> str:
        return self._say("event.unknown", k=self._style.plain(str(getattr(event, "k", event))))

    # Before the first deal, and whatever else the game does not know

    @_tell.register
    def _(self, event: Sat) -> str:
        seat = self._party.seat(event.seat)
        if event.seat is self._party.me:
            return self._say("event.sat.you", seat=seat)
        return self._say("event.sat", name=self._style.plain(event.name), seat=seat)

    @_tell.register(Left)
    @_tell.register(Back)
    @_tell.register(Passed)
    @_tell.register(Schmeissed)
    @_tell.register(Kept)
    @_tell.register(Silence)
    def _(self, event: Left | Back | Passed | Schmeissed | Kept | Silence) -> str:
        return self._party.tell(event.seat, f"event.{event.k}")

    @_tell.register
    def _(self, event: Filled) -> str:
        strategy = self._style.plain(event.strategy)
        return self._say("event.filled", seat=self._party.seat(event.seat), strategy=strategy)

    @_tell.register
    def _(self, event: Started) -> str:
        return self._say("event.started", rules=self._wording.rules(event.rules))

    @_tell.register
    def _(self, event: StandIn) -> str:
        return self._party.tell(
            event.seat, "event.stand-in", strategy=self._style.plain(event.strategy)
        )

    @_tell.register(Paused)
    @_tell.register(Resumed)
    def _(self, event: Paused | Resumed) -> str:
        return self._say(f"event.{event.k}")

    @_tell.register
    def _(self, event: RolledBack) -> str:
        return self._say("event.rolled-back", deal=event.deal, trick=event.trick)

    @_tell.register
    def _(self, event: Ruled) -> str:
        told = [self._ruling(event)]
        if event.reason:
            told.append(self._say("event.ruled.reason", reason=self._style.plain(event.reason)))
        return " ".join(told)

    def _ruling(self, event: Ruled) -> str:
        match event:
            case Ruled("adjust", side=str(side), points=int(points)):
                return self._say(
                    "event.ruled.adjust", side=self._party.side(side), points=f"{points:+}"
                )
            case Ruled("void" | "replace"):
                return self._say(f"event.ruled.{event.act}")
            case _:
                return self._say("event.ruled")

    # Dealing and making trump

    @_tell.register
    def _(self, event: Drawn) -> str:
        drawn = ", ".join(
            f"{self._party.you(draw.seat)} {self._wording.card(draw.card)}" for draw in event.draws
        )
        return self._party.tell(event.dealer, "event.drawn", cards=drawn or "-")

    @_tell.register
    def _(self, event: Dealt) -> str:
        return self._party.tell(event.dealer, "event.dealt", deal=event.deal)

    @_tell.register
    def _(self, event: Turned) -> str:
        if event.card is not None:
            return self._say("event.turned.card", card=self._wording.card(event.card))
        return self._say("event.turned", suit=self._wording.suit(event.suit))

    @_tell.register(Named)
    @_tell.register(Taken)
    def _(self, event: Named | Taken) -> str:
        return self._party.tell(event.seat, f"event.{event.k}", suit=self._wording.suit(event.suit))

    @_tell.register
    def _(self, event: Answered) -> str:
        return self._party.tell(event.seat, "event.accepted" if event.accepted else "event.refused")

    @_tell.register
    def _(self, event: Void) -> str:
        return self._party.tell(event.dealer, "event.void", deal=event.deal)

    @_tell.register
    def _(self, event: Packet) -> str:
        if event.hand is None:
            return self._say("event.packet")
        return self._say("event.packet.hand", cards=self._wording.cards(event.hand))

    @_tell.register
    def _(self, event: Bottom) -> str:
        return self._say("event.bottom", card=self._wording.card(event.card))

    @_tell.register
    def _(self, event: Swapped) -> str:
        cards = {"seven": event.seven, "card": event.card}
        shown = {which: self._wording.card(card) for which, card in cards.items()}
        return self._party.tell(event.seat, "event.swapped", **shown)

    @_tell.register
    def _(self, event: Declared) -> str:
        return self._party.tell(event.seat, "event.declared", says=self._wording.speech(event.says))

    @_tell.register
    def _(self, event: Shown) -> str:
        cards = ", ".join(self._wording.cards(shown.cards) for shown in event.sequences)
        return self._party.tell(event.seat, "event.shown", cards=cards, value=event.value)

    # Tricks

    @_tell.register
    def _(self, event: Played) -> str:
        key = f"event.played.{event.call}" if event.call else "event.played"
        return self._party.tell(event.seat, key, card=self._wording.card(event.card))

    @_tell.register
    def _(self, event: TrickTaken) -> str:
        return self._party.tell(event.winner, "event.trick", trick=event.trick, count=event.points)

    @_tell.register
    def _(self, event: RoemCounted) -> str:
        parts = self._parts(event.parts)
        if event.seat is None:
            return self._say(
                "event.roem.automatic", trick=event.trick, value=event.value, parts=parts
            )
        return self._party.tell(event.seat, "event.roem", value=event.value, parts=parts)

    def _parts(self, parts: Iterable[RoemPart]) -> str:
        return ", ".join(
            self._say(f"roem.{p.kind}", cards=self._wording.cards(p.cards), value=p.value)
            for p in parts
        )

    # What is written

    @_tell.register
    def _(self, event: Written) -> str:
        told = [self._say("event.written", deal=event.deal, **self._figures(event.written))]
        for side in self._party.sides():
            name = capital(self._party.side(side))
            told += [self._say(f"mark.{mark}", side=name) for mark in event.marks.get(side, "")]
        if event.pot:
            told.append(self._say("event.pot", points=event.pot))
        return " ".join(told)

    def _figures(self, figures: Mapping[str, int]) -> dict[str, object]:
        first, second = self._party.sides()
        return {
            "first": self._party.side(first),
            "a": figures[first],
            "second": self._party.side(second),
            "b": figures[second],
        }

    @_tell.register
    def _(self, event: Finished) -> str:
        told = [self._say("event.finished", **self._figures(event.totals))]
        if event.by == "claim":
            told.append(self._say("finished.claim"))
        return " ".join([*told, self._winner(event.winner)])

    def _winner(self, side: str | None) -> str:
        if side is None:
            return self._say("finished.drawn")
        alone = len(self._party.game.seats) == 2
        if self._party.ours(side):
            return self._say("finished.you" if alone else "finished.we")
        if self._party.me is None or alone:
            return self._say("finished.name", name=self._party.side(side))
        return self._say("finished.they")

    @_tell.register
    def _(self, event: Claimed) -> str:
        key = "event.claimed.right" if event.right else "event.claimed.wrong"
        return self._party.tell(event.seat, key, score=event.score)
