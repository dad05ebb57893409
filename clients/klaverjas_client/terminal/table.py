"""A table as lines of text: the trick with everybody in his place, the hand, what is asked."""

from __future__ import annotations

from collections.abc import Iterator

from klaverjas import Card, KlaberjassView, Phase, Seat, View
from klaverjas.actions import Play
from klaverjas.events import Declared, Shown
from klaverjas_client.terminal.choices import choices, sorted_hand
from klaverjas_client.terminal.columns import centre, left, right, width
from klaverjas_client.terminal.entry import Reader
from klaverjas_client.terminal.question import question
from klaverjas_client.terminal.style import Style
from klaverjas_client.terminal.wording import Party, Wording, capital
from klaverjas_words import Catalogue

__all__ = ["render", "render_last_trick"]

_CELL = 5
"""Columns of a card in the hand, its number below it."""


def render(view: View, words: Catalogue, style: Style) -> tuple[str, ...]:
    """Draw what a view shows, on lines of at most `style.columns` columns.

    `view.legal` is taken as what is asked: playable cards have their number in brackets.
    """
    return tuple(map(style.paint, _Drawing(view, words, style).lines()))


def render_last_trick(view: View, words: Catalogue, style: Style) -> str:
    """Tell what lay in the trick before this one, and who won it."""
    return style.paint(_Drawing(view, words, style).last_trick())


class _Drawing:
    """One view, drawn for one terminal."""

    def __init__(self, view: View, words: Catalogue, style: Style) -> None:
        self.view = view
        self.wording = Wording(words, style)
        self.party = Party(self.wording, view.game, view.me, view.players)
        self.reader = Reader(words, style)
        self.say = self.wording.say
        self.columns = style.columns
        self.dot = style.plain("·")

    def lines(self) -> Iterator[str]:
        yield from self._flow(self._heading())
        yield from self._flow(self._facts())
        yield self._rule()
        yield from self._trick()
        yield self._rule()
        if self.view.last is not None:
            yield self.wording.clip(self.last_trick(), self.columns)
        yield from self._score()
        if self.view.hand:
            yield ""
            yield from self._hand()
        yield ""
        yield from self._asked()

    def _flow(self, parts: Iterator[str]) -> list[str]:
        return self.wording.flow(map(capital, parts), f" {self.dot} ")

    def _rule(self) -> str:
        return self.wording.style.plain("─" * self.columns)

    def _heading(self) -> Iterator[str]:
        view = self.view
        yield self.wording.rules(view.rules)
        if view.deals is None and view.deal:
            yield self.say("table.deal", deal=view.deal)
        elif view.deal:
            yield self.say("table.deal-of", deal=view.deal, deals=view.deals)
        if view.leader is not None and view.phase is Phase.PLAYING:
            yield self.say("table.trick", trick=self._trick_number())
        elif view.phase is not Phase.PLAYING:
            yield self.say(f"phase.{view.phase}")

    def _trick_number(self) -> int:
        return min(sum(self.view.tricks.values()) + 1, self.view.game.hand_size)

    def _facts(self) -> Iterator[str]:
        view = self.view
        if view.trump is None:
            yield self.say("table.no-trump")
        else:
            yield self.say("table.trump", suit=self.wording.suit(view.trump))
        if view.maker is not None:
            yield self._tell(view.maker, "table.maker")
        if view.dealer is not None:
            yield self._tell(view.dealer, "table.dealer")
        if view.trick:
            yield self._tell(view.trick[0].seat, "table.led")

    def _tell(self, seat: Seat, key: str, **values: object) -> str:
        return self.party.tell(seat, key, 16, **values)

    def _trick(self) -> list[str]:
        near = self.view.me or Seat.S
        around = list(self.view.game.from_seat(near))
        if len(around) == 2:
            middle = self._open_cards()
            top = around[1]
        else:
            middle = self._flanks(around[1], around[3])
            top = around[2]
        rows = [self._label(top), self._laid(top), "", self._laid(near), self._label(near)]
        drawn = [centre(row, self.columns).rstrip() for row in rows]
        drawn[2] = middle
        return drawn

    def _flanks(self, west: Seat, east: Seat) -> str:
        """Draw the seats at the sides: names outside, their cards towards the middle."""
        half = self.columns // 2
        card = 6
        names = half - card - 1
        start = left(self._label(west, names), names) + " " + right(self._laid(west), card - 1)
        end = left(self._laid(east), card) + right(self._label(east, names), names)
        return (left(start, half) + " " * (self.columns - 2 * half) + right(end, half)).rstrip()

    def _label(self, seat: Seat, room: int = 40) -> str:
        """Name a player with what matters about him, the turn marked by an arrow."""
        arrow = self.wording.style.plain("▸ ") if seat is self.view.turn else ""
        name = self.party.name(seat)
        marks = f" ({', '.join(notes)})" if (notes := list(self._notes(seat))) else ""
        whole = arrow + name + marks
        return whole if width(whole) <= room else self.wording.clip(arrow + name, room)

    def _notes(self, seat: Seat) -> Iterator[str]:
        player = self.view.players.get(seat)
        if seat is self.view.me:
            yield self.say("table.you")
        elif self.view.me and seat is self.view.game.partner(self.view.me):
            yield self.say("table.partner")
        if player is None and self.view.phase is Phase.WAITING:
            yield self.say("table.empty")
        if player and player.away:
            yield self.say("table.away")
        if player and player.bot:
            yield self.say("table.bot")

    def _laid(self, seat: Seat) -> str:
        laid = [self.wording.card(played.card) for played in self.view.trick if played.seat is seat]
        return laid[0] if laid else self.dot

    def _open_cards(self) -> str:
        view = self.view
        shown = []
        if isinstance(view, KlaberjassView) and view.upcard is not None:
            shown.append(self.say("table.upcard", card=self.wording.card(view.upcard)))
        if isinstance(view, KlaberjassView) and view.bottom is not None:
            shown.append(self.say("table.bottom", card=self.wording.card(view.bottom)))
        return self.wording.clip("   ".join(shown), self.columns)

    def last_trick(self) -> str:
        """Tell the last trick in words."""
        last = self.view.last
        if last is None:
            return self.say("table.no-last-trick")
        return self._tell(last.winner, "table.last-trick", cards=self.wording.cards(last.cards))

    def _score(self) -> list[str]:
        sides = self.party.sides()
        parts = [self._won(side) for side in sides]
        if isinstance(self.view, KlaberjassView):
            parts += self._said(self.view)
        first, second = (self._side(side) for side in sides)
        a, b = (self.view.totals.get(side, 0) for side in sides)
        parts.append(self.say("table.totals", first=first, a=a, b=b, second=second))
        return self._flow(iter(parts))

    def _side(self, side: str) -> str:
        return self.wording.clip(self.party.side(side), 12)

    def _won(self, side: str) -> str:
        roem = self.view.roem.get(side, 0)
        key = "table.points-roem" if roem else "table.points"
        points = self.view.points.get(side, 0)
        values = {"roem": roem} if roem else {}
        tricks = self.say("table.tricks", count=self.view.tricks.get(side, 0))
        return f"{self.say(key, side=self._side(side), points=points, **values)} ({tricks})"

    def _said(self, view: KlaberjassView) -> Iterator[str]:
        if view.shown is not None:
            yield self._shown(view.shown)
        else:
            yield from (self._declared(declared) for declared in view.declared)
        for side, said in view.bela.items():
            if said:
                yield self._tell(Seat(side), "table.bela")
        if view.pot:
            yield self.say("table.pot", points=view.pot)

    def _shown(self, shown: Shown) -> str:
        cards = ", ".join(self.wording.cards(sequence.cards) for sequence in shown.sequences)
        return self._tell(shown.seat, "table.shown", cards=cards)

    def _declared(self, declared: Declared) -> str:
        says = self.wording.speech(declared.says)
        return self._tell(declared.seat, "event.declared", says=says)

    def _hand(self) -> Iterator[str]:
        """Draw the hand in rows of cells, each card with its number below it."""
        hand = sorted_hand(self.view.hand or (), self.view.trump)
        asked = {action.card for action in self.view.legal if isinstance(action, Play)}
        title = self.say("table.hand-marked" if asked else "table.hand")
        yield from self.wording.flow(title.split())
        room = self.columns // _CELL
        for start in range(0, len(hand), room):
            row = hand[start : start + room]
            yield "".join(self._cell(f" {self.wording.card(card)}") for card in row).rstrip()
            if numbers := self._numbers(row, start + 1, asked):
                yield numbers

    def _numbers(self, row: tuple[Card, ...], first: int, asked: set[Card]) -> str:
        if self.view.legal and not asked:
            # Then the numbers mean something else.
            return ""
        texts = (
            f"[{number}]" if card in asked else f" {number}"
            for number, card in enumerate(row, first)
        )
        return "".join(map(self._cell, texts)).rstrip()

    def _cell(self, text: str) -> str:
        return left(text, _CELL)

    def _asked(self) -> Iterator[str]:
        yield from self.wording.flow(question(self.view, self.wording, self.party).split())
        yield from self.wording.flow(self._options(), "   ")
        if self.view.legal:
            example = self.reader.spell(self.view.legal[0])
            yield from self.wording.flow(self.say("prompt.type", example=example).split())

    def _options(self) -> list[str]:
        """List what may be done besides playing a card, each with its number."""
        numbered = enumerate(choices(self.view), 1)
        called = [a for a in self.view.legal if isinstance(a, Play) and a.call]
        return [
            *(f"{n} {self.reader.offer(a)}" for n, a in numbered if not isinstance(a, Play)),
            *map(self.reader.offer, called),
        ]
