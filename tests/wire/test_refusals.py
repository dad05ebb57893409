"""Errors made of what the rules raise say what would have been right."""

import json

import pytest

from klaverjas import Card, IllegalAction, InvalidRules, Reason
from klaverjas.actions import Deal, Pass, Play
from klaverjas_wire import Dialect, ErrorCode, encode
from klaverjas_wire.messages import Error
from klaverjas_wire.refusals import answered, bad_rules, illegal, unknown_name

FOLLOW = IllegalAction(Reason.FOLLOW, (Pass(), Play(Card.C7)))

WRITTEN: list[tuple[Error, dict[str, object]]] = [
    (
        illegal(FOLLOW, 3),
        {
            "code": "illegal",
            "reason": "follow",
            "legal": [{"a": "pass"}, {"a": "play", "card": "C7"}],
            "re": 3,
        },
    ),
    (
        illegal(IllegalAction(Reason.WRONG_PHASE, (Deal(()),))),
        {"code": "illegal", "reason": "wrong-phase", "legal": []},
    ),
    (answered(Pass(), 0), {"code": "answered", "action": {"a": "pass"}, "re": 0}),
    (
        bad_rules(InvalidRules("no such value", key="pit", allowed=("none", "makers")), 1),
        {"code": "bad-rules", "key": "pit", "allowed": ["none", "makers"], "re": 1},
    ),
    (bad_rules(InvalidRules("not a rule set")), {"code": "bad-rules"}),
    (
        unknown_name(ErrorCode.UNKNOWN_RULES, "no such set", ["amsterdam"], 1),
        {"code": "unknown-rules", "known": ["amsterdam"], "re": 1},
    ),
]


@pytest.mark.parametrize(("error", "written"), WRITTEN)
def test_a_refusal_says_what_would_have_been_right(
    error: Error, written: dict[str, object]
) -> None:
    body = json.loads(encode(error, Dialect.JSON))
    assert body.pop("text")
    assert body == {"t": "error", **written}
