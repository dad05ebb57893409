"""A record that is wrong is refused, with the line, what was expected and what was found."""

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from klaverjas import InvalidRecord, Match, RuleSet
from klaverjas.record import check, dumps, loads, record_of
from tests.rules.both_games import matches
from tests.rules.playout import played_out, rules_of

RECORDS = Path(__file__).parents[1] / "data" / "records"

# name, what stands there, what is put in its place, the line, what is said
FAULTS = [
    ("klaverjas", 'Game "klaverjas"', 'Game "klaberjass"', 2, "not klaberjass"),
    ("klaverjas", 'Rules "amsterdam"', 'Rules "rotterdam"', 2, "hash"),
    ("klaverjas", 'Rules "amsterdam"', 'Rules "arnhem"', 2, "unknown rule set 'arnhem'"),
    ("klaverjas", "W:D9", "W:D7", 6, "dealer: expected N, found W"),
    ("klaverjas", " N:D8 W:D9", "", 4, "not complete"),
    ("klaverjas", "W:D9", "W:D9 N:D7", 4, "a card too many"),
    ("klaverjas", "N:HA", "N:XX", 4, "not a card"),
    ("klaverjas", "deal 1 dealer W", "deal 2 dealer W", 6, "expected 1, found 2"),
    ("klaverjas", "DK DQ DT", "DK DQ", 7, "cards of N: expected 8, found 7"),
    ("klaverjas", "E CT C8 C7", "E CT C8 DK", 8, "E has what lies elsewhere: DK"),
    ("klaverjas", "E CT C8 C7", "E CT C8 CT", 8, "CT twice"),
    ("klaverjas", "N:pass E:H", "E:H", 11, "E may not name H: wrong-moment"),
    ("klaverjas", "N:pass E:H", "N:pass E:H S:pass", 11, "S may not pass"),
    ("klaverjas", "1 N DK", "1 E DK", 12, "leader of trick 1: expected N, found E"),
    (
        "klaverjas",
        "DK D9 C9 D8 N",
        "DK DA C9 D8 N",
        12,
        "S may not play C9: ruff; expected play HQ",
    ),
    ("klaverjas", "DK D9 C9 D8 N", "DK CT C9 D8 N", 12, "E may not play CT: follow; expected"),
    ("klaverjas", "DK D9 C9 D8 N", "DK D9 C9 D8 E", 12, "expected N, found E"),
    ("klaverjas", "roem 20 E\n3", "roem 40 E\n3", 13, "roem of trick 2: expected 20 E, found 40 E"),
    ("klaverjas", "roem 20 E\n3", "roem 20 N\n3", 13, "N may not roem: wrong-moment"),
    ("klaverjas", "roem 20 E\n3", "roem 20\n3", 13, "expected 0, found 20"),
    ("klaverjas", "roem 20 E\n3", "- (40)\n3", 13, "expected 20, found 40"),
    ("klaverjas", "8 N H8", "9 N H8", 19, "expected trick 8, found 9"),
    ("klaverjas", "8 N H8 C7 CQ H9 W\n", "", 19, "not finished: it is N's turn"),
    ("klaverjas", "points NS 73 EW 89", "points NS 74 EW 88", 20, "expected NS 73 EW 89"),
    ("klaverjas", "roem NS 70 EW 40", "roem NS 40 EW 70", 21, "expected NS 70 EW 40"),
    ("klaverjas", "written NS 272", "written NS 271", 22, "expected NS 272 EW 0, found NS 271"),
    ("klaverjas", "nat EW", "nat NS", 22, "marks: expected nat EW, found nat NS"),
    ("klaverjas", " nat EW", "", 22, "marks: expected nat EW, found none"),
    ("klaverjas", "nat EW", "nat EW pit NS", 22, "marks"),
    ("klaverjas", "nat EW", "nat EW pot 5", 22, "pot: expected 0, found 5"),
    ("klaverjas", "nat EW", "nat EW forfeit EW", 22, "cannot be forfeited"),
    ("klaverjas", "written", "\ndeal 2 dealer N\nwritten", 23, "expected the line written"),
    ("klaverjas", "roem NS 70 EW 40\n", "", 21, "expected the line roem, found written"),
    ("running", "turned:H", "turned:C", 10, "the house may not turn C: suit-named"),
    ("running", "turned:C N:C", "turned:C N:H", 10, "N may not name H: suit-named; expected"),
    ("running", "- (20)", "- (50)", 14, "expected 20, found 50"),
    ("running", "- (20)", "roem 20 E extra", 14, "not what may follow a trick"),
    ("running", "adjust NS -100", "adjust NS many", 12, "not a number"),
    ("running", "adjust NS", "adjust XY", 12, "not a side: 'XY'"),
    ("running", "back E 2.2", "back E two", 13, "not a place"),
    ("running", "back E", "back X", 13, "not a seat"),
    ("running", 'trump_making\\":', 'trump_naming\\":', 2, "unknown switch 'trump_naming'"),
    ("klaberjass", "deal 1 dealer S upcard H9", "deal 1 dealer S", 4, "upcard is missing"),
    ("klaberjass", " bottom C9", "", 4, "the bottom card is missing"),
    ("klaberjass", "upcard H9", "upcard CA", 5, "lies elsewhere: CA"),
    ("klaberjass", "S9 S7", "S9", 5, "cards of N: expected 6 or 9, found 8"),
    ("klaberjass", "S:take", "S:schmeiss", 7, "not-in-set"),
    ("klaberjass", "S:take", "S:take void", 7, "void: expected no, found yes"),
    ("klaberjass", "N:keep S:swap", "N:swap", 8, "N may not swap: no-seven; expected keep"),
    ("klaberjass", "N:keep S:swap", "N:keep", 10, "exchange: the answer of S is missing"),
    ("klaberjass", "S:yes N 20", "S:yes S 20", 9, "sequences: expected N 20, found S 20"),
    ("klaberjass", "S:yes N 20", "S:yes N 50", 9, "sequences: expected N 20, found N 50"),
    ("klaberjass", "S:yes N 20", "S:yes S:no N 20", 9, "declare: S is not asked"),
    ("klaberjass", "C8 N\n2", "DA N\n2", 10, "S may not play DA: follow; expected play C8"),
    ("klaberjass", "HQ/bela", "HQ/from-bela", 11, "no-bela"),
    ("klaberjass", "HQ/bela", "HQ/belote", 11, "not a call"),
    ("klaberjass", "HQ/bela", "HQ", 21, "bela: expected N 0 S 0, found N 0 S 20"),
    ("klaberjass", "C8 N\n2", "C8 S\n2", 10, "winner of trick 1: expected N, found S"),
    ("klaberjass", "sequences N 20", "sequences N 50", 20, "sequences: expected N 20 S 0"),
    ("klaberjass", "S 20\nwritten", "S 0\nwritten", 21, "bela: expected N 0 S 20"),
    ("klaberjass", "S 97", "S 97 bate N", 22, "marks: expected none, found bate N"),
    ("klaberjass", "S 97", "S 97\nclaim S 600", 23, "S may not claim"),
]


@pytest.mark.parametrize(("name", "there", "instead", "line", "said"), FAULTS)
def test_a_fault_is_found_on_its_line(
    name: str, there: str, instead: str, line: int, said: str
) -> None:
    text = (RECORDS / f"{name}.txt").read_text(encoding="utf-8")
    assert there in text
    check(text)
    with pytest.raises(InvalidRecord, match=re.escape(said)) as error:
        check(text.replace(there, instead, 1))
    assert error.value.line == line


UNREADABLE = [
    ("", 1, "begins with"),
    ("\n\n[Game]", 3, "begins with"),
    ("% klaverjas record 2", 1, "begins with"),
    ("% klaverjas record 1", 1, "Rules is missing"),
    ('% klaverjas record 1\n[Rules "amsterdam"', 2, "not a tag"),
    ('% klaverjas record 1\n[Rules "amsterdam"] [Rules "x"]', 2, "twice"),
    ('% klaverjas record 1\n[Rules "amsterdam"]\nhello', 3, "not a line of a record"),
    ('% klaverjas record 1\n[Rules "amsterdam"]\ncalls N:pass', 3, "expected a deal first"),
    ('% klaverjas record 1\n[Rules "amsterdam"]\ndeal 1 dealer W', 3, "lacks the hand of N"),
    ('% klaverjas record 1\n[Rules "amsterdam"]\ndeal one dealer W', 3, "not a number"),
    ('% klaverjas record 1\n[Rules "amsterdam"]\ndeal 1 dealer W upcard H9', 3, "no upcard"),
    ('% klaverjas record 1\n[Rules "x"] [Switches "{"]', 2, "canonical JSON"),
    ('% klaverjas record 1\n[Rules "x"] [Switches "[1]"]', 2, "canonical JSON"),
]


@pytest.mark.parametrize(("text", "line", "said"), UNREADABLE)
def test_what_is_no_record_is_refused_on_its_line(text: str, line: int, said: str) -> None:
    with pytest.raises(InvalidRecord, match=re.escape(said)) as error:
        loads(text)
    assert error.value.line == line


def test_a_deal_after_the_end_of_the_match_is_refused() -> None:
    text = dumps(record_of(played_out(rules_of(deals=4), Random(5))))
    first = text[text.index("deal 1") :].split("\n\n")[0]
    lines = text.splitlines()
    with pytest.raises(InvalidRecord, match="follows the end of the match") as error:
        check(f"{text}\n{first.replace('deal 1', 'deal 5')}")
    assert error.value.line == len(lines) + 2


def test_a_deal_after_one_that_is_not_finished_is_refused() -> None:
    text = (RECORDS / "running.txt").read_text(encoding="utf-8")
    deal = text[text.index("deal 1") :].split("stand-in")[0]
    with pytest.raises(InvalidRecord, match="deal 1 before this one is not finished") as error:
        check(text + deal.replace("deal 1 dealer W", "deal 2 dealer N"))
    assert error.value.line == len(text.splitlines()) + 1


def test_a_finished_deal_without_its_points_is_refused() -> None:
    text = (RECORDS / "klaverjas.txt").read_text(encoding="utf-8")
    with pytest.raises(InvalidRecord, match="its points are missing") as error:
        check(text[: text.index("points")])
    assert error.value.line == 19


FIGURE = re.compile(
    r"(?<=(?:NS|EW) )\d+|(?<=^points N )\d+|(?<=roem )\d+(?= [NESW]$)", re.MULTILINE
)
WINNER = re.compile(r"^\d+ [NESW](?: [CDHS][789TJQKA](?:/[a-z-]+)?)+ ([NESW])", re.MULTILINE)


@given(matches(), st.data())
@settings(max_examples=40)
def test_no_other_figure_and_no_other_winner_passes(match: Match, data: st.DataObject) -> None:
    text = dumps(record_of(match))
    places = [found.span() for found in FIGURE.finditer(text)]
    places += [found.span(1) for found in WINNER.finditer(text)]
    if not places:
        return
    start, end = data.draw(st.sampled_from(places))
    old = text[start:end]
    new = str(int(old) + 10) if old.isdigit() else "S" if old == "N" else "N"
    with pytest.raises(InvalidRecord) as error:
        check(text[:start] + new + text[end:])
    assert error.value.line == text.count("\n", 0, start) + 1


@given(matches(), st.data())
@settings(max_examples=40)
def test_no_card_can_be_exchanged_for_one_already_played(match: Match, data: st.DataObject) -> None:
    text = dumps(record_of(match))
    tricks = [found.span() for found in re.finditer(r"^2 [NESW] \w\w", text, re.MULTILINE)]
    if not tricks:
        return
    _, end = data.draw(st.sampled_from(tricks))
    first = re.compile(r"^1 [NESW] (\w\w)", re.MULTILINE)
    played = [found[1] for found in first.finditer(text) if found.start() < end][-1]
    with pytest.raises(InvalidRecord, match="not-held") as error:
        check(text[: end - 2] + played + text[end:])
    assert error.value.line == text.count("\n", 0, end) + 1


def test_a_record_says_which_rules_it_was_played_by() -> None:
    text = (RECORDS / "klaverjas.txt").read_text(encoding="utf-8")
    wrong = text.replace(RuleSet.named("amsterdam").hash, "0" * 64)
    assert dumps(loads(wrong)) == wrong
    with pytest.raises(InvalidRecord, match="hash of the rules") as error:
        check(wrong)
    assert error.value.line == 2
