"""No seat learns what it may not know, by anything that comes over its connection.

One evening is held twice. The second time the cards that a viewer cannot see are dealt otherwise,
such that the same actions stay legal. What he receives must be the same, byte for byte, in number
and in order: events, snapshots, questions, refusals, lists.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import zip_longest
from random import Random
from typing import Any, Final

import msgspec
import pytest

from klaverjas import PACK, Hand, Seat, Suit, View
from klaverjas.actions import Close, Name, Pass, Play, PlayerAction, Roem
from klaverjas_server import acting, hall, telling
from klaverjas_server.house_players import HouseAct, HousePlayers
from klaverjas_server.refusal import Refusal
from klaverjas_server.table import Change, Table
from klaverjas_server.table_state import Happened, OpenAsk, TableState
from klaverjas_wire import action_form
from klaverjas_wire.faults import ErrorCode
from klaverjas_wire.messages import (
    Act,
    Done,
    Event,
    ListTables,
    Note,
    ServerMessage,
    Sync,
    TableInfo,
)
from tests.server.courses import Course, Viewer, end_of, numbered, random_course, twins
from tests.server.evening import Evening, Party
from tests.server.packs import DRAW
from tests.server.raw_client import RawClient

Hold = Callable[[Evening], Awaitable[Evening]]
EVERY_ACTION: Final[tuple[PlayerAction, ...]] = (
    *map(Name, Suit),
    Pass(),
    *map(Play, PACK),
    Roem(),
    Close(),
)

pytestmark = pytest.mark.asyncio(loop_factories=["uvloop"])


async def received(hold: Hold, course: Course, viewer: Viewer) -> list[bytes]:
    """Hold an evening on this course; all that the viewer's connections receive."""
    evening = await hold(Evening())
    party = await evening.party(packs=[DRAW, course.pack])
    watcher = await evening.watcher()
    eyes = watcher if viewer is None else party.players[viewer]
    for seat, action, ask in numbered(course):
        assert isinstance(await party.act(seat, action, ask), Done)
        await look(eyes)
    if viewer is not None:
        asked = eyes.open_ask()
        await pry(eyes, asked.ask if asked else 7, legal_for(course, viewer))
    again = await evening.guest(None, eyes.token)
    await look(again)
    return [heard.payload for client in (eyes, again) for heard in client.heard]


async def look(eyes: RawClient) -> None:
    """Read all that can be read."""
    for request in (Sync(table="1", after=2**53 - 1), Sync(table="1", after=6), ListTables()):
        await eyes.request(request)
    await eyes.settle()


async def pry(eyes: RawClient, ask: int, legal: tuple[PlayerAction, ...]) -> None:
    """Try every action that may not be taken, under one's own ask and those of others."""
    for action in EVERY_ACTION:
        for number in (ask, ask + 1, ask - 1, 0):
            if action not in legal:
                await eyes.request(Act(table="1", ask=number, action=action_form(action)))


def legal_for(course: Course, viewer: Seat) -> tuple[PlayerAction, ...]:
    """List what the viewer may do at the end of a course."""
    return end_of(course).legal(viewer)


async def leaks(hold: Hold, seed: int, viewer: Viewer, length: int) -> list[str]:
    """Hold an evening and its twins; what told them apart. There is at least one twin."""
    chance = Random(seed)
    course = random_course(chance, length)
    others = [*twins(course, viewer, chance)][:2]
    assert others, "nothing is hidden here"
    first = await received(hold, course, viewer)
    found = []
    for twin in others:
        pairs = zip_longest(first, await received(hold, twin, viewer))
        found += [f"{one!r} {two!r}" for one, two in pairs if one != two]
    return found


@pytest.mark.parametrize("viewer", [*Seat, None], ids=[*Seat, "spectator"])
@pytest.mark.parametrize(("seed", "length"), [(1, 3), (2, 11), (3, 18), (4, 24)])
async def test_nobody_learns_what_he_may_not_know(
    hold: Hold, viewer: Viewer, seed: int, length: int
) -> None:
    assert await leaks(hold, seed, viewer, length) == []


# The same check finds what it is there to find


def hearts_of_north(state: TableState) -> int:
    """Count what only north may know."""
    if state.match is None:
        return 0
    return len(Hand.of(*(state.match.view(Seat.N).hand or ())).in_suit(Suit.H))


def view_with_a_hand(patch: pytest.MonkeyPatch) -> None:
    """Show everybody north's cards in the place of his own."""
    honest = TableState.view

    def view(state: TableState, seat: Viewer, away: frozenset[Seat] = frozenset()) -> View:
        shown = honest(state, seat, away)
        return shown if state.match is None else replace(shown, hand=state.match.view(Seat.N).hand)

    patch.setattr(TableState, "view", view)


def list_with_a_count(patch: pytest.MonkeyPatch) -> None:
    """List one watcher more for each heart that north holds."""
    honest = hall._table_info

    def info(table: Table) -> TableInfo:
        listed = honest(table)
        more = listed.watchers + hearts_of_north(table.state)
        return msgspec.structs.replace(listed, watchers=more)

    patch.setattr(hall, "_table_info", info)


def refusal_with_a_hint(patch: pytest.MonkeyPatch) -> None:
    """Say something else to whoever is not asked while north holds many hearts."""
    honest = acting._open_ask

    def open_ask(state: TableState, seat: Seat, number: int, roem: bool) -> OpenAsk:
        try:
            return honest(state, seat, number, roem)
        except Refusal:
            text = "not now" + "!" * hearts_of_north(state)
            raise Refusal(ErrorCode.NO_QUESTION, text) from None

    patch.setattr(acting, "_open_ask", open_ask)


def ask_of_another(patch: pytest.MonkeyPatch) -> None:
    """Put the question to everybody at the table, with what is legal for him whose it is."""

    honest = Table._questions

    def questions(table: Table, change: Change, answered: bool) -> dict[Seat, list[ServerMessage]]:
        honestly = honest(table, change, answered)
        told = [message for each in honestly.values() for message in each]
        return dict.fromkeys(Seat, told)

    patch.setattr(Table, "_questions", questions)


def no_ask_without_a_choice(patch: pytest.MonkeyPatch) -> None:
    """Ask only those who hold more than one card to choose from, and play for the others."""

    def next_act(players: HousePlayers, state: TableState) -> HouseAct | None:
        for ask in state.asks:
            if ask.must and len(ask.legal) == 1:
                return HouseAct(ask.seat, ask.legal[0], ask.ask, "house")
        return None

    patch.setattr(HousePlayers, "are_wanted", lambda players, state: True)
    patch.setattr(HousePlayers, "next_act", next_act)


def event_with_padding(patch: pytest.MonkeyPatch) -> None:
    """Make an event longer for each heart that north holds."""
    honest, publish = telling.event_message, Table.publish
    padding = ""

    def publish_padded(table: Table, *change: Any, **more: Any) -> None:
        nonlocal padding
        padding = " " * hearts_of_north(table.state)
        publish(table, *change, **more)

    def message(table: str, n: int, event: Happened, seat: Viewer) -> Event:
        return honest(table + padding, n, event, seat)

    patch.setattr(Table, "publish", publish_padded)
    patch.setattr(telling, "event_message", message)


def one_message_more(patch: pytest.MonkeyPatch) -> None:
    """Say something harmless after every act while north holds many hearts."""
    honest = Table.publish

    def publish(table: Table, *change: Any, **more: Any) -> None:
        honest(table, *change, **more)
        if hearts_of_north(table.state) > 1:
            table.note(Note(table.name, "here", Seat.N))

    patch.setattr(Table, "publish", publish)


FAULTS: Final[tuple[Callable[[pytest.MonkeyPatch], None], ...]] = (
    view_with_a_hand,
    list_with_a_count,
    refusal_with_a_hint,
    ask_of_another,
    no_ask_without_a_choice,
    event_with_padding,
    one_message_more,
)


@pytest.mark.parametrize("plant", FAULTS, ids=lambda plant: plant.__name__)
async def test_a_planted_leak_is_found(
    hold: Hold, monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    plant(monkeypatch)
    found = []
    for seed in range(1, 7):
        found += await leaks(hold, seed, Seat.S, 20)
        if found:
            break
    monkeypatch.undo()
    assert found


async def test_late_in_a_deal_there_is_something_left_to_hide() -> None:
    chance, counted = Random(5), 0
    for length in range(18, 27):
        counted += len([*twins(random_course(chance, length), None, chance)])
    assert counted > 10


async def test_twins_differ_in_hidden_cards_alone(evening: Evening) -> None:
    chance = Random(6)
    course = random_course(chance, 14)
    assert isinstance(await evening.party(packs=[DRAW, course.pack]), Party)
    for viewer in (*Seat, None):
        for twin in twins(course, viewer, chance):
            assert twin.pack != course.pack
            assert end_of(twin).view(viewer) == end_of(course).view(viewer)
