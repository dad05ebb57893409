"""What holds in every match of Klaverjas, whatever its rules: who may act, sums, the end."""

import pickle
from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas import (
    PACK,
    Card,
    Game,
    IllegalAction,
    InvalidText,
    Match,
    Phase,
    Reason,
    RuleSet,
    Seat,
    Suit,
)
from klaverjas.actions import Action, Close, Deal, Draw, Roem, Turn
from klaverjas.events import Dealing, Drawn, Finished, Played, RoemCounted, TrickTaken, Written
from klaverjas.four.rules import KlaverjasRules
from klaverjas.match import HOUSE_PHASES
from tests.rules import rulebook
from tests.rules.playout import EVERY_ACTION, klaverjas_sets, played_out, rules_of, shuffled, steps
from tests.rules.variants import SWITCHES, short_matches

SEEDS = st.integers(min_value=0, max_value=2**32)
HOUSE: tuple[Action, ...] = (
    Draw(),
    Draw(tuple((seat, card) for seat, card in zip(Seat, PACK[::8], strict=True))),
    Deal(PACK),
    Deal(PACK[:31]),
    *map(Turn, Suit),
)
EVERYBODY = (*Seat, None)


def wrongly_open(match: Match) -> list[str]:
    """Find seats that are asked and have nothing to do, or have something and are not asked."""
    asks = match.asks()
    asked = {ask.seat: ask.legal for ask in asks}
    able = {seat: legal for seat in match.rules.game.seats if (legal := match.legal(seat))}
    wrong = [] if asked == able else [f"{asked} {able}"]
    if bool(asks) == (match.phase in HOUSE_PHASES or match.phase is Phase.OVER):
        wrong.append(f"{match.phase}: {asks}")
    if asks and [ask.must for ask in asks] != [True, *[False] * (len(asks) - 1)]:
        wrong.append(f"who must act is not first and alone: {asks}")
    wrong += [f"twice: {ask}" for ask in asks if len(set(ask.legal)) < len(ask.legal)]
    if any(ask.decision != match.decision for ask in asks):
        wrong.append(f"decision: {asks}")
    return wrong


def wrongly_taken(match: Match) -> list[str]:
    """Try everything that nobody may do now; find what was not refused."""
    before, wrong = repr(match), []
    for seat in EVERYBODY:
        closed = set(EVERY_ACTION) - set(match.legal(seat) if seat else ())
        wrong += [f"{seat} {action}" for action in closed if not refuses(match, seat, action)]
    for turn in HOUSE:
        wrong += [f"{seat} {turn}" for seat in Seat if not refuses(match, seat, turn)]
    if repr(match) != before:
        wrong.append("a refusal changed the match")
    return wrong


def refuses(match: Match, seat: Seat | None, action: Action) -> bool:
    """Tell whether the match refuses, and tells the seat no more than what it may do."""
    try:
        match.apply(seat, action)
    except IllegalAction as refusal:
        return refusal.legal == (match.legal(seat) if seat else ())
    return False


@given(short_matches(), SEEDS)
def test_exactly_those_are_asked_who_may_act(rules: KlaverjasRules, seed: int) -> None:
    match = Match.start(rules)
    for step in steps(rules, Random(seed)):
        assert wrongly_open(step.before) == []
        match = step.after
    assert wrongly_open(match) == []


@given(short_matches(), SEEDS)
def test_every_legal_action_is_accepted(rules: KlaverjasRules, seed: int) -> None:
    for step in steps(rules, Random(seed)):
        for ask in step.before.asks():
            for action in ask.legal:
                after, events = step.before.apply(ask.seat, action)
                assert events
                assert after != step.before


@given(short_matches(), SEEDS)
def test_everything_else_is_refused_and_changes_nothing(rules: KlaverjasRules, seed: int) -> None:
    chance = Random(seed)
    for step in steps(rules, Random(seed)):
        if chance.random() < 0.04:
            assert wrongly_taken(step.before) == []


@pytest.mark.parametrize(
    "phase", ["drawing", "dealing", "turning", "calling", "playing", "closing"]
)
def test_in_every_phase_everything_else_is_refused(phase: str) -> None:
    match = next(
        step.before
        for seed in range(100)
        for step in steps(rules_of(trump_making="turned", four_of_a_kind="all"), Random(seed))
        if step.before.phase == phase
    )
    assert wrongly_taken(match) == []


@given(short_matches(), SEEDS)
def test_every_deal_adds_up(rules: KlaverjasRules, seed: int) -> None:
    match = played_out(rules, Random(seed))
    totals = Counter({"NS": 0, "EW": 0})
    for number, line in enumerate(match.sheet, 1):
        assert line.roem is not None
        assert line.deal == number
        pit = 100 * "".join(line.marks.values()).count("P")
        assert sum(line.points.values()) == 162
        assert sum(line.written.values()) == 162 + sum(line.roem.values()) + pit
        assert all(value >= 0 and value % 10 == 0 for value in line.roem.values())
        totals.update(line.written)
    assert match.rules.game.by_side(match.totals) == totals


@given(short_matches(), SEEDS)
def test_a_match_ends_when_it_should(rules: KlaverjasRules, seed: int) -> None:
    *_, last = steps(rules, Random(seed))
    match, ours, theirs = last.after, *last.after.totals
    if rules.target is None:
        assert len(match.sheet) == rules.deals
    else:
        assert max(ours, theirs) >= rules.target
        assert ours != theirs
        before = match.sheet[:-1]
        sums = [sum(line.written[side] for line in before) for side in ("NS", "EW")]
        assert max(sums) < rules.target or sums[0] == sums[1]
    winner = None if ours == theirs else "NS" if ours > theirs else "EW"
    assert match.winner == winner
    assert last.events[-1] == Finished({"NS": ours, "EW": theirs}, winner)
    assert wrongly_taken(match) == []


@pytest.mark.parametrize("rules", klaverjas_sets(), ids=lambda rules: rules.name)
def test_sixteen_deals_are_four_each(rules: KlaverjasRules) -> None:
    match = played_out(rules, Random(5))
    assert len(match.sheet) == 16
    deals = (*match.finished, match.deal)
    dealers = [deal.dealer for deal in deals if deal is not None]
    assert Counter(dealers) == dict.fromkeys(Seat, 4)
    assert all(Game.KLAVERJAS.after(one) is next_ for one, next_ in pairwise(dealers))
    assert [deal.number for deal in deals if deal is not None] == list(range(1, 17))


@given(short_matches(), SEEDS)
def test_a_match_replayed_from_its_actions_is_the_same(rules: KlaverjasRules, seed: int) -> None:
    match = Match.start(RuleSet.load(rules.name))
    for step in steps(rules, Random(seed)):
        match, happened = match.apply(step.seat, step.action)
        assert (match, happened) == (step.after, step.events)
    assert match.phase is Phase.OVER


@given(short_matches(), SEEDS)
def test_a_match_is_pickled_as_a_value(rules: KlaverjasRules, seed: int) -> None:
    chance = Random(seed)
    for step in steps(rules, Random(seed)):
        if chance.random() < 0.05:
            twin = pickle.loads(pickle.dumps(step.before))
            assert twin == step.before
            assert twin.apply(step.seat, step.action) == (step.after, step.events)


@given(short_matches(), SEEDS)
def test_a_call_of_roem_leaves_the_decision_open(rules: KlaverjasRules, seed: int) -> None:
    for step in steps(rules, Random(seed)):
        if not step.before.asks():
            continue
        same = step.after.decision == step.before.decision
        assert same == isinstance(step.action, Roem)
        if same and step.after.asks():
            assert step.after.asks() == tuple(
                ask._replace(legal=tuple(a for a in ask.legal if a != Roem()))
                for ask in step.before.asks()
                if ask.must
            )


ORDER = {
    Played: (TrickTaken,),
    TrickTaken: (RoemCounted, Written),
    RoemCounted: (Written,),
    Written: (Finished,),
}


@given(short_matches(), SEEDS)
def test_events_come_in_the_order_of_what_happened(rules: KlaverjasRules, seed: int) -> None:
    first: list[type] = []
    for step in steps(rules, Random(seed)):
        kinds = [type(event) for event in step.events]
        first.append(kinds[0])
        assert all(then in ORDER[one] for one, then in pairwise(kinds))
    assert first[:2] == [Drawn, Dealing]


@pytest.mark.parametrize("making", SWITCHES["trump_making"])
@pytest.mark.parametrize("trumping", SWITCHES["trumping"])
def test_every_pair_of_policies_is_played_to_the_end(making: str, trumping: str) -> None:
    match = played_out(rules_of(trump_making=making, trumping=trumping, deals=4), Random(6))
    assert len(match.sheet) == 4
    deal = match.deal
    assert deal is not None
    callers = rulebook.callers(making, str(deal.dealer))
    assert match.sheet[-1].maker in callers


@pytest.mark.parametrize(
    "pack", [PACK[:31], (*PACK, Card.C7), (*PACK[:31], Card.C7), (), PACK[::-1] + PACK]
)
def test_a_pack_that_is_none_is_refused(pack: tuple[Card, ...]) -> None:
    match, _ = begin(rules_of())
    with pytest.raises(InvalidText, match="32 cards once"):
        match.apply(None, Deal(pack))
    assert match.apply(None, Deal(shuffled(Random(1))))[0].phase is Phase.CALLING


def begin(rules: RuleSet) -> tuple[Match, Seat]:
    """Start a match for which south is drawn."""
    draws = tuple(zip(Seat, map(Card, ("C7", "D7", "HA", "S9")), strict=True))
    match, _ = Match.start(rules).apply(None, Draw(draws))
    return match, Seat.S


def test_a_match_waits_for_the_house() -> None:
    match = Match.start(rules_of())
    assert (match.phase, match.asks(), match.totals) == (Phase.DRAWING, (), (0, 0))
    assert match.view(Seat.N).phase is Phase.WAITING
    for seat in Seat:
        assert match.legal(seat) == ()
    drawn, dealer = begin(rules_of())
    assert (drawn.phase, drawn.dealer, drawn.view(None).dealer) == (Phase.DEALING, dealer, dealer)
    assert drawn.view(Seat.N).hand == ()


@pytest.mark.parametrize("side", [0, 1])
def test_a_forfeit_ends_the_deal_for_the_other_side(side: int) -> None:
    match, dealer = begin(rules_of())
    match, _ = match.apply(None, Deal(PACK))
    after, events = match.forfeit(side)
    written = events[0]
    assert isinstance(written, Written)
    assert [*written.written.values()] == ([0, 162] if side == 0 else [162, 0])
    assert (after.phase, after.dealer) == (Phase.DEALING, Game.KLAVERJAS.after(dealer))
    assert after.decision > match.decision
    for none_played in (after, Match.start(rules_of())):
        with pytest.raises(IllegalAction) as refusal:
            none_played.forfeit(side)
        assert refusal.value.reason is Reason.WRONG_PHASE


def test_the_last_deal_may_be_forfeited_too() -> None:
    *_, step = (s for s in steps(rules_of(deals=4), Random(8)) if s.before.number == 4)
    after, events = step.before.forfeit(1)
    assert after.phase is Phase.OVER
    assert isinstance(events[-1], Finished)


def test_the_checks_find_planted_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    closing = next(
        step.before
        for seed in range(50)
        for step in steps(rules_of(), Random(seed))
        if step.before.phase is Phase.CLOSING
    )
    asks = closing.asks()
    monkeypatch.setattr(Match, "asks", lambda match: asks[:1])
    assert wrongly_open(closing) != []
    monkeypatch.setattr(Match, "asks", lambda match: asks[::-1])
    assert wrongly_open(closing) != []
    monkeypatch.undo()
    honest = Match.apply

    def lenient(match: Match, seat: Seat | None, action: Action) -> object:
        return honest(match, match.asks()[0].seat if action == Close() else seat, action)

    monkeypatch.setattr(Match, "apply", lenient)
    assert wrongly_taken(closing) != []
