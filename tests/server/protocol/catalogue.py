"""What the wire has, from its own types, in the words of the page."""

from __future__ import annotations

import inspect
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from klaverjas import Card, Game, Phase, Seat, Suit
from klaverjas import events as ev
from klaverjas.actions import PLAYER_ACTIONS, PlayerAction
from klaverjas.view import KlaberjassView, LastTrick, Line, Player, TrickCard, View
from klaverjas_wire import forms, messages
from klaverjas_wire.limits import Limits

Field = tuple[str, str]
"""The name of a field, with ``?`` behind it if it may be absent, and its type in words."""

NAMED: Final[dict[Any, str]] = {
    messages.Id: "number",
    messages.Name: "name",
    messages.TableName: "table",
    messages.Secret: "secret",
    messages.RulesName: "string",
    messages.Reason: "reason",
    messages.Points: "−100000…100000",
    ev.Says: "saying",
    PlayerAction: "action",
    forms.ActionForm: "action",
    forms.EventForm: "event",
    forms.ViewForm: "view",
}
"""Types that have a name on the page."""

WORDS: Final[dict[Any, str]] = {
    int: "integer",
    float: "number of seconds",
    str: "string",
    bool: "boolean",
    object: "any",
    types.NoneType: "null",
    Seat: "seat",
    Card: "card",
    Suit: "suit",
    Phase: "phase",
    Game: "game",
}

STRUCTURES: Final[dict[str, type]] = {
    "player": Player,
    "line": Line,
    "trick card": TrickCard,
    "last trick": LastTrick,
    "drawn card": ev.DrawnCard,
    "roem part": ev.RoemPart,
    "sequence": ev.SequenceShown,
    "rule set": messages.RulesInfo,
    "table entry": messages.TableInfo,
    "limits": Limits,
    "declaration": ev.Declared,
    "showing": ev.Shown,
}
"""Maps within messages, by what the page calls them."""

_STRUCTURE_WORDS: Final[dict[Any, str]] = {kind: name for name, kind in STRUCTURES.items()}


def spell(kind: Any) -> str:
    """Put a type into the words of the page."""
    for words in (NAMED, WORDS, _STRUCTURE_WORDS):
        for known, word in words.items():
            if kind is known or kind == known:
                return word
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _spell_range(args[0], args[1])
    if origin is Literal:
        return " ".join(f"`{value}`" for value in args)
    if origin in (Union, types.UnionType):
        return _spell_union(args)
    if origin is tuple:
        return f"list of {spell(args[0])}"
    if args:
        return _spell_map(args)
    assert inspect.isclass(kind), f"no word for {kind}"
    assert issubclass(kind, msgspec.Struct), f"no word for {kind}"
    return "line"  # the one struct made of a dataclass within a view


def _spell_union(args: tuple[Any, ...]) -> str:
    if set(get_args(forms.ActionForm)) <= set(args):
        return "action or null"
    return " or ".join(map(spell, args))


def _spell_map(args: tuple[Any, ...]) -> str:
    key, value = args
    if value is object:
        return "map"
    return f"map of {'side' if key is str else spell(key)} to {spell(value)}"


def _spell_range(kind: Any, meta: msgspec.Meta) -> str:
    if kind is int:
        return f"{meta.ge}…{meta.le}"
    return f"list of at most {meta.max_length} {spell(get_args(kind)[0])}s"


def fields_of(kind: type) -> list[Field]:
    """List the fields of a message, or of a map within one."""
    if is_dataclass(kind):
        return _dataclass_fields(kind)
    hints = get_type_hints(kind, include_extras=True)
    assert issubclass(kind, msgspec.Struct)
    whole = not kind.__struct_config__.omit_defaults
    return [
        _field(one.encode_name, hints[one.name], one.required or whole)
        for one in msgspec.structs.fields(kind)
    ]


WHOLE: Final = (Player, View, KlaberjassView)
"""Maps whose fields are always there, null or not."""


def _dataclass_fields(kind: type) -> list[Field]:
    hints = get_type_hints(kind, include_extras=True)
    return [
        _field(one.name, hints[one.name], one.default is MISSING or kind in WHOLE)
        for one in fields(kind)
    ]


def _field(name: str, kind: Any, always: bool) -> Field:
    """Spell a field; one that is left out when it has its default is never null."""
    return (name, spell(kind)) if always else (f"{name}?", spell(kind).removesuffix(" or null"))


def requests() -> Mapping[str, type]:
    """What a client may send, by `t`."""
    return messages.CLIENT_MESSAGES


def server_messages() -> Mapping[str, type]:
    """What a server may send, by `t`."""
    return messages.SERVER_MESSAGES


def events() -> dict[str, list[Field]]:
    """All events by `k`."""
    return {kind.k: fields_of(kind) for kind in forms.EVENTS}


def actions() -> dict[str, list[Field]]:
    """All actions by `a`."""
    return {kind.a: fields_of(kind) for kind in PLAYER_ACTIONS}


def view_keys() -> list[Field]:
    """The keys of every view."""
    return fields_of(View)


def klaberjass_keys() -> list[Field]:
    """The keys that a view of Klaberjass has besides."""
    common = view_keys()
    return [key for key in fields_of(KlaberjassView) if key not in common]


def structures() -> dict[str, list[Field]]:
    """The maps within messages, by what the page calls them."""
    return {name: fields_of(kind) for name, kind in STRUCTURES.items()}
