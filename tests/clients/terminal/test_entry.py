"""Everything that may be done can be typed, in every language; what is unclear gets help."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from klaverjas import PACK, Card, Hand, RuleSet, Suit, View
from klaverjas.actions import (
    PLAYER_ACTIONS,
    Accept,
    Claim,
    Close,
    Declare,
    Keep,
    Name,
    Pass,
    Play,
    PlayerAction,
    Refuse,
    Roem,
    Schmeiss,
    Silent,
    Swap,
    Take,
)
from klaverjas_client.terminal import (
    Chosen,
    Command,
    Reader,
    Style,
    Unclear,
    choices,
)
from klaverjas_words import LANGUAGES, Catalogue, load
from tests.clients.terminal.position import playing, taking
from tests.rules.playout import steps

COUPLES = tuple(card for card in PACK if card.rank in "KQ")
"""The cards that may be played with a word."""

QUESTIONS: tuple[tuple[PlayerAction, ...], ...] = (
    (*map(Name, Suit), Pass()),
    (Pass(), Take(), Schmeiss()),
    (Accept(), Refuse()),
    (Swap(), Keep()),
    (Declare(), Silent()),
    (Roem(), Close()),
    (Roem(), Claim(), *map(Play, PACK), *(Play(card, "bela") for card in COUPLES)),
    (*map(Play, PACK), *(Play(card, "from-bela") for card in COUPLES)),
)
"""Questions that hold, together, every action there is."""


def reader(language: str, ascii_only: bool = False) -> Reader:
    """Makes a reader for one language."""
    return Reader(load(language), Style(ascii=ascii_only))


def asking(*legal: PlayerAction) -> View:
    """Asks this of somebody who holds the cards that he may play."""
    hand = tuple(dict.fromkeys(action.card for action in legal if isinstance(action, Play)))
    return replace(taking(hand=hand or None), legal=legal)


def spellings(words: Catalogue, action: PlayerAction) -> Iterator[str]:
    """Lists what may be typed for an action, as the catalogue and the wire have it."""
    match action:
        case Play(card, None):
            yield from (
                card,
                card.lower(),
                words.text(f"suit.{card.suit}") + words.text(f"face.{card.rank}"),
            )
        case Name(suit):
            yield from (suit, words.text(f"suit.{suit}"))
        case Play(card, str(call)):
            yield from (f"{card} {ending}" for ending in words.spellings(f"typed.{call}"))
        case _:
            yield from (action.a, *words.spellings(f"typed.{action.a}"))


def unreachable(read: Reader, legal: tuple[PlayerAction, ...]) -> list[PlayerAction]:
    """Finds legal actions that cannot be typed as they are spelled."""
    view = asking(*legal)
    return [a for a in legal if read.read(read.spell(a), view) != Chosen(a, listed=True)]


def test_the_questions_hold_every_action() -> None:
    asked = {action for legal in QUESTIONS for action in legal}
    assert {type(action) for action in asked} == set(PLAYER_ACTIONS)
    assert sum(isinstance(action, Play) for action in asked) == 48


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ascii_only", [False, True])
def test_every_action_can_be_typed_as_it_is_spelled(language: str, ascii_only: bool) -> None:
    for legal in QUESTIONS:
        assert unreachable(reader(language, ascii_only), legal) == []


def test_an_action_that_cannot_be_typed_is_found() -> None:
    words = load("nl")
    texts = {key: words.pattern(key) for key in words}
    muddled = Catalogue("nl", {**texts, "typed.pass": "h"})
    assert unreachable(Reader(muddled, Style()), QUESTIONS[0]) == [Name(Suit.H), Pass()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_the_catalogue_offers_is_understood(language: str) -> None:
    read, words = reader(language), load(language)
    for legal in QUESTIONS:
        view = asking(*legal)
        for action in legal:
            for typed in spellings(words, action):
                assert read.read(typed, view) == Chosen(action, listed=True), typed


@pytest.mark.parametrize("rules", RuleSet.all(), ids=lambda rules: rules.name)
def test_every_legal_action_of_a_match_can_be_typed(rules: RuleSet) -> None:
    chance = Random(11)
    readers = [reader(language) for language in LANGUAGES]
    for step in steps(rules, chance):
        for ask in step.after.asks():
            view, read = step.after.view(ask.seat), chance.choice(readers)
            for action in chance.sample(view.legal, min(2, len(view.legal))):
                assert read.read(read.spell(action), view) == Chosen(action, listed=True)


@pytest.mark.parametrize(
    ("language", "typed", "card"),
    [
        ("nl", "hj", Card.HJ),
        ("nl", "HJ", Card.HJ),
        ("nl", "hb", Card.HJ),
        ("nl", "♥B", Card.HJ),
        ("nl", "♥️ b", Card.HJ),
        ("nl", "hartenboer", Card.HJ),
        ("nl", "Harten Boer", Card.HJ),
        ("nl", "hh", Card.HK),
        ("nl", "hk", Card.HK),
        ("nl", "kh", Card.CK),
        ("nl", "k10", Card.CT),
        ("nl", "ct", Card.CT),
        ("nl", "rv", Card.DQ),
        ("en", "jack of hearts", Card.HJ),
        ("en", "h 10", Card.HT),
        ("de", "kra", Card.CA),
        ("de", "Karo-Ass", Card.DA),
        ("de", "pd", Card.SQ),
        ("no", "kkn", Card.CJ),
        ("no", "klover ess", Card.CA),
        ("sv", "hjärter kung", Card.HK),
        ("sv", "HJARTER KUNG", Card.HK),
        ("fi", "hä", Card.HA),
        ("fi", "ha", Card.HA),
        ("fi", "hs", Card.HJ),
        ("fi", "patarouva", Card.SQ),
    ],
)
def test_a_card_is_its_suit_and_its_rank(language: str, typed: str, card: Card) -> None:
    assert reader(language).read(typed, asking(*map(Play, PACK))) == Chosen(Play(card), True)


@pytest.mark.parametrize(
    ("language", "typed", "cards"),
    [("de", "k7", "C7 D7"), ("fi", "r7", "C7 D7"), ("de", "KK", "CK DK")],
)
def test_of_two_cards_none_is_taken_for_the_other(language: str, typed: str, cards: str) -> None:
    held = Hand.parse(cards)
    answer = reader(language).read(typed, playing(hand=tuple(held), legal=(Play(min(held)),)))
    assert isinstance(answer, Unclear)
    assert set(answer.candidates) == set(map(Play, held))
    alone = playing(hand=(max(held),), legal=(Play(max(held)),))
    assert reader(language).read(typed, alone) == Chosen(Play(max(held)), listed=True)


def test_a_number_is_what_stands_beside_it() -> None:
    view = playing(trick=(), legal=(Roem(), *map(Play, playing().hand or ())))
    for number, action in enumerate(choices(view), 1):
        assert reader("nl").read(f" {number} ", view) == Chosen(action, listed=True)
    with_bela = taking(hand=(Card.HK,), legal=(Play(Card.HK), Play(Card.HK, "bela")))
    assert reader("nl").read("1 bela", with_bela) == Chosen(Play(Card.HK, "bela"), listed=True)


def test_either_word_calls_the_bela_that_is_open() -> None:
    second = asking(Play(Card.HQ), Play(Card.HQ, "from-bela"))
    for typed in ("hv bela", "hv van bela", "hv b", "HQ from-bela"):
        assert reader("nl").read(typed, second) == Chosen(Play(Card.HQ, "from-bela"), listed=True)


def test_what_is_not_listed_is_left_to_the_table_to_refuse() -> None:
    read = reader("nl")
    assert read.read("hb", playing()) == Chosen(Play(Card.HJ), listed=False)
    assert read.read("ka", playing()) == Chosen(Play(Card.CA), listed=False)
    assert read.read("pas", playing()) == Chosen(Pass(), listed=False)
    assert read.read("1", playing()) == Chosen(Play(Card.HJ), listed=False)


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("?", Command.HELP),
        ("hulp", Command.HELP),
        ("lijst", Command.SHEET),
        ("vorige slag", Command.LAST),
        ("stop", Command.QUIT),
        ("Quit", Command.QUIT),
    ],
)
def test_commands_work_at_any_time(typed: str, command: Command) -> None:
    assert reader("nl").read(typed, playing()) is command
    assert reader("nl").read(typed, playing(legal=())) is command


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_command_hides_an_action(language: str) -> None:
    read = reader(language)
    for command in Command:
        for typed in load(language).spellings(f"typed.{command}"):
            assert read.read(typed, asking(*QUESTIONS[0])) is command


@pytest.mark.parametrize(
    ("language", "typed", "view", "answer"),
    [
        ("nl", "", playing(), "Typ wat je wilt doen, of ? voor hulp."),
        ("nl", "xyz", playing(), "‘xyz’ ken ik niet. Je kunt kiezen uit ♣8 (k8)."),
        ("nl", "9", playing(), "Een 9 staat er niet bij: kies van 1 tot en met 8."),
        ("nl", "0", taking(), "Een 0 staat er niet bij: kies van 1 tot en met 3."),
        ("nl", "hb", playing(legal=()), "Er wordt je nu niets gevraagd."),
        (
            "nl",
            "dans",
            taking(),
            "‘dans’ ken ik niet. Je kunt kiezen uit passen (pas), nemen (neem) of "
            "voorstellen weg te gooien (weg).",
        ),
        (
            "de",
            "k7",
            playing(hand=(Card.C7, Card.D7), legal=(Play(Card.C7),)),
            "‚k7‘ ist mehrdeutig. Meinst du ♣7 (kr7) oder ♦7 (ka7)?",
        ),
    ],
)
def test_what_is_unclear_gets_a_sentence_that_helps(
    language: str, typed: str, view: View, answer: str
) -> None:
    unclear = reader(language).read(typed, view)
    assert isinstance(unclear, Unclear)
    assert unclear.text == answer


@pytest.mark.parametrize(
    "typed",
    [
        "9" * 5000,
        "9" * 5000 + "bela",
        "h" * 5000,
        "\x1b[31mhb",
        "²",
        "١",
        "\u202e",
        "None",
        "{text}",
    ],
)
def test_nothing_that_is_typed_can_do_harm(typed: str) -> None:
    answer = reader("nl").read(typed, playing())
    assert isinstance(answer, Unclear | Chosen)
    if isinstance(answer, Unclear):
        assert answer.text.isprintable()
        assert len(answer.text) < 120


def test_help_says_what_can_be_typed() -> None:
    assert reader("nl").help(taking()) == (
        "Een kaart speel je met kleur en plaatje, zoals ra of ♦A, of met zijn nummer.",
        "Kleuren: k = ♣ klaveren, r = ♦ ruiten, h = ♥ harten, s = ♠ schoppen.",
        "Plaatjes: A = aas, H = heer, V = vrouw, B = boer, 10 = tien.",
        "Nu kan: passen (pas), nemen (neem), voorstellen weg te gooien (weg).",
        "lijst laat de scorelijst zien.",
        "vorige laat de vorige slag zien.",
        "stop stopt; je plaats blijft voor je vrij.",
    )
    bela = taking(hand=(Card.HK,), legal=(Play(Card.HK), Play(Card.HK, "bela")))
    assert "Call bela with the card: hk bela." in reader("en").help(bela)


def test_who_looks_on_is_told_nothing_of_playing() -> None:
    looking_on = taking(me=None, hand=None, legal=())
    assert [line.split()[0] for line in reader("nl").help(looking_on)] == [
        "lijst",
        "vorige",
        "stop",
    ]
