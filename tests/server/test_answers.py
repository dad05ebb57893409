"""The acts a table has taken: kept as they are, packed, and found again."""

from typing import Final

import pytest

from klaverjas import PACK, Card, Seat, Suit
from klaverjas.actions import PLAYER_ACTIONS, Name, Pass, Play, PlayerAction, Roem
from klaverjas_server.answers import RECENT, Answers, Taken

N, E, S, W = Seat
EVERY_ACTION: Final[tuple[PlayerAction, ...]] = (
    *map(Name, Suit),
    *map(Play, PACK),
    *(Play(card, "bela") for card in PACK),
    *(Play(card, "from-bela") for card in PACK),
    *(kind() for kind in PLAYER_ACTIONS if kind not in (Name, Play)),  # type: ignore[call-arg]
)


def filled(answers: Answers, first: int, count: int) -> Answers:
    """Take so many acts of west under asks of their own."""
    for ask in range(first, first + count):
        answers = answers.take(Taken(ask, (W,), W, Pass(), ask + 1))
    return answers


@pytest.mark.parametrize("action", EVERY_ACTION, ids=lambda action: action.a)
def test_every_action_survives_being_packed(action: PlayerAction) -> None:
    answers = Answers().take(Taken(3, (N, S), S, action, 2**31))
    packed = filled(answers, 100, 2 * RECENT)
    assert packed.older
    for each in (answers, packed):
        assert each.taken(S, 3, action) == 2**31
        assert each.answer(S, 3) == action
        assert [seat for seat in Seat if each.had(seat, 3)] == [N, S]
        assert [each.taken(seat, 3, action) for seat in (N, E, W)] == [None] * 3


@pytest.mark.parametrize("more", [0, 1, RECENT - 2, RECENT - 1, RECENT, 3 * RECENT])
def test_however_many_follow_an_act_is_found(more: int) -> None:
    answers = filled(Answers().take(Taken(3, (N, S), S, Roem(), 4)), 100, more)
    assert answers.taken(S, 3, Roem()) == 4
    assert answers.roem_called(N, 3)
    assert answers.ends_with(S, 3) is (more == 0)
    assert len(answers.recent) <= RECENT


def test_a_different_act_is_none() -> None:
    answers = Answers().take(Taken(3, (N,), N, Play(Card.HJ), 4))
    assert answers.taken(N, 3, Play(Card.H9)) is None
    assert answers.taken(N, 3, Play(Card.HJ, "bela")) is None
    assert answers.taken(N, 4, Play(Card.HJ)) is None
    assert answers.answer(N, 4) is None


def test_the_last_act_under_an_ask_is_its_answer() -> None:
    answers = (
        Answers().take(Taken(3, (N, S), N, Roem(), 4)).take(Taken(3, (N,), N, Play(Card.HJ), 5))
    )
    assert answers.answer(N, 3) == Play(Card.HJ)
    assert answers.answer(S, 3) is None
    assert answers.had(S, 3)
    assert answers.taken(N, 3, Roem()) == 4


def test_roem_called_by_one_is_called_for_both() -> None:
    answers = Answers().take(Taken(3, (N, S), S, Roem(), 4))
    assert [seat for seat in Seat if answers.roem_called(seat, 3)] == [N, S]
    assert not answers.roem_called(N, 4)


def test_what_the_house_does_next_belongs_to_the_act() -> None:
    answers = Answers().take(Taken(3, (N,), N, Pass(), 4))
    assert answers.extend(4, 6).taken(N, 3, Pass()) == 6
    assert answers.extend(4, 6).extend(6, 7).taken(N, 3, Pass()) == 7
    assert answers.extend(5, 6) == answers
    assert Answers().extend(0, 3) == Answers()
