"""The score sheet as clubs know it, in whole texts."""

from dataclasses import replace

import pytest

from klaverjas import Game, Line, Player, Seat
from klaverjas_client.terminal import ScoreSheet, Style
from klaverjas_client.terminal.columns import width
from klaverjas_words import LANGUAGES, load
from tests.clients.terminal.position import (
    LINES,
    PAIR,
    PAIR_LINES,
    both,
    each,
    playing,
    text,
)

DUTCH = text("""
Scorelijst
wij: Riet & Ed  zij: Jan & Van 't Hof
                  │          WIJ           │          ZIJ
spel              │ punt roem schr.   tot. │ punt roem schr.   tot.
──────────────────┼────────────────────────┼───────────────────────
   1 ♥ Jan        │   73   70   272    272 │   89   40     0 N    0
   2 ♠ Riet       │  162   40   302 P  574 │    0          0      0
   3 ♦ Van 't Hof │   60         60    634 │  102        102    102
──────────────────┼────────────────────────┼───────────────────────
Tot.              │       110          634 │        40          102
N = nat, P = pit
""")

ENGLISH_NARROW = text("""
Score sheet
we: Riet & Ed  they: Jan & Van '…
             │     WE     │    THEY
deal         │score   tot.│score   tot.
─────────────┼────────────┼────────────
   1 ♥ Jan   │  272    272│    0 N    0
   2 ♠ Riet  │  302 P  574│    0      0
   3 ♦ Van '…│   60    634│  102    102
─────────────┼────────────┼────────────
 Sum         │         634│         102
N = nat, P = pit
""")

RULED_PLAIN = text("""
Score sheet
NS: Riet & Ed  EW: Jan & Van 't Hof
                  |          NS           |          EW
deal              | pts roem score   tot. | pts roem score   tot.
------------------+-----------------------+----------------------
   1 h Jan        |  73   70   272    272 |  89   40     0 N    0
   2 s Riet       | 162   40   302 P  574 |   0          0      0
   3 d Van 't Hof |  60         60    634 | 102        102    102
Dir.              |           -100        |
------------------+-----------------------+----------------------
 Sum              |      110          534 |       40          102
N = nat, P = pit, Dir. = director
""")

PAIR_DUTCH = text("""
Scorelijst
    │               IK               │              RIET               │
spel│  krt ls rks bel nat schr.  tot.│  krt ls rks bel nat schr.   tot.│ pot
────┼────────────────────────────────┼─────────────────────────────────┼────
   1│♥  67 10      20        97    97│   24     20            44     44│
   2│   71         10         0    97│♣  71 10                 0     44│+162
   3│   70 10          70   312   409│♦  50     20             0 B   44│-162
────┼────────────────────────────────┼─────────────────────────────────┼────
Tot.│                             409│                               44│
krt = kaarten, ls = laatste slag, rks = reeksen, bel = bela,
nat = erbij door nat, B = nat
""")

PAIR_NARROW = text("""
Score sheet
    │     ME      │     RIET     │
deal│  score  tot.│  score   tot.│ pot
────┼─────────────┼──────────────┼────
   1│♥    97    97│     44     44│
   2│      0    97│♣     0     44│+162
   3│    312   409│♦     0 B   44│-162
────┼─────────────┼──────────────┼────
 Sum│          409│            44│
B = bate
""")


@pytest.mark.parametrize(
    ("sheet", "language", "style", "lines"),
    [
        (ScoreSheet.of(playing()), "nl", Style(), DUTCH),
        (ScoreSheet.of(playing()), "en", Style(width=40), ENGLISH_NARROW),
        (
            ScoreSheet.of(playing(me=None, totals=both(534, 102))),
            "en",
            Style(ascii=True),
            RULED_PLAIN,
        ),
        (
            ScoreSheet(game=Game.KLABERJASS, lines=PAIR_LINES, me=Seat.S, players=PAIR),
            "nl",
            Style(),
            PAIR_DUTCH,
        ),
        (
            ScoreSheet(game=Game.KLABERJASS, lines=PAIR_LINES, me=Seat.S, players=PAIR),
            "en",
            Style(width=40),
            PAIR_NARROW,
        ),
    ],
    ids=["dutch", "english narrow", "ruled plain", "pair dutch", "pair narrow"],
)
def test_a_sheet_is_written(
    sheet: ScoreSheet, language: str, style: Style, lines: tuple[str, ...]
) -> None:
    assert sheet.render(load(language), style) == lines


def figures(line: str) -> list[str]:
    """Gives what stands in a row, bars left out."""
    return line.replace("│", " ").replace("|", " ").split()


def test_running_totals_add_up_to_the_last_line() -> None:
    lines = ScoreSheet.of(playing()).render(load("nl"), Style())
    assert figures(lines[-2]) == ["Tot.", "110", "634", "40", "102"]


def test_a_record_without_a_viewer_is_by_seats_and_by_name() -> None:
    lines = ScoreSheet(game=Game.KLAVERJAS, lines=LINES).render(load("nl"), Style())
    assert figures(lines[1]) == ["NZ", "OW"]
    assert "oost" in lines[4]
    pair = ScoreSheet(game=Game.KLABERJASS, lines=PAIR_LINES, players=PAIR)
    assert figures(pair.render(load("nl"), Style())[1]) == ["RIET", "ED"]


def test_the_viewer_s_own_side_comes_first() -> None:
    lines = ScoreSheet.of(playing(me=Seat.W)).render(load("en"), Style())
    assert lines[1] == "we: Jan & Van 't Hof  they: Riet & Ed"
    assert figures(lines[5]) == [
        "1",
        "♥",
        "Jan",
        "89",
        "40",
        "0",
        "N",
        "0",
        "73",
        "70",
        "272",
        "272",
    ]


def test_an_empty_sheet_says_so() -> None:
    lines = ScoreSheet(game=Game.KLAVERJAS, lines=()).render(load("en"), Style())
    assert lines == ("Score sheet", "Nothing has been written yet.")


def test_bate_and_pot_are_told_apart() -> None:
    """The third line: 80 of his own, 70 from the maker who was bate, and the pot of 162."""
    sheet = ScoreSheet(game=Game.KLABERJASS, lines=PAIR_LINES, me=Seat.S, players=PAIR)
    lines = sheet.render(load("nl"), Style())
    assert figures(lines[6])[:6] == ["3", "70", "10", "70", "312", "409"]
    assert figures(lines[6])[-1] == "-162"
    without = replace(PAIR_LINES[2], written=each(0, 150), pot=None)
    alone = ScoreSheet(game=Game.KLABERJASS, lines=(without,), me=Seat.S, players=PAIR)
    assert figures(alone.render(load("nl"), Style())[4])[:6] == [
        "3",
        "70",
        "10",
        "70",
        "150",
        "150",
    ]


def test_a_ruling_stands_on_a_line_of_its_own() -> None:
    before = ScoreSheet.of(playing()).render(load("nl"), Style())
    after = ScoreSheet.of(playing(totals=both(634, 2))).render(load("nl"), Style())
    assert not any("WL" in line for line in before)
    ruling = next(line for line in after if "WL" in line)
    assert figures(ruling) == ["WL", "-100"]
    assert figures(after[-2])[-1] == "2"
    assert "WL = wedstrijdleider" in after[-1]


def wide_line(deal: int) -> Line:
    """Writes a line with the largest figures there can be."""
    return Line(
        deal,
        Seat.N,
        LINES[0].trump,
        both(162, 162),
        both(1162, 1162),
        {"NS": "NP", "EW": "NP"},
        both(900, 900),
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", [40, 48, 60, 72, 80])
def test_a_sheet_keeps_its_width(language: str, columns: int) -> None:
    players = dict.fromkeys(Seat, Player("李小龍" * 13))
    lines = tuple(map(wide_line, range(1, 65)))
    four = ScoreSheet(game=Game.KLAVERJAS, lines=lines, me=Seat.E, players=players)
    two = ScoreSheet(game=Game.KLABERJASS, lines=PAIR_LINES, me=Seat.N, players=players)
    for sheet in (four, two):
        for ascii_only in (False, True):
            rendered = sheet.render(load(language), Style(columns, ascii=ascii_only))
            assert max(map(width, rendered)) <= columns


def test_columns_stand_under_each_other_whatever_the_names() -> None:
    players = {Seat.N: Player("李小龍李小龍"), Seat.E: Player("Jo"), Seat.W: Player("e\u0301" * 9)}
    lines = ScoreSheet.of(playing(players={**players, Seat.S: Player("Ed")})).render(
        load("nl"), Style()
    )
    places = {
        tuple(width(line[:i]) for i, c in enumerate(line) if c in "│┼") for line in lines[2:-1]
    }
    assert len(places) == 1
