"""A table folds what it is told into the view the server has, and notices what is missing."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest

from klaverjas import Phase, Player, RuleSet, Seat, View
from klaverjas.actions import Pass, Play
from klaverjas.cards import Card
from klaverjas.events import Passed
from klaverjas_client import (
    Asked,
    Disconnected,
    Happened,
    Noted,
    Refused,
    Shown,
    Table,
    Unasked,
)
from klaverjas_wire import messages
from klaverjas_wire.forms import AnyEvent, action_forms, event_form, view_form
from klaverjas_wire.table import (
    Back,
    Filled,
    Left,
    RolledBack,
    Sat,
    StandIn,
    Started,
    Unknown,
)
from tests.clients.client.scene import Moment, scene

NAME = "7"


class Line:
    """Stands for the client: keeps what the table asks for, and answers it with nothing."""

    def __init__(self) -> None:
        self.synced: list[int] = []
        self.acts: list[tuple[int, object]] = []
        self.breaks: list[Exception] = []

    async def sync(self, table: str, after: int) -> messages.Ok:
        self.synced.append(after)
        return messages.Ok()

    async def act(self, table: str, ask: int, action: object) -> messages.Done:
        self.acts.append((ask, action))
        if self.breaks:
            raise self.breaks.pop(0)
        return messages.Done(table, 1)

    async def regained(self) -> None:
        return


def table_of(line: Line, kind: type[Table] = Table) -> Table:
    return kind(line, NAME)  # type: ignore[arg-type]  # all that a table needs of a client


def snapshot(view: View, n: int = 0) -> messages.Snapshot:
    return messages.Snapshot(NAME, n, view_form(view))


def event(n: int, e: AnyEvent | Unknown) -> messages.Event:
    return messages.Event(NAME, n, e if isinstance(e, Unknown) else event_form(e))


def ask_of(moment: Moment) -> messages.Ask | None:
    ask = moment.ask
    if ask is None:
        return None
    return messages.Ask(NAME, ask.decision, ask.seat, ask.must, action_forms(ask.legal))


def told(moments: list[Moment]) -> Iterator[list[messages.Event | messages.Ask | messages.Unask]]:
    """Yields what is sent for each moment after the first."""
    open_ask: messages.Ask | None = None
    for moment in moments[1:]:
        sent: list[messages.Event | messages.Ask | messages.Unask] = [
            event(n, e) for n, e in enumerate(moment.events, moment.first)
        ]
        following = ask_of(moment)
        if open_ask and (following is None or following.ask != open_ask.ask):
            sent.append(messages.Unask(NAME, open_ask.ask))
        if following and following != open_ask:
            sent.append(following)
        open_ask = following
        yield sent


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
def blank() -> View:
    view = scene("amsterdam", Seat.S, 1)[0].view
    return replace(view, players={Seat.N: Player("Riet")})


@pytest.mark.parametrize("rules", ["amsterdam+deals=4", "nku+deals=4", "clobyosh-501"])
@pytest.mark.parametrize("seat", [Seat.S, None])
def test_a_folded_view_is_the_servers(line: Line, rules: str, seat: Seat | None) -> None:
    moments, table = scene(rules, seat, 3), table_of(line)
    table.told(snapshot(moments[0].view))
    for moment, sent in zip(moments[1:], told(moments), strict=True):
        for message in sent:
            table.told(message)
        assert table.view == moment.view
    assert table.over
    assert line.synced == []


class Careless(Table):
    """Folds whatever comes, without a look at its number."""

    def _take_event(self, n: int, event: object) -> None:
        self.n = n - 1
        super()._take_event(n, event)  # type: ignore[arg-type]


async def asks_for_what_is_missing(line: Line, kind: type[Table]) -> bool:
    """Loses one event and has it told again; says whether the view is right in the end."""
    moments = scene("amsterdam+deals=4", Seat.S, 4)
    events = [e for moment in moments for e in moment.events]
    table = table_of(line, kind)
    table.told(snapshot(moments[0].view))
    for n in (1, 2, 4, 5):
        table.told(event(n, events[n - 1]))
    await asyncio.sleep(0)
    if line.synced != [2] or table.n != 2:
        return False
    for n in range(3, len(events) + 1):
        table.told(event(n, events[n - 1]))
    return table.view == moments[-1].view


async def test_a_gap_is_noticed_and_filled(line: Line) -> None:
    assert await asks_for_what_is_missing(line, Table)


async def test_a_gap_that_is_not_noticed_shows(line: Line) -> None:
    assert not await asks_for_what_is_missing(line, Careless)


def test_an_event_told_twice_happens_once(line: Line) -> None:
    moments, table = scene("amsterdam", Seat.S, 5), table_of(line)
    table.told(snapshot(moments[0].view))
    for moment in moments[1:8]:
        for n, e in enumerate(moment.events, moment.first):
            table.told(event(n, e))
            table.told(event(n, e))
    assert replace(moments[7].view, legal=()) == table.view


def test_events_before_the_first_snapshot_are_in_it(line: Line) -> None:
    table = table_of(line)
    table.told(event(1, Passed(Seat.N)))
    assert (table.view, table.n, line.synced) == (None, 0, [])


@pytest.mark.parametrize("e", [RolledBack(2, 3), Unknown("fresh", {"seat": "N"})])
async def test_what_cannot_be_folded_has_everything_shown(
    line: Line, blank: View, e: AnyEvent | Unknown
) -> None:
    table = table_of(line)
    table.told(snapshot(blank))
    table.told(event(1, e))
    await asyncio.sleep(0)
    assert (table.n, table.view, line.synced) == (1, blank, [0])


def test_who_sits_where_is_folded_too(line: Line, blank: View) -> None:
    table = table_of(line)
    table.told(snapshot(blank))
    events: list[AnyEvent] = [
        Left(Seat.N),
        Sat(Seat.N, "Toos"),
        Filled(Seat.E, "club"),
        Sat(Seat.W, "Ed"),
        StandIn(Seat.W, "random"),
        StandIn(Seat.N, "club"),
        Back(Seat.N),
        Started("amsterdam", RuleSet.named("amsterdam").hash),
    ]
    for n, e in enumerate(events, 1):
        table.told(event(n, e))
    table.told(messages.Note(NAME, "away", Seat.W))
    table.told(messages.Note(NAME, "applause", Seat.W))
    assert table.view is not None
    assert table.view.players == {
        Seat.N: Player("Toos"),
        Seat.E: Player("club", bot="club"),
        Seat.W: Player("Ed", bot="random", away=True),
    }


def test_rules_unknown_here_are_played_all_the_same(line: Line) -> None:
    moments, table = scene("rotterdam+deals=4", Seat.S, 6), table_of(line)
    club = "our-own-club"
    table.told(snapshot(replace(moments[0].view, rules=club)))
    for sent in told(moments):
        for message in sent:
            table.told(message)
    assert table.rules is None
    assert table.view == replace(moments[-1].view, rules=club)


async def test_all_that_happens_is_given_in_its_order(line: Line, blank: View) -> None:
    table = table_of(line)
    table.told(snapshot(blank))
    table.told(event(1, Sat(Seat.E, "Jan")))
    table.told(messages.Ask(NAME, 1, Seat.S, True, action_forms([Pass()]), 9_000))
    table.told(messages.Note(NAME, "away", Seat.E))
    table.told(messages.Unask(NAME, 1))
    table.end()
    happenings = [happening async for happening in table]
    assert list(map(type, happenings)) == [Shown, Happened, Asked, Noted, Unasked]
    asked = happenings[2]
    assert isinstance(asked, Asked)
    assert (asked.ask.legal, asked.view.legal, asked.ms) == ((Pass(),), (Pass(),), 9_000)
    assert [happening async for happening in table] == []


async def test_iterating_ends_with_the_reason(line: Line) -> None:
    table = table_of(line)
    table.end(Disconnected("gone for good"))
    with pytest.raises(Disconnected, match="gone for good"):
        await anext(table)


def test_an_ask_is_open_until_it_is_answered(line: Line, blank: View) -> None:
    table = table_of(line)
    table.told(snapshot(blank))
    table.told(messages.Ask(NAME, 4, Seat.S, True, action_forms([Play(Card.HJ)])))
    table.answered(3)
    assert table.ask is not None
    assert table.ask.decision == 4
    table.answered(4)
    assert table.ask is None
    assert table.view is not None
    assert table.view.legal == ()


def test_a_snapshot_does_not_close_an_ask(line: Line, blank: View) -> None:
    table = table_of(line)
    table.told(snapshot(blank))
    table.told(messages.Ask(NAME, 4, Seat.S, True, action_forms([Pass()])))
    table.told(snapshot(replace(blank, legal=(Pass(),)), 9))
    assert table.ask is not None
    assert (table.n, table.ask.decision) == (9, 4)
    table.regained()
    assert table.ask is None


async def test_an_act_without_an_ask_is_refused_at_once(line: Line, blank: View) -> None:
    table = table_of(line)
    table.told(snapshot(blank))
    with pytest.raises(Refused) as refused:
        await table.act(Pass())
    assert refused.value.code == "no-question"
    assert line.acts == []


async def test_an_act_is_sent_again_after_a_lost_connection(line: Line, blank: View) -> None:
    table = table_of(line)
    line.breaks = [Disconnected("gone"), Disconnected("gone again")]
    table.told(snapshot(blank))
    table.told(messages.Ask(NAME, 4, Seat.S, True, action_forms([Pass()])))
    assert await table.act(Pass()) == messages.Done(NAME, 1)
    assert line.acts == [(4, Pass())] * 3


def test_a_finished_table_is_over(line: Line, blank: View) -> None:
    table = table_of(line)
    assert not table.over
    table.told(snapshot(replace(blank, phase=Phase.OVER)))
    assert table.over
