"""A strategy in a seat answers what it is asked, and takes it lightly when it comes too late."""

import asyncio
from random import Random

import pytest

from klaverjas import Ask, Phase, Seat, View
from klaverjas.actions import Pass, PlayerAction, Roem
from klaverjas.events import Passed, SeenEvent
from klaverjas_bots import Strategy
from klaverjas_client import Disconnected, Refused, Table, play
from klaverjas_wire import messages
from klaverjas_wire.forms import action_forms, event_form, view_form
from klaverjas_wire.table import Paused, Resumed
from tests.clients.client.clock import HandClock
from tests.clients.client.scene import scene

NAME = "7"


class Listener(Strategy):
    """Takes the first action there is, and keeps all it hears."""

    def __init__(self) -> None:
        super().__init__(Random(1))
        self.asks: list[Ask] = []
        self.noticed: list[SeenEvent] = []
        self.passes = False

    def choose(self, view: View, ask: Ask) -> PlayerAction | None:
        self.asks.append(ask)
        assert view.legal == ask.legal
        return None if self.passes else ask.legal[0]

    def notice(self, event: SeenEvent) -> None:
        self.noticed.append(event)


class Line:
    """Stands for the client: answers acts with what the test has laid ready."""

    def __init__(self, clock: HandClock) -> None:
        self.clock = clock
        self.acts: list[tuple[int, object]] = []
        self.refusals: list[str] = []
        self.table: Table | None = None

    async def act(self, table: str, ask: int, action: object) -> messages.Done:
        self.acts.append((ask, action))
        if self.refusals:
            raise Refused(messages.Error(self.refusals.pop(0), "no"))
        assert self.table is not None
        self.table.answered(ask)
        return messages.Done(table, 1)


@pytest.fixture
def line(clock: HandClock) -> Line:
    return Line(clock)


@pytest.fixture
def table(line: Line) -> Table:
    made = Table(line, NAME)  # type: ignore[arg-type]  # all that is needed of a client
    line.table = made
    made.told(shown())
    return made


def shown() -> messages.Snapshot:
    return messages.Snapshot(NAME, 0, view_form(scene("amsterdam", Seat.S, 1)[0].view))


def asked(number: int, *actions: PlayerAction, must: bool = True) -> messages.Ask:
    return messages.Ask(NAME, number, Seat.S, must, action_forms(actions))


def event(n: int, e: object) -> messages.Event:
    return messages.Event(NAME, n, event_form(e))  # type: ignore[arg-type]  # known ones alone


async def until_away(table: Table, strategy: Strategy) -> None:
    """Plays until the server is lost."""
    table.end(Disconnected("gone"))
    with pytest.raises(Disconnected):
        await play(table, strategy)


async def test_it_answers_what_it_is_asked(table: Table, line: Line) -> None:
    bot = Listener()
    table.told(asked(4, Pass()))
    await until_away(table, bot)
    assert line.acts == [(4, Pass())]


async def test_it_hears_the_events_of_the_game_alone(table: Table) -> None:
    bot = Listener()
    table.told(event(1, Paused()))
    table.told(event(2, Passed(Seat.N)))
    await until_away(table, bot)
    assert bot.noticed == [Passed(Seat.N)]


async def test_it_may_let_an_option_pass(table: Table, line: Line) -> None:
    bot = Listener()
    bot.passes = True
    table.told(asked(4, Roem(), must=False))
    await until_away(table, bot)
    assert (len(bot.asks), line.acts) == (1, [])


async def test_it_is_not_asked_what_was_taken_back(table: Table) -> None:
    bot = Listener()
    table.told(asked(4, Roem(), must=False))
    table.told(messages.Unask(NAME, 4))
    await until_away(table, bot)
    assert bot.asks == []


@pytest.mark.parametrize(
    "code", ["answered", "stale", "no-question", "roem-already-called", "over", "paused"]
)
async def test_coming_too_late_is_no_trouble(table: Table, line: Line, code: str) -> None:
    bot = Listener()
    line.refusals = [code]
    table.told(asked(4, Roem(), must=False))
    await until_away(table, bot)
    assert line.acts == [(4, Roem())]


@pytest.mark.parametrize("code", ["illegal", "not-seated", "internal"])
async def test_a_wrong_choice_is_trouble(table: Table, line: Line, code: str) -> None:
    line.refusals = [code]
    table.told(asked(4, Pass()))
    with pytest.raises(Refused) as refused:
        await play(table, Listener())
    assert refused.value.code == code


async def test_a_busy_server_is_asked_again(table: Table, line: Line, clock: HandClock) -> None:
    line.refusals = ["busy", "rate", "unavailable"]
    table.told(asked(4, Pass()))
    playing = asyncio.create_task(until_away(table, Listener()))
    for _ in range(3):
        await clock.pass_(1.0)
    await playing
    assert line.acts == [(4, Pass())] * 4


async def test_after_a_pause_it_answers_again(table: Table, line: Line) -> None:
    line.refusals = ["paused"]
    table.told(asked(4, Pass()))
    table.told(event(1, Paused()))
    table.told(event(2, Resumed()))
    await until_away(table, Listener())
    assert line.acts == [(4, Pass())] * 2


@pytest.mark.parametrize("rules", ["amsterdam+deals=4", "klaberjass-500"])
async def test_it_ends_with_the_match(table: Table, rules: str) -> None:
    last = scene(rules, Seat.S, 2)[-1].view
    assert last.phase is Phase.OVER
    table.told(messages.Snapshot(NAME, 300, view_form(last)))
    assert await play(table, Listener()) == last
