"""What a player concludes from the cards others lay, and what he forgets."""

from random import Random

import pytest

from klaverjas import Ask, Card, Hand, Phase, RuleSet, Seat, Suit, View
from klaverjas.actions import PlayerAction
from klaverjas.events import Dealt, Played, SeenEvent, SequenceShown, Shown, Swapped, TrickTaken
from klaverjas.four.rules import KlaverjasRules
from klaverjas.trick import TRUMPING, Trumping
from klaverjas_bots import RandomPlay, make
from klaverjas_bots import memory as memory_module
from klaverjas_bots.cards import mask_of
from klaverjas_bots.memory import Memory, impossible
from tests.clients.bots.table import Table, called, dealt, played, table_of

CLUBS, HEARTS = "C7 C8 C9 CT CJ CQ CK CA", "H7 H8 H9 HT HJ HQ HK HA"
ABOVE_TEN, REST = "HA H9 HJ", "D7 D8 D9 DT DJ DQ DK DA S7 S8 S9 ST SJ SQ SK SA"
HIGHER = f"{CLUBS} {ABOVE_TEN}"


@pytest.mark.parametrize(
    ("trick", "card", "amsterdam", "rotterdam", "underruff"),
    [
        ("C7", "CA", "", "", ""),
        ("C7", "D8", f"{CLUBS} {HEARTS}", f"{CLUBS} {HEARTS}", f"{CLUBS} {HEARTS}"),
        ("C7", "H8", CLUBS, CLUBS, CLUBS),
        ("CA C7", "D8", CLUBS, f"{CLUBS} {HEARTS}", CLUBS),
        (
            "CA HT",
            "H7",
            f"{CLUBS} {ABOVE_TEN} {REST}",
            HIGHER,
            HIGHER,
        ),
        ("CA HT", "HJ", CLUBS, CLUBS, CLUBS),
        ("CA HT", "D8", HIGHER, f"{CLUBS} {HEARTS}", f"{CLUBS} {HEARTS}"),
        ("HT", "H7", ABOVE_TEN, ABOVE_TEN, ABOVE_TEN),
        ("HT", "H9", "", "", ""),
        ("HT C7", "D8", HEARTS, HEARTS, HEARTS),
    ],
)
def test_conclusions(trick: str, card: str, amsterdam: str, rotterdam: str, underruff: str) -> None:
    cards = tuple(map(Card.parse, trick.split()))
    for trumping, expected in (
        ("amsterdam", amsterdam),
        ("rotterdam", rotterdam),
        ("amsterdam-underruff", underruff),
    ):
        found = impossible(cards, Card.parse(card), True, Suit.H, TRUMPING[trumping])
        assert Hand(found) == Hand.parse(expected.replace(" {REST}", "")), trumping


@pytest.mark.parametrize(
    "rules",
    [
        *("amsterdam", "rotterdam", "amsterdam-plain"),
        *("utrecht-club", "amsterdam+trump_making=turned", "rotterdam+four_of_a_kind=all"),
        *("clobyosh-501", "denexa-501", "klabberjass-500"),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_nothing_concluded_is_wrong(rules: str, seed: int) -> None:
    assert wrong_conclusions(rules, seed) == []


def test_a_wrong_conclusion_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def as_if_all_were_opponents(
        trick: tuple[Card, ...], card: Card, partners: bool, trump: Suit, trumping: Trumping
    ) -> int:
        return impossible(trick, card, False, trump, trumping)

    monkeypatch.setattr(memory_module, "impossible", as_if_all_were_opponents)
    assert wrong_conclusions("amsterdam", 0) != []


def wrong_conclusions(rules: str, seed: int) -> list[str]:
    """Play four deals at random, and list cards wrongly thought to lie somewhere or not."""
    loaded = RuleSet.load(rules)
    watchers = {seat: Watcher(seed + seat.number) for seat in loaded.game.seats}
    table, wrong = table_of(loaded, watchers, seed), []
    while table.match.phase is not Phase.OVER and table.match.number < 5:
        table = table.act(*table.next())
        wrong += [
            f"{other}: {Hand(mistaken)}"
            for watcher in watchers.values()
            for other in watchers
            if (mistaken := watcher.mistaken(other, held(table, other)))
        ]
    return wrong


class Watcher(RandomPlay):
    """Plays at random, and remembers."""

    def __init__(self, seed: int) -> None:
        super().__init__(Random(seed))
        self.memory = Memory()

    def notice(self, event: SeenEvent) -> None:
        self.memory.notice(event)

    def choose(self, view: View, ask: Ask) -> PlayerAction | None:
        if view.phase is Phase.PLAYING:
            rules = RuleSet.load(view.rules)
            trumping = rules.trumping if isinstance(rules, KlaverjasRules) else "rotterdam"
            self.memory.recall(view, TRUMPING[trumping])
        return super().choose(view, ask)

    def mistaken(self, seat: Seat, hand: int) -> int:
        """Give the cards a seat was thought to lack, and has, or to hold, and has not."""
        memory = self.memory
        return memory.excluded[seat] & hand | memory.shown[seat] & ~memory.gone & ~hand


def held(table: Table, seat: Seat) -> int:
    """Look into a hand, as no player may."""
    return mask_of(table.match.view(seat).hand or ())


ROTTERDAM = TRUMPING["rotterdam"]


def memory_after(table: Table, seat: Seat, *events: SeenEvent) -> Memory:
    """Remember what was noticed, and what the seat sees at a table."""
    memory = Memory()
    for event in events:
        memory.notice(event)
    memory.recall(table.match.view(seat), ROTTERDAM)
    return memory


@pytest.fixture
def table() -> Table:
    """A first trick half played: north led clubs, east had none, nor trumps (hearts)."""
    players = {seat: make("club", 0) for seat in Seat}
    hands = {
        Seat.N: Hand.parse("CA CK CQ CJ HA HK HQ HJ"),
        Seat.E: Hand.parse("DA DK DQ DJ DT D9 D8 D7"),
        Seat.S: Hand.parse("SA SK SQ SJ ST S9 S8 S7"),
        Seat.W: Hand.parse("CT C9 C8 C7 HT H9 H8 H7"),
    }
    begun = called(dealt(RuleSet.named("rotterdam"), players, Seat.W, hands), Seat.N, Suit.H)
    return played(begun, "CA D7")


DEALT = Dealt(1, Seat.W, ())
LED, DISCARDED = Played(Seat.N, Card.CA), Played(Seat.E, Card.D7)


def test_a_deal_seen_from_its_beginning(table: Table) -> None:
    memory = memory_after(table, Seat.S, DEALT, LED, DISCARDED)
    assert Hand(memory.gone) == Hand.parse("CA D7")
    assert Hand(memory.led) == Hand.parse("CA")
    assert Hand(memory.excluded[Seat.E]) == Hand.parse(f"{CLUBS} {HEARTS}")


def test_a_trick_joined_in_the_middle_tells_nothing_of_its_players(table: Table) -> None:
    memory = memory_after(table, Seat.S, DISCARDED)
    assert Hand(memory.gone) == Hand.parse("CA D7")
    assert set(memory.excluded.values()) == {0}


def test_the_next_trick_is_seen_whole() -> None:
    memory = Memory()
    for event in (DISCARDED, TrickTaken(1, Seat.N, 11), LED):
        memory.notice(event)
    assert Hand(memory.led) == Hand.parse("CA")


def test_whoever_noticed_nothing_sees_what_lies_open(table: Table) -> None:
    assert Hand(memory_after(table, Seat.S).gone) == Hand.parse("CA D7")
    third = played(table, "S7 C7")
    assert Hand(memory_after(third, Seat.N).gone) == Hand.parse("CA D7 S7 C7")


def test_what_was_shown_is_known() -> None:
    memory = Memory()
    run = SequenceShown((Card.CK, Card.CQ, Card.CJ), 20)
    memory.notice(Shown(Seat.S, (run,), 20))
    memory.notice(Swapped(Seat.S, Card.HT, Card.H7))
    memory.notice(Played(Seat.S, Card.HK, "bela"))
    assert Hand(memory.shown[Seat.S]) == Hand.parse("CK CQ CJ HT HK HQ")
    assert memory.shown[Seat.N] == 0


def test_a_new_deal_is_a_new_memory(table: Table) -> None:
    memory = memory_after(table, Seat.S, DEALT, LED, DISCARDED)
    memory.notice(DEALT)
    assert memory.gone == memory.led == 0
    assert set(memory.excluded.values()) == {0}


def test_cards_back_in_the_hands_are_forgotten(table: Table) -> None:
    taken_back = Played(Seat.S, Card.S7)
    memory = memory_after(table, Seat.S, DEALT, LED, DISCARDED, taken_back)
    assert Hand(memory.gone) == Hand.parse("CA D7")
    assert memory.excluded[Seat.E] == 0
