"""The words of a language as one terminal can show them, and the people at one table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from klaverjas import Card, Game, Player, Seat, Suit
from klaverjas.events import Says
from klaverjas_client.terminal.columns import clip, flow
from klaverjas_client.terminal.style import Style
from klaverjas_words import Catalogue, Faces

__all__ = ["Party", "Wording", "capital"]


def capital(text: str) -> str:
    """Begin a text with a capital letter."""
    return text[:1].upper() + text[1:]


class Wording:
    """Says things in one language, in the characters of one terminal."""

    __slots__ = ("_faces", "style", "words")

    def __init__(self, words: Catalogue, style: Style) -> None:
        self.words = words
        self.style = style
        self._faces = Faces(words, signs=style.signs)

    def say(self, key: str, /, **values: object) -> str:
        """Give a text of the catalogue."""
        return self.style.plain(self.words.text(key, **values))

    def card(self, card: Card) -> str:
        """Write a card."""
        return self.style.plain(self._faces.card(card))

    def cards(self, cards: Iterable[Card]) -> str:
        """Write cards one after another."""
        return " ".join(map(self.card, cards))

    def spoken(self, card: Card) -> str:
        """Give a card as it is read aloud."""
        return self.style.plain(self._faces.spoken(card))

    def suit(self, suit: Suit) -> str:
        """Give the name of a suit, behind its sign where there are signs."""
        return self.style.plain(self._faces.signed_suit(suit))

    def sign(self, suit: Suit) -> str:
        """Give the sign of a suit, or its letters."""
        return self._faces.sign(suit)

    def rules(self, name: str) -> str:
        """Give the name of a rule set; of one with switches, its base and that it has some."""
        base, switched, _ = name.partition("+")
        key = f"rules.{base}.name"
        title = self.say(key) if key in self.words else self.style.plain(base)
        return self.say("rules.custom.name", base=title) if switched else title

    def speech(self, says: Says) -> str:
        """Put in words what somebody says of his best sequence."""
        if isinstance(says, str):
            return self.say(f"says.{says.replace(' ', '-')}")
        return ", ".join(self._remark(key, value) for key, value in says.items())

    def _remark(self, key: str, value: object) -> str:
        match key:
            case "class":
                return self.say("says.class", points=value)
            case "length":
                return self.say("says.length", length=value)
            case "top":
                return self.say("says.top", rank=self.say(f"rank.{value}"))
            case "suit":
                return self.say("says.suit", suit=self.suit(Suit(str(value))))
            case _:
                return self.say("says.trump" if value else "says.plain")

    def choice(self, options: Sequence[str]) -> str:
        """List options as a sentence does: ``a, b or c``."""
        *rest, last = options
        return self.say("entry.or", rest=", ".join(rest), last=last) if rest else last

    def clip(self, text: str, columns: int) -> str:
        """Cut a text to so many columns."""
        return clip(text, columns, self.style.plain("…"))

    def flow(self, parts: Iterable[str], separator: str = " ") -> list[str]:
        """Set parts one after another on lines as wide as the terminal."""
        return flow(parts, self.style.columns, separator, self.style.plain("…"))


class Party:
    """The people at one table, as one of them or a spectator (None) speaks of them."""

    __slots__ = ("_players", "_wording", "game", "me")

    def __init__(
        self, wording: Wording, game: Game, me: Seat | None, players: Mapping[Seat, Player]
    ) -> None:
        self._wording = wording
        self._players = players
        self.game = game
        self.me = me

    def name(self, seat: Seat) -> str:
        """Name who sits there; the seat itself as long as nobody does."""
        player = self._players.get(seat)
        return self._wording.style.plain(player.name) if player else self.seat(seat)

    def you(self, seat: Seat) -> str:
        """Name who sits there, and the viewer himself as ``you``."""
        return self._wording.say("table.you") if seat is self.me else self.name(seat)

    def tell(self, seat: Seat, key: str, columns: int = 80, /, **values: object) -> str:
        """Say something of a seat, in the second person if it is the viewer's own."""
        if seat is self.me:
            return self._wording.say(f"{key}.you", **values)
        name = self._wording.clip(self.name(seat), columns)
        return self._wording.say(key, name=name, **values)

    def seat(self, seat: Seat) -> str:
        """Name a seat."""
        return self._wording.say(f"seat.{seat}")

    def side(self, side: str) -> str:
        """Name a side: we and they; for a spectator by seats, of single players by name."""
        if len(self.game.seats) == 2:
            seat = Seat(side)
            return self._wording.say("side.me") if seat is self.me else self.name(seat)
        if self.me is None:
            return self._wording.say(f"side.{side}")
        return self._wording.say("side.we" if self.ours(side) else "side.they")

    def members(self, side: str) -> tuple[Seat, ...]:
        """List the seats of a side."""
        return tuple(seat for seat in self.game.seats if self._side_of(seat) == side)

    def ours(self, side: str) -> bool:
        """Say whether the viewer plays for this side."""
        return self.me is not None and self._side_of(self.me) == side

    def sides(self) -> tuple[str, ...]:
        """List the sides, the viewer's own first."""
        return tuple(sorted(self.game.sides, key=self._is_other))

    def _is_other(self, side: str) -> bool:
        return self.me is not None and not self.ours(side)

    def _side_of(self, seat: Seat) -> str:
        return self.game.sides[self.game.side(seat)]
