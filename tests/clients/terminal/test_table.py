"""The table as people see it, in whole texts; and that it keeps its width whatever comes."""

from collections.abc import Iterable
from random import Random

import pytest

from klaverjas import Card, Hand, Phase, Player, RuleSet, Seat, Suit, View
from klaverjas.actions import Claim, Close, Declare, Keep, Name, Pass, Play, Refuse, Roem, Silent
from klaverjas.events import Declared, SequenceShown, Shown
from klaverjas_client.terminal import ScoreSheet, Style, render, render_last_trick
from klaverjas_client.terminal.columns import width
from klaverjas_words import LANGUAGES, load
from tests.clients.terminal.position import HAND, playing, taking, text
from tests.rules.playout import steps

DUTCH = text("""
Amsterdams · Spel 4 van 16 · Slag 4
Troef ♥ harten · Van 't Hof speelt · Gever Jan · Van 't Hof kwam uit
────────────────────────────────────────────────────────────────────────────────
                                  Riet (maat)
                                       ♣A
Van 't Hof (bot)                    ♣10  ♣H                            Jan (weg)
                                       ·
                                   ▸ Ed (jij)
────────────────────────────────────────────────────────────────────────────────
Vorige slag: ♠A ♠8 ♠H ♠9 – voor Riet
Wij 35 + 20 roem (1 slag) · Zij 41 (2 slagen) · Stand: wij 634 – zij 102

Jouw kaarten – tussen [ ] mag je spelen
 ♥B   ♥9   ♥A   ♠10  ♠7   ♦A   ♦V   ♣8
 1    2    3    4    5    6    7   [8]

Jij bent aan de beurt: speel een kaart.
Typ bijvoorbeeld k8; ? voor hulp.
""")

ENGLISH_NARROW = text("""
Amsterdam · Deal 4 of 16 · Trick 4
Trump ♥ hearts · Made by Van 't Hof
Dealer Jan
────────────────────────────────────────
             Riet (partner)
                   ·
Van 't Hof        ·  ·        Jan (away)
                   ·
               ▸ Ed (you)
────────────────────────────────────────
Last trick: ♠A ♠8 ♠K ♠9 – to Riet
We 35 + 20 roem (1 trick)
They 41 (2 tricks)
Score: we 634 – they 102

Your hand – you may play what is in [ ]
 ♥J   ♥9   ♥A   ♠10  ♠7   ♦A   ♦Q   ♣8
[1]  [2]  [3]  [4]  [5]  [6]  [7]  [8]

There is roem in the trick: call it
before the next lead! Your lead: play a
card.
9 call roem (roem)
Type for example roem; ? for help.
""")

PAIR_PLAIN = text("""
Klabberjas tot 500 - Spel 2 - Troef maken
Nog geen troef - Gever Riet
----------------------------------------------------------------
                              Riet
                               -
open kaart h7
                               -
                           > Ed (jij)
----------------------------------------------------------------
Ik 0 (0 slagen) - Riet 0 (0 slagen) - Stand: ik 97 - Riet 44

Jouw kaarten
 hA   hB   h9   s10  s7   rA

Harten ligt open. Neem je, of pas je?
1 passen (pas)   2 nemen (neem)
3 voorstellen weg te gooien (weg)
Typ bijvoorbeeld pas; ? voor hulp.
""")

SPECTATOR = text("""
Amsterdam · Deal 4 of 16 · Trick 4
Trump ♥ hearts · Made by Van 't Hof · Dealer Jan
Van 't Hof led
────────────────────────────────────────────────────────────
                            Riet
                             ♣A
Van 't Hof (bot)          ♣10  ♣K                 Jan (away)
                             ·
                            ▸ Ed
────────────────────────────────────────────────────────────
Last trick: ♠A ♠8 ♠K ♠9 – to Riet
NS 35 + 20 roem (1 trick) · EW 41 (2 tricks)
Score: NS 634 – EW 102

Ed to play.
""")


@pytest.mark.parametrize(
    ("view", "language", "style", "lines"),
    [
        (playing(), "nl", Style(), DUTCH),
        (
            playing(trick=(), legal=(Roem(), *map(Play, HAND))),
            "en",
            Style(width=40),
            ENGLISH_NARROW,
        ),
        (taking(), "nl", Style(width=64, ascii=True), PAIR_PLAIN),
        (playing(me=None, hand=None, legal=()), "en", Style(width=60), SPECTATOR),
    ],
    ids=["dutch", "english narrow", "pair plain", "spectator"],
)
def test_a_table_is_drawn(view: View, language: str, style: Style, lines: tuple[str, ...]) -> None:
    assert render(view, load(language), style) == lines


def too_wide(lines: Iterable[str], columns: int) -> list[str]:
    """Finds lines that take more columns than there are."""
    return [line for line in lines if width(line) > columns]


HOSTILE = {
    Seat.N: Player("李小龍" * 13, away=True),
    Seat.E: Player("👨‍👩‍👧‍👦" * 5, bot="club"),
    Seat.S: Player("é" * 40),
    Seat.W: Player("W" * 40, bot="club", away=True),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", [40, 53, 80])
@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "ascii", "cp437"])
def test_names_of_any_width_leave_the_lines_in_their_columns(
    language: str, columns: int, encoding: str
) -> None:
    words, style = load(language), Style(columns, encoding)
    for view in (playing(players=HOSTILE), playing(players=HOSTILE, me=None, hand=None, legal=())):
        lines = [*render(view, words, style), *ScoreSheet.of(view).render(words, style)]
        assert too_wide(lines, columns) == []
        assert "".join(lines).encode(encoding)


def test_a_line_that_is_too_wide_is_found() -> None:
    assert too_wide(["李" * 20, "李" * 21], 40) == ["李" * 21]


@pytest.mark.parametrize("columns", [0, 12, 40, 1000])
def test_a_terminal_of_any_size_gets_forty_to_eighty_columns(columns: int) -> None:
    lines = render(playing(), load("nl"), Style(columns))
    assert max(map(width, lines)) == max(40, min(columns, 80))


@pytest.mark.parametrize("rules", RuleSet.all(), ids=lambda rules: rules.name)
def test_every_moment_of_a_match_can_be_drawn(rules: RuleSet) -> None:
    chance = Random(7)
    for step in steps(rules, chance):
        style = Style(chance.choice([40, 62, 80]), ascii=chance.random() < 0.3)
        words = load(chance.choice(LANGUAGES))
        if chance.random() < 0.1:
            view = step.after.view(chance.choice([None, *rules.game.seats]))
            assert too_wide(render(view, words, style), style.columns) == []
            assert too_wide(ScoreSheet.of(view).render(words, style), style.columns) == []


def test_red_suits_are_red_only_where_colour_is_wanted() -> None:
    plain, coloured = (
        render(playing(), load("nl"), Style(colour=colour)) for colour in (False, True)
    )
    assert not any("\x1b" in line for line in plain)
    assert any("\x1b[31m♥B\x1b[0m" in line for line in coloured)
    assert not any("\x1b[31m♠" in line or "\x1b[31m♣" in line for line in coloured)
    bare = tuple(line.replace("\x1b[31m", "").replace("\x1b[0m", "") for line in coloured)
    assert bare == plain


def test_partners_sit_opposite_and_one_s_own_place_is_below() -> None:
    for me, opposite in ((Seat.N, "Ed"), (Seat.E, "Van 't Hof"), (Seat.W, "Jan")):
        lines = render(playing(me=me, turn=None), load("en"), Style())
        assert lines[3].strip().startswith(f"{opposite} (partner")
        assert "(you" in lines[7]


def test_the_last_trick_is_told() -> None:
    assert render_last_trick(playing(), load("nl"), Style()) == (
        "Vorige slag: ♠A ♠8 ♠H ♠9 – voor Riet"
    )
    assert render_last_trick(playing(me=Seat.N), load("en"), Style(ascii=True)) == (
        "Last trick: sA s8 sK s9 - to you"
    )
    assert "nog geen vorige slag" in render_last_trick(playing(last=None), load("nl"), Style())


def asked(view: View) -> str:
    """Gives the question below the table, in Dutch."""
    lines = render(view, load("nl"), Style())
    return " ".join(lines[len(lines) - lines[::-1].index("") :])


@pytest.mark.parametrize(
    ("view", "question"),
    [
        (
            playing(trump=None, legal=(*map(Name, Suit), Pass())),
            "Welke kleur wordt troef? Je mag ook passen. 1 ♣ klaveren (k)   2 ♦ ruiten (r)   "
            "3 ♥ harten (h)   4 ♠ schoppen (s) 5 passen (pas) Typ bijvoorbeeld k; ? voor hulp.",
        ),
        (playing(legal=tuple(map(Name, Suit))), "Welke kleur wordt troef? Jij moet spelen."),
        (playing(legal=(Name(Suit.H), Pass())), "♥ harten is gedraaid. Speel je, of pas je?"),
        (playing(legal=(Name(Suit.H),)), "♥ harten is gedraaid en iedereen paste"),
        (playing(legal=(Roem(),)), "Er ligt roem in de slag"),
        (playing(legal=(Roem(), Close())), "Het spel is uit, maar er ligt nog roem."),
        (playing(legal=(Close(),)), "Het spel is uit: sluit het spel."),
        (playing(trick=(), legal=(Play(Card.C8),)), "Jij komt uit: speel een kaart."),
        (taking(), "♥ harten ligt open. Neem je, of pas je?"),
        (taking(legal=(Keep(),)), "Ruil je de troefzeven voor de open kaart?"),
        (taking(legal=(Declare(), Silent())), "Meld je je reeksen, of zwijg je?"),
        (taking(legal=(Refuse(),)), "De ander wil weggooien."),
        (taking(trick=(), legal=(Play(Card.HA), Claim())), "Heb je genoeg?"),
        (playing(legal=(), turn=Seat.N), "Riet is aan de beurt."),
        (playing(legal=(), turn=None), "Even wachten …"),
        (playing(legal=(), phase=Phase.OVER), "De partij is afgelopen."),
        (
            playing(legal=(), phase=Phase.WAITING, players={Seat.S: Player("Ed")}),
            "Wachten op nog 3 spelers …",
        ),
    ],
)
def test_what_is_asked_is_said(view: View, question: str) -> None:
    assert asked(view).startswith(question)


def test_cards_that_may_be_called_with_are_offered() -> None:
    hand = tuple(Hand.parse("HK HQ CA"))
    view = taking(trump=Suit.H, hand=hand, legal=(*map(Play, hand), Play(Card.HK, "bela")))
    assert "♥H met bela (hh bela)" in asked(view)


def test_what_was_said_and_shown_stands_at_the_table() -> None:
    said = taking(declared=(Declared(Seat.N, {"class": 50}), Declared(Seat.S, "good")), pot=202)
    lines = " ".join(render(said, load("en"), Style()))
    assert "Riet: ‘a sequence of 50’ · You: ‘good’" in lines
    assert "In the pot: 202" in lines
    run = (SequenceShown((Card.SA, Card.SK, Card.SQ), 20),)
    shown = taking(declared=said.declared, shown=Shown(Seat.S, run, 20), bela={"N": ("bela",)})
    lines = " ".join(render(shown, load("en"), Style()))
    assert "You showed ♠A ♠K ♠Q" in lines
    assert "Bela by Riet" in lines
    assert "sequence of" not in lines


def test_the_open_cards_lie_beside_the_trick() -> None:
    lines = render(taking(bottom=Card.C9), load("nl"), Style())
    assert lines[5] == "open kaart ♥7   onderste kaart ♣9"


def test_every_card_of_a_hand_has_its_number() -> None:
    lines = render(playing(), load("nl"), Style())
    assert lines[14].split() == ["1", "2", "3", "4", "5", "6", "7", "[8]"]
    assert len(lines[13].split()) == len(HAND)
