"""Klaverjas as the rulebook words it, over strings and sets: what the library is held against.

Nothing here comes from the library. Cards are "HJ", seats "N", sides "NS"; what a player may do
is "pass", "name H", "HJ", "roem" or "close". It is slow, and written to be read beside the rules.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

SEATS: Final = "NESW"
SUITS: Final = "CDHS"
RANKS: Final = "789TJQKA"
TRUMP: Final = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
"""Card points, from the highest card of a suit to the lowest."""
TRUMP_ORDER: Final = "".join(TRUMP)
PLAIN_ORDER: Final = "".join(PLAIN)
RUNS_OF_THREE: Final = ("789", "89T", "9TJ", "TJQ", "JQK", "QKA")
RUNS_OF_FOUR: Final = ("789T", "89TJ", "9TJQ", "TJQK", "JQKA")

TRUMPING: Final = {
    # who is winning, with what:  amsterdam, rotterdam, amsterdam-underruff
    ("opponent", "plain"): ("H", "H", "H"),
    ("opponent", "trump"): ("H or N or L", "H or L", "H or L"),
    ("partner", "plain"): ("H + N", "H", "H + N"),
    ("partner", "trump"): ("H + N or L", "H or L", "H + N or L"),
}
"""For one void in the led plain suit, with a trump: H beats the winning card, L does not, N is
the rest of the hand; "or" takes the first set that is not empty."""
CITIES: Final = ("amsterdam", "rotterdam", "amsterdam-underruff")

FOUR_OF_A_KIND: Final = {
    "none": {},
    "court": {"T": 100, "Q": 100, "K": 100, "A": 100, "J": 200},
    "all": {**dict.fromkeys("789TQKA", 100), "J": 200},
    "nku": dict.fromkeys(RANKS, 100),
}


def after(seat: str, places: int = 1) -> str:
    """Name the seat so many places on, clockwise."""
    return SEATS[(SEATS.index(seat) + places) % 4]


def side(seat: str) -> str:
    """Name the side of a seat."""
    return "NS" if seat in "NS" else "EW"


def card_points(card: str, trump: str) -> int:
    """Count one card."""
    return TRUMP[card[1]] if card[0] == trump else PLAIN[card[1]]


def winning_card(trick: Sequence[str], trump: str) -> str:
    """Find the card that wins: the highest trump, else the highest of the led suit."""
    trumps = [card for card in trick if card[0] == trump]
    if trumps:
        return min(trumps, key=lambda card: TRUMP_ORDER.index(card[1]))
    followed = [card for card in trick if card[0] == trick[0][0]]
    return min(followed, key=lambda card: PLAIN_ORDER.index(card[1]))


def legal_cards(trumping: str, trump: str, trick: Sequence[str], hand: Collection[str]) -> set[str]:
    """Work out what a hand may lay on a trick."""
    if not trick:
        return set(hand)
    led, winning = trick[0][0], winning_card(trick, trump)
    trumps = {card for card in hand if card[0] == trump}
    higher = {card for card in trumps if winning_card([winning, card], trump) == card}
    if led == trump:
        return higher or trumps or set(hand)
    following = {card for card in hand if card[0] == led}
    if following or not trumps:
        return following or set(hand)
    partner = len(trick) >= 2 and trick[-2] == winning
    row = "partner" if partner else "opponent", "trump" if winning[0] == trump else "plain"
    cell = TRUMPING[row][CITIES.index(trumping)]
    return _first_of(cell, {"H": higher, "L": trumps - higher, "N": set(hand) - trumps})


def _first_of(cell: str, cards: Mapping[str, set[str]]) -> set[str]:
    for choice in cell.split(" or "):
        found = set().union(*(cards[letter] for letter in choice.split(" + ")))
        if found:
            return found
    return set()


def roem(trick: Collection[str], trump: str, four_of_a_kind: str, stuk: bool) -> int:
    """Work out the roem that lies in four cards."""
    return run(trick) + (20 if stuk and has_stuk(trick, trump) else 0) + four(trick, four_of_a_kind)


def run(trick: Collection[str]) -> int:
    """Count a run of four, or else of three, in one suit."""
    for suit in {card[0] for card in trick}:
        ranks = {card[1] for card in trick if card[0] == suit}
        if any(ranks.issuperset(run) for run in RUNS_OF_FOUR):
            return 50
        if any(ranks.issuperset(run) for run in RUNS_OF_THREE):
            return 20
    return 0


def has_stuk(trick: Collection[str], trump: str) -> bool:
    """Tell whether king and queen of trump lie here."""
    return trump + "K" in trick and trump + "Q" in trick


def four(trick: Collection[str], policy: str) -> int:
    """Count four of one rank."""
    ranks = {card[1] for card in trick}
    return FOUR_OF_A_KIND[policy].get(ranks.pop(), 0) if len(ranks) == 1 else 0


class Settled(NamedTuple):
    """What both sides write, and the marks that stand with it."""

    written: dict[str, int]
    marks: dict[str, str]


def settle(
    makers: str,
    points: Mapping[str, int],
    counted: Mapping[str, int],
    tricks: Mapping[str, int],
    pit: str,
) -> Settled:
    """Write a deal down."""
    defenders = "EW" if makers == "NS" else "NS"
    marks = {"NS": "", "EW": ""}
    if points[makers] + counted[makers] > points[defenders] + counted[defenders]:
        written = {each: points[each] + counted[each] for each in ("NS", "EW")}
    else:
        written = {makers: 0, defenders: 162 + counted["NS"] + counted["EW"]}
        marks[makers] = "N"
    if tricks[makers] == 8 and pit != "none":
        written[makers] += 100
        marks[makers] = "P"
    if tricks[defenders] == 8 and pit == "either":
        written[defenders] += 100
        marks[defenders] = "P"
    return Settled(written, marks)


def callers(trump_making: str, dealer: str) -> list[str]:
    """List who speaks, in order; the last of them must name."""
    forehand, second, third = (after(dealer, places) for places in (1, 2, 3))
    return {
        "free": [forehand, second, third, dealer, forehand],
        "forced": [forehand],
        "free-dealer": [forehand, second, third, dealer],
        "dealer-first": [dealer, forehand, second, third, dealer],
        "turned": [forehand, second, third, dealer, forehand],
    }[trump_making]


def deal_out(pack: Sequence[str], dealer: str, packets: str) -> dict[str, set[str]]:
    """Deal in packets from the top of the pack, clockwise from forehand."""
    rest = list(pack)
    hands: dict[str, set[str]] = {seat: set() for seat in SEATS}
    for size in map(int, packets.split("-")):
        for places in (1, 2, 3, 4):
            hands[after(dealer, places)].update(rest[:size])
            del rest[:size]
    return hands


class Taken(NamedTuple):
    """A trick that was taken."""

    winner: str
    points: int
    roem: int


class PaperDeal:
    """A deal played on paper: `may` says who may do what, `do` does it."""

    def __init__(self, switches: Mapping[str, object], dealer: str, hands: Mapping[str, set[str]]):
        self.switches, self.dealer = switches, dealer
        self.hands = {seat: set(cards) for seat, cards in hands.items()}
        self.turn = after(dealer)
        self.passes, self.turned = 0, ""
        self.trump = self.maker = ""
        self.trick: list[str] = []
        self.taken: list[Taken] = []
        self.points, self.roem = {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}
        self.uncalled, self.closed = 0, False

    @property
    def over(self) -> bool:
        """Tell whether nothing is left to play or to call."""
        return len(self.taken) == 8 and (self.closed or not self.uncalled)

    @property
    def awaits_turn(self) -> bool:
        """Tell whether a suit must be turned before anybody speaks."""
        if self.switches["trump_making"] != "turned" or self.trump:
            return False
        return len(self.turned) < (2 if self.passes == 4 else 1)

    def may(self) -> dict[str, set[str]]:
        """Say, for every seat that may do something, what."""
        if self.over or self.awaits_turn:
            return {}
        if not self.trump:
            return self._may_call()
        open_ = {self.turn: {"close"} if len(self.taken) == 8 else self._may_lay()}
        if self.uncalled:
            open_[self.turn].add("roem")
            open_[after(self.turn, 2)] = {"roem"}
        return open_

    def _may_call(self) -> dict[str, set[str]]:
        order = callers(str(self.switches["trump_making"]), self.dealer)
        suits = self.turned[-1] if self.turned else SUITS
        calls = {f"name {suit}" for suit in suits}
        if self.passes < len(order) - 1:
            calls.add("pass")
        return {order[self.passes]: calls}

    def _may_lay(self) -> set[str]:
        trumping = str(self.switches["trumping"])
        return legal_cards(trumping, self.trump, self.trick, self.hands[self.turn])

    def do(self, seat: str, act: str) -> None:
        """Do what `may` allows."""
        if act == "pass":
            self.passes += 1
        elif act.startswith("name "):
            self.maker, self.trump = seat, act[-1]
        elif act == "roem":
            self._count(self.uncalled)
        elif act == "close":
            self.closed = True
        else:
            self._lay(seat, act)

    def _lay(self, seat: str, card: str) -> None:
        self.uncalled = 0
        self.hands[seat].remove(card)
        self.trick.append(card)
        self.turn = after(seat)
        if len(self.trick) == 4:
            self._take()

    def _take(self) -> None:
        place = self.trick.index(winning_card(self.trick, self.trump))
        winner = after(self.turn, place)
        points = sum(card_points(card, self.trump) for card in self.trick)
        points += 10 if len(self.taken) == 7 else 0
        policy, stuk = str(self.switches["four_of_a_kind"]), bool(self.switches["stuk"])
        lies = roem(self.trick, self.trump, policy, stuk)
        self.taken.append(Taken(winner, points, lies))
        self.points[side(winner)] += points
        self.trick, self.turn, self.uncalled = [], winner, lies
        if self.switches["roem_calling"] == "automatic":
            self._count(lies)

    def _count(self, lies: int) -> None:
        self.roem[side(self.taken[-1].winner)] += lies
        self.uncalled = 0

    def settled(self) -> Settled:
        """Write the finished deal down."""
        won = [side(trick.winner) for trick in self.taken]
        tricks = {each: won.count(each) for each in ("NS", "EW")}
        pit = str(self.switches["pit"])
        return settle(side(self.maker), self.points, self.roem, tricks, pit)
