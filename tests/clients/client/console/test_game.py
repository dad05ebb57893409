"""What is typed is played, what happens is told, and a script waits for its turn."""

import asyncio
from dataclasses import replace

import pytest

from klaverjas import Card, Phase, Player, Seat, Suit, View
from klaverjas.actions import Name, Pass, Play, PlayerAction, Roem
from klaverjas.events import Finished, Passed, Written
from klaverjas_client import Disconnected, Refused, Table
from klaverjas_client.console import Game
from klaverjas_wire import messages
from klaverjas_wire.forms import AnyEvent, action_forms, event_form, view_form
from tests.clients.client.console.stage import Paper, Typed
from tests.clients.client.scene import scene

NAME = "7"
PLAYERS = {
    Seat.N: Player("Riet"),
    Seat.E: Player("club", bot="club"),
    Seat.S: Player("Anna"),
    Seat.W: Player("Ed"),
}


class Line:
    """Stands for the client: keeps each act, and answers with what the test has laid ready."""

    def __init__(self) -> None:
        self.acts: asyncio.Queue[tuple[int, PlayerAction]] = asyncio.Queue()
        self.refusals: list[messages.Error] = []

    async def act(self, table: str, ask: int, action: PlayerAction) -> messages.Done:
        self.acts.put_nowait((ask, action))
        if self.refusals:
            raise Refused(self.refusals.pop(0))
        return messages.Done(table, 1)


class Evening:
    """A game in progress, with all that a test needs of it."""

    def __init__(self, keyboard: Typed) -> None:
        self.line = Line()
        self.paper = Paper()
        self.keyboard = keyboard
        self.table = Table(self.line, NAME)  # type: ignore[arg-type]  # all it needs of a client
        self.n = 0

    def show(self, view: View) -> None:
        self.table.told(messages.Snapshot(NAME, self.n, view_form(view)))

    def happen(self, event: AnyEvent) -> None:
        self.n += 1
        self.table.told(messages.Event(NAME, self.n, event_form(event)))

    def ask(self, number: int, *actions: PlayerAction, must: bool = True) -> None:
        self.table.told(messages.Ask(NAME, number, Seat.S, must, action_forms(actions)))

    async def run(self) -> bool:
        return await Game(self.table, self.paper.screen, self.keyboard).run()

    async def until_left(self) -> str:
        """Plays until whoever types goes away, and gives what was written."""
        assert not await self.run()
        return self.paper.text


@pytest.fixture
def view() -> View:
    """South, Anna, is to call in the first deal."""
    moments = scene("amsterdam", Seat.S, 1)
    calling = next(m.view for m in moments if m.view.phase is Phase.CALLING)
    return replace(calling, players=PLAYERS, legal=(), turn=Seat.S)


def evening(*lines: str, scripted: bool = False) -> Evening:
    return Evening(Typed(*lines, scripted=scripted))


async def test_what_is_typed_is_played(view: View) -> None:
    game = evening("p")
    game.show(view)
    game.ask(4, *map(Name, Suit), Pass())
    playing = asyncio.create_task(game.run())
    assert await game.line.acts.get() == (4, Pass())
    game.keyboard.leave()
    assert not await playing


async def test_the_question_shows_the_hand_and_the_bots_by_seat(view: View) -> None:
    game = evening("quit")
    game.show(view)
    game.ask(4, Pass())
    text = await game.until_left()
    assert "Your hand" in text
    assert "East (bot)" in text
    assert "club" not in text


async def test_a_refusal_is_explained_and_the_ask_stays(view: View) -> None:
    game = evening("hj", "h9", scripted=True)
    hand = (Card.HJ, Card.H9)
    game.show(replace(view, hand=hand, phase=Phase.PLAYING))
    legal = (Play(Card.H9),)
    text = "not legal"
    error = messages.Error("illegal", text, reason="follow", legal=action_forms(legal))
    game.line.refusals = [error]
    game.ask(4, *legal)
    playing = asyncio.create_task(game.run())
    assert await game.line.acts.get() == (4, Play(Card.HJ))
    assert await game.line.acts.get() == (4, Play(Card.H9))
    game.keyboard.leave()
    await playing
    assert "You must follow suit" in game.paper.text
    assert "You may: ♥9 (h9)." in game.paper.text


async def test_roem_may_be_called_while_others_think(view: View) -> None:
    game = evening()
    game.show(view)
    game.ask(9, Roem(), must=False)
    game.keyboard.type("roem")
    playing = asyncio.create_task(game.run())
    assert await game.line.acts.get() == (9, Roem())
    game.keyboard.leave()
    await playing
    assert "There is roem in the trick" in game.paper.text


async def test_a_script_lets_options_pass_that_it_does_not_take(view: View) -> None:
    game = evening("p", scripted=True)
    game.show(view)
    game.ask(9, Roem(), must=False)
    playing = asyncio.create_task(game.run())
    game.table.told(messages.Unask(NAME, 9))
    game.ask(12, Pass())
    assert await game.line.acts.get() == (12, Pass())
    game.keyboard.leave()
    await playing


async def test_a_script_may_take_an_option(view: View) -> None:
    game = evening("roem", scripted=True)
    game.show(view)
    game.ask(9, Roem(), must=False)
    playing = asyncio.create_task(game.run())
    assert await game.line.acts.get() == (9, Roem())
    game.keyboard.leave()
    await playing


async def test_whoever_types_is_told_when_nothing_is_asked(view: View) -> None:
    game = evening("p", "quit")
    game.show(view)
    assert "not being asked" in await game.until_left()


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("?", "sheet shows the score sheet."),
        ("sheet", "Score sheet"),
        ("last", "There is no last trick"),
        ("nonsense", "I don't know ‘nonsense’"),
    ],
)
async def test_help_is_always_there(view: View, typed: str, shown: str) -> None:
    game = evening(typed, "quit")
    game.show(view)
    game.ask(4, Pass())
    assert shown in await game.until_left()


async def test_what_happens_is_told_with_the_sheet_and_the_end(view: View) -> None:
    game = evening()
    both = {"NS": 73, "EW": 89}
    game.show(replace(view, deal=16, trump=Suit.H))
    game.happen(Passed(Seat.N))
    game.happen(Written(16, Seat.E, both, both, {"NS": "", "EW": ""}, roem={"NS": 0, "EW": 0}))
    game.happen(Finished(both, "EW"))
    assert await game.run()
    lines = game.paper.text.splitlines()
    assert "Riet passes." in lines
    assert "Deal 16 written: we 73, they 89." in lines
    assert "Score sheet" in lines
    assert lines[-1] == "Over: we 73, they 89. They have won."


async def test_presence_and_connection_are_told(view: View) -> None:
    game = evening("quit")
    game.show(view)
    game.table.told(messages.Note(NAME, "away", Seat.W))
    game.table.told(messages.Note(NAME, "here", Seat.W))
    game.table.told(messages.Note(NAME, "here", Seat.S))
    game.table.lost(Disconnected("gone"))
    game.table.regained()
    text = await game.until_left()
    assert "Ed is away" in text
    assert "Ed is here again" in text
    assert "Anna is here" not in text
    assert "Your seat is kept" in text
    assert "Connected again" in text


async def test_a_server_lost_for_good_ends_the_game(view: View) -> None:
    game = evening()
    game.show(view)
    game.table.end(Disconnected("gone for good"))
    with pytest.raises(Disconnected, match="for good"):
        await game.run()


async def test_a_finished_match_shows_its_sheet(view: View) -> None:
    game = evening()
    game.show(replace(scene("amsterdam+deals=4", Seat.S, 2)[-1].view, players=PLAYERS))
    assert await game.run()
    assert "Score sheet" in game.paper.text
