"""A table's settings, as `open` gives them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

__all__ = ["BadOptions", "Options", "read_options"]


class Options(msgspec.Struct, frozen=True, omit_defaults=True):
    """The settings of one table. A private one is not listed, and is entered by code alone."""

    private: bool = False


class BadOptions(ValueError):
    """Settings that do not exist: `key` is the one that is wrong, `allowed` what it may be."""

    def __init__(self, text: str, key: str, allowed: tuple[object, ...]):
        super().__init__(text)
        self.key = key
        self.allowed = allowed


def read_options(body: Mapping[str, object] | None) -> Options:
    """Read the settings of `open`; `BadOptions` for an unknown one or a wrong value."""
    body = body or {}
    known = Options.__struct_fields__
    for key in body:
        if key not in known:
            raise BadOptions(f"unknown option {key!r}; known: {', '.join(known)}", key, known)
    if not isinstance(body.get("private", False), bool):
        raise BadOptions("private is true or false", "private", (True, False))
    return msgspec.convert(body, Options)
