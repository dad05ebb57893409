"""Whatever a question is, the referee answers: with a code and a text when it must refuse."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from klaverjas.referee import answer, answer_line
from tests.rules.test_referee import ask, deal_of

LEGAL: dict[str, object] = {
    "op": "legal",
    "rules": "amsterdam",
    "trump": "H",
    "leader": "W",
    "trick": ["ST", "HT", "S8"],
    "hand": ["H9", "H7", "CA"],
}


def refused(line: str) -> dict[str, Any]:
    """Ask by a line, and give the error."""
    body = json.loads(answer_line(line))
    assert list(body) == ["error"]
    error = body["error"]
    assert isinstance(error, dict)
    assert isinstance(error["text"], str)
    return error


@pytest.mark.parametrize(
    "line",
    [
        "",
        "hello",
        "{",
        "[]",
        "null",
        "7",
        '"legal"',
        '{"op":"legal"} {}',
        '{"op":"legal","op":"legal"}',
        '{"op":"legal","rules":NaN}',
        '{"op":"legal","rules":-Infinity}',
        "[" * 100_000,
        '{"rules":' * 100_000,
        "1" * 5000,
        "\ud800",
        "\x00",
    ],
)
def test_what_is_no_question_is_a_bad_message(line: str) -> None:
    assert refused(line)["code"] == "bad-message"


FIELDS = [
    ("op", None, "unknown-type"),
    ("op", "play", "unknown-type"),
    ("op", ["legal"], "unknown-type"),
    ("rules", 5, "bad-message"),
    ("rules", ["amsterdam"], "bad-message"),
    ("rules", "arnhem", "unknown-rules"),
    ("rules", {"base": "arnhem"}, "unknown-rules"),
    ("rules", {}, "unknown-rules"),
    ("rules", {"base": 3}, "unknown-rules"),
    ("rules", {"base": "amsterdam", "pit": "some"}, "bad-rules"),
    ("rules", {"base": "amsterdam", "pet": "none"}, "bad-rules"),
    ("rules", {"base": "amsterdam", "pit": ["none"]}, "bad-rules"),
    ("rules", {"base": "amsterdam", "city": {"a": {}}}, "bad-rules"),
    ("rules", {"base": "amsterdam", "deals": 16.0}, "bad-rules"),
    ("rules", "amsterdam+deals=" + "9" * 5000, "bad-rules"),
    ("rules", "amsterdam+pit", "bad-rules"),
    ("trump", "X", "bad-message"),
    ("trump", "h", "bad-message"),
    ("trump", None, "bad-message"),
    ("trump", {}, "bad-message"),
    ("leader", "X", "bad-message"),
    ("leader", 1, "bad-message"),
    ("trick", "ST", "bad-message"),
    ("trick", ["ST", "HT", "S8", "S9"], "bad-message"),
    ("trick", ["ST", "ST"], "bad-message"),
    ("trick", ["ST", "H9"], "bad-message"),
    ("trick", ["ST", "10S"], "bad-message"),
    ("trick", ["ST", 10], "bad-message"),
    ("trick", ["ST", ["S8"]], "bad-message"),
    ("trick", {"0": "ST"}, "bad-message"),
    ("hand", [], "bad-message"),
    ("hand", ["CA", "CA"], "bad-message"),
    ("hand", ["C7", "C8", "C9", "CT", "CJ", "CQ", "CK", "CA", "D7"], "bad-message"),
    ("hand", ["C7"] * 101, "bad-message"),
    ("hand", True, "bad-message"),
]


@pytest.mark.parametrize(("field", "value", "code"), FIELDS)
def test_a_wrong_field_is_refused(field: str, value: object, code: str) -> None:
    assert refused(json.dumps({**LEGAL, field: value}))["code"] == code


@pytest.mark.parametrize("field", list(LEGAL))
def test_a_missing_field_is_named(field: str) -> None:
    error = refused(json.dumps({key: value for key, value in LEGAL.items() if key != field}))
    assert (error["code"], error["text"]) == ("bad-message", f"{field} is missing")


def test_unknown_fields_are_ignored() -> None:
    assert answer({**LEGAL, "comment": {"a": [float("inf")]}}) == answer(LEGAL)


def test_a_wrong_switch_says_what_it_may_be() -> None:
    error = refused(json.dumps({**LEGAL, "rules": {"base": "amsterdam", "pit": "some"}}))
    assert (error["key"], error["allowed"]) == ("pit", ["none", "makers", "either"])
    error = refused(json.dumps({**LEGAL, "rules": "arnhem"}))
    assert error["key"] == "base"
    assert "amsterdam" in error["allowed"]


@pytest.mark.parametrize(
    ("op", "rules", "game"),
    [
        ("trick", "clob", "klaverjas"),
        ("sequences", "nku", "klaberjass"),
        ("settle", "nku", "klaberjass"),
    ],
)
def test_a_question_of_the_other_game_is_refused(op: str, rules: str, game: str) -> None:
    error = ask(op, rules)["error"]
    assert error["code"] == "bad-rules"
    assert f"{op} is a question of {game}" in error["text"]


@pytest.mark.parametrize("cards", [[], ["HT", "HJ", "HK"], ["HT", "HJ", "HK", "HQ", "H7"]])
def test_a_trick_has_four_cards(cards: list[str]) -> None:
    error = ask("trick", "nku", trump="H", leader="N", trick=cards)["error"]
    assert error["code"] == "bad-message"


def faults(name: str, **changed: object) -> dict[str, Any]:
    """Ask for a deal that is wrong in one place, and give the error without its text."""
    error = refused(json.dumps({**deal_of(name), **changed}))
    return {key: value for key, value in error.items() if key != "text"}


NAMES = [{"a": "name", "suit": suit} for suit in "CDHS"]
PASS = {"seat": "N", "a": "pass"}
HEARTS = {"seat": "E", "a": "name", "suit": "H"}


def test_an_illegal_card_is_refused_in_its_place() -> None:
    plays = deal_of("klaverjas")["plays"]
    assert faults("klaverjas", plays=[*plays[:1], "CT", *plays[2:]]) == {
        "code": "illegal",
        "reason": "follow",
        "index": 1,
        "legal": ["D9", "DA"],
    }
    assert faults("klaverjas", plays=[*plays[:6], "CA", *plays[7:]])["reason"] == "follow"
    assert faults("klaverjas", plays=[plays[0], plays[0]])["reason"] == "not-held"


def test_a_card_too_many_or_too_few_is_refused() -> None:
    plays = deal_of("klaverjas")["plays"]
    assert faults("klaverjas", plays=[*plays, "C7"]) == {
        "code": "illegal",
        "reason": "wrong-phase",
        "index": 32,
        "legal": [],
    }
    assert faults("klaverjas", plays=plays[:30]) == {
        "code": "not-over",
        "index": 30,
        "legal": ["CQ"],
    }
    assert faults("klaverjas", plays=[])["index"] == 0


def test_an_illegal_call_is_refused_in_its_place() -> None:
    forced = {"rules": "utrecht"}
    assert faults("klaverjas", calls=[PASS, HEARTS], **forced) == {
        "code": "illegal",
        "reason": "forced",
        "index": 0,
        "legal": NAMES,
    }
    assert faults("klaverjas", calls=[HEARTS]) == {
        "code": "no-question",
        "index": 0,
        "legal": [*NAMES, {"a": "pass"}],
    }
    assert faults("klaverjas", calls=[{"seat": "N", "a": "take"}])["reason"] == "wrong-phase"


def test_a_call_too_many_or_too_few_is_refused() -> None:
    assert faults("klaverjas", calls=[PASS, HEARTS, {"seat": "S", "a": "pass"}]) == {
        "code": "illegal",
        "reason": "wrong-phase",
        "index": 2,
        "legal": [],
    }
    assert faults("klaverjas", calls=[PASS]) == {
        "code": "not-over",
        "index": 1,
        "legal": [*NAMES, {"a": "pass"}],
    }


@pytest.mark.parametrize(
    ("called", "index"),
    [([1], 0), ([2, 5], 1), ([2, 2], 1), ([0], 0), ([9], 0), ([-1], 0), ([3, 4, 2, 8], 3)],
)
def test_roem_called_where_none_lies_is_refused(called: list[int], index: int) -> None:
    assert faults("klaverjas", roem=called) == {
        "code": "illegal",
        "reason": "wrong-moment",
        "index": index,
        "legal": [2, 3, 4],
    }


TURNED = {"rules": {"base": "amsterdam", "trump_making": "turned"}}
PASSES = [{"seat": seat, "a": "pass"} for seat in "NESW"]
SECOND = [*PASSES, {"seat": "N", "a": "name", "suit": "C"}]


def test_turned_suits_are_checked() -> None:
    calls = [PASS, HEARTS]
    answered = answer({**deal_of("klaverjas"), **TURNED, "calls": calls, "turned": ["H"]})
    assert answered == answer(deal_of("klaverjas"))
    choices = ["C", "D", "S"]
    again = {"code": "illegal", "reason": "suit-named", "index": 1, "legal": choices}
    assert faults("klaverjas", calls=SECOND, turned=["H", "H"], **TURNED) == again
    few = {"code": "not-over", "index": 1, "legal": choices}
    assert faults("klaverjas", calls=SECOND, turned=["H"], **TURNED) == few
    none = {"code": "not-over", "index": 0, "legal": ["C", "D", "H", "S"]}
    assert faults("klaverjas", calls=calls, **TURNED) == none
    surplus = {"code": "illegal", "reason": "wrong-phase", "index": 1, "legal": []}
    assert faults("klaverjas", calls=calls, turned=["H", "C"], **TURNED) == surplus
    assert faults("klaverjas", turned=["H"]) == {**surplus, "index": 0}
    other = faults("klaverjas", calls=calls, turned=["C"], **TURNED)
    assert other["reason"] == "suit-named"
    assert other["legal"] == [{"a": "name", "suit": "C"}, {"a": "pass"}]


WRONG = [
    ("klaverjas", {"dealer": "X"}),
    ("klaverjas", {"hands": []}),
    ("klaverjas", {"hands": {"N": ["C7"]}}),
    ("klaverjas", {"calls": {}}),
    ("klaverjas", {"calls": ["pass"]}),
    ("klaverjas", {"calls": [{"seat": "N"}]}),
    ("klaverjas", {"calls": [{"a": "pass"}]}),
    ("klaverjas", {"calls": [{"seat": "N", "a": "play", "card": "C7"}]}),
    ("klaverjas", {"calls": [{"seat": "N", "a": "name"}]}),
    ("klaverjas", {"calls": [{"seat": "N", "a": "name", "suit": ["H"]}]}),
    ("klaverjas", {"plays": [["C7"]]}),
    ("klaverjas", {"plays": None}),
    ("klaverjas", {"roem": "some"}),
    ("klaverjas", {"roem": None}),
    ("klaverjas", {"roem": [True]}),
    ("klaverjas", {"roem": ["2"]}),
    ("klaverjas", {"turned": "H"}),
    ("klaberjass", {"upcard": "H10"}),
    ("klaberjass", {"upcard": "CA"}),
    ("klaberjass", {"bottom": "H9"}),
    ("klaberjass", {"pot": -1}),
    ("klaberjass", {"pot": True}),
    ("klaberjass", {"pot": 1.5}),
    ("klaberjass", {"exchange": ["S"]}),
    ("klaberjass", {"exchange": {"S": "take"}}),
    ("klaberjass", {"exchange": {"E": "swap"}}),
    ("klaberjass", {"declare": {"S": "yes"}}),
    ("klaberjass", {"declare": {"S": 1}}),
    ("klaberjass", {"plays": [{"call": "bela"}]}),
    ("klaberjass", {"plays": [{"card": "HQ", "call": "belote"}]}),
    ("klaberjass", {"plays": [7]}),
]


@pytest.mark.parametrize(("name", "changed"), WRONG)
def test_a_deal_with_a_wrong_field_is_a_bad_message(name: str, changed: dict[str, object]) -> None:
    assert faults(name, **changed)["code"] == "bad-message"


@pytest.mark.parametrize("name", ["klaverjas", "klaberjass"])
def test_a_card_in_two_hands_is_refused(name: str) -> None:
    asked = deal_of(name)
    asked["hands"]["S"][0] = asked["hands"]["N"][0]
    error = refused(json.dumps(asked))
    assert error["code"] == "bad-message"
    assert error["text"] == f"{asked['hands']['N'][0]} is in hands.N and in hands.S"


@pytest.mark.parametrize("name", ["klaverjas", "klaberjass"])
def test_every_field_of_a_deal_is_needed_but_those_that_say_so(name: str) -> None:
    asked = deal_of(name)
    optional = {"bottom", "exchange", "declare", "pot", "turned"}
    for field in asked.keys() - optional:
        error = refused(json.dumps({key: value for key, value in asked.items() if key != field}))
        assert (error["code"], error["text"]) == ("bad-message", f"{field} is missing")


def test_an_exchange_or_a_declaration_that_is_not_open_is_refused() -> None:
    assert faults("klaberjass", exchange={"N": "swap"}) == {
        "code": "illegal",
        "reason": "no-seven",
        "index": "N",
        "legal": ["keep"],
    }
    other = [
        {"seat": "N", "a": "pass"},
        {"seat": "S", "a": "pass"},
        {"seat": "N", "a": "name", "suit": "C"},
    ]
    assert faults("klaberjass", calls=other)["reason"] == "wrong-phase"
    bare = deal_of("klaberjass")["hands"]
    bare["N"][bare["N"].index("CQ")] = "CJ"
    bare["N"][bare["N"].index("CK")] = "D7"
    assert faults("klaberjass", hands=bare) == {
        "code": "illegal",
        "reason": "not-held",
        "index": "N",
        "legal": ["silent"],
    }


def test_bela_is_called_by_who_has_it() -> None:
    plays = deal_of("klaberjass")["plays"]
    wrong = [{"card": plays[0], "call": "bela"}, *plays[1:]]
    assert faults("klaberjass", plays=wrong)["reason"] == "no-bela"
    assert faults("klaberjass", plays=[*plays[:3], "DA"]) == {
        "code": "illegal",
        "reason": "ruff",
        "index": 3,
        "legal": [
            "H9",
            "HK",
            {"card": "HK", "call": "bela"},
            "HQ",
            {"card": "HQ", "call": "bela"},
            "HT",
        ],
    }


@pytest.mark.parametrize(
    "changed",
    [{"maker": -1}, {"maker": "101"}, {"maker": None}, {"defender": 1.0}, {"pot": 10**9}],
)
def test_sums_are_whole_numbers(changed: dict[str, object]) -> None:
    fields: dict[str, object] = {"maker": 101, "defender": 101, "pot": 0, **changed}
    assert ask("settle", "clobyosh-501", **fields)["error"]["code"] == "bad-message"


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["N", "E", "S", "W", "H", "CA", "HJ", "all", "amsterdam", "clob", "pass"]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from(["seat", "a", "N", "S", "base", "pit"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)
QUESTIONS = [
    LEGAL,
    deal_of("klaverjas"),
    deal_of("klaberjass"),
    {"op": "trick", "rules": "nku", "trump": "H", "leader": "N", "trick": ["HT", "HJ", "HK", "HQ"]},
    {"op": "settle", "rules": "clob", "maker": 1, "defender": 2, "pot": 0},
]


@given(st.sampled_from(QUESTIONS), st.dictionaries(st.integers(0, 8), JSON, max_size=3))
@settings(max_examples=200)
def test_no_question_breaks_the_referee(
    question: dict[str, object], changes: dict[int, object]
) -> None:
    keys = list(question)
    asked = {**question, **{keys[place % len(keys)]: value for place, value in changes.items()}}
    body = answer(asked)
    assert "error" not in body or {"code", "text"} <= body["error"].keys()  # type: ignore[attr-defined]
    assert json.loads(answer_line(json.dumps(asked))).keys() <= {*body, "error"}


@given(st.text())
@settings(max_examples=100)
def test_no_line_breaks_the_referee(line: str) -> None:
    assert answer_line(line).isascii()
    assert "\n" not in answer_line(line)


def test_the_answers_are_the_bytes_the_page_gives() -> None:
    assert answer_line(json.dumps(LEGAL)) == '{"legal":["CA","H9"]}'
