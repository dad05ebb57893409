"""The JSON Schema says what the types say, and nothing else."""

from typing import Any

import pytest

from klaverjas import Card
from klaverjas_wire import json_schema, schema
from klaverjas_wire.forms import EVENTS
from klaverjas_wire.messages import CLIENT_MESSAGES, SERVER_MESSAGES

SCHEMA: dict[str, Any] = json_schema()
PARTS: dict[str, Any] = SCHEMA["$defs"]


def tags(side: str) -> set[str]:
    """Follow the references of one direction to the tags of its messages."""
    options = SCHEMA["properties"][side]["anyOf"]
    names = [option["$ref"].removeprefix("#/$defs/") for option in options]
    return {PARTS[name]["properties"]["t"]["enum"][0] for name in names}


def test_every_message_of_each_direction_is_described() -> None:
    assert tags("client") == set(CLIENT_MESSAGES)
    assert tags("server") == set(SERVER_MESSAGES)


def test_every_event_and_view_is_described() -> None:
    kinds = {
        part["properties"]["k"]["enum"][0]
        for name, part in PARTS.items()
        if name.endswith("Event") and "k" in part["properties"]
    }
    assert kinds == {kind.k for kind in EVENTS}
    games = {
        part["properties"]["game"]["enum"][0] for name, part in PARTS.items() if "View" in name
    }
    assert games == {"klaverjas", "klaberjass"}


def test_every_reference_leads_somewhere() -> None:
    assert references(SCHEMA) <= {f"#/$defs/{name}" for name in PARTS}
    assert "#/$defs/Card" in references(SCHEMA)


def references(node: object) -> set[str]:
    if isinstance(node, dict):
        own = {node["$ref"]} if "$ref" in node else set()
        return own.union(*map(references, node.values()))
    return set().union(*map(references, node)) if isinstance(node, list) else set()


def test_limits_and_values_are_in_it() -> None:
    assert PARTS["Card"]["enum"] == sorted(Card)
    assert PARTS["ListTables"]["properties"]["limit"]["maximum"] == 100
    hello = PARTS["Hello"]
    assert hello["required"] == ["t", "v"]
    assert {"maxLength": 40, "minLength": 1}.items() <= hello["properties"]["name"]["anyOf"][
        0
    ].items()


def test_every_part_has_a_sentence() -> None:
    assert [name for name, part in PARTS.items() if not part.get("description")] == []


def test_a_type_it_cannot_describe_is_an_error() -> None:
    with pytest.raises(NotImplementedError):
        schema._anything(complex)
