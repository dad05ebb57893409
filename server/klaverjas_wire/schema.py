"""The messages as JSON Schema, from the same types that check them."""

from __future__ import annotations

from typing import Final

import msgspec

from klaverjas_wire.limits import VERSION
from klaverjas_wire.messages import ClientMessage, ServerMessage

__all__ = ["json_schema"]

_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


def _anything(kind: type) -> dict[str, object]:
    """Describe the value of a switch or an option."""
    if kind is object:
        return {"description": "any value; the rules judge it"}
    raise NotImplementedError(kind)


def json_schema() -> dict[str, object]:
    """Describe every message: under `client` what a client may send, under `server` a server.

    The parts they share stand under `$defs`. What no schema says: lengths of frames, depth, and
    that no key may come twice.
    """
    (client, server), parts = msgspec.json.schema_components(
        (ClientMessage, ServerMessage), schema_hook=_anything, ref_template="#/$defs/{name}"
    )
    return {
        "$schema": _DRAFT,
        "title": f"klaverjas, the wire, version {VERSION}",
        "properties": {"client": client, "server": server},
        "$defs": parts,
    }
