"""Legal play, the jass kept back, nine tricks and their points (RULES §5.1)."""

from random import Random

import pytest

from klaverjas import PACK, Card, Hand, IllegalAction, Pair, Seat, Suit
from klaverjas.actions import Play
from klaverjas.cards import points
from klaverjas.two.tricks import Tricks, legal_cards
from tests.rules.playout import shuffled
from tests.rules.two.stage import DE, act, begin, lay, options, rules_of, seen

TRUMP_ORDER, PLAIN_ORDER = "J9ATKQ87", "ATKQJ987"


@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [
        # hearts are trump; a trump led: beat it, else any trump, else anything
        ("HT", "HA H9 H7 CA", "HA H9"),
        ("HJ", "HA H9 H7 CA", "HA H9 H7"),
        ("HT", "CA S7 D8", "CA S7 D8"),
        # a plain suit led: follow without a duty to beat, else any trump, else anything
        ("ST", "SA S7 HJ CA", "SA S7"),
        ("ST", "HJ H7 CA", "HJ H7"),
        ("SA", "H7 S8", "S8"),
        ("SA", "H7 C8", "H7"),
        ("SA", "C7 D8", "C7 D8"),
        (None, "C7 D8 HJ", "C7 D8 HJ"),
    ],
)
def test_what_may_be_laid(led: str | None, hand: str, legal: str) -> None:
    found = legal_cards(Hand.parse(hand).mask, Card(led) if led else None, Suit.H)
    assert seen(found) == set(legal.split())


@pytest.mark.parametrize(
    ("led", "hand", "kept_back"),
    [
        ("SA", "HJ C7 D8", True),
        ("SA", "HJ H7 C7", False),
        ("SA", "H9 C7 D8", False),
        ("SA", "HJ S7 D8", False),
        # a trump lead must be followed
        ("H7", "HJ C7 D8", False),
        ("SA", "HJ", True),
    ],
)
def test_the_bare_jass(led: str, hand: str, kept_back: bool) -> None:
    mask = Hand.parse(hand).mask
    bound = legal_cards(mask, Card(led), Suit.H)
    free = legal_cards(mask, Card(led), Suit.H, bare_jass=True)
    assert free == (mask if kept_back else bound)


def naive_legal(hand: list[str], led: str, trump: str, bare_jass: bool) -> set[str]:
    """Follow the three sentences of the rule."""
    trumps = [card for card in hand if card[0] == trump]
    if led[0] == trump:
        above = [card for card in trumps if TRUMP_ORDER.index(card[1]) < TRUMP_ORDER.index(led[1])]
        return set(above or trumps or hand)
    followers = [card for card in hand if card[0] == led[0]]
    if bare_jass and not followers and trumps == [trump + "J"]:
        return set(hand)
    return set(followers or trumps or hand)


def naive_winner(led: str, card: str, trump: str) -> int:
    """Let the higher trump win, else the higher card of the led suit."""
    if led[0] == card[0]:
        order = TRUMP_ORDER if led[0] == trump else PLAIN_ORDER
        return int(order.index(card[1]) < order.index(led[1]))
    return int(card[0] == trump)


@pytest.mark.parametrize("bare_jass", [False, True])
def test_legal_cards_against_the_rule_in_words(bare_jass: bool) -> None:
    kept_back = 0
    for seed in range(500):
        cards = shuffled(Random(seed))
        led, hand = cards[0], cards[1 : 1 + 1 + seed % 9]
        mask = Hand.of(*hand).mask
        for trump in Suit:
            found = legal_cards(mask, led, trump, bare_jass=bare_jass)
            assert seen(found) == naive_legal([*map(str, hand)], led, trump, bare_jass)
            kept_back += found != legal_cards(mask, led, trump)
    assert (kept_back > 0) is bare_jass


def test_who_wins_a_trick_against_the_rule_in_words() -> None:
    for trump in Suit:
        for led in PACK:
            for card in PACK:
                if led is not card:
                    hands = Pair(led.bit, card.bit)
                    tricks = Tricks.begin(hands, trump, Seat.N, bare_jass=False)
                    tricks = tricks.lay(Play(led)).lay(Play(card))
                    winner = "NS"[naive_winner(led, card, trump)]
                    assert (tricks.taken[0].winner, tricks.leader) == (winner, winner)
                    worth = points(led, trump) + points(card, trump)
                    assert sum(tricks.points) == tricks.taken[0].points == worth


def test_the_last_trick_is_worth_ten() -> None:
    hands = {"N": "CT CJ CQ DT DQ H7 H9 HT SK", "S": "C7 CK CA D7 D8 D9 DA HA SA"}
    deal = act(begin(rules_of(DE), hands, "SJ", "S7"), "N take")
    deal, _ = lay(deal, "HT HA SA SK D8 DT CT C7 H7 CK CQ CA D7 DQ H9 DA CJ D9")
    assert deal.tricks is not None
    taken = deal.tricks.taken
    assert "".join(trick.winner for trick in taken) == "SSNNNSNNN"
    assert [trick.points for trick in taken] == [21, 15, 10, 10, 4, 14, 3, 11, 12]
    assert deal.tricks.points == Pair(50, 50)
    assert [str(card) for card in taken[0].cards] == ["HT", "HA"]


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("CA", "follow"),
        ("HJ", "not-held"),
        ("H8", "beat"),
        ("HK/bela", "beat"),
    ],
)
def test_a_refused_card_says_why(word: str, reason: str) -> None:
    hands = {"N": "HT CQ C7 D7 D8 S7 S8 S9 CJ", "S": "HA HK H8 CA CK DA DK SA SK"}
    deal, _ = lay(act(begin(rules_of(DE), hands, "H7", "H9"), "N take"), "HT")
    assert options(deal) == ["HA"]
    card, _, call = word.partition("/")
    with pytest.raises(IllegalAction) as refusal:
        deal.apply(Seat.S, Play(Card(card), "bela" if call else None))
    assert (refusal.value.reason, refusal.value.legal) == (reason, (Play(Card.HA),))


def test_who_is_void_and_has_a_trump_must_ruff() -> None:
    hands = {"N": "ST CQ C7 D7 D8 S7 S8 S9 CJ", "S": "HA HK H8 CA CK DA DK DQ DJ"}
    deal, _ = lay(act(begin(rules_of(DE), hands, "H7", "H9"), "N take"), "ST")
    with pytest.raises(IllegalAction) as refusal:
        act(deal, "S CA")
    assert refusal.value.reason == "ruff"
    assert options(deal) == ["H8", "HK", "HA"]


@pytest.mark.parametrize("word", ["pass", "swap", "declare", "roem", "close", "schmeiss"])
def test_other_actions_belong_to_other_phases(word: str) -> None:
    hands = {"N": "ST CQ C7 D7 D8 S7 S8 S9 CJ", "S": "HA HK H8 CA CK DA DK DQ DJ"}
    deal, _ = lay(act(begin(rules_of(DE), hands, "H7", "H9"), "N take"), "")
    with pytest.raises(IllegalAction) as refusal:
        act(deal, f"N {word}")
    assert refusal.value.reason == "wrong-phase"
