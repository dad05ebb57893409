"""The books held against the log: after every kill, on a copy of what the disk has."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from klaverjas import Player, View
from klaverjas.events import Written
from klaverjas.record import loads, replay
from klaverjas_server import rows
from klaverjas_server.config import KEY_FILE, LOG_FILE
from klaverjas_server.log import Row, SqliteLog
from klaverjas_server.sessions import keyed_hash
from klaverjas_server.table_state import Happened, TableState
from klaverjas_wire import action_of, event_form, view_of
from klaverjas_wire.messages import (
    Act,
    Done,
    Event,
    Fill,
    Hello,
    Invite,
    Invited,
    Ok,
    Open,
    Opened,
    ReadRecord,
    Record,
    Reply,
    Request,
    Rule,
    Seated,
    Sit,
    Snapshot,
    Welcome,
)
from tests.e2e.durability.books import Answered, Books, Seen


@dataclass
class Folded:
    """One table as the log has it: its rows, its events, its state after each of them."""

    state: TableState
    deeds: list[rows.TableRow]
    events: list[Happened] = field(default_factory=list)
    after: dict[int, TableState] = field(default_factory=dict)
    """The state after event n, for the events with which a row ended."""

    def fold(self, row: rows.TableRow, spent_ms: int | None) -> None:
        """Take one more row in."""
        self.deeds.append(row)
        self.state, events = self.state.apply(row, spent_ms)
        self.events += events
        self.after[self.state.n] = self.state

    def has(self, kind: type[rows.TableRow], **fields: object) -> bool:
        """Tell whether there is a row of this kind with these fields."""
        return any(
            isinstance(row, kind) and all(getattr(row, name) == it for name, it in fields.items())
            for row in self.deeds
        )


@dataclass
class Findings:
    """What is not as it was promised."""

    lost: list[str] = field(default_factory=list)
    """Answers of which the log knows nothing."""
    unlogged: list[str] = field(default_factory=list)
    """What was shown and is not in the log."""
    sums: list[str] = field(default_factory=list)
    """Matches that do not add up."""
    compared: int = 0
    """How many events and snapshots were held against the log."""
    matches: int = 0
    """How many records were replayed."""

    @property
    def clean(self) -> bool:
        """Tell whether everything is as promised."""
        return not (self.lost or self.unlogged or self.sums)


class Audit:
    """Reads what each life added to the log, and holds the books of that life against it."""

    def __init__(self, folder: Path) -> None:
        self.findings = Findings()
        self._folder = folder
        self._copy = folder.with_name("copy")
        self._tables: dict[str, Folded] = {}
        self._sessions: dict[str, list[rows.SessionRow]] = {}
        self._ends: dict[str, int] = {}

    async def examine(self, books: Books) -> None:
        """Examine the log of a dead server; opening the copy checks the file itself."""
        shutil.rmtree(self._copy, ignore_errors=True)
        self._copy.mkdir()
        for path in self._folder.glob(f"{LOG_FILE}*"):
            shutil.copy(path, self._copy)
        log = SqliteLog(self._copy / LOG_FILE)
        for stream in await log.streams():
            for row in await log.read(stream, self._ends.get(stream, 0)):
                self._take(stream, row)
        await log.close()
        self._hold(books)

    def _take(self, stream: str, row: Row) -> None:
        self._ends[stream] = row.seq
        kind, _, name = stream.partition("/")
        if kind == "session":
            self._sessions.setdefault(name, []).append(rows.decode_session_row(row.body))
        elif kind == "table":
            self._take_table(name, rows.decode_table_row(row.body), row.spent_ms)

    def _take_table(self, name: str, row: rows.TableRow, spent_ms: int | None) -> None:
        if isinstance(row, rows.Opened):
            state = TableState.open(name, row)
            self._tables[name] = Folded(state, [row], after={0: state})
        else:
            self._tables[name].fold(row, spent_ms)

    def _hold(self, books: Books) -> None:
        answered, seen = books.close_page()
        file = self._folder / KEY_FILE
        key = file.read_bytes() if file.exists() else b""  # killed before there was one
        for answer in answered:
            if not self._is_kept(answer, key):
                self.findings.lost.append(str(answer))
        for one in seen:
            if not self._is_logged(one):
                self.findings.unlogged.append(f"{one.seat} was shown {one.message}")
        self.findings.compared += len(seen)
        for folded in self._tables.values():
            folded.after = {folded.state.n: folded.state}

    # Answers

    def _is_kept(self, answered: Answered, key: bytes) -> bool:
        """Tell whether the log holds what an answer said."""
        keep = _KEPT.get((type(answered.request), type(answered.reply)))
        return keep is None or keep(self, answered, answered.request, answered.reply, key)

    def _welcomed(self, _: Answered, hello: Hello, welcome: Welcome, key: bytes) -> bool:
        kept = self._sessions.get(welcome.session, [])
        names = [row.name for row in kept if not isinstance(row, rows.SessionToken)]
        tokens = [row.token for row in kept if not isinstance(row, rows.SessionNamed)]
        return hello.name in names and keyed_hash(key, welcome.token) in tokens

    def _opened(self, answered: Answered, request: Open, opened: Opened, key: bytes) -> bool:
        folded = self._tables.get(opened.table)
        return (
            folded is not None
            and (folded.state.key, folded.state.opener)
            == (keyed_hash(key, opened.key), answered.session)
            and all(
                folded.has(rows.Filled, seat=seat, strategy=strategy)
                for seat, strategy in (request.fill or {}).items()
            )
        )

    def _seated(self, answered: Answered, _: Sit, seated: Seated, key: bytes) -> bool:
        return self._has(seated.table, rows.Sat, seat=seated.seat, session=answered.session)

    def _invited(self, _: Answered, invite: Invite, invited: Invited, key: bytes) -> bool:
        code = keyed_hash(key, invited.code)
        return self._has(invite.table, rows.Invited, seat=invite.seat, code=code)

    def _filled(self, _: Answered, fill: Fill, ok: Ok, key: bytes) -> bool:
        return self._has(fill.table, rows.Filled, seat=fill.seat, strategy=fill.strategy)

    def _acted(self, answered: Answered, act: Act, done: Done, key: bytes) -> bool:
        folded = self._tables.get(act.table)
        if folded is None or answered.seat is None:
            return False
        taken = folded.state.answers.taken(answered.seat, act.ask, action_of(act.action))
        return taken == done.n

    def _ruled(self, _: Answered, rule: Rule, done: Done, key: bytes) -> bool:
        folded = self._tables.get(rule.table)
        return (
            folded is not None and folded.has(rows.Ruled, act=rule.act) and done.n in folded.after
        )

    def _recorded(self, _: Answered, request: ReadRecord, record: Record, key: bytes) -> bool:
        folded = self._tables.get(request.table)
        if folded is None or folded.state.match is None:
            return False
        self.findings.matches += 1
        self.findings.sums += _sums_wrong(folded, record.text)
        return f"result/{request.table}" in self._ends

    def _has(self, table: str, kind: type[rows.TableRow], **fields: object) -> bool:
        folded = self._tables.get(table)
        return folded is not None and folded.has(kind, **fields)

    # What was shown

    def _is_logged(self, seen: Seen) -> bool:
        """Tell whether the log says the same of an event, or of the table at that event."""
        message, folded = seen.message, self._tables.get(seen.message.table)
        if folded is None or message.n > folded.state.n:
            return False
        if isinstance(message, Event):
            return event_form(folded.events[message.n - 1].seen_by(seen.seat)) == message.e
        state = folded.after.get(message.n)
        return state is None or _without_presence(state.view(seen.seat)) == _shown(message)


_Kept = Callable[[Audit, Answered, Any, Any, bytes], bool]
_KEPT: Final[dict[tuple[type[Request], type[Reply]], _Kept]] = {
    (Hello, Welcome): Audit._welcomed,
    (Open, Opened): Audit._opened,
    (Sit, Seated): Audit._seated,
    (Invite, Invited): Audit._invited,
    (Fill, Ok): Audit._filled,
    (Act, Done): Audit._acted,
    (Rule, Done): Audit._ruled,
    (ReadRecord, Record): Audit._recorded,
}


def _shown(snapshot: Snapshot) -> View:
    return _without_presence(view_of(snapshot.view))


def _without_presence(view: View) -> View:
    """Leave out who is away, which is in no log."""
    players = {seat: Player(who.name, who.bot) for seat, who in view.players.items()}
    return replace(view, players=players)


def _sums_wrong(folded: Folded, text: str) -> Iterator[str]:
    """Replay a record, and add up what was written by itself."""
    match, replayed = folded.state.match, replay(loads(text))
    assert match is not None
    sides = folded.state.rules.game.sides
    if replayed.totals != match.totals or replayed.winner != match.winner:
        yield f"table {folded.state.table}: the record comes to {replayed.totals}: {text}"
    if not folded.has(rows.Ruled, act="rollback"):
        written = [event.written for event in folded.events if isinstance(event, Written)]
        sums = tuple(sum(line[side] for line in written) for side in sides)
        if sums != tuple(match.totals):
            yield f"table {folded.state.table}: deals come to {sums}, the match to {match.totals}"
