"""The director's rulings on a match: going back, throwing in, adjusting, forfeiting."""

from random import Random

import pytest

from klaverjas import IllegalAction, Match, Phase, RuleSet
from klaverjas.events import Finished, Void
from klaverjas.rewind import rewind
from tests.rules.playout import choice, played_out, steps

SETS = [rules.name for rules in RuleSet.all()] + [
    "amsterdam+trump_making=turned",
    "rotterdam+roem_calling=automatic",
    "klaberjass-500+schmeiss=true",
]


def at_tricks(
    rules: RuleSet, chance: Random, deals: int
) -> tuple[dict[tuple[int, int], Match], Match]:
    """Play some deals, and keep the match as it was before the first card of each trick."""
    before: dict[tuple[int, int], Match] = {}
    last = Match.start(rules)
    for step in steps(rules, chance):
        last = step.before
        view = last.view(None)
        if last.phase is Phase.PLAYING and not view.trick and view.trump:
            before.setdefault((last.number, sum(view.tricks.values()) + 1), last)
        if last.number > deals:
            break
    return before, last


@pytest.mark.parametrize("name", SETS)
def test_going_back_leads_to_what_was(name: str) -> None:
    before, last = at_tricks(RuleSet.load(name), Random(name), 3)
    assert before
    for (deal, trick), match in before.items():
        back = rewind(last, deal, trick)
        # Not compared: the roem of the trick before, which was perhaps called after this moment.
        assert back.standing == match.standing
        assert back.number == match.number
        assert [back.view(seat).hand for seat in match.rules.game.seats] == [
            match.view(seat).hand for seat in match.rules.game.seats
        ]
        assert back.view(None).turn == match.view(None).turn
        assert back.view(None).points == match.view(None).points
        assert back.decision == last.decision + 1


def test_a_match_goes_on_from_where_it_was_put_back_to() -> None:
    chance = Random(4)
    _, last = at_tricks(RuleSet.named("utrecht"), chance, 3)
    back = rewind(last, 2, 5)
    while back.phase is not Phase.OVER:
        back, _ = back.apply(*choice(back, chance))
    assert len(back.sheet) == 16


@pytest.mark.parametrize(("deal", "trick"), [(9, 1), (1, 0), (1, 9), (0, 1), (3, 8)])
def test_going_where_nobody_was_is_refused(deal: int, trick: int) -> None:
    match = Match.start(RuleSet.named("amsterdam"))
    chance = Random(1)
    while match.number < 3 or match.phase is not Phase.PLAYING:
        match, _ = match.apply(*choice(match, chance))
    with pytest.raises(IllegalAction):
        rewind(match, deal, trick)


@pytest.mark.parametrize("name", SETS)
def test_a_deal_thrown_in_is_dealt_again_by_the_same_dealer(name: str) -> None:
    _, match = at_tricks(RuleSet.load(name), Random(name), 2)
    after, events = match.void()
    assert events == (Void(match.number, match.deal.dealer),)  # type: ignore[union-attr]
    assert (after.phase, after.totals, after.sheet) == (Phase.DEALING, match.totals, match.sheet)
    again, _ = after.apply(*choice(after, Random(2)))
    assert again.dealer == match.dealer
    with pytest.raises(IllegalAction):
        after.void()


def test_points_given_count_at_once_and_at_the_end() -> None:
    match = Match.start(RuleSet.load("amsterdam+deals=4"))
    chance = Random(3)
    while match.number < 2:
        match, _ = match.apply(*choice(match, chance))
    before = match.totals
    match, events = match.adjust(1, -100)
    assert (events, match.totals) == ((), (before.first, before.second - 100))
    while match.phase is not Phase.OVER:
        match, _ = match.apply(*choice(match, chance))
    written = sum(line.written["EW"] for line in match.sheet)
    assert match.totals.second == written - 100


def test_points_given_decide_who_reaches_a_target() -> None:
    match = Match.start(RuleSet.load("amsterdam+target=1000"))
    chance = Random(3)
    while match.number < 2:
        match, _ = match.apply(*choice(match, chance))
    match, _ = match.adjust(0, 900)
    while match.number < 3 and match.phase is not Phase.OVER:
        match, _ = match.apply(*choice(match, chance))
    assert (match.phase, match.winner) == (Phase.OVER, "NS")


def test_points_given_after_the_end_decide_it_anew() -> None:
    match = played_out(RuleSet.load("amsterdam+deals=4"), Random(6))
    ours, theirs = match.totals
    assert ours != theirs
    behind = int(ours > theirs)
    level, events = match.adjust(behind, abs(ours - theirs))
    assert level.winner is None
    assert isinstance(events[0], Finished)
    turned, _ = level.adjust(behind, 10)
    assert turned.winner == ("NS", "EW")[behind]


def test_points_given_stay_when_the_director_goes_back() -> None:
    _, match = at_tricks(RuleSet.named("amsterdam"), Random(5), 3)
    adjusted, _ = match.adjust(0, 50)
    back, plain = rewind(adjusted, 2, 1), rewind(match, 2, 1)
    assert back.totals == (plain.totals.first + 50, plain.totals.second)
