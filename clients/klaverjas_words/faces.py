"""How cards look and sound in a language.

Cards, suits and ranks are given as files and the wire write them: ``HJ``, ``H``, ``J``.
"""

from __future__ import annotations

from typing import Final

from klaverjas_words.catalogue import Catalogue

__all__ = ["SIGNS", "Faces"]

SIGNS: Final[dict[str, str]] = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
"""The sign of each suit."""


class Faces:
    """The faces of the cards in one language; without `signs`, suits are letters.

    >>> from klaverjas_words import load
    >>> Faces(load("nl")).card("HJ"), Faces(load("nl"), signs=False).card("HJ")
    ('♥B', 'hB')
    """

    __slots__ = ("_words", "signs")

    def __init__(self, words: Catalogue, *, signs: bool = True) -> None:
        self._words = words
        self.signs = signs

    def sign(self, suit: str) -> str:
        """Give the sign of a suit, or the letters that stand for it."""
        return SIGNS[suit] if self.signs else self._words.spellings(f"suit.{suit}.letters")[0]

    def suit(self, suit: str) -> str:
        """Give the name of a suit."""
        return self._words.text(f"suit.{suit}")

    def signed_suit(self, suit: str) -> str:
        """Give the name of a suit behind its sign, where there are signs."""
        return f"{SIGNS[suit]} {self.suit(suit)}" if self.signs else self.suit(suit)

    def face(self, rank: str) -> str:
        """Give the letters or digits in the corner of a card of this rank."""
        return self._words.text(f"face.{rank}")

    def rank(self, rank: str) -> str:
        """Give the name of a rank."""
        return self._words.text(f"rank.{rank}")

    def card(self, card: str) -> str:
        """Write a card: ``♥B``, ``♣10``."""
        return self.sign(card[0]) + self.face(card[1])

    def cards(self, cards: tuple[str, ...]) -> str:
        """Write cards one after another."""
        return " ".join(map(self.card, cards))

    def spoken(self, card: str) -> str:
        """Give a card as it is read aloud: ``hartenboer``, ``jack of hearts``."""
        stem = self._words.text(f"suit.{card[0]}.stem")
        return self._words.text("card.spoken", suit=stem, rank=self.rank(card[1]))
