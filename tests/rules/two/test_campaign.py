"""What holds in every match of Klaberjass, whatever its rules: sums, bates, pots, the end."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given

from klaverjas import IllegalAction, Match, Pair, Phase, RuleSet, Seat
from klaverjas.actions import Action
from klaverjas.cards import points
from klaverjas.events import Event, Finished, Shown
from klaverjas.standing import Carry, Standing
from klaverjas.two import deal as two_deal
from klaverjas.two.deal import Deal
from klaverjas.two.rules import KlaberjassRules
from klaverjas.two.settlement import Settlement
from tests.rules.both_games import SEEDS, short_klaberjass
from tests.rules.playout import EVERY_ACTION, house_action
from tests.rules.two.stage import klaberjass_sets, rules_of
from tests.rules.two.test_leak import some_action


def course(rules: RuleSet, chance: Random) -> Iterator[tuple[Match, Action, Match, list[Event]]]:
    """Play a match to its end, claiming but seldom."""
    match = Match.start(rules)
    while match.phase is not Phase.OVER:
        asks = match.asks()
        action = some_action(asks[0], chance) if asks else house_action(match, chance)
        after, events = match.apply(asks[0].seat if asks else None, action)
        yield match, action, after, list(events)
        match = after


def played(rules: RuleSet, seed: int) -> Match:
    """Play a match and give its end."""
    *_, (_, _, match, _) = course(rules, Random(seed))
    return match


def deals_of(match: Match) -> list[Deal]:
    """List all deals of a match."""
    last = [match.deal] if match.deal else []
    return [deal for deal in (*match.finished, *last) if isinstance(deal, Deal)]


def naive_written(rules: KlaberjassRules, maker: int, defender: int, pot: int) -> list[int]:
    """Settle a deal by the sentences of RULES §5.4: maker, defender, pot."""
    if maker > defender:
        return [maker + pot, defender, 0]
    if maker < defender:
        return [0, maker + defender + pot, 0]
    if rules.tie == "pot":
        return [0, 0, pot + maker + defender]
    return [0, defender if rules.tie == "defender-own" else maker + defender, pot]


def wrongly_counted(deal: Deal) -> list[str]:
    """Count a deal that was played again, from its tricks; find what does not add up."""
    tricks, line, rules = deal.tricks, deal.outcome and deal.outcome.line, deal.rules
    assert tricks is not None
    assert line is not None
    assert deal.maker is not None
    cards = [0, 0]
    for number, trick in enumerate(tricks.taken):
        side = "NS".index(trick.winner)
        cards[side] += sum(points(card, tricks.trump) for card in trick.cards)
        cards[side] += 10 * (number == 8)
    sums = [
        line.points[side] + (line.sequences or {})[side] + (line.bela or {})[side] for side in "NS"
    ]
    maker = "NS".index(deal.maker)
    pot = deal.standing.carry.pot
    written = [line.written["NS"[maker]], line.written["NS"[1 - maker]], line.pot]
    wrong = [] if list(line.points.values()) == cards else [f"points {line}"]
    if written != naive_written(rules, sums[maker], sums[1 - maker], pot):
        wrong.append(f"written {line}")
    if (line.marks[deal.maker] == "B") != (sums[maker] < sums[1 - maker]):
        wrong.append(f"mark {line}")
    if line.marks[deal.maker] == "B" and line.written[deal.maker]:
        wrong.append(f"a bate maker writes {line}")
    return wrong


def wrongly_dealt(deal: Deal) -> list[str]:
    """Find cards that were played by one who did not hold them, or not at all."""
    tricks = deal.tricks
    assert tricks is not None
    laid = {Seat.N: 0, Seat.S: 0}
    for trick in tricks.taken:
        for place, card in enumerate(trick.cards):
            laid[deal.rules.game.after(trick.leader, place)] |= card.bit
    held = dict(zip(laid, deal.held, strict=True))
    return [] if laid == held else [f"{laid} {held}"]


def wrong(match: Match) -> list[str]:
    """Find what does not hold in a match that was played."""
    found: list[str] = []
    totals, pot = Pair(0, 0), 0
    for deal in deals_of(match):
        outcome = deal.outcome
        assert outcome is not None
        assert deal.standing == Standing(totals, deal.standing.written, deal.standing.carry)
        if deal.standing.carry.pot != pot:
            found.append(f"the pot was {pot}: {deal.standing}")
        if outcome.line is not None:
            found += wrongly_counted(deal) + wrongly_dealt(deal)
        elif outcome.written != Pair(0, 0):
            found.append(f"written without a line: {outcome}")
        totals = Pair(*map(int.__add__, totals, outcome.written))
        pot = pot if outcome.line is None else outcome.line.pot or 0
    return found if totals == match.totals else [*found, f"totals {totals} {match.totals}"]


@given(short_klaberjass(), SEEDS)
def test_every_deal_adds_up_and_the_match_ends(rules: RuleSet, seed: int) -> None:
    match = played(rules, seed)
    assert wrong(match) == []
    assert match.winner is not None
    assert match.asks() == ()


@pytest.mark.parametrize("rules", klaberjass_sets(), ids=lambda rules: rules.name)
def test_every_named_set_adds_up(rules: KlaberjassRules) -> None:
    kinds, marks = set(), set()
    for seed in range(12):
        match = played(rules, seed)
        assert wrong(match) == []
        for deal in deals_of(match):
            line = deal.outcome and deal.outcome.line
            kinds.add("void" if line is None else "written")
            marks |= set(line.marks.values()) if line else set()
    assert kinds == {"void", "written"} or rules.name == "bela-100"
    assert marks == {"", "B"}


def test_a_match_ends_as_its_set_has_it() -> None:
    ends = {"points": 0, "claim": 0}
    for rules in klaberjass_sets():
        for seed in range(12):
            *_, (before, _, match, events) = course(rules, Random(seed))
            finished = events[-1]
            assert isinstance(finished, Finished)
            assert finished == Finished(
                {"N": match.totals.first, "S": match.totals.second}, match.winner, finished.by
            )
            ends[finished.by] += 1
            if finished.by == "points":
                assert max(match.totals) >= rules.target > max(before.totals)
            else:
                assert match.totals == before.totals
    assert ends["points"] > 50
    assert ends["claim"] > 0


@given(short_klaberjass(), SEEDS)
def test_one_seat_is_asked_until_the_match_is_over(rules: RuleSet, seed: int) -> None:
    for match, _, after, events in course(rules, Random(seed)):
        asks = match.asks()
        assert bool(asks) == (match.phase not in (Phase.DRAWING, Phase.DEALING))
        assert len(asks) <= 1
        for ask in asks:
            assert ask.must
            assert match.view(ask.seat).legal == ask.legal == match.legal(ask.seat)
            assert match.view(ask.seat).turn is match.view(None).turn is ask.seat
        assert after.decision == match.decision + (match.phase is not Phase.DRAWING)
        assert events


@given(short_klaberjass(), SEEDS)
def test_whatever_is_not_listed_is_refused(rules: RuleSet, seed: int) -> None:
    chance = Random(seed)
    for match, _, _, _ in course(rules, Random(seed)):
        if chance.random() < 0.05:
            for seat in (Seat.N, Seat.S):
                for action in set(EVERY_ACTION) - set(match.legal(seat)):
                    with pytest.raises(IllegalAction) as refusal:
                        match.apply(seat, action)
                    assert refusal.value.legal == match.legal(seat)


@given(short_klaberjass(), SEEDS)
def test_sequences_are_shown_by_their_winner_alone(rules: RuleSet, seed: int) -> None:
    shown: dict[int, list[Shown]] = {}
    match = Match.start(rules)
    for _, _, match, events in course(rules, Random(seed)):
        shown.setdefault(match.number, []).extend(e for e in events if isinstance(e, Shown))
    for deal in deals_of(match):
        told = shown[deal.number]
        assert len(told) <= 1
        if told:
            assert deal.shown == told[0]
            assert told[0].seat is deal.sequence_winner
            assert told[0].value == sum(each.value for each in told[0].sequences) > 0
        if deal.outcome and deal.outcome.line and deal.sequence_winner:
            assert told


def generous(rules: KlaberjassRules, maker: int, defender: int, pot: int = 0) -> Settlement:
    """Let a bate maker keep what he has."""
    return Settlement(maker, defender, pot)


def test_a_planted_fault_in_the_writing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of("clobyosh-501")
    monkeypatch.setattr(two_deal, "settle", generous)
    assert any(wrong(played(rules, seed)) for seed in range(3))


def test_a_planted_fault_in_the_tricks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of("klaberjass-500")
    monkeypatch.setattr("klaverjas.two.tricks.LAST_TRICK", 5)
    assert any(wrong(played(rules, seed)) for seed in range(3))


class LostPot(Carry):
    """A carry that drops what lies in the pot."""

    def __new__(cls, pot: int = 0, thrown_in: int = 0) -> "LostPot":
        return super().__new__(cls, 0, thrown_in)


def test_a_lost_pot_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of("clobyosh-501")
    assert not any(wrong(played(rules, seed)) for seed in range(10))
    monkeypatch.setattr("klaverjas.two.deal.Carry", LostPot)
    assert any(wrong(played(rules, seed)) for seed in range(10))
