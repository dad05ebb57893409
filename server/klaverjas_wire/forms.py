"""Actions, events and views as they travel: tagged structs made from the rules' own values.

The rules define each of them once, as a dataclass. Here a struct is derived from every one: the
same fields, the tag ``a``, ``k`` or ``game`` before them, and no optional field that is absent.
``…_form`` makes the struct of a value, ``…_of`` the value of a struct.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from functools import reduce
from operator import attrgetter, or_
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, get_args, get_type_hints

import msgspec

from klaverjas.actions import NAMES, PLAYER_ACTIONS, PLAYS, PlayerAction
from klaverjas.events import SeenEvent
from klaverjas.seats import Game
from klaverjas.view import KlaberjassView, Line, View
from klaverjas_wire.table import TABLE_EVENTS, TableEvent, Unknown

__all__ = [
    "EVENTS",
    "KNOWN_ACTIONS",
    "ActionForm",
    "AnyEvent",
    "EventForm",
    "ViewForm",
    "action_form",
    "action_forms",
    "action_of",
    "actions_of",
    "event_form",
    "event_of",
    "view_form",
    "view_of",
]

AnyEvent: TypeAlias = SeenEvent | TableEvent
"""Every event this version knows, in the form somebody sees it."""

EVENTS: Final[tuple[type[AnyEvent], ...]] = (*get_args(SeenEvent), *TABLE_EVENTS)


_Turn: TypeAlias = Callable[[Any], Any]


def _turning(make: Callable[..., Any], names: tuple[str, ...]) -> _Turn:
    """Make the function that turns an object with these fields into a `make` of the same."""
    if not names:
        return lambda value: make()
    read = attrgetter(*names)
    if len(names) == 1:
        return lambda value: make(read(value))
    return lambda value: make(*read(value))


def _derive(
    kind: type,
    suffix: str,
    *,
    tag: tuple[str, str] | None = None,
    types: Mapping[str, object] | None = None,
    whole: bool = False,
) -> type[msgspec.Struct]:
    """Make a struct of a dataclass: `tag` is a field and its value, `types` replaces types.

    `suffix` sets its name apart from those of the messages in the schema. A field with a default
    is left out when it has it, unless the struct is `whole`. The tag's own field, if the
    dataclass has one, is not repeated.
    """
    hints = {**get_type_hints(kind), **(types or {})}
    tag_field, tag_value = tag or (None, None)
    return msgspec.defstruct(
        kind.__name__ + suffix,
        [
            (field.name, hints[field.name])
            if field.default is MISSING or whole
            else (field.name, hints[field.name], field.default)
            for field in fields(kind)
            if field.name != tag_field
        ],
        namespace={"__doc__": kind.__doc__},
        module=__name__,
        frozen=True,
        omit_defaults=not whole,
        tag_field=tag_field,
        tag=tag_value,
    )


def _turns(forms: Mapping[type[Any], type[msgspec.Struct]]) -> tuple[dict[type, _Turn], ...]:
    """Pair dataclasses with their structs: the ways there, by dataclass, and back, by struct."""
    there, back = {}, {}
    for kind, form in forms.items():
        names = form.__struct_fields__
        there[kind], back[form] = _turning(form, names), _turning(kind, names)
    return there, back


_ACTIONS: Final = {kind: _derive(kind, "Action", tag=("a", kind.a)) for kind in PLAYER_ACTIONS}
_EVENTS: Final = {kind: _derive(kind, "Event", tag=("k", kind.k)) for kind in EVENTS}
_LINE: Final = _derive(Line, "OfSheet")

_ACTION_FORMS, _ACTION_VALUES = _turns(_ACTIONS)
_EVENT_FORMS, _EVENT_VALUES = _turns(_EVENTS)
_line_form, _line_of = (
    _turning(_LINE, _LINE.__struct_fields__),
    _turning(Line, _LINE.__struct_fields__),
)

if TYPE_CHECKING:
    ActionForm: TypeAlias = msgspec.Struct
    EventForm: TypeAlias = msgspec.Struct | Unknown
    ViewForm: TypeAlias = msgspec.Struct
else:
    ActionForm = reduce(or_, _ACTIONS.values())
    EventForm = reduce(or_, _EVENTS.values())


KNOWN_ACTIONS: Final[tuple[PlayerAction, ...]] = (
    *NAMES,
    *PLAYS.values(),
    *(kind() for kind in PLAYER_ACTIONS if not fields(kind)),  # type: ignore[call-arg]
)
"""The actions that `action_of` gives always the same object for. The rules, too, make names and
plays once, and list them for every card played: so are their structs."""

_KNOWN_FORMS: Final[dict[int, ActionForm]] = {
    id(action): _ACTION_FORMS[type(action)](action) for action in KNOWN_ACTIONS
}
_KNOWN_VALUES: Final = dict(zip(_KNOWN_FORMS.values(), KNOWN_ACTIONS, strict=True))


def action_form(action: PlayerAction) -> ActionForm:
    """Make the struct of an action."""
    form = _KNOWN_FORMS.get(id(action))
    return _ACTION_FORMS[type(action)](action) if form is None else form


def action_of(form: ActionForm) -> PlayerAction:
    """Give back the action of a struct."""
    action = _KNOWN_VALUES.get(form)
    return _ACTION_VALUES[type(form)](form) if action is None else action


def action_forms(actions: Iterable[PlayerAction]) -> tuple[ActionForm, ...]:
    """Make the structs of several actions, as `ask` and the error `illegal` list them."""
    known = _KNOWN_FORMS.get
    return tuple([known(id(action)) or action_form(action) for action in actions])


def actions_of(forms: Iterable[ActionForm]) -> tuple[PlayerAction, ...]:
    """Give back the actions of several structs."""
    return tuple(action_of(form) for form in forms)


def event_form(event: AnyEvent) -> EventForm:
    """Make the struct of an event, which must be in the form somebody sees it.

    `KeyError` for the whole truth of a deal: that is never sent.
    """
    return _EVENT_FORMS[type(event)](event)  # type: ignore[no-any-return]


def event_of(form: EventForm) -> AnyEvent | Unknown:
    """Give back the event of a struct; one that is `Unknown` is itself."""
    if isinstance(form, Unknown):
        return form
    return _EVENT_VALUES[type(form)](form)  # type: ignore[no-any-return]


class _Field(NamedTuple):
    """A field of a view that holds structs when it travels, and the way there and back."""

    type: object
    form: _Turn
    value: _Turn


_FIELDS: Final[dict[str, _Field]] = {
    "legal": _Field(tuple[ActionForm, ...], action_forms, actions_of),
    "sheet": _Field(
        tuple[_LINE, ...],  # type: ignore[valid-type]  # a class made above
        lambda lines: tuple(map(_line_form, lines)),
        lambda forms: tuple(map(_line_of, forms)),
    ),
}


def _derive_view(kind: type[View], game: Game) -> type[msgspec.Struct]:
    """Make the struct of a view: every key is always there."""
    types = {name: field.type for name, field in _FIELDS.items()}
    return _derive(kind, "Form", tag=("game", game.value), types=types, whole=True)


_VIEWS: Final[dict[Game, tuple[type[View], type[msgspec.Struct]]]] = {
    Game.KLAVERJAS: (View, _derive_view(View, Game.KLAVERJAS)),
    Game.KLABERJASS: (KlaberjassView, _derive_view(KlaberjassView, Game.KLABERJASS)),
}

if not TYPE_CHECKING:
    ViewForm = reduce(or_, [form for _, form in _VIEWS.values()])


def view_form(view: View) -> ViewForm:
    """Make the struct of a view."""
    _, form = _VIEWS[view.game]
    values = {name: getattr(view, name) for name in form.__struct_fields__}
    for name, field in _FIELDS.items():
        values[name] = field.form(values[name])
    return form(**values)


def view_of(form: ViewForm) -> View:
    """Give back the view of a struct: a `View`, or a `KlaberjassView`."""
    game = Game(str(form.__struct_config__.tag))
    values = {name: getattr(form, name) for name in form.__struct_fields__}
    for name, field in _FIELDS.items():
        values[name] = field.value(values[name])
    return _VIEWS[game][0](game=game, **values)
