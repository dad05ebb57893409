"""What a player remembers of a deal: the cards that are gone, and what others cannot hold."""

from __future__ import annotations

from klaverjas import Card, Seat, Suit, View
from klaverjas.cards import BEATERS
from klaverjas.events import Dealt, Played, SeenEvent, Shown, Swapped, TrickTaken
from klaverjas.trick import Trumping, legal_mask, winner_of
from klaverjas.two.bela import bela_mask
from klaverjas_bots.cards import ALL_CARDS, mask_of

__all__ = ["Memory", "impossible"]


class Memory:
    """A deal as one seat has seen it: `notice` fills it, `recall` draws the conclusions.

    Whoever joins in the middle of a deal remembers less, but nothing wrong: nothing is concluded
    from a trick whose beginning was not seen.
    """

    __slots__ = ("_heard", "_trick", "excluded", "gone", "led", "shown")

    gone: int
    """The cards that were played, as a mask."""
    led: int
    """The cards that were led to tricks, as a mask."""
    excluded: dict[Seat, int]
    """By seat, the cards it cannot hold, judging by the way it followed; as masks."""
    shown: dict[Seat, int]
    """By seat, the cards it showed or told to hold, as masks; some may be played since."""
    _heard: list[tuple[tuple[Card, ...], Seat, Card]]
    """Cards nothing was concluded from yet, each with those that lay before it."""
    _trick: list[Card] | None

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Remember nothing; the trick on the table may be any."""
        self.gone = self.led = 0
        self.excluded, self.shown = dict.fromkeys(Seat, 0), dict.fromkeys(Seat, 0)
        self._heard, self._trick = [], None

    def notice(self, event: SeenEvent) -> None:
        """Take note of a card, and of where tricks and deals begin."""
        if isinstance(event, Played):
            self._hear(event)
        elif isinstance(event, TrickTaken):
            self._trick = []
        elif isinstance(event, Shown):
            for sequence in event.sequences:
                self.shown[event.seat] |= mask_of(sequence.cards)
        elif isinstance(event, Swapped):
            self.shown[event.seat] |= event.card.bit
        elif isinstance(event, Dealt):
            self.forget()
            self._trick = []

    def _hear(self, played: Played) -> None:
        self.gone |= played.card.bit
        if played.call:
            self.shown[played.seat] |= bela_mask(played.card.suit)
        if self._trick is None:
            return
        if self._trick:
            self._heard.append((tuple(self._trick), played.seat, played.card))
        else:
            self.led |= played.card.bit
        self._trick.append(played.card)

    def recall(self, view: View, trumping: Trumping) -> None:
        """Add the cards lying open in the view, and conclude from those heard since last time."""
        self._doubt(view)
        self.gone |= mask_of(lying.card for lying in view.trick)
        if view.last is not None:
            self.gone |= mask_of(view.last.cards)
        assert view.trump is not None
        partners = len(view.game.seats) == 4
        for trick, seat, card in self._heard:
            self.excluded[seat] |= impossible(trick, card, partners, view.trump, trumping)
        self._heard.clear()

    def _doubt(self, view: View) -> None:
        """Forget everything once cards are back in hands that were on the table."""
        whole = view.game.hand_size * len(view.game.seats)
        played = whole - sum(view.counts.values())
        if self.gone.bit_count() > played or self.gone & mask_of(view.hand or ()):
            self.forget()


def impossible(
    trick: tuple[Card, ...], card: Card, partners: bool, trump: Suit, trumping: Trumping
) -> int:
    """Compute the cards nobody can hold who lays `card` on this unfinished trick.

    They are those that would have forbidden it, whatever else was in the hand.
    """
    place = winner_of(trick, trump)
    led, best = trick[0].suit, trick[place]
    partner = partners and len(trick) - place == 2
    above = BEATERS[best.number] if best.suit is trump else trump.mask
    trumps = (above, trump.mask & ~above)
    rest = ALL_CARDS & ~(led.mask | trump.mask)
    kinds = trumps if led is trump else (led.mask, *trumps, rest)
    found = 0
    for kind in kinds:
        # The rules ask no more than which kinds are held: one card speaks for all of its kind.
        hand = card.bit | kind & -kind
        if not legal_mask(hand, led, best, partner, trump, trumping) & card.bit:
            found |= kind
    return found
