"""Every event has its line, told from where the viewer sits."""

from random import Random
from typing import get_args

import pytest

from klaverjas import Card, RuleSet, Seat, Suit, View
from klaverjas.events import (
    Answered,
    Bottom,
    Claimed,
    Dealt,
    Declared,
    Drawn,
    DrawnCard,
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
    SequenceShown,
    Shown,
    Silence,
    Swapped,
    Taken,
    TrickTaken,
    Turned,
    Void,
    Written,
)
from klaverjas_client.terminal import Story, Style, Told
from klaverjas_wire.table import (
    TABLE_EVENTS,
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
    Unknown,
)
from klaverjas_words import LANGUAGES, load
from tests.clients.terminal.position import both, each, playing, taking
from tests.rules.playout import steps

N, E, S, W = Seat
STUK = RoemPart("stuk", (Card.HK, Card.HQ), 20)
RUN = RoemPart("run", (Card.HK, Card.HQ, Card.HJ), 20)
WRITTEN = Written(5, E, both(73, 89), both(272, 0), {"NS": "", "EW": "N"}, both(70, 40))
PIT = Written(6, S, both(162, 0), both(262, 0), {"NS": "P", "EW": ""}, both(0, 0))
POT = Written(7, N, each(81, 81), each(0, 0), {"N": "", "S": ""}, pot=162)
FOUR = playing()
TWO = taking()

TOLD: list[tuple[View, Told, str, str]] = [
    (FOUR, Sat(N, "Riet"), "Riet gaat op noord zitten.", "Riet sits down North."),
    (FOUR, Sat(S, "Ed"), "Jij gaat op zuid zitten.", "You sit down South."),
    (FOUR, Left(E), "Jan staat op.", "Jan gets up."),
    (FOUR, Filled(W, "club"), "Op west speelt de bot club.", "West is played by the bot club."),
    (
        FOUR,
        Started("nku", "f00"),
        "De tafel is compleet. We spelen NKU.",
        "The table is complete. We play NKU.",
    ),
    (
        FOUR,
        Started("utrecht+pit=none", "f00"),
        "De tafel is compleet. We spelen Utrechts, met eigen afspraken.",
        "The table is complete. We play Utrecht, with house rules.",
    ),
    (
        FOUR,
        Drawn((DrawnCard(N, Card.HA), DrawnCard(S, Card.SA)), S),
        "Getrokken: Riet ♥A, jij ♠A. Jij geeft.",
        "Drawn: Riet ♥A, you ♠A. You deal.",
    ),
    (FOUR, Dealt(3, E), "Spel 3: Jan geeft.", "Deal 3: Jan deals."),
    (FOUR, Turned(Suit.D), "Gedraaid: ♦ ruiten.", "Turned: ♦ diamonds."),
    (TWO, Turned(Suit.D, Card.D9), "Open ligt ♦9.", "The upcard is ♦9."),
    (FOUR, Passed(N), "Riet past.", "Riet passes."),
    (FOUR, Passed(S), "Jij past.", "You pass."),
    (FOUR, Named(E, Suit.C), "Jan speelt ♣ klaveren.", "Jan plays ♣ clubs."),
    (FOUR, Played(E, Card.HJ), "Jan: ♥B", "Jan: ♥J"),
    (TWO, Played(S, Card.HK, "bela"), "Jij: ♥H – bela!", "You: ♥K – bela!"),
    (TWO, Played(N, Card.HQ, "from-bela"), "Riet: ♥V – van bela!", "Riet: ♥Q – from bela!"),
    (
        FOUR,
        TrickTaken(3, W, 1),
        "Slag 3 is voor Van 't Hof: 1 punt.",
        "Trick 3 goes to Van 't Hof: 1 point.",
    ),
    (FOUR, TrickTaken(8, S, 23), "Slag 8 is voor jou: 23 punten.", "Trick 8 is yours: 23 points."),
    (
        FOUR,
        RoemCounted(N, 3, 40, (RUN, STUK)),
        "Riet roept 40 roem: ♥H ♥V ♥B (20), stuk ♥H ♥V (20).",
        "Riet calls 40 roem: ♥K ♥Q ♥J (20), stuk ♥K ♥Q (20).",
    ),
    (
        FOUR,
        RoemCounted(None, 3, 20, (STUK,)),
        "20 roem in slag 3: stuk ♥H ♥V (20).",
        "20 roem in trick 3: stuk ♥K ♥Q (20).",
    ),
    (
        FOUR,
        WRITTEN,
        "Spel 5 geschreven: wij 272, zij 0. Zij: nat!",
        "Deal 5 written: we 272, they 0. They: nat!",
    ),
    (
        playing(me=E),
        WRITTEN,
        "Spel 5 geschreven: wij 0, zij 272. Wij: nat!",
        "Deal 5 written: we 0, they 272. We: nat!",
    ),
    (
        playing(me=None),
        PIT,
        "Spel 6 geschreven: NZ 262, OW 0. NZ: pit!",
        "Deal 6 written: NS 262, EW 0. NS: pit!",
    ),
    (
        TWO,
        POT,
        "Spel 7 geschreven: ik 0, Riet 0. In de pot ligt nu 162.",
        "Deal 7 written: me 0, Riet 0. There is now 162 in the pot.",
    ),
    (
        FOUR,
        Finished(both(1900, 1700), "NS"),
        "Afgelopen: wij 1900, zij 1700. Wij hebben gewonnen!",
        "Over: we 1900, they 1700. We have won!",
    ),
    (
        FOUR,
        Finished(both(1, 2), "EW"),
        "Afgelopen: wij 1, zij 2. Zij hebben gewonnen.",
        "Over: we 1, they 2. They have won.",
    ),
    (
        playing(me=None),
        Finished(both(1, 2), "EW"),
        "Afgelopen: NZ 1, OW 2. OW heeft gewonnen.",
        "Over: NS 1, EW 2. EW wins.",
    ),
    (
        FOUR,
        Finished(both(1, 1), None),
        "Afgelopen: wij 1, zij 1. Gelijkspel!",
        "Over: we 1, they 1. A drawn match!",
    ),
    (
        TWO,
        Finished(each(503, 90), "N", "claim"),
        "Afgelopen: ik 90, Riet 503. Beslist door een claim. Riet heeft gewonnen.",
        "Over: me 90, Riet 503. Decided by a claim. Riet wins.",
    ),
    (
        TWO,
        Finished(each(90, 503), "S"),
        "Afgelopen: ik 503, Riet 90. Jij hebt gewonnen!",
        "Over: me 503, Riet 90. You have won!",
    ),
    (TWO, Taken(N, Suit.H), "Riet neemt: ♥ harten is troef.", "Riet takes it: ♥ hearts is trump."),
    (TWO, Schmeissed(N), "Riet wil weggooien.", "Riet offers to throw in."),
    (
        TWO,
        Answered(S, True),
        "Jij gaat akkoord: de kaarten gaan weg.",
        "You accept: the cards are thrown in.",
    ),
    (TWO, Answered(N, False), "Riet weigert: er wordt gespeeld.", "Riet refuses: we play."),
    (
        TWO,
        Void(4, S),
        "Spel 4 gaat niet door. Jij geeft opnieuw.",
        "Deal 4 is void. You deal again.",
    ),
    (TWO, Packet((Card.HJ, Card.CT)), "Je krijgt erbij: ♥B ♣10.", "You get ♥J ♣10."),
    (TWO, Packet(), "Ieder krijgt nog drie kaarten.", "Everybody gets three more cards."),
    (
        TWO,
        Bottom(Card.C9),
        "Onderop ligt ♣9; die doet niet mee.",
        "The bottom card is ♣9; it is dead.",
    ),
    (TWO, Swapped(S, Card.HA, Card.H7), "Jij ruilt ♥7 voor ♥A.", "You swap ♥7 for ♥A."),
    (TWO, Kept(N), "Riet ruilt niet.", "Riet makes no exchange."),
    (
        TWO,
        Declared(N, {"class": 50}),
        "Riet: ‘een reeks van 50’",
        "Riet: ‘a sequence of 50’",
    ),
    (TWO, Declared(S, {"length": 5}), "Jij: ‘5 op een rij’", "You: ‘5 in a row’"),
    (TWO, Declared(N, {"top": "K"}), "Riet: ‘tot en met de heer’", "Riet: ‘up to the king’"),
    (TWO, Declared(N, {"suit": "H"}), "Riet: ‘in ♥ harten’", "Riet: ‘in ♥ hearts’"),
    (TWO, Declared(N, {"trump": True}), "Riet: ‘in troef’", "Riet: ‘in trump’"),
    (TWO, Declared(N, {"trump": False}), "Riet: ‘niet in troef’", "Riet: ‘not in trump’"),
    (TWO, Declared(N, "not good"), "Riet: ‘niet goed’", "Riet: ‘not good’"),
    (TWO, Silence(N), "Riet meldt niets.", "Riet declares nothing."),
    (
        TWO,
        Shown(N, (SequenceShown((Card.SA, Card.SK, Card.SQ), 20),), 20),
        "Riet toont ♠A ♠H ♠V: 20.",
        "Riet shows ♠A ♠K ♠Q: 20.",
    ),
    (
        TWO,
        Claimed(S, 503, True),
        "Jij claimt met 503: goed, de partij is binnen!",
        "You claim at 503: right, the match is yours!",
    ),
    (
        TWO,
        Claimed(N, 499, False),
        "Riet claimt met 499: te weinig, de partij is verloren.",
        "Riet claims at 499: not enough, the match is lost.",
    ),
    (
        FOUR,
        StandIn(E, "club"),
        "De bot club speelt zolang voor Jan.",
        "The bot club plays for Jan meanwhile.",
    ),
    (FOUR, Back(S), "Jij speelt weer zelf.", "You play again."),
    (FOUR, Paused(), "De tafel staat stil.", "The table is paused."),
    (FOUR, Resumed(), "We spelen verder.", "We play on."),
    (
        FOUR,
        RolledBack(5, 2),
        "De wedstrijdleider zet het spel terug naar spel 5, slag 2.",
        "The director goes back to deal 5, trick 2.",
    ),
    (
        FOUR,
        Ruled("adjust", "EW", -100, "verzaakt"),
        "Correctie van de wedstrijdleider – zij: -100. Reden: verzaakt",
        "Adjusted by the director – they: -100. Reason: verzaakt",
    ),
    (
        FOUR,
        Ruled("void"),
        "De wedstrijdleider verklaart het spel ongeldig.",
        "The director makes the deal void.",
    ),
    (
        FOUR,
        Ruled("replace"),
        "De wedstrijdleider vervangt een speler.",
        "The director replaces a player.",
    ),
    (FOUR, Ruled("pause"), "De wedstrijdleider heeft beslist.", "The director has ruled."),
    (
        FOUR,
        Unknown("danced", {}),
        "Er gebeurde iets wat dit programma niet kent: danced.",
        "Something happened that this program does not know: danced.",
    ),
]


@pytest.mark.parametrize(("view", "event", "dutch", "english"), TOLD)
def test_an_event_is_told(view: View, event: Told, dutch: str, english: str) -> None:
    assert Story(load("nl"), Style(), view).tell(event) == dutch
    assert Story(load("en"), Style(), view).tell(event) == english


def test_every_event_there_is_is_among_them() -> None:
    assert {type(event) for _, event, _, _ in TOLD} == {
        *get_args(SeenEvent),
        *TABLE_EVENTS,
        Unknown,
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_can_be_told_in_every_language_to_everybody(language: str) -> None:
    words = load(language)
    strange = Story(words, Style(), FOUR).tell(Unknown("", {}))[:20]
    for view, event, _, _ in TOLD:
        for me in (None, *view.game.seats):
            seated = playing(me=me) if view.game is FOUR.game else taking(me=me)
            told = Story(words, Style(ascii=True), seated).tell(event)
            assert told.isascii()
            assert type(event) is Unknown or not told.startswith(strange)


@pytest.mark.parametrize("name", ["amsterdam", "nku", "clobyosh-501", "denexa-501"])
def test_a_match_is_told_to_the_end(name: str) -> None:
    rules = RuleSet.named(name)
    told = []
    for step in steps(rules, Random(5)):
        story = Story(load("en"), Style(), step.after.view(Seat.S))
        told += [story.tell(event.seen_by(Seat.S)) for event in step.events]
    assert told[0].startswith("Drawn: ") or told[0].endswith(("deals.", "deal."))
    assert any(line.startswith("Over: ") for line in told[-1:])
    assert not any("does not know" in line for line in told)


def test_who_sits_nowhere_yet_is_called_by_his_seat() -> None:
    assert Story(load("nl"), Style(), playing(players={})).tell(Passed(N)) == "Noord past."


def test_colour_is_put_on_red_cards_alone() -> None:
    story = Story(load("nl"), Style(colour=True), FOUR)
    assert story.tell(Played(N, Card.HT)) == "Riet: \x1b[31m♥10\x1b[0m"
    assert story.tell(Played(N, Card.ST)) == "Riet: ♠10"
