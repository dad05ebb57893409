"""Measure random Klaverjas deals a second through `Match.apply`, beside a readable playout.

    python tests/bench/rules.py [rounds] [--profile]

Both play whole matches of sixteen deals under the set `amsterdam`, with legal actions chosen
uniformly: calls, eight tricks, roem called or left, the deal written down. The library does it as
it serves a table: immutable states, questions with all that is legal, events. The readable playout
is what one would write first: cards are frozen dataclasses in lists that change, compared by `==`;
it makes neither events nor views, and checks nothing. Rounds alternate, and the medians count.
`--profile` shows where the library's time goes.
"""

import cProfile
import pstats
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Final

from klaverjas import PACK, Match, Phase, RuleSet
from klaverjas.actions import Deal
from klaverjas.draw import draw_for

DEALS: Final = 16
MATCHES: Final = 60
"""Matches a round."""
ROUNDS: Final = 7
OVER: Final = Phase.OVER
BAR: Final = 0.6
"""Of the readable playout's deals a second, what the library must reach."""

TRUMP_POINTS: Final = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_POINTS: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TRUMP_ORDER: Final = {rank: place for place, rank in enumerate("78QKTA9J")}
PLAIN_ORDER: Final = {rank: place for place, rank in enumerate("789JQKTA")}
RUN_ORDER: Final = {rank: place for place, rank in enumerate("789TJQKA")}
FOUR_OF_A_KIND: Final = {"T": 100, "Q": 100, "K": 100, "A": 100, "J": 200}


@dataclass(frozen=True)
class Card:
    """A card as a plain object."""

    suit: str
    rank: str

    def points(self, trump: str) -> int:
        return TRUMP_POINTS[self.rank] if self.suit == trump else PLAIN_POINTS[self.rank]

    def beats(self, other: "Card", trump: str) -> bool:
        """Tell whether this card, played later, beats the one that is winning."""
        if self.suit == other.suit:
            order = TRUMP_ORDER if self.suit == trump else PLAIN_ORDER
            return order[self.rank] > order[other.rank]
        return self.suit == trump


DECK: Final = [Card(suit, rank) for suit in "CDHS" for rank in "789TJQKA"]


def legal_cards(hand: list[Card], trick: list[Card], winning: Card, trump: str) -> list[Card]:
    """List what may be laid on a trick in Amsterdam."""
    led = trick[0].suit
    following = [card for card in hand if card.suit == led]
    if following and led != trump:
        return following
    trumps = following if led == trump else [card for card in hand if card.suit == trump]
    if not trumps:
        return hand
    higher = [card for card in trumps if card.beats(winning, trump)]
    if led == trump:
        return higher or trumps
    rest = [card for card in hand if card.suit != trump]
    if len(trick) > 1 and trick[-2] == winning:
        return higher + rest or trumps
    return higher or rest or trumps


def roem(trick: list[Card], trump: str) -> int:
    """Work out the roem of a trick."""
    first, second, third, fourth = trick
    if first.rank == second.rank == third.rank == fourth.rank:
        return FOUR_OF_A_KIND.get(first.rank, 0)
    value = 0
    for suit in {first.suit, second.suit}:
        places = sorted(RUN_ORDER[card.rank] for card in trick if card.suit == suit)
        if len(places) >= 3:
            value += run(places)
    trumps = [card.rank for card in trick if card.suit == trump]
    return value + 20 if "K" in trumps and "Q" in trumps else value


def run(places: list[int]) -> int:
    """Count the longest run among three or four places in order."""
    if places[-1] - places[0] == 3 and len(places) == 4:
        return 50
    if places[2] - places[0] == 2 or places[-1] - places[-3] == 2:
        return 20
    return 0


class Table:
    """One readable deal: hands as lists, figures that change."""

    def __init__(self, dealer: int, chance: Random) -> None:
        deck = chance.sample(DECK, 32)
        self.chance = chance
        self.hands = [deck[place * 8 : place * 8 + 8] for place in range(4)]
        self.leader = (dealer + 1) % 4
        self.maker, self.trump = self.make_trump(dealer)
        self.points = [0, 0]
        self.roem = [0, 0]
        self.tricks = [0, 0]

    def make_trump(self, dealer: int) -> tuple[int, str]:
        """Let all four name or pass; forehand must in the end."""
        for place in range(1, 5):
            call = self.chance.choice(["C", "D", "H", "S", ""])
            if call:
                return (dealer + place) % 4, call
        return (dealer + 1) % 4, self.chance.choice("CDHS")

    def play(self) -> list[int]:
        for number in range(1, 9):
            self.play_trick(number)
        return self.written()

    def play_trick(self, number: int) -> None:
        trump, winner = self.trump, self.leader
        hand = self.hands[winner]
        winning = self.chance.choice(hand)
        hand.remove(winning)
        trick = [winning]
        for place in range(1, 4):
            player = (self.leader + place) % 4
            hand = self.hands[player]
            card = self.chance.choice(legal_cards(hand, trick, winning, trump))
            hand.remove(card)
            if card.beats(winning, trump):
                winning, winner = card, player
            trick.append(card)
        side = winner % 2
        self.points[side] += sum(card.points(trump) for card in trick) + (10 if number == 8 else 0)
        self.tricks[side] += 1
        lies = roem(trick, trump)
        if lies and self.chance.random() < 0.5:
            self.roem[side] += lies
        self.leader = winner

    def written(self) -> list[int]:
        """Write the deal down for both sides."""
        makers = self.maker % 2
        sums = [self.points[side] + self.roem[side] for side in (0, 1)]
        if sums[makers] <= sums[1 - makers]:
            sums[makers], sums[1 - makers] = 0, 162 + sum(self.roem)
        if self.tricks[makers] == 8:
            sums[makers] += 100
        return sums


def play_readable(chance: Random) -> None:
    """Play a match of sixteen deals with objects and lists."""
    totals = [0, 0]
    for deal in range(DEALS):
        ours, theirs = Table(deal % 4, chance).play()
        totals = [totals[0] + ours, totals[1] + theirs]
    assert sum(totals) >= DEALS * 162


def play_library(chance: Random) -> None:
    """Play a match of sixteen deals through `Match.apply`."""
    rules = RuleSet.named("amsterdam")
    match, _ = Match.start(rules).apply(None, draw_for(rules, chance.sample(PACK, 32)))
    choose = chance.choice
    while True:
        if asks := match.asks():
            seat, _, legal, _ = choose(asks) if len(asks) > 1 else asks[0]
            match, _ = match.apply(seat, choose(legal))
        elif match.phase is OVER:
            break
        else:
            match, _ = match.apply(None, Deal(tuple(chance.sample(PACK, 32))))
    assert len(match.sheet) == DEALS


def deals_a_second(play: Callable[[Random], None], seed: int) -> float:
    """Play a round, and give its deals for each second of this core."""
    chance = Random(seed)
    start = time.process_time()
    for _ in range(MATCHES):
        play(chance)
    return MATCHES * DEALS / (time.process_time() - start)


def measure(rounds: int) -> None:
    """Alternate the two, and print medians and their ratio."""
    library, readable = list[float](), list[float]()
    for seed in range(rounds):
        library.append(deals_a_second(play_library, seed))
        readable.append(deals_a_second(play_readable, seed))
    ratio = median(one / other for one, other in zip(library, readable, strict=True))
    print(f"{rounds} rounds of {MATCHES * DEALS} deals each, medians, deals per second and core")
    print(f"library   {median(library):8,.0f}   ({min(library):,.0f} to {max(library):,.0f})")
    print(f"readable  {median(readable):8,.0f}   ({min(readable):,.0f} to {max(readable):,.0f})")
    print(f"ratio     {ratio:8.2f}   bar {BAR}: {'reached' if ratio >= BAR else 'missed'}")


def show_profile() -> None:
    """Print where the library's time goes, by the time of each function itself."""
    profile = cProfile.Profile()
    profile.enable()
    deals_a_second(play_library, 0)
    profile.disable()
    pstats.Stats(profile).strip_dirs().sort_stats("tottime").print_stats(18)


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--profile"]
    measure(int(arguments[0]) if arguments else ROUNDS)
    if "--profile" in sys.argv:
        show_profile()
