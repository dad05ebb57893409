"""A table as a value: the fold of its rows, the numbers of its asks, and what it remembers."""

from random import Random
from typing import Final, NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas import Card, IllegalAction, Phase, Player, RuleSet, Seat, Suit
from klaverjas.actions import Close, Name, Pass, Play, PlayerAction, Roem
from klaverjas.events import Dealing, Finished, Named, Played, TrickTaken, Written
from klaverjas_server import refolding, rows
from klaverjas_server.log import Bodies, Row
from klaverjas_server.refolding import refold
from klaverjas_server.table_state import Occupant, OpenAsk, TableState
from klaverjas_wire.table import Back, Filled, Left, Sat, StandIn, Started
from tests.server.packs import NORTH_WINS, QUIET, TALKATIVE, packs_of
from tests.server.seeded_chance import SeededChance
from tests.server.stream import Stream, acts

N, E, S, W = Seat
AMSTERDAM: Final = RuleSet.named("amsterdam")
SHORT: Final = RuleSet.load({"base": "amsterdam", "deals": 4})
OTHER: Final = (Play(Card.C7), Roem(), Pass(), Close(), Name(Suit.C))


def talking(tricks: int) -> Stream:
    """Play so many tricks with roem in them."""
    chance = SeededChance(packs=packs_of(TALKATIVE, TALKATIVE))
    stream = Stream(AMSTERDAM, chance).sit_down()
    stream.act(N, Name(Suit.H))
    for card in " ".join(NORTH_WINS[:tricks]).split():
        must = stream.state.asks[0]
        stream.act(must.seat, Play(Card(card)))
    return stream


# The fold


def test_a_table_opens_empty() -> None:
    state = Stream(AMSTERDAM).state
    assert (state.seq, state.n, state.phase, state.asks, state.seats) == (1, 0, "waiting", (), {})
    assert state.view(None).players == {}


def test_every_row_brings_its_events() -> None:
    stream = Stream(AMSTERDAM)
    table: list[tuple[rows.TableRow, list[object]]] = [
        (rows.Sat(N, "n", "Riet"), [Sat(N, "Riet")]),
        (rows.Invited(S, b"code"), []),
        (rows.Filled(E, "club"), [Filled(E, "club")]),
        (rows.Left(N), [Left(N)]),
        (rows.Sat(N, "n", "Rietje"), [Sat(N, "Rietje")]),
        (rows.Sat(S, "s", "Sjaan", b"code"), [Sat(S, "Sjaan")]),
        (rows.StandIn(N, "random"), [StandIn(N, "random")]),
        (rows.Back(N), [Back(N)]),
    ]
    for number, (row, events) in enumerate(table, 2):
        before = stream.state.n
        assert list(stream.do(row)) == events
        assert (stream.state.seq, stream.state.n) == (number, before + len(events))
    assert stream.state.seats == {
        E: Occupant("club", strategy="club"),
        N: Occupant("Rietje", "n"),
        S: Occupant("Sjaan", "s"),
    }
    assert stream.state.invitations == {}


def test_the_last_seat_starts_the_match_and_the_house_draws_and_deals() -> None:
    stream = Stream(AMSTERDAM, SeededChance(packs=packs_of(QUIET)))
    for seat in (N, E, S):
        stream.do(rows.Sat(seat, seat, seat))
    events = stream.do(rows.Filled(W, "club"))
    assert [event.k for event in events] == ["filled", "started", "drawn", "dealt"]
    assert events[1] == Started("amsterdam", AMSTERDAM.hash)
    assert (stream.state.seq, stream.state.n, stream.state.ask) == (7, 7, 7)
    assert stream.state.phase is Phase.CALLING
    assert [type(deed.row) for deed in stream.deeds[-3:]] == [rows.Filled, rows.Drew, rows.Dealt]


def test_whoever_is_stood_in_for_keeps_seat_and_name() -> None:
    stream = talking(0)
    stream.do(rows.StandIn(N, "club"))
    who = stream.state.seats[N]
    assert (who.played_by, stream.state.seat_of("session-N")) == ("club", N)
    assert stream.state.players(frozenset([N]))[N] == Player("Riet", "club", away=True)
    stream.do(rows.Back(N))
    assert stream.state.seats[N].played_by is None


def test_what_is_illegal_changes_nothing() -> None:
    stream = talking(0)
    before = stream.state
    with pytest.raises(IllegalAction):
        stream.act(N, Play(Card.C7))
    assert stream.state is before


# Asks and their numbers


def test_an_ask_is_named_by_the_event_at_which_it_opened() -> None:
    stream = talking(0)
    assert [(ask.ask, ask.seat) for ask in stream.state.asks] == [(8, N)]
    for n, (seat, card) in enumerate(zip(Seat, NORTH_WINS[0].split(), strict=True), 9):
        assert stream.state.ask_of(seat) == stream.state.asks[0]
        stream.act(seat, Play(Card(card)))
        assert stream.state.asks[0].ask == stream.state.n == n + (seat is W)


def test_roem_leaves_the_ask_open_under_its_number() -> None:
    stream = talking(1)
    must, option = stream.state.asks
    assert (must.ask, must.seat, must.must) == (13, N, True)
    assert option == OpenAsk(13, S, False, (Roem(),))
    stream.act(S, Roem())
    assert stream.state.asks == (must._replace(legal=must.legal[1:]),)
    assert stream.state.n == 14


def test_a_lead_takes_the_option_back() -> None:
    stream = talking(1)
    assert stream.state.ask_of(S) is not None
    stream.act(N, Play(Card.H9))
    assert stream.state.ask_of(S) is None
    assert stream.state.answers.had(S, 13)
    assert not stream.state.answers.had(E, 13)
    assert stream.state.answers.answer(S, 13) is None


@pytest.mark.parametrize(
    ("seat", "action"), [(N, Roem()), (S, Roem()), (N, Close())], ids=["winner", "partner", "close"]
)
def test_the_deal_ends_with_the_next_one(seat: Seat, action: PlayerAction) -> None:
    stream = talking(8)
    ask = stream.state.ask
    events = stream.act(seat, action)
    assert isinstance(events[-2], Written)
    assert isinstance(events[-1], Dealing)
    # The act's last event is the deal that lies in the same append.
    assert stream.state.answers.taken(seat, ask, action) == stream.state.n
    assert stream.state.asks[0].ask == stream.state.n
    assert stream.state.deal_events == events[-1:]
    other = S if seat is N else N
    assert stream.state.answers.ends_with(seat, ask)
    assert not stream.state.answers.ends_with(other, ask)


def test_the_row_that_ends_a_deal_carries_what_was_written() -> None:
    stream = talking(8)
    stream.act(N, Roem())
    *_, last, dealt = [deed.row for deed in stream.deeds]
    assert isinstance(last, rows.Acted)
    assert isinstance(dealt, rows.Dealt)
    (line,) = stream.state.match.sheet if stream.state.match else ()
    assert last.wrote == dict(line.written)


def test_stand_ins_do_not_lengthen_the_act_before() -> None:
    stream = talking(0)
    stream.act(N, Play(Card.HJ))
    stream.do(rows.StandIn(E, "club"))
    stream.do(rows.Back(E))
    assert stream.state.answers.taken(N, 8, Play(Card.HJ)) == 9
    assert (stream.state.n, stream.state.ask) == (11, 9)


# What became of every ask


class Act(NamedTuple):
    """One act of a match, and the number of its last event."""

    seat: Seat
    ask: int
    asked: tuple[Seat, ...]
    action: PlayerAction
    n: int


def played(stream: Stream, chance: Random) -> list[Act]:
    """Play a match at random; all its acts."""
    taken = []
    for seat, action in acts(stream, chance):
        before = stream.state
        stream.act(seat, action)
        asked = tuple(ask.seat for ask in before.asks)
        taken.append(Act(seat, before.ask, asked, action, stream.state.n))
    return taken


@pytest.mark.parametrize("seed", range(4))
def test_every_act_of_a_match_is_found_again(seed: int) -> None:
    stream = Stream(SHORT, SeededChance(seed)).sit_down()
    taken = played(stream, Random(seed))
    answers = stream.state.answers
    assert answers.older
    last = {(act.seat, act.ask): act.action for act in taken}
    asked = {(seat, act.ask) for act in taken for seat in act.asked}
    for act in taken:
        assert answers.taken(act.seat, act.ask, act.action) == act.n
        assert answers.answer(act.seat, act.ask) == last[act.seat, act.ask]
        others = [one for one in OTHER if one not in {a.action for a in taken if a.ask == act.ask}]
        assert all(answers.taken(act.seat, act.ask, one) is None for one in others)
        for seat in Seat:
            assert answers.had(seat, act.ask) is ((seat, act.ask) in asked)


def test_what_was_not_asked_is_not_remembered() -> None:
    stream = Stream(SHORT).sit_down()
    taken = played(stream, Random(1))
    asked = {act.ask for act in taken}
    for number in set(range(stream.state.n + 5)) - asked:
        for seat in Seat:
            assert not stream.state.answers.had(seat, number)
            assert stream.state.answers.answer(seat, number) is None
            assert not stream.state.answers.roem_called(seat, number)


def test_roem_is_remembered_for_both_partners_and_for_nobody_else() -> None:
    stream = talking(0)
    calls = []
    for number, trick in enumerate(NORTH_WINS):
        for card in trick.split():
            stream.act(stream.state.asks[0].seat, Play(Card(card)))
        if number % 2:
            calls.append(stream.state.ask)
            stream.act((N, S)[number // 2 % 2], Roem())
    played(stream, Random(3))
    assert len(calls) == 4
    for ask in calls:
        called = [seat for seat in Seat if stream.state.answers.roem_called(seat, ask)]
        assert called == [N, S]


# A stream read again


def sets() -> st.SearchStrategy[RuleSet]:
    """Draw a set of either game with matches that are soon over."""
    four = [r for r in RuleSet.all() if len(r.game.seats) == 4]
    two = [r for r in RuleSet.all() if len(r.game.seats) == 2]
    return st.sampled_from(
        [
            *(r.with_switches({"deals": 4}) for r in four),
            *(r.with_switches({"target": 200}) for r in two),
        ]
    )


@given(sets(), st.integers(0, 2**32), st.integers(0, 200))
def test_a_stream_read_again_gives_an_equal_table(rules: RuleSet, seed: int, stop: int) -> None:
    stream, chance = Stream(rules, SeededChance(seed)).sit_down(), Random(seed)
    for _, (seat, action) in zip(range(stop), acts(stream, chance), strict=False):
        stream.act(seat, action)
        if chance.random() < 0.05:
            stream.do(rows.StandIn(seat, "random"))
            stream.do(rows.Back(seat))
    refolded = refold("1", Bodies.of(stream.entries()))
    assert refolded.state == stream.state
    assert not refolded.differs


def test_a_stream_of_which_a_row_is_missing_does_not() -> None:
    stream = talking(2)
    entries = stream.entries()
    for place in range(1, len(entries)):
        assert not _same(entries[:place] + entries[place + 1 :], stream.state)


def test_acts_folded_together_that_lose_something_are_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stream = talking(2)
    assert _same(stream.entries(), stream.state)
    honest = TableState.act_on
    for lost in ("ask", "answers", "deal_events", "n", "seq"):
        with monkeypatch.context() as patch:
            patch.setattr(
                TableState,
                "act_on",
                lambda state, acts, lost=lost: honest(state, acts)._replace(
                    **{lost: getattr(state, lost)}
                ),
            )
            assert not _same(stream.entries(), stream.state)


def test_an_act_written_in_another_way_is_the_same_act() -> None:
    stream = talking(2)
    entries = stream.entries()
    for place, entry in enumerate(entries):
        if entry.body in refolding.ACTS:
            row = msgspec.msgpack.decode(entry.body)
            body = msgspec.msgpack.encode({**row, "wrote": None, "later": 1})
            entries[place] = entry._replace(body=body)
    assert entries != stream.entries()
    assert _same(entries, stream.state)


def test_an_act_taken_for_another_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = talking(2)
    entries = stream.entries()
    assert _same(entries, stream.state)
    body = next(entry.body for entry in entries if entry.body in refolding.ACTS)
    others = [act for act in refolding.ACTS.values() if act != refolding.ACTS[body]]
    for other in others:
        with monkeypatch.context() as patch:
            patch.setitem(refolding.ACTS, body, other)
            assert not _same(entries, stream.state)


def _same(entries: list[Row], state: TableState) -> bool:
    try:
        return refold("1", Bodies.of(entries)).state == state
    except (IllegalAction, AssertionError, KeyError):
        return False


def test_the_numbers_are_dense() -> None:
    stream = Stream(SHORT).sit_down()
    n = stream.state.n
    for seat, action in acts(stream, Random(5)):
        events = stream.act(seat, action)
        numbered = stream.state.numbered(events)
        assert [number for number, _ in numbered] == list(range(n + 1, stream.state.n + 1))
        n = stream.state.n
    assert isinstance(events[-1], Finished)
    assert {Named, Played, TrickTaken} <= {type(event) for event in stream.state.deal_events}
