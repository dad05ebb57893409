"""The page held against the types: what it lacks, what it makes up, what it says otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

import msgspec

from klaverjas import Phase, Reason
from klaverjas_server.hall_limits import HallLimits
from klaverjas_server.options import OPTIONS, Options
from klaverjas_server.peer import BACKLOG_BYTES
from klaverjas_server.table import INBOX
from klaverjas_wire import LIMITS, Dialect
from klaverjas_wire.faults import ByeCode, ErrorCode
from klaverjas_wire.messages import _RULING_NEEDS, Reply
from tests.server.protocol import catalogue
from tests.server.protocol.catalogue import Field
from tests.server.protocol.page import Page, Section, Table, names_in

NOTES: Final = {"away": [("seat", "seat")], "here": [("seat", "seat")]}
"""The notes the server sends: `k` is a plain string in the types."""

_ENTRY: Final = re.compile(r"^`([^`]+)` (.+)$")


def faults(page: Page) -> list[str]:
    """List all differences between the page and the types; none is the aim."""
    return [fault for check in CHECKS for fault in check(page)]


def parse_fields(cell: str) -> list[Field]:
    """Read a cell of fields: name in backticks, then the type, with dots between them."""
    if cell == "–":
        return []
    found = [_ENTRY.match(part) for part in cell.split(" · ")]
    assert all(found), f"fields that cannot be read: {cell}"
    return [(match.group(1), match.group(2)) for match in found if match]


def _differ(
    what: str, page: Mapping[str, list[Field]], types: Mapping[str, list[Field]]
) -> Iterator[str]:
    yield from (f"{what} {name} is not on the page" for name in types if name not in page)
    yield from (f"{what} {name} does not exist" for name in page if name not in types)
    for name in types:
        if name in page and sorted(page[name]) != sorted(types[name]):
            yield f"{what} {name}: {page[name]} on the page, {types[name]} in the types"


def _same_names(what: str, page: Iterable[str], types: Iterable[str]) -> Iterator[str]:
    told, there = list(page), list(types)
    yield from (f"{what} {name} is not on the page" for name in there if name not in told)
    yield from (f"{what} {name} does not exist" for name in told if name not in there)
    yield from (f"{what} {name} is told twice" for name in set(told) if told.count(name) > 1)


def _fields_by_name(table: Table) -> dict[str, list[Field]]:
    column = table.columns[0]
    return {
        name: parse_fields(row["fields"])
        for name, row in zip(table.names(column), table.rows, strict=True)
    }


def _without(name: str, kinds: Mapping[str, type]) -> dict[str, list[Field]]:
    """List messages and their fields, without the one that every message of the sort has."""
    return {
        t: [one for one in catalogue.fields_of(kind) if one[0] != name] for t, kind in kinds.items()
    }


def check_requests(page: Page) -> Iterator[str]:
    """Requests have a heading each, with their fields in a table."""
    told = {name: _request_fields(section) for name, section in page.under("Requests").items()}
    types = _without("id?", catalogue.requests())
    del types["pong"]  # it is a reply, whoever says it
    yield from _differ("request", told, types)


def _request_fields(section: Section) -> list[Field]:
    if not section.tables:
        return []
    table = section.table("field")
    return [(name, row["type"]) for name, row in zip(table.names("field"), table.rows, strict=True)]


def check_replies(page: Page) -> Iterator[str]:
    """Requests name their reply and their errors, and all of these exist."""
    for name, section in page.under("Requests").items():
        if not (section.has("Reply") and section.has("Errors")):
            yield f"request {name} does not say what it may get"
            continue
        for reply in section.listed("Reply"):
            if reply not in catalogue.server_messages():
                yield f"request {name}: reply {reply} does not exist"
        for code in section.listed("Errors"):
            if code not in set(ErrorCode):
                yield f"request {name}: error {code} does not exist"
    general = page.section("Requests")
    for code in general.listed("Any request") + general.listed("Any request that names a table"):
        if code not in set(ErrorCode):
            yield f"any request: error {code} does not exist"


def check_judging(page: Page) -> Iterator[str]:
    """An act is judged with codes that exist."""
    for row in page.section("How an `act` is judged").tables[0].rows:
        answer = names_in(row["reply"])[0]
        if answer not in {"done", *ErrorCode}:
            yield f"act: reply {answer} does not exist"


def check_server_messages(page: Page) -> Iterator[str]:
    """Replies and what comes unasked have a table each."""
    kinds = catalogue.server_messages()
    replies = {t: kind for t, kind in kinds.items() if issubclass(kind, Reply)}
    unasked = {t: kind for t, kind in kinds.items() if t not in replies and t != "ping"}
    told = _fields_by_name(page.section("Replies").table("reply"))
    yield from _differ("reply", told, _without("re?", replies))
    told = _fields_by_name(page.section("Messages nobody asked for").table("message"))
    yield from _differ("message", told, _without("", unasked))
    yield from _differ("note", _fields_by_name(page.section("Notes").table("k")), NOTES)


def check_actions(page: Page) -> Iterator[str]:
    """Actions stand in the order of the legal ones."""
    told = _fields_by_name(page.section("Actions").table("action"))
    yield from _differ("action", told, catalogue.actions())
    if list(told) != list(catalogue.actions()):
        yield "the actions stand in another order"


def check_events(page: Page) -> Iterator[str]:
    """Events stand in several tables."""
    told: dict[str, list[Field]] = {}
    for section in page.under("Events").values():
        told |= _fields_by_name(section.table("event"))
    yield from _differ("event", told, catalogue.events())


def check_views(page: Page) -> Iterator[str]:
    """Views have a table of keys, and one more for Klaberjass; the maps within have one too."""
    section = page.section("Views")
    told = {"view": _keys(section.table("key"))}
    told["Klaberjass' view"] = _keys(section.table("key of Klaberjass"))
    types = {"view": catalogue.view_keys(), "Klaberjass' view": catalogue.klaberjass_keys()}
    yield from _differ("keys of a", told, types)
    table = page.section("Maps within messages").table("map")
    maps = {row["map"]: parse_fields(row["fields"]) for row in table.rows}
    yield from _differ("map", maps, catalogue.structures())


def _keys(table: Table) -> list[Field]:
    column = table.columns[0]
    return [(name, row["type"]) for name, row in zip(table.names(column), table.rows, strict=True)]


def check_codes(page: Page) -> Iterator[str]:
    """Codes, reasons and phases are told one by one."""
    codes = page.section("Error codes").table("code").names("code")
    yield from _same_names("error", codes, ErrorCode)
    yield from _same_names("bye", page.section("Goodbyes").table("code").names("code"), ByeCode)
    reasons = page.section("Reasons").table("reason").names("reason")
    yield from _same_names("reason", reasons, Reason)
    rows = page.section("Phases").table("phase").rows
    yield from _same_names("phase", (n for row in rows for n in names_in(row["phase"])), Phase)


def check_settings(page: Page) -> Iterator[str]:
    """Settings have their values and their default."""
    table = page.section("Settings of a table").table("setting")
    names = table.names("setting")
    yield from _same_names("setting", names, OPTIONS)
    for name, row in zip(names, table.rows, strict=True):
        if name in OPTIONS:
            values = ", ".join(map(_json, OPTIONS[name].allowed))
            told = (row["values"], row["default"])
            if told != (values, _json(getattr(Options(), name))):
                yield f"setting {name}: {told} on the page"


def _json(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def check_limits(page: Page) -> Iterator[str]:
    """Limits have the figure they have."""
    table = page.section("Limits").table("limit")
    figures = {name: float(value) for name, value in msgspec.structs.asdict(LIMITS).items()}
    hall = HallLimits()
    figures |= {
        name: float(getattr(hall, name))
        for name in ("connections", "messages", "burst", "tables_per_session")
    }
    figures |= {"inbox": float(INBOX), "backlog": float(BACKLOG_BYTES)}
    told = {
        name: float(row["value"].split()[0].replace(",", ""))
        for name, row in zip(table.names("limit"), table.rows, strict=True)
    }
    yield from _same_names("limit", table.names("limit"), figures)
    for name in told.keys() & figures.keys():
        if told[name] != figures[name]:
            yield f"limit {name}: {told[name]} on the page, {figures[name]} in the types"


def check_dialects(page: Page) -> Iterator[str]:
    """The subprotocols of WebSockets are told by name."""
    told = page.section("WebSocket").table("subprotocol").names("subprotocol")
    yield from _same_names("subprotocol", told, set(Dialect) - {Dialect.TCP})


def check_rulings(page: Page) -> Iterator[str]:
    """Rulings name the fields they need."""
    table = page.section("Rulings").table("act")
    acts = dict(catalogue.fields_of(catalogue.requests()["rule"]))["act"]
    yield from _same_names("ruling", table.names("act"), names_in(acts))
    for name, row in zip(table.names("act"), table.rows, strict=True):
        if names_in(row["needs"]) != list(_RULING_NEEDS.get(name, ())):
            yield f"ruling {name} needs {_RULING_NEEDS.get(name, ())}"


CHECKS: Final[tuple[Callable[[Page], Iterator[str]], ...]] = (
    check_requests,
    check_replies,
    check_judging,
    check_server_messages,
    check_actions,
    check_events,
    check_views,
    check_codes,
    check_settings,
    check_limits,
    check_rulings,
    check_dialects,
)
