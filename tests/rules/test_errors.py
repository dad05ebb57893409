"""The tree of errors, and what each of them carries."""

import pytest

from klaverjas import (
    IllegalAction,
    InvalidRecord,
    InvalidRules,
    InvalidText,
    KlaverjasError,
    Reason,
)
from klaverjas.actions import Pass


@pytest.mark.parametrize(
    ("error", "parent"),
    [
        (KlaverjasError, ValueError),
        (InvalidText, KlaverjasError),
        (InvalidRules, InvalidText),
        (InvalidRecord, InvalidText),
        (IllegalAction, KlaverjasError),
    ],
)
def test_the_tree_is_as_drawn(error: type[Exception], parent: type[Exception]) -> None:
    assert error.__bases__ == (parent,)


def test_a_refusal_carries_its_reason_and_what_is_legal() -> None:
    refusal = IllegalAction(Reason.BEAT, (Pass(),))
    assert (refusal.reason, refusal.legal, str(refusal)) == (Reason.BEAT, (Pass(),), "beat")


def test_a_bad_rule_set_carries_the_switch_and_its_values() -> None:
    error = InvalidRules("no such pit", key="pit", allowed=iter(["none", "makers"]))
    assert (error.key, error.allowed) == ("pit", ("none", "makers"))


def test_a_bad_record_carries_its_line() -> None:
    error = InvalidRecord(7, "not a card")
    assert (error.line, str(error)) == (7, "line 7: not a card")


def test_the_reasons_stand_in_the_order_they_are_tried() -> None:
    assert [str(reason) for reason in Reason] == [
        "wrong-phase",
        "wrong-moment",
        "not-held",
        "follow",
        "beat",
        "ruff",
        "overruff",
        "underruff",
        "suit-named",
        "forced",
        "not-in-set",
        "no-seven",
        "no-bela",
    ]
