"""Acts: what is answered and told, in which order, and what refuses them."""

from collections.abc import Sequence
from typing import Final

import pytest

from klaverjas import Card, Seat, Suit
from klaverjas.actions import Close, Name, Pass, Play, PlayerAction, Roem
from klaverjas.events import (
    Dealt,
    Finished,
    Named,
    Passed,
    Played,
    RoemCounted,
    TrickTaken,
    Written,
)
from klaverjas_wire import action_form, action_forms, actions_of, event_form
from klaverjas_wire.messages import (
    Act,
    Ask,
    Done,
    Error,
    Event,
    Fill,
    Invite,
    ReadRecord,
    Reply,
    Request,
    Rule,
    Sit,
    Sync,
    Unask,
    Watch,
)
from tests.server.evening import Evening, Party, asks, kinds, numbers, told_of
from tests.server.packs import NORTH_WINS, QUIET, TALKATIVE, packs_of

N, E, S, W = Seat
SHORT: Final[dict[str, object]] = {"base": "amsterdam", "deals": 4}


async def talking(evening: Evening, tricks: int = 1, deals: int = 1) -> Party:
    """Play so many tricks of the talkative deal; roem lies in the last of them."""
    party = await evening.party(SHORT, packs=packs_of(*[TALKATIVE] * deals))
    assert isinstance(await party.act(N, Name(Suit.H)), Done)
    for trick in NORTH_WINS[:tricks]:
        await party.play(trick)
    party.take()
    return party


# What is told, to whom, in which order


async def test_done_then_the_events_then_the_questions(evening: Evening) -> None:
    party = await evening.party(packs=packs_of(QUIET))
    assert party.ask_of(N).ask == 7
    watcher = await evening.watcher()
    watcher.take()
    party.take()
    await party.act(N, Name(Suit.H))
    await watcher.settle()
    named = Event("1", 8, event_form(Named(N, Suit.H)))
    legal = action_forms(map(Play, QUIET[N]))
    told = party.take()
    assert told[N] == [Done("1", 8, re=5), named, Ask("1", 8, N, True, legal)]
    assert told[E] == told[S] == told[W] == [named] == watcher.take()


async def test_the_next_to_act_is_asked_after_the_event(evening: Evening) -> None:
    party = await evening.party(packs=packs_of(QUIET))
    party.take()
    await party.act(N, Pass())
    told = party.take()
    passed = Event("1", 8, event_form(Passed(N)))
    legal = action_forms((*map(Name, Suit), Pass()))
    assert told[N] == [Done("1", 8, re=5), passed]
    assert told[E] == [passed, Ask("1", 8, E, True, legal)]


async def test_done_counts_what_follows_by_itself(evening: Evening) -> None:
    party = await talking(evening, tricks=0)
    await party.play("HJ HT HQ")
    party.take()
    done = await party.act(W, Play(Card.HK))
    told = party.take()
    assert told_of(told[W]) == [Played(W, Card.HK), TrickTaken(1, N, 20 + 10 + 3 + 4)]
    assert done.n == 13
    assert told[W][0] == done


async def test_the_same_numbers_for_every_seat_and_spectator(evening: Evening) -> None:
    party = await evening.party(SHORT)
    watcher = await evening.watcher()
    assert {numbers(told)[-1] for told in party.take().values()} == {7}
    watcher.take()
    await party.play_out(lambda: party.over)
    await watcher.settle()
    heard = [*party.take().values(), watcher.take()]
    last = numbers(heard[0])[-1]
    assert last > 4 * 45
    assert [numbers(told) for told in heard] == [list(range(8, last + 1))] * 5
    dealt = [[e.hand for e in told_of(told) if isinstance(e, Dealt)] for told in heard]
    assert dealt[4] == [None] * 3
    assert [len(hand or ()) for hands in dealt[:4] for hand in hands] == [8] * 12


async def test_a_trick_with_roem_asks_the_winner_and_gives_his_partner_the_option(
    evening: Evening,
) -> None:
    party = await talking(evening, tricks=0)
    await party.play("HJ HT HQ")
    party.take()
    await party.act(W, Play(Card.HK))
    told = party.take()
    rest = sorted(card for card in TALKATIVE[N] if card is not Card.HJ)
    plays = [Play(card) for card in TALKATIVE[N] if card in rest]
    assert asks(told[N]) == [Ask("1", 13, N, True, action_forms((Roem(), *plays)))]
    assert asks(told[S]) == [Ask("1", 13, S, False, action_forms((Roem(),)))]
    assert asks(told[E]) == asks(told[W]) == []


async def test_roem_of_the_winner_takes_the_option_back(evening: Evening) -> None:
    party = await talking(evening)
    plays = party.ask_of(N).legal[1:]
    assert isinstance(await party.act(N, Roem()), Done)
    told = party.take()
    assert kinds(told[N]) == ["done", "roem", "ask"]
    assert asks(told[N]) == [Ask("1", 13, N, True, plays)]
    assert kinds(told[S]) == ["roem", "unask"]
    assert asks(told[S]) == [Unask("1", 13)]
    assert kinds(told[E]) == kinds(told[W]) == ["roem"]
    (counted,) = told_of(told[E])
    assert isinstance(counted, RoemCounted)
    assert (counted.seat, counted.trick, counted.value) == (N, 1, 70)


async def test_roem_of_the_partner_answers_his_ask_and_shortens_the_winners(
    evening: Evening,
) -> None:
    party = await talking(evening)
    plays = party.ask_of(N).legal[1:]
    assert isinstance(await party.act(S, Roem()), Done)
    told = party.take()
    assert kinds(told[S]) == ["done", "roem"]
    assert asks(told[N]) == [Ask("1", 13, N, True, plays)]
    assert kinds(told[E]) == kinds(told[W]) == ["roem"]


async def test_the_next_lead_takes_the_option_back(evening: Evening) -> None:
    party = await talking(evening)
    await party.act(N, Play(Card.H9))
    told = party.take()
    assert kinds(told[N]) == ["done", "played"]
    assert kinds(told[S]) == ["played", "unask"]
    assert asks(told[S]) == [Unask("1", 13)]
    assert asks(told[E]) == [Ask("1", 14, E, True, (action_form(Play(Card.HA)),))]


async def test_after_a_call_the_next_lead_takes_nothing_back(evening: Evening) -> None:
    party = await talking(evening)
    await party.act(N, Roem())
    party.take()
    await party.act(N, Play(Card.H9))
    assert kinds(party.take()[S]) == ["played"]


# Closing


async def test_after_the_last_trick_the_winner_closes_or_calls(evening: Evening) -> None:
    party = await talking(evening, tricks=8)
    assert actions_of(party.ask_of(N).legal) == (Roem(), Close())
    assert actions_of(party.ask_of(S).legal) == (Roem(),)
    assert (party.ask_of(N).must, party.ask_of(S).must) == (True, False)


@pytest.mark.parametrize(
    ("seat", "action", "north", "south"),
    [
        (N, Close(), ["done", "written", "dealt"], ["written", "dealt", "unask"]),
        (N, Roem(), ["done", "roem", "written", "dealt"], ["roem", "written", "dealt", "unask"]),
        (S, Roem(), ["roem", "written", "dealt", "unask"], ["done", "roem", "written", "dealt"]),
    ],
)
async def test_what_leaves_nothing_to_call_writes_the_deal(
    evening: Evening, seat: Seat, action: PlayerAction, north: list[str], south: list[str]
) -> None:
    party = await talking(evening, tricks=8)
    number = party.ask_of(N).ask
    done = await party.act(seat, action)
    told = party.take()
    assert kinds(told[N]) == north
    assert kinds(told[S]) == south
    taken_back = [m.ask for m in [*told[N], *told[S]] if isinstance(m, Unask)]
    assert taken_back == [number]
    # The next deal lies in the same append, and is counted.
    assert [m.n for m in told[E] if isinstance(m, Event)][-1] == done.n
    assert kinds(told[E])[-2:] == ["dealt", "ask"]
    assert party.ask_of(E).ask == done.n


async def test_a_refused_close_leaves_the_deal_open(evening: Evening) -> None:
    party = await talking(evening, tricks=7)
    refused = await party.act(N, Close())
    assert (refused.code, refused.reason) == ("illegal", "wrong-phase")
    assert isinstance(await party.act(N, Roem()), Done)


async def test_the_last_act_of_a_match_finishes_it(evening: Evening) -> None:
    party = await evening.party(SHORT, packs=packs_of(*[QUIET] * 4))
    await party.play_out(lambda: party.over)
    told = {seat: told_of(party.players[seat].messages)[-2:] for seat in Seat}
    for written, finished in told.values():
        assert isinstance(written, Written)
        assert isinstance(finished, Finished)
        assert finished.totals["NS"] + finished.totals["EW"] > 0
    dones = [m for seat in Seat for m in party.players[seat].messages if isinstance(m, Done)]
    ends = [m.n for m in party.players[N].messages if isinstance(m, Event)]
    assert max(done.n for done in dones) == ends[-1]


# What an act is held against, in this order


async def code_of(party: Party, seat: Seat, action: PlayerAction, ask: int) -> str:
    """Act, give how it was refused, and see that nobody else heard of it."""
    party.take()
    reply = await party.act(seat, action, ask)
    told = party.take()
    assert told[seat] == [reply]
    assert not any(told[other] for other in Seat if other is not seat)
    return reply.code if isinstance(reply, Error) else f"done {reply.n}"


async def test_a_table_there_is_not(evening: Evening) -> None:
    party = await talking(evening)
    request = Act(table="9", ask=13, action=action_form(Roem()))
    assert (await party.players[N].request(request)).code == "unknown-table"


@pytest.mark.parametrize("action", [Roem(), Play(Card.HJ), Play(Card.H9), Pass()])
async def test_whoever_has_no_seat_is_told_that_and_nothing_else(
    evening: Evening, action: PlayerAction
) -> None:
    await talking(evening)
    watcher = await evening.watcher()
    for ask in (0, 8, 13, 99):
        request = Act(table="1", ask=ask, action=action_form(action))
        refused = await watcher.request(request)
        assert refused == Error("not-seated", refused.text, re=watcher.sent[-1])


async def test_the_same_act_again_gets_the_same_done(evening: Evening) -> None:
    party = await talking(evening)
    assert await code_of(party, N, Play(Card.HJ), 8) == "done 9"
    assert await code_of(party, N, Name(Suit.H), 7) == "done 8"
    assert await code_of(party, W, Play(Card.HK), 11) == "done 13"
    await party.act(S, Roem())
    assert await code_of(party, S, Roem(), 13) == "done 14"
    await party.play("H9")
    assert await code_of(party, S, Roem(), 13) == "done 14"


async def test_the_same_act_again_also_after_the_end_and_after_many_others(
    evening: Evening,
) -> None:
    party = await evening.party(SHORT, packs=packs_of(*[QUIET] * 4))
    taken: list[tuple[Seat, Act, Done]] = []
    while not party.over:
        ask = party.turn
        request = Act(table="1", ask=ask.ask, action=ask.legal[0])
        taken.append((ask.seat, request, await party.players[ask.seat].request(request)))
        await party.settle()
    assert len(taken) > 4 * 32
    for seat, request, done in taken:
        again = await party.players[seat].request(request)
        assert (again.table, again.n) == (done.table, done.n)
    seat, first, _ = taken[0]
    assert await code_of(party, seat, Pass(), first.ask) == "over"
    stranger = await evening.guest()
    assert (await stranger.request(first)).code == "not-seated"


async def test_after_the_end_anything_else_is_over(evening: Evening) -> None:
    party = await evening.party(SHORT)
    await party.play_out(lambda: party.over)
    for seat in Seat:
        for ask in (0, 3, 10_000):
            assert await code_of(party, seat, Roem(), ask) == "over"


async def test_a_paused_table_takes_nothing_but_repeats(evening: Evening) -> None:
    party = await talking(evening)
    director = await evening.guest()
    await director.request(Rule(table="1", key=party.key, act="pause"))
    await party.settle()
    assert await code_of(party, N, Play(Card.H9), 13) == "paused"
    assert await code_of(party, E, Play(Card.HT), 13) == "paused"
    assert await code_of(party, N, Play(Card.HA), 8) == "paused"
    assert await code_of(party, N, Play(Card.HJ), 8) == "done 9"
    await director.request(Rule(table="1", key=party.key, act="resume"))
    await party.settle()
    assert await code_of(party, N, Play(Card.C8), 13) == "illegal"
    assert isinstance(await party.act(N, Play(Card.H9)), Done)


async def test_a_different_act_is_told_what_was_taken(evening: Evening) -> None:
    party = await talking(evening)
    refused = await party.act(N, Play(Card.H9), 8)
    assert refused == Error(
        "answered", refused.text, action=action_form(Play(Card.HJ)), re=refused.re
    )
    refused = await party.act(N, Pass(), 7)
    assert (refused.code, refused.action) == ("answered", action_form(Name(Suit.H)))


@pytest.mark.parametrize(
    ("seat", "ask", "code"),
    [
        (N, 12, "stale"),  # north has another open ask
        (N, 99, "stale"),
        (N, 0, "stale"),
        (S, 8, "stale"),  # south has the option
        (E, 13, "no-question"),  # that of north
        (E, 8, "no-question"),
        (E, 99, "no-question"),
        (W, 13, "no-question"),
    ],
)
async def test_an_ask_that_is_not_open(evening: Evening, seat: Seat, ask: int, code: str) -> None:
    party = await talking(evening)
    for action in (Play(Card.HJ), Play(Card.C7), Roem(), Pass()):
        assert await code_of(party, seat, action, ask) == code


async def test_a_refusal_out_of_turn_has_nothing_in_it(evening: Evening) -> None:
    party = await talking(evening)
    for action in (Play(Card.HA), Play(Card.HJ), Roem()):
        refused = await party.act(E, action, 13)
        assert refused == Error("no-question", refused.text, re=refused.re)


async def test_an_option_that_was_let_pass_is_stale(evening: Evening) -> None:
    party = await talking(evening)
    await party.play("H9 HA")
    # South is asked for a card; the option under 13 was his, and was never called.
    assert await code_of(party, S, Roem(), 13) == "stale"
    await party.play("H8")
    assert await code_of(party, S, Roem(), 13) == "stale"
    assert await code_of(party, N, Roem(), 13) == "answered"
    assert await code_of(party, E, Roem(), 13) == "no-question"


async def test_roem_that_was_called_in_each_of_its_places(evening: Evening) -> None:
    party = await talking(evening)
    await party.act(S, Roem())
    # North's ask is open: the call comes too late, and takes nothing from it.
    assert await code_of(party, N, Roem(), 13) == "roem-already-called"
    await party.play("H9")
    # It is closed, by his own lead: the roem was called, whatever else he answered.
    assert await code_of(party, N, Roem(), 13) == "roem-already-called"
    await party.play("HA H8 H7")
    second = party.ask_of(S).ask
    await party.act(N, Roem())
    # South's option went with north's call.
    assert await code_of(party, S, Roem(), second) == "roem-already-called"
    await party.play("CT CJ CQ CK")
    assert await code_of(party, S, Roem(), second) == "roem-already-called"
    assert await code_of(party, S, Roem(), 13) == "done 14"


async def test_others_do_not_hear_whether_roem_was_called(evening: Evening) -> None:
    party = await talking(evening)
    await party.act(S, Roem())
    assert await code_of(party, E, Roem(), 13) == "no-question"
    assert await code_of(party, W, Roem(), 13) == "no-question"


@pytest.mark.parametrize(
    ("seat", "action", "reason"),
    [
        (N, Play(Card.HT), "not-held"),
        (N, Play(Card.HJ), "not-held"),  # played already; under this ask it is not the same act
        (N, Pass(), "wrong-phase"),
        (N, Close(), "wrong-phase"),
        (S, Play(Card.H8), "wrong-moment"),
        (S, Close(), "wrong-phase"),
    ],
)
async def test_an_illegal_act_says_why_and_what_would_be_legal(
    evening: Evening, seat: Seat, action: PlayerAction, reason: str
) -> None:
    party = await talking(evening)
    legal = party.ask_of(seat).legal
    refused = await party.act(seat, action, 13)
    assert refused == Error("illegal", refused.text, reason=reason, legal=legal, re=refused.re)
    assert asks(party.take()[seat]) == []


async def test_reasons_of_cards(evening: Evening) -> None:
    party = await talking(evening, tricks=0)
    await party.play("H9")
    refused = await party.act(E, Play(Card.CJ))
    assert (refused.code, refused.reason) == ("illegal", "follow")
    refused = await party.act(E, Roem())
    assert (refused.code, refused.reason) == ("illegal", "wrong-moment")
    await party.play("HA")
    assert await code_of(party, S, Play(Card.HK), 10) == "illegal"


async def test_whoever_must_name_may_not_pass(evening: Evening) -> None:
    party = await evening.party("utrecht", packs=packs_of(QUIET))
    refused = await party.act(N, Pass())
    assert (refused.code, refused.reason) == ("illegal", "forced")
    assert actions_of(refused.legal) == tuple(map(Name, Suit))


async def test_a_refusal_answers_nothing(evening: Evening) -> None:
    party = await talking(evening)
    for action in (Play(Card.C8), Pass(), Close()):
        assert await code_of(party, N, action, 13) == "illegal"
    assert isinstance(await party.act(N, Roem(), 13), Done)
    assert isinstance(await party.act(N, Play(Card.DT), 13), Done)


# Requests in one packet


async def replies_to(party: Party, seat: Seat, *requests: Request) -> Sequence[Reply]:
    """Send requests in one packet; the replies, in the order in which they came."""
    player = party.players[seat]
    party.take()
    ids = player.send(*requests)
    for id in ids:
        await player.reply(id)
    await party.settle()
    replies = [m for m in player.messages if isinstance(m, Reply) and m.re in ids]
    assert [reply.re for reply in replies] == ids
    return replies


async def test_two_equal_acts_at_once_are_played_once(evening: Evening) -> None:
    party = await talking(evening)
    play = party.request(N, Play(Card.H9))
    one, other = await replies_to(party, N, play, play)
    assert isinstance(one, Done)
    assert isinstance(other, Done)
    assert one.n == other.n == 14
    assert kinds(party.take()[E]) == ["played", "ask"]


async def test_of_two_different_acts_at_once_one_is_played(evening: Evening) -> None:
    party = await talking(evening)
    plays = party.request(N, Play(Card.H9)), party.request(N, Play(Card.CT))
    one, other = await replies_to(party, N, *plays)
    assert isinstance(one, Done)
    assert isinstance(other, Error)
    assert (other.code, other.action) == ("answered", action_form(Play(Card.H9)))
    assert told_of(party.take()[E]) == [Played(N, Card.H9)]


async def test_replies_come_in_the_order_of_the_requests(evening: Evening) -> None:
    party = await talking(evening)
    replies = await replies_to(
        party,
        N,
        party.request(N, Roem()),
        Fill(table="1", key="wrong", seat=E, strategy="random"),
        party.request(N, Roem()),
        Sit(table="1", seat=E),
        Invite(table="1", key="wrong", seat=E),
        party.request(N, Play(Card.C8)),
        Sync(table="1", after=13),
        Fill(table="1", key=party.key, seat=E, strategy="jan"),
        party.request(N, Play(Card.H9)),
        Watch(table="1"),
        Sit(table="1", code="made up"),
        ReadRecord(table="1"),
    )
    tags = (reply.__struct_config__.tag for reply in replies)
    codes = [r.code if isinstance(r, Error) else tag for r, tag in zip(replies, tags, strict=True)]
    assert codes == [
        "done",
        "forbidden",
        "done",
        "already-seated",
        "forbidden",
        "illegal",
        "ok",
        "bad-message",
        "done",
        "already-seated",
        "already-seated",
        "not-over",
    ]


async def test_unknown_fields_are_ignored(evening: Evening) -> None:
    party = await talking(evening)
    north = party.players[N]
    action = {"a": "play", "card": "H9", "speed": 11, "call": None}
    north.send_map(t="act", table="1", ask=13, action=action, mood={"good": True}, id=900)
    assert await north.reply(900) == Done("1", 14, re=900)


async def test_a_request_without_an_id_is_answered_without_one(evening: Evening) -> None:
    party = await talking(evening)
    north = party.players[N]
    north.send_map(t="act", table="1", ask=13, action={"a": "play", "card": "H9"})
    assert await north.reply(None) == Done("1", 14)
