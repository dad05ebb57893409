"""Actions, events and views: what they look like on the wire, and that they come back whole."""

import json
from dataclasses import FrozenInstanceError
from random import Random
from types import MappingProxyType
from typing import Any

import msgspec
import pytest

from klaverjas import Card, Match, Phase, RuleSet, Seat, Suit
from klaverjas.actions import PLAYER_ACTIONS, Name, Pass, Play, PlayerAction
from klaverjas.events import Dealing, Dealt, Finished, Named, Played, Turned, Written
from klaverjas_wire import (
    AnyEvent,
    Dialect,
    Unknown,
    action_form,
    action_forms,
    action_of,
    actions_of,
    decode_answer,
    encode,
    event_form,
    event_frame,
    event_of,
    forms,
    view_form,
    view_of,
)
from klaverjas_wire.messages import Event, Snapshot
from klaverjas_wire.table import Paused, Ruled, Sat
from tests.rules.playout import steps
from tests.wire.examples import ACTIONS, EVENTS, KLABERJASS_VIEW, SPECTATOR, VIEW, VIEWS, WRITTEN

SEEN_FORMS: list[tuple[AnyEvent, dict[str, object]]] = [
    (Played(Seat.N, Card.HJ), {"k": "played", "seat": "N", "card": "HJ"}),
    (
        Played(Seat.S, Card.HQ, "bela"),
        {"k": "played", "seat": "S", "card": "HQ", "call": "bela"},
    ),
    (Dealt(1, Seat.W), {"k": "dealt", "deal": 1, "dealer": "W"}),
    (Named(Seat.E, Suit.H), {"k": "named", "seat": "E", "suit": "H"}),
    (Turned(Suit.H), {"k": "turned", "suit": "H"}),
    (Paused(), {"k": "paused"}),
    (Sat(Seat.N, "Riet"), {"k": "sat", "seat": "N", "name": "Riet"}),
    (
        WRITTEN,
        {
            "k": "written",
            "deal": 1,
            "maker": "E",
            "points": {"NS": 73, "EW": 89},
            "written": {"NS": 272, "EW": 0},
            "marks": {"NS": "", "EW": "N"},
            "roem": {"NS": 70, "EW": 40},
        },
    ),
    (
        Finished({"NS": 1, "EW": 1}, None),
        {"k": "finished", "totals": {"NS": 1, "EW": 1}, "winner": None},
    ),
]

ACTION_FORMS: list[tuple[PlayerAction, dict[str, str]]] = [
    (Name(Suit.H), {"a": "name", "suit": "H"}),
    (Pass(), {"a": "pass"}),
    (Play(Card.HJ), {"a": "play", "card": "HJ"}),
    (Play(Card.HQ, "from-bela"), {"a": "play", "card": "HQ", "call": "from-bela"}),
]


def plain(form: object) -> Any:
    """Look at a struct as any JSON library would."""
    return json.loads(msgspec.json.encode(form))


@pytest.mark.parametrize(("event", "form"), SEEN_FORMS)
def test_an_event_travels_with_its_kind_and_what_is_there(
    event: AnyEvent, form: dict[str, object]
) -> None:
    assert plain(event_form(event)) == form


@pytest.mark.parametrize(("action", "form"), ACTION_FORMS)
def test_an_action_travels_as_it_is_sent(action: PlayerAction, form: dict[str, str]) -> None:
    assert plain(action_form(action)) == form


@pytest.mark.parametrize("action", ACTIONS, ids=str)
def test_the_rules_write_actions_alike(action: PlayerAction) -> None:
    assert plain(action_form(action)) == action.to_dict()


def test_the_examples_leave_no_action_and_no_event_out() -> None:
    assert {type(action) for action in ACTIONS} == set(PLAYER_ACTIONS)
    assert {type(event) for event in EVENTS} == set(forms.EVENTS)


def check_events_come_back(dialect: Dialect) -> None:
    for n, event in enumerate(EVENTS):
        message = decode_answer(payload(event_frame("6", n, event, dialect), dialect), dialect)
        assert isinstance(message, Event)
        assert (message.table, message.n, event_of(message.e)) == ("6", n, event)


def payload(data: bytes, dialect: Dialect) -> bytes:
    return data[4:] if dialect is Dialect.TCP else data


@pytest.mark.parametrize("dialect", Dialect)
def test_every_event_comes_back(dialect: Dialect) -> None:
    check_events_come_back(dialect)


def test_an_event_that_loses_a_field_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = forms._EVENT_FORMS[Played]

    def forgetful(event: Played) -> msgspec.Struct:
        return whole(Played(event.seat, event.card))  # type: ignore[no-any-return]

    monkeypatch.setitem(forms._EVENT_FORMS, Played, forgetful)
    with pytest.raises(AssertionError):
        check_events_come_back(Dialect.TCP)


def check_actions_come_back() -> None:
    assert actions_of(action_forms(ACTIONS)) == ACTIONS
    assert tuple(action_of(action_form(action)) for action in ACTIONS) == ACTIONS


def test_every_action_comes_back() -> None:
    check_actions_come_back()


def test_an_action_taken_for_another_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(forms._KNOWN_VALUES, action_form(Pass()), Name(Suit.C))
    with pytest.raises(AssertionError):
        check_actions_come_back()


def check_views_come_back(dialect: Dialect) -> None:
    for view in VIEWS:
        data = encode(Snapshot("6", 3, view_form(view)), dialect)
        message = decode_answer(payload(data, dialect), dialect)
        assert isinstance(message, Snapshot)
        assert view_of(message.view) == view
        assert type(view_of(message.view)) is type(view)


@pytest.mark.parametrize("dialect", Dialect)
def test_every_view_comes_back(dialect: Dialect) -> None:
    check_views_come_back(dialect)


def test_a_view_that_forgets_what_is_legal_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    field = forms._FIELDS["legal"]
    monkeypatch.setitem(forms._FIELDS, "legal", field._replace(form=lambda actions: ()))
    with pytest.raises(AssertionError):
        check_views_come_back(Dialect.TCP)


VIEW_KEYS = (
    "rules game me deal deals dealer phase turn trump maker hand counts leader trick last tricks "
    "points roem totals sheet players legal"
)
KLABERJASS_KEYS = f"{VIEW_KEYS} upcard bottom declared shown bela pot"


def test_a_view_has_every_key_always() -> None:
    assert sorted(plain(view_form(VIEW))) == sorted(VIEW_KEYS.split())
    assert sorted(plain(view_form(SPECTATOR))) == sorted(VIEW_KEYS.split())
    assert sorted(plain(view_form(KLABERJASS_VIEW))) == sorted(KLABERJASS_KEYS.split())


def test_a_spectator_has_no_hand_and_a_line_no_empty_figures() -> None:
    assert plain(view_form(SPECTATOR))["hand"] is None
    (line,) = plain(view_form(VIEW))["sheet"]
    assert sorted(line) == ["deal", "maker", "marks", "points", "roem", "trump", "written"]


def test_what_is_said_and_shown_needs_no_tag() -> None:
    view = plain(view_form(KLABERJASS_VIEW))
    assert view["declared"] == [
        {"seat": "N", "says": {"top": "K"}},
        {"seat": "S", "says": "good"},
    ]
    assert view["legal"][0] == {"a": "pass"}


def test_the_whole_truth_of_a_deal_has_no_form() -> None:
    truth: Any = Dealing(1, Seat.W, {})
    with pytest.raises(KeyError):
        event_form(truth)


def test_an_event_of_the_table_is_seen_whole_by_all() -> None:
    ruling = Ruled("adjust", "NS", -100, "revoke")
    assert all(ruling.seen_by(seat) is ruling for seat in (*Seat, None))
    odd = Unknown("fireworks", {})
    assert odd.seen_by(None) is odd
    assert event_of(odd) is odd
    with pytest.raises(FrozenInstanceError):
        ruling.points = 0  # type: ignore[misc]


def test_a_mapping_of_any_kind_travels() -> None:
    written = Written(1, None, *(MappingProxyType({"NS": 1, "EW": 2}),) * 2, MappingProxyType({}))
    data = event_frame("6", 1, written, Dialect.JSON)
    assert json.loads(data)["e"]["written"] == {"NS": 1, "EW": 2}


def test_nothing_else_travels() -> None:
    with pytest.raises(NotImplementedError, match="object does not travel"):
        event_frame("6", 1, Sat(Seat.N, object()))  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", RuleSet.all(), ids=lambda rules: rules.name)
def test_a_whole_match_comes_back(rules: RuleSet) -> None:
    """Everything that every seat and a spectator sees of a match at random."""
    for step in steps(rules, Random(1)):
        for seat in (*rules.game.seats, None):
            for event in step.events:
                seen = event.seen_by(seat)
                assert through_the_wire(seen) == seen
        if step.after.phase in (Phase.PLAYING, Phase.OVER):
            view = step.after.view(rules.game.seats[0])
            form = msgspec.convert(msgspec.to_builtins(view_form(view)), forms.ViewForm)
            assert view_of(form) == view


def through_the_wire(event: AnyEvent) -> AnyEvent | Unknown:
    data = event_frame("6", 1, event, Dialect.MSGPACK)
    message = decode_answer(data, Dialect.MSGPACK)
    assert isinstance(message, Event)
    return event_of(message.e)


def test_a_match_before_its_first_deal_has_a_view() -> None:
    for rules in RuleSet.all():
        view = Match.start(rules).view(None)
        assert view_of(view_form(view)) == view
