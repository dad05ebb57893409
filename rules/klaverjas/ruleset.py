"""Rule sets: frozen data, made from a named base and switches, told apart by a hash.

A game's switches are the fields of its `RuleSet` subclass; the defaults of those fields are the
one fixed table that canonical forms are measured against. The default of a switch added later is
the old behaviour, so that old hashes never change.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from hashlib import sha256
from typing import Any, ClassVar, Final, TypeAlias

from klaverjas.errors import InvalidRules
from klaverjas.seats import Game

__all__ = ["RuleSet", "Value", "switch"]

Value: TypeAlias = str | int | bool | None


def switch(default: Value, allowed: Collection[Any]) -> Any:
    """Declare a switch of a rule set: its default, and a live collection of what it may be.

    `allowed` may be a registry of policies (its keys count) or hold ranges of numbers.
    """
    return field(default=default, metadata={"allowed": allowed})


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """The rules one match is played by. Sets are equal when their switches are.

    >>> RuleSet.named("rotterdam").switches
    {'trumping': 'rotterdam'}
    """

    game: ClassVar[Game]
    exclusive: ClassVar[frozenset[str]] = frozenset()
    """Switches of which at most one may differ from its default."""

    name: str = field(default="", compare=False)

    @staticmethod
    def named(name: str) -> RuleSet:
        """Find a registered set; `InvalidRules` lists those there are."""
        try:
            return _named[name]
        except KeyError:
            raise InvalidRules(
                f"unknown rule set {name!r}; known: {', '.join(_named)}", key="base", allowed=_named
            ) from None

    @staticmethod
    def all() -> tuple[RuleSet, ...]:
        """List the registered sets, in the order they were registered."""
        return tuple(_named.values())

    @staticmethod
    def register(rules: RuleSet, *, replace_existing: bool = False) -> RuleSet:
        """Make a set known under its name; a name that is taken is an `InvalidRules`."""
        if rules.name in _named and not replace_existing:
            raise InvalidRules(f"there is a rule set {rules.name!r} already", key="name")
        _named[rules.name] = rules
        return rules

    @classmethod
    def load(cls, source: str | Mapping[str, object]) -> RuleSet:
        """Make a set from its name, from ``{"base": name, switch: value, …}``, or in short.

        The short form is ``base+switch=value,switch=value``, as `name` has it for such sets.
        """
        if isinstance(source, str):
            return cls.named(source) if source in _named else cls._parse(source)
        if not isinstance(source.get("base"), str):
            raise InvalidRules("a rule set needs a base", key="base", allowed=_named)
        switches = {key: value for key, value in source.items() if key != "base"}
        return cls.named(str(source["base"])).with_switches(switches)

    @classmethod
    def _parse(cls, text: str) -> RuleSet:
        base, _, rest = text.partition("+")
        pairs = [part.partition("=") for part in rest.split(",")] if rest else []
        switches = {key.strip(): _read_value(value.strip()) for key, _, value in pairs}
        return cls.named(base.strip()).with_switches(switches)

    def with_switches(self, switches: Mapping[str, object], name: str | None = None) -> RuleSet:
        """Set some switches; `InvalidRules` names the one that is wrong and what it may be."""
        expanded = self._expand(switches)
        choices = allowed_values(type(self))
        for key, value in expanded.items():
            self._check(key, value, choices)
        changed = replace(self, **self._settle(expanded))
        return replace(changed, name=name if name is not None else changed._find_name(self.name))

    def _expand(self, switches: Mapping[str, object]) -> dict[str, object]:
        """Spell out shorthands; a game with any overrides this."""
        return dict(switches)

    def _settle(self, switches: dict[str, object]) -> dict[str, Any]:
        """Let a switch that excludes others put those back to their defaults."""
        named = [key for key in switches if key in self.exclusive and switches[key] is not None]
        if len(named) > 1:
            raise InvalidRules(f"{' and '.join(named)} exclude each other", key=named[-1])
        if named:
            others = {f.name: f.default for f in fields(self) if f.name in self.exclusive}
            return {**others, **switches}
        return switches

    def _check(self, key: str, value: object, choices: Mapping[str, Collection[Any]]) -> None:
        allowed = choices.get(key)
        if allowed is None:
            known = list(choices)
            raise InvalidRules(
                f"unknown switch {key!r} of {self.game}; known: {', '.join(known)}",
                key=key,
                allowed=known,
            )
        if not _is_allowed(value, allowed):
            raise InvalidRules(
                f"{key} may not be {_spell(value)}; allowed: {_spell_all(allowed)}",
                key=key,
                allowed=[_spell_range(v) if isinstance(v, range) else v for v in allowed],
            )

    def _find_name(self, base: str) -> str:
        """Name a set made from switches: a registered one's name, else the short form."""
        for known in _named.values():
            if known == self:
                return known.name
        start = _named.get(base)
        if start is None:
            start = next(known for known in _named.values() if known.game is self.game)
        changes = {
            key: value for key, value in self._differences(start) if key not in self._excluded
        }
        # What an option would bring along is spelled out where this set has it otherwise.
        brought = [key for key in start._expand(changes) if key not in changes]
        changes |= {key: getattr(self, key) for key in brought}
        spelled = (f"{key}={_spell(value)}" for key, value in changes.items())
        return f"{start.name}+{','.join(spelled)}"

    def _differences(self, other: RuleSet) -> Iterable[tuple[str, Value]]:
        for f in _switch_fields(type(self)):
            if getattr(self, f.name) != getattr(other, f.name):
                yield f.name, getattr(self, f.name)

    @property
    def first_dealer(self) -> str:
        """How the first dealer is found: see `draw.FIRST_DEALER`."""
        return "highest"

    @property
    def match_deals(self) -> int | None:
        """The number of deals in a match; None when it is played to a target."""
        return None

    @property
    def switches(self) -> dict[str, Value]:
        """List the switches that differ from the game's defaults."""
        return dict(self._differences(type(self)()))

    @property
    def full(self) -> dict[str, Value]:
        """List every switch, but those another one excludes: all that is needed to make the set."""
        return {
            f.name: getattr(self, f.name)
            for f in _switch_fields(type(self))
            if f.name not in self._excluded
        }

    @property
    def _excluded(self) -> frozenset[str]:
        """The switches that mean nothing, since one is set that excludes them."""
        changed = self.exclusive & set(self.switches)
        return self.exclusive - changed if changed else frozenset()

    @property
    def canonical(self) -> str:
        """Write the set as JSON: the game, and every switch that differs from its default."""
        body = {"game": str(self.game), **self.switches}
        return json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    @property
    def hash(self) -> str:
        """Compute the SHA-256 of the canonical form, in hexadecimal."""
        return _hash(self)


_named: Final[dict[str, RuleSet]] = {}


def _switch_fields(kind: type[RuleSet]) -> tuple[Any, ...]:
    return tuple(f for f in fields(kind) if "allowed" in f.metadata)


def allowed_values(kind: type[RuleSet]) -> dict[str, Collection[Any]]:
    """Tell, by switch, what a game's switches may be: values, and ranges of numbers."""
    return {f.name: f.metadata["allowed"] for f in _switch_fields(kind)}


@lru_cache(maxsize=256)
def _hash(rules: RuleSet) -> str:
    return sha256(rules.canonical.encode()).hexdigest()


def _is_allowed(value: object, allowed: Collection[Any]) -> bool:
    # True == 1 in Python, and neither may stand for the other in a rule set.
    for choice in allowed:
        if isinstance(choice, range):
            if type(value) is int and value in choice:
                return True
        elif type(value) is type(choice) and value == choice:
            return True
    return False


def _read_value(text: str) -> Value:
    words: dict[str, Value] = {"true": True, "false": False, "null": None}
    if text in words:
        return words[text]
    return int(text) if text.isascii() and text.isdigit() else text


def _spell(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, default=str)


def _spell_range(numbers: range) -> str:
    if numbers.step == 1:
        return f"{numbers[0]}–{numbers[-1]}"
    return f"{numbers[0]}, {numbers[1]}, … {numbers[-1]}"


def _spell_all(allowed: Collection[Any]) -> str:
    return ", ".join(_spell_range(v) if isinstance(v, range) else _spell(v) for v in allowed)
