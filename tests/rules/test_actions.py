"""Actions as values and as the wire writes them."""

import pickle

import pytest

from klaverjas import Card, InvalidText, Suit
from klaverjas.actions import PLAYER_ACTIONS, Name, Pass, Play, PlayerAction, parse_action, plays
from tests.rules.playout import EVERY_ACTION


def test_the_names_are_those_of_the_wire_in_the_order_of_lists() -> None:
    assert [kind.a for kind in PLAYER_ACTIONS] == [
        "name",
        "pass",
        "play",
        "roem",
        "close",
        "take",
        "schmeiss",
        "accept",
        "refuse",
        "swap",
        "keep",
        "declare",
        "silent",
        "claim",
    ]


@pytest.mark.parametrize("action", EVERY_ACTION, ids=repr)
def test_an_action_is_read_as_it_is_written(action: PlayerAction) -> None:
    assert parse_action(action.to_dict()) == action
    assert pickle.loads(pickle.dumps(action)) == action


@pytest.mark.parametrize(
    ("action", "body"),
    [
        (Pass(), {"a": "pass"}),
        (Name(Suit.H), {"a": "name", "suit": "H"}),
        (Play(Card.HJ), {"a": "play", "card": "HJ"}),
        (Play(Card.HQ, "bela"), {"a": "play", "card": "HQ", "call": "bela"}),
    ],
)
def test_an_action_is_written_without_what_it_has_not(
    action: PlayerAction, body: dict[str, str]
) -> None:
    assert action.to_dict() == body


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ({}, "unknown action"),
        ({"a": "trump"}, "unknown action 'trump'; known: name, pass"),
        ({"a": "name"}, "not a suit"),
        ({"a": "name", "suit": "X"}, "one of C D H S"),
        ({"a": "play"}, "not a card"),
        ({"a": "play", "card": "H1"}, "not a card"),
        ({"a": "play", "card": "HJ", "call": "belote"}, "bela or from-bela"),
    ],
)
def test_what_is_no_action_is_refused(body: dict[str, object], complaint: str) -> None:
    with pytest.raises(InvalidText, match=complaint):
        parse_action(body)


def test_plays_are_listed_in_the_order_of_the_pack() -> None:
    mask = Card.HJ.bit | Card.C7.bit | Card.SA.bit
    assert plays(mask) == (Play(Card.C7), Play(Card.HJ), Play(Card.SA))
    assert plays(0) == ()


def test_an_action_does_not_change() -> None:
    with pytest.raises(AttributeError):
        Play(Card.HJ).card = Card.HQ  # type: ignore[misc]
