"""What a plain archive holds of a log: nothing that anybody at a table may not know.

Of a table whose match goes on it has what came before the deal in play. Tokens, keys and codes
stand in the log as keyed hashes; not even those are in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import msgspec

from klaverjas import Phase
from klaverjas_server import rows
from klaverjas_server.log import Row
from klaverjas_server.rows import SessionRow, TableRow
from klaverjas_server.table_state import TableState

__all__ = ["PlainTable", "plain_session", "plain_table"]

BETWEEN_DEALS: Final = frozenset({Phase.DRAWING, Phase.DEALING, Phase.OVER})
NO_HASH: Final = b""
"""Stands for a keyed hash; no secret has it, so whatever it guarded is closed."""


class PlainTable(NamedTuple):
    """The rows that are kept of a table, and the sessions that had to do with it."""

    rows: tuple[Row, ...]
    people: frozenset[str]


class _Entry(NamedTuple):
    row: Row
    body: TableRow


def plain_table(table: str, entries: Sequence[Row], *, over: bool) -> PlainTable:
    """Keep all of a match that is over, else what there was up to the last finished deal.

    `IllegalAction` or `InvalidRules` where the rules now refuse what was played.
    """
    read = [_Entry(row, rows.decode_table_row(row.body)) for row in entries]
    if not over:
        pack = _pack_in_play(table, read)
        # What the director gave or took during the deal is no part of it.
        read = [*read[:pack], *(entry for entry in read[pack:] if _is_adjustment(entry.body))]
    kept = [_Entry(row, _without_secrets(body)) for row, body in read if not _is_code(body)]
    return PlainTable(_numbered(kept), frozenset(_people(kept)))


def _pack_in_play(table: str, entries: Sequence[_Entry]) -> int:
    """Find the row of the pack that is being played; the end where there is none."""
    opened = entries[0].body
    assert isinstance(opened, rows.Opened)
    state, dealt = TableState.open(table, opened), dict[int, int]()
    for place, (row, body) in enumerate(entries[1:], 1):
        state, _ = state.apply(body, row.spent_ms)
        if isinstance(body, rows.Dealt) and state.match is not None:
            # A director may have gone back since to a deal that had been dealt before.
            dealt[state.match.number] = place
    match = state.match
    if match is None or match.phase in BETWEEN_DEALS:
        return len(entries)
    return dealt[match.number]


def _is_adjustment(body: TableRow) -> bool:
    return isinstance(body, rows.Ruled) and body.act == "adjust"


def _is_code(body: TableRow) -> bool:
    return isinstance(body, rows.Invited)


def _without_secrets(body: TableRow) -> TableRow:
    if isinstance(body, rows.Opened):
        return msgspec.structs.replace(body, key=NO_HASH)
    if isinstance(body, rows.Sat):
        return msgspec.structs.replace(body, code=None)
    return body


def _people(entries: Iterable[_Entry]) -> Iterable[str]:
    for _, body in entries:
        if isinstance(body, rows.Opened):
            yield body.opener
        elif isinstance(body, rows.Sat):
            yield body.session


def _numbered(entries: Iterable[_Entry]) -> tuple[Row, ...]:
    return tuple(
        row._replace(seq=seq, body=rows.encode_row(body))
        for seq, (row, body) in enumerate(entries, 1)
    )


def plain_session(entries: Sequence[Row]) -> tuple[Row, ...]:
    """Keep who somebody was; nobody can go on as him."""
    named = [(row, _without_token(rows.decode_session_row(row.body))) for row in entries]
    kept = [(row, body) for row, body in named if not isinstance(body, rows.SessionToken)]
    return tuple(
        row._replace(seq=seq, body=rows.encode_row(body)) for seq, (row, body) in enumerate(kept, 1)
    )


def _without_token(body: SessionRow) -> SessionRow:
    if isinstance(body, rows.SessionOpened):
        return msgspec.structs.replace(body, token=NO_HASH)
    return body
