"""The referee's answers: the cases of the rules, and whole deals."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from klaverjas import Match, RuleSet, Seat
from klaverjas.actions import Turn
from klaverjas.record import DealEntry, loads, record_of
from klaverjas.referee import answer, answer_line
from tests.rules.both_games import SEEDS, short_sets
from tests.rules.playout import steps

RECORDS = Path(__file__).parents[1] / "data" / "records"
CITIES = ("amsterdam", "rotterdam", "utrecht-club")
SEEDS_OF_KLABERJASS = ("clobyosh-501", "klaberjass-500", "denexa-501", "klabberjass-500")


def ask(op: str, rules: object, **fields: object) -> dict[str, Any]:
    """Ask the way a program does: in JSON, and back."""
    answered = json.loads(answer_line(json.dumps({"op": op, "rules": rules, **fields})))
    assert isinstance(answered, dict)
    return answered


LEGAL = [
    # trump, leader, on the table, in hand, legal in Amsterdam | Rotterdam | with under-ruffing
    ("H", "E", "SA", "H7 DK C9", "H7", "H7", "H7"),
    ("D", "N", "CA C8", "DJ D7 HT", "D7 DJ HT", "D7 DJ", "D7 DJ HT"),
    ("H", "W", "ST HT S8", "H9 H7 CA", "CA H9", "H9", "CA H9"),
    ("H", "W", "ST HT S8", "HQ H7 CA", "CA", "H7 HQ", "CA"),
    ("H", "N", "SA HA", "HT H8 DK", "DK", "H8 HT", "H8 HT"),
    ("H", "E", "SA S7 HJ", "H9 HK", "H9 HK", "H9 HK", "H9 HK"),
    ("H", "W", "SA HA S7", "H9 H8", "H9", "H9", "H9"),
    ("D", "W", "D8 D9 D7", "DJ D7", "error", "error", "error"),
    ("D", "W", "D8 D9 DQ", "DJ D7", "DJ", "DJ", "DJ"),
    ("D", "W", "D8 D9 DQ", "DA D7", "D7 DA", "D7 DA", "D7 DA"),
    ("S", "S", "", "DA H7 C9", "C9 DA H7", "C9 DA H7", "C9 DA H7"),
    ("S", "S", "C7", "DA H7 C9 CT", "C9 CT", "C9 CT", "C9 CT"),
]


@pytest.mark.parametrize(("trump", "leader", "trick", "hand", "one", "two", "three"), LEGAL)
def test_legal_cards_of_the_cities(
    trump: str, leader: str, trick: str, hand: str, one: str, two: str, three: str
) -> None:
    for rules, legal in zip(CITIES, (one, two, three), strict=True):
        answered = ask(
            "legal", rules, trump=trump, leader=leader, trick=trick.split(), hand=hand.split()
        )
        assert answered.get("legal", ["error"]) == legal.split(), rules


LEGAL_FOR_TWO = [
    # trump, on the table, in hand, legal, legal with bare_jass
    ("H", "", "HJ S7 CA", "CA HJ S7", "CA HJ S7"),
    ("H", "H9", "H7 HJ CA", "HJ", "HJ"),
    ("H", "HJ", "H7 H9 CA", "H7 H9", "H7 H9"),
    ("H", "HJ", "S7 CA", "CA S7", "CA S7"),
    ("H", "S9", "S7 SA HJ", "S7 SA", "S7 SA"),
    ("H", "S9", "HJ CA D7", "HJ", "CA D7 HJ"),
    ("H", "S9", "HJ H7 CA", "H7 HJ", "H7 HJ"),
    ("H", "H9", "HJ CA D7", "HJ", "HJ"),
    ("H", "S9", "C7 D7", "C7 D7", "C7 D7"),
]


@pytest.mark.parametrize(("trump", "trick", "hand", "legal", "bare"), LEGAL_FOR_TWO)
@pytest.mark.parametrize("leader", ["N", "S"])
def test_legal_cards_for_two(
    trump: str, trick: str, hand: str, legal: str, bare: str, leader: str
) -> None:
    fields = {"trump": trump, "leader": leader, "trick": trick.split(), "hand": hand.split()}
    for name in SEEDS_OF_KLABERJASS:
        assert ask("legal", name, **fields) == {"legal": legal.split()}
        with_option = {"base": name, "bare_jass": True}
        assert ask("legal", with_option, **fields) == {"legal": bare.split()}


TRICKS = [
    # rules, trump, leader, cards, winner, points, parts of the roem
    ("rotterdam", "H", "N", "HT HJ HK HQ", "E", 37, ["run HK HQ HJ HT 50", "stuk HK HQ 20"]),
    ("rotterdam", "S", "N", "HT HJ HK HQ", "N", 19, ["run HK HQ HJ HT 50"]),
    ("amsterdam", "C", "E", "CJ C9 CT S7", "E", 44, ["run CJ CT C9 20"]),
    ("amsterdam", "C", "S", "CA CK CQ C7", "S", 18, ["run CA CK CQ 20", "stuk CK CQ 20"]),
    ("amsterdam", "C", "W", "CK CQ C8 C9", "S", 21, ["stuk CK CQ 20"]),
    ("amsterdam", "S", "W", "CK CQ C8 CT", "S", 17, []),
    ("amsterdam-plain", "C", "S", "CA CK CQ C7", "S", 18, ["run CA CK CQ 20"]),
    ("amsterdam", "H", "N", "DJ HJ SJ CJ", "E", 26, ["four CJ DJ HJ SJ 200"]),
    ("nku", "H", "N", "DJ HJ SJ CJ", "E", 26, ["four CJ DJ HJ SJ 100"]),
    ("nku", "H", "N", "D7 H7 S7 C7", "E", 0, ["four C7 D7 H7 S7 100"]),
    ("amsterdam", "H", "N", "D7 H7 S7 C7", "E", 0, []),
]


@pytest.mark.parametrize(("rules", "trump", "leader", "cards", "winner", "points", "parts"), TRICKS)
def test_a_trick(
    rules: str,
    trump: str,
    leader: str,
    cards: str,
    winner: str,
    points: int,
    parts: list[str],
) -> None:
    spelled = [part.split() for part in parts]
    assert ask("trick", rules, trump=trump, leader=leader, trick=cards.split()) == {
        "winner": winner,
        "points": points,
        "roem": sum(int(words[-1]) for words in spelled),
        "parts": [
            {"kind": words[0], "cards": words[1:-1], "value": int(words[-1])} for words in spelled
        ],
    }


def question(rules: str | Mapping[str, object], entry: DealEntry) -> dict[str, Any]:
    """Ask the referee for the deal of a record."""
    calls = [
        {"seat": seat, **action.to_dict()}
        for seat, action in entry.calls
        if seat and not isinstance(action, Turn)
    ]
    asked: dict[str, Any] = {
        "op": "deal",
        "rules": rules,
        "dealer": entry.dealer,
        "hands": {seat: list(hand) for seat, hand in entry.hands.items()},
        "calls": calls,
        "plays": [
            {"card": play.card, "call": play.call} if play.call else play.card
            for trick in entry.tricks
            for play in trick.plays
        ],
    }
    if entry.upcard is None:
        asked["roem"] = [trick.number for trick in entry.tricks if trick.roem]
        turned = [action.suit for _, action in entry.calls if isinstance(action, Turn)]
        return {**asked, "turned": turned} if turned else asked
    return {
        **asked,
        "upcard": entry.upcard,
        **({"bottom": entry.bottom} if entry.bottom else {}),
        "exchange": {seat: action.to_dict()["a"] for seat, action in _players(entry.exchange)},
        "declare": {
            seat: action.to_dict()["a"] == "declare" for seat, action in _players(entry.declare)
        },
    }


def _players(answers: Sequence[tuple[Seat | None, Any]]) -> list[tuple[Seat, Any]]:
    return [(seat, action) for seat, action in answers if seat]


def deal_of(name: str) -> dict[str, Any]:
    record = loads((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    return question(record.rules.name, record.deals[0])


WRITTEN = [
    # the record, points, roem, written, marks: north-south before east-west, north makers or east
    ("klaverjas", "E", (73, 89), (70, 40), (272, 0), ("", "N")),
    ("tie", "N", (91, 71), (0, 20), (0, 182), ("N", "")),
    ("made-by-roem", "N", (81, 81), (20, 0), (101, 81), ("", "")),
    ("own-roem-lost", "N", (71, 91), (20, 0), (0, 182), ("N", "")),
    ("pit", "N", (162, 0), (40, 0), (302, 0), ("P", "")),
    ("no-pit", "N", (162, 0), (0, 0), (162, 0), ("", "")),
]


def sided(pair: tuple[Any, Any]) -> dict[str, Any]:
    return {"NS": pair[0], "EW": pair[1]}


@pytest.mark.parametrize(("name", "maker", "points", "roem", "written", "marks"), WRITTEN)
def test_a_deal_written_down(
    name: str,
    maker: str,
    points: tuple[int, int],
    roem: tuple[int, int],
    written: tuple[int, int],
    marks: tuple[str, str],
) -> None:
    answered = answer(deal_of(name))
    winners = answered.pop("winners")
    assert isinstance(winners, list)
    assert len(winners) == 8
    assert answered == {
        "maker": maker,
        "points": sided(points),
        "roem": sided(roem),
        "written": sided(written),
        "marks": sided(marks),
    }


def test_the_winners_of_a_deal_in_order() -> None:
    assert answer(deal_of("klaverjas"))["winners"] == list("NENWENNW")


def test_all_roem_may_be_called_at_once() -> None:
    asked = deal_of("klaverjas")
    assert asked["roem"] == [2, 3, 4]
    assert answer({**asked, "roem": "all"}) == answer(asked)
    uncalled = answer({**asked, "roem": []})
    assert (uncalled["roem"], uncalled["written"]) == (sided((0, 0)), sided((73, 89)))


def test_automatic_roem_counts_whatever_was_called() -> None:
    asked = {**deal_of("klaverjas"), "rules": {"base": "amsterdam", "roem_calling": "automatic"}}
    del asked["roem"]
    assert answer(asked) == answer({**asked, "roem": [2]}) == answer(deal_of("klaverjas"))


def test_a_set_may_be_given_by_its_switches() -> None:
    asked = {**deal_of("klaverjas"), "rules": {"base": "amsterdam", "pit": "none", "deals": 4}}
    assert answer(asked) == answer(deal_of("klaverjas"))
    assert answer({**asked, "rules": "amsterdam+target=100"}) == answer(asked)


def test_a_deal_of_klaberjass() -> None:
    asked = deal_of("klaberjass")
    del asked["bottom"]
    assert answer(asked) == {
        "maker": "S",
        "trump": "H",
        "winners": list("NSSNSSSSS"),
        "points": {"N": 24, "S": 77},
        "sequences": {"N": 20, "S": 0},
        "bela": {"N": 0, "S": 20},
        "written": {"N": 44, "S": 97},
        "pot": 0,
        "marks": {"N": "", "S": ""},
    }


def test_a_pot_goes_to_the_winner_of_the_deal() -> None:
    answered = answer({**deal_of("klaberjass"), "pot": 202})
    assert (answered["written"], answered["pot"]) == ({"N": 44, "S": 299}, 0)


def test_what_is_not_answered_is_kept_or_silent() -> None:
    asked = deal_of("klaberjass")
    asked["plays"][-2:] = ["H7", "CK"]
    del asked["exchange"], asked["declare"]
    answered = answer(asked)
    assert answered["sequences"] == {"N": 0, "S": 0}
    assert answered["points"] == {"N": 24, "S": 63}


def test_a_deal_that_is_thrown_in_writes_nothing() -> None:
    passes = [{"seat": seat, "a": "pass"} for seat in "NSNS"]
    answered = answer(
        {**deal_of("klaberjass"), "calls": passes, "plays": [], "pot": 30, "exchange": {}}
    )
    assert answered == {
        "maker": None,
        "trump": None,
        "winners": [],
        "points": {"N": 0, "S": 0},
        "sequences": {"N": 0, "S": 0},
        "bela": {"N": 0, "S": 0},
        "written": {"N": 0, "S": 0},
        "pot": 30,
        "marks": {"N": "", "S": ""},
    }


SEQUENCES = [
    # trump, non-dealer, dealer, worth and winner in each of the four seeds' sets
    ("C", "SA SK SQ SJ ST S9 S8 D7 HA", "", "70n 70n 50n 100n"),
    ("C", "SA SK SQ SJ ST S9 S8 S7 HA", "", "100n 100n 50n 100n"),
    ("C", "SA SK SQ SJ ST S9 D9 D8 D7", "", "70n 70n 70n 120n"),
    ("C", "SA SK SQ SJ D7 D9 H7 C7 C9", "HK HQ HJ HT H9 S7 D8 DA C8", "50n 50n 50d 100d"),
    ("H", "CQ CJ CT S7 S9 DA H7 D7 D9", "HQ HJ HT S8 SA D8 DQ C8 C7", "20d 20d 20d 20n"),
    ("S", "CQ CJ CT S7 S9 DA H7 D7 DT", "HQ HJ HT S8 SA D8 DQ C8 C7", "20n 20n 0- 20n"),
    ("S", "CQ CJ CT S7 S9 H7 D7 D8 D9", "HQ HJ HT S8 SA DT DQ C8 C7", "40n 40n 0- 40n"),
    ("S", "CQ CJ D7 S7 S9 H7 H9 D9 DJ", "CA CT D8 S8 SJ H8 HT DT DQ", "0- 0- 0- 0-"),
]
NO_SEQUENCE = ["C7", "C9", "CJ", "D8", "DT", "DQ", "H7", "H9", "HJ", "HK", "S7", "S9", "D7"]


@pytest.mark.parametrize(("trump", "nondealer", "dealer", "worth"), SEQUENCES)
def test_sequences(trump: str, nondealer: str, dealer: str, worth: str) -> None:
    hand = nondealer.split()
    other = dealer.split() or [card for card in NO_SEQUENCE if card not in hand][:9]
    for rules, expected in zip(SEEDS_OF_KLABERJASS, worth.split(), strict=True):
        answered = ask(
            "sequences", rules, trump=trump, nondealer=hand, dealer=other, declare="both"
        )
        value, winner = int(expected[:-1]), {"n": "nondealer", "d": "dealer"}.get(expected[-1])
        assert answered["winner"] == winner, rules
        for role in ("nondealer", "dealer"):
            assert answered[role] == (value if role == winner else 0), rules


def test_the_dialogue_says_no_more_than_needed() -> None:
    fields: dict[str, object] = {
        "trump": "C",
        "nondealer": ["SA", "SK", "SQ", "SJ", "ST", "D7", "D9", "H7", "C7"],
        "dealer": ["HK", "HQ", "HJ", "HT", "S7", "S9", "D8", "DA", "C8"],
    }
    assert ask("sequences", "denexa-501", declare="both", **fields) == {
        "nondealer": 50,
        "dealer": 0,
        "winner": "nondealer",
        "dialogue": [
            {"by": "nondealer", "says": {"length": 5}},
            {"by": "dealer", "says": "good"},
        ],
    }
    assert ask("sequences", "clobyosh-501", declare="both", **fields)["dialogue"] == [
        {"by": "nondealer", "says": {"class": 50}},
        {"by": "dealer", "says": "also"},
        {"by": "nondealer", "says": {"top": "A"}},
        {"by": "dealer", "says": "good"},
    ]


@pytest.mark.parametrize(
    ("declare", "nondealer", "dealer", "winner"),
    [
        ("both", 0, 50, "dealer"),
        ("nondealer", 20, 0, "nondealer"),
        ("dealer", 0, 50, "dealer"),
        ("none", 0, 0, None),
    ],
)
def test_who_is_silent_scores_nothing(
    declare: str, nondealer: int, dealer: int, winner: str | None
) -> None:
    answered = ask(
        "sequences",
        "klaberjass-500",
        trump="C",
        nondealer=["SA", "SK", "SQ", "ST", "D7", "D9", "H7", "C7", "C9"],
        dealer=["HK", "HQ", "HJ", "HT", "S7", "S9", "D8", "DA", "C8"],
        declare=declare,
    )
    found = (answered["nondealer"], answered["dealer"], answered["winner"])
    assert found == (nondealer, dealer, winner)


SETTLED = [
    # maker, defender, pot before: what maker and defender write and the pot after, by set
    (101, 101, 0, [(0, 0, 202), (0, 101, 0), (0, 101, 0), (0, 202, 0)]),
    (100, 62, 202, [(302, 62, 0)]),
    (100, 62, 0, [(100, 62, 0)] * 4),
    (62, 100, 0, [(0, 162, 0)] * 4),
    (62, 100, 202, [(0, 364, 0)]),
    (50, 50, 202, [(0, 0, 302)]),
    (74, 78, 0, [(0, 152, 0)] * 4),
]


@pytest.mark.parametrize(("maker", "defender", "pot", "expected"), SETTLED)
def test_settling(
    maker: int, defender: int, pot: int, expected: list[tuple[int, int, int]]
) -> None:
    for rules, (one, other, left) in zip(SEEDS_OF_KLABERJASS, expected, strict=False):
        answered = ask("settle", rules, maker=maker, defender=defender, pot=pot)
        assert answered == {"maker": one, "defender": other, "pot": left}, rules


def first_written(rules: RuleSet, seed: int) -> Match:
    """Play until the first deal is written down or thrown in, without a claim."""
    for step in steps(rules, Random(seed)):
        if step.after.deal and step.after.deal.outcome:
            return step.after
    raise AssertionError("a match has a deal")


def differences(match: Match, answered: Mapping[str, object]) -> list[str]:
    """Name the parts of an answer that are not what the match has written."""
    entry, sheet = record_of(match).deals[0], match.sheet
    expected: dict[str, object] = {entered.word: entered.figures for entered in entry.sums}
    expected["winners"] = [trick.winner for trick in entry.tricks]
    if sheet:
        expected |= {"maker": sheet[0].maker, "marks": sheet[0].marks}
    if sheet and entry.upcard:
        expected |= {"trump": sheet[0].trump, "pot": sheet[0].pot}
    return [part for part, value in expected.items() if answered.get(part) != value]


def referee_of(match: Match) -> dict[str, Any]:
    """Ask for the first deal of a match under its rules, spelled out as switches."""
    base = "klaberjass-500" if match.rules.game == "klaberjass" else "amsterdam"
    asked = question({"base": base, **match.rules.switches}, record_of(match).deals[0])
    answered = json.loads(answer_line(json.dumps(asked)))
    assert isinstance(answered, dict)
    return answered


@given(short_sets(), SEEDS)
@settings(max_examples=60)
def test_the_referee_answers_any_deal_as_it_was_written(rules: RuleSet, seed: int) -> None:
    match = first_written(rules, seed)
    if not record_of(match).deals[0].claim:
        assert differences(match, referee_of(match)) == []


def test_a_figure_that_differs_is_noticed() -> None:
    for rules in (RuleSet.named("amsterdam"), RuleSet.named("klaberjass-500")):
        match = first_written(rules, 1)
        answered = referee_of(match)
        for part in answered:
            assert differences(match, {**answered, part: "other"}) == [part]
