"""Policies that other distributions bring: a city's way of trumping, a way of making trump, a tie.

Each entry point of the group `klaverjas.policies` is a callable without arguments, which adds to
the registries of the rules.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

__all__ = ["GROUP", "load_policies"]

GROUP: Final = "klaverjas.policies"


@cache
def load_policies() -> tuple[str, ...]:
    """Let every entry point register what it brings, once; a sentence for each that could not."""
    return tuple(complaint for entry in entry_points(group=GROUP) if (complaint := _load(entry)))


def _load(entry: EntryPoint) -> str | None:
    try:
        entry.load()()
    except Exception as fault:
        # Whatever somebody else's code does wrong, the policies of the others are there.
        said = " ".join(str(fault).split()) or type(fault).__name__
        return f"the policies of {entry.name!r} ({entry.value}) are left out: {said}"
    return None
