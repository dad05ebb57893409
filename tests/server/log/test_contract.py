"""What every log promises, and for each promise a log that breaks it and is caught."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from klaverjas_server.log import (
    Append,
    Bodies,
    Conflict,
    FailingLog,
    HeldLog,
    Log,
    MemoryLog,
    Row,
    SqliteLog,
    Unavailable,
    store,
)
from klaverjas_server.log.log import require_sequence
from tests.server.log.rows import row, rows

Clause = Callable[[Log], Awaitable[None]]


async def rows_come_back_as_written(log: Log) -> None:
    written = (
        Row(1, 0, "house", None, None, b""),
        Row(2, 1_700_000_000_000, "bot:plain", 7, 0, bytes(range(256))),
        Row(3, 1_700_000_000_001, "S", 2**53 - 1, 45_000, b"x" * 10_000),
    )
    await log.append([Append("table/a", 0, written[:1]), Append("session/ü", 0, rows(1, 1))])
    await log.append([Append("table/a", 1, written[1:])])
    assert await log.read("table/a") == list(written)
    assert await log.read("table/a", 2) == list(written[2:])
    assert await log.read("table/a", 3) == []
    assert await log.read("table/b") == []


async def rows_are_there_on_return(log: Log) -> None:
    for seq in range(1, 6):
        await log.append([Append("table/a", seq - 1, rows(seq, seq))])
        assert await log.read("table/a") == list(rows(1, seq))


async def a_stream_is_extended_at_its_end_only(log: Log) -> None:
    await log.append([Append("table/a", 0, rows(1, 3))])
    for expected in (0, 2, 4, 9):
        added = rows(expected + 1, expected + 2)
        with pytest.raises(Conflict) as caught:
            await log.append([Append("table/a", expected, added)])
        assert (caught.value.stream, caught.value.expected) == ("table/a", expected)
    with pytest.raises(Conflict):
        await log.append([Append("table/new", 1, rows(2, 2))])
    assert await log.read("table/a") == list(rows(1, 3))
    assert await log.streams() == ["table/a"]


async def one_of_two_owners_wins(log: Log) -> None:
    await log.append([Append("table/a", 0, rows(1, 1))])
    owners = [log.append([Append("table/a", 1, (row(2, owner),))]) for owner in (b"one", b"two")]
    outcomes = await asyncio.gather(*owners, return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "NoneType"]
    winner = b"one" if outcomes[0] is None else b"two"
    assert await log.read("table/a", 1) == [row(2, winner)]


async def a_batch_is_all_or_nothing(log: Log) -> None:
    await log.append([Append("table/b", 0, rows(1, 2))])
    batch = [
        Append("table/a", 0, rows(1, 100)),
        Append("table/b", 1, rows(2, 2)),
        Append("table/c", 0, rows(1, 1)),
    ]
    with pytest.raises(Conflict) as caught:
        await log.append(batch)
    assert caught.value.stream == "table/b"
    assert await log.streams() == ["table/b"]
    assert await log.read("table/b") == list(rows(1, 2))


async def a_long_batch_arrives_whole(log: Log) -> None:
    batch = [Append(f"table/{number}", 0, rows(1, 7 * number)) for number in range(1, 31)]
    await log.append(batch)
    for stream, _, written in batch:
        assert await log.read(stream) == list(written)


async def a_batch_may_extend_a_stream_twice(log: Log) -> None:
    await log.append([Append("table/a", 0, rows(1, 2)), Append("table/a", 2, rows(3, 3))])
    with pytest.raises(Conflict):
        await log.append([Append("table/a", 3, rows(4, 4)), Append("table/a", 3, rows(4, 4))])
    assert await log.read("table/a") == list(rows(1, 3))


async def a_refused_batch_takes_no_neighbour_along(log: Log) -> None:
    await log.append([Append("table/0", 0, rows(1, 1))])
    batches = [[Append(f"table/{number}", 0, rows(1, 2))] for number in range(40)]
    outcomes = await asyncio.gather(*map(log.append, batches), return_exceptions=True)
    assert isinstance(outcomes[0], Conflict)
    assert outcomes[1:] == [None] * 39
    for number in range(1, 40):
        assert await log.read(f"table/{number}") == list(rows(1, 2))


async def rows_out_of_sequence_are_refused(log: Log) -> None:
    for added in (rows(2, 2), (row(1), row(3)), (row(1), row(1))):
        with pytest.raises(ValueError, match="row"):
            await log.append([Append("table/a", 0, added)])
    assert await log.streams() == []


async def an_append_without_rows_asks_for_the_end(log: Log) -> None:
    await log.append([])
    await log.append([Append("table/a", 0, ())])
    assert await log.streams() == []
    await log.append([Append("table/a", 0, rows(1, 2))])
    await log.append([Append("table/a", 2, ()), Append("table/b", 0, rows(1, 1))])
    with pytest.raises(Conflict):
        await log.append([Append("table/a", 1, ()), Append("table/b", 1, rows(2, 2))])
    assert await log.read("table/b") == list(rows(1, 1))


async def streams_are_found_by_prefix(log: Log) -> None:
    names = ["session/1", "table/%", "table/10", "table/2", "table/é", "tablet"]
    await log.append([Append(name, 0, rows(1, 2)) for name in reversed(names)])
    assert await log.streams() == names
    assert await log.streams("table/") == names[1:5]
    assert await log.streams("table/%") == ["table/%"]
    assert await log.streams("nobody") == []


async def every_stream_is_read_with_its_rows(log: Log) -> None:
    batch = [Append(f"table/{number:03}", 0, rows(1, number)) for number in range(1, 101)]
    others = [Append("session/1", 0, rows(1, 1)), Append("tablet", 0, rows(1, 1))]
    await log.append([*batch, *others])
    found = [pair async for pair in log.read_all("table/")]
    assert found == [(stream, list(written)) for stream, _, written in batch]
    assert len([pair async for pair in log.read_all()]) == 102


async def a_stream_is_folded_from_bodies_and_thinking_times(log: Log) -> None:
    written = [Row(seq, 7, "N", 3, seq % 3 or None, bytes([seq])) for seq in range(1, 80)]
    batch = [Append(f"table/{number:02}", 0, tuple(written[:number])) for number in range(1, 80)]
    await log.append([*batch, Append("tablet", 0, rows(1, 1))])
    found = [pair async for pair in log.read_bodies("table/")]
    assert found == [(stream, Bodies.of(rows)) for stream, _, rows in batch]
    assert found[3] == ("table/04", ((b"\1", b"\2", b"\3", b"\4"), (1, 2, None, 1)))
    assert len([pair async for pair in log.read_bodies()]) == 80


async def a_cancelled_append_is_carried_out_once(log: Log) -> None:
    waiting = asyncio.ensure_future(log.append([Append("table/a", 0, rows(1, 2))]))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting])
    await log.append([Append("table/b", 0, rows(1, 1))])
    assert await log.read("table/a") == list(rows(1, 2))
    await log.append([Append("table/a", 2, rows(3, 3))])
    assert await log.read("table/a") == list(rows(1, 3))


async def closing_carries_out_what_was_handed_in(log: Log) -> None:
    batches = [[Append(f"table/{number}", 0, rows(1, 2))] for number in range(20)]
    waiting = [asyncio.ensure_future(log.append(batch)) for batch in batches]
    await asyncio.sleep(0)
    await log.close()
    assert await asyncio.gather(*waiting) == [None] * 20


async def a_closed_log_refuses_everything(log: Log) -> None:
    await log.append([Append("table/a", 0, rows(1, 1))])
    await log.close()
    await log.close()
    with pytest.raises(Unavailable, match="closed"):
        await log.append([Append("table/a", 1, rows(2, 2))])
    streams = anext(log.read_all()), anext(log.read_bodies())
    for reading in (log.read("table/a"), log.streams(), *streams):
        with pytest.raises(Unavailable, match="closed"):
            await reading


CLAUSES: list[Clause] = [
    rows_come_back_as_written,
    rows_are_there_on_return,
    a_stream_is_extended_at_its_end_only,
    one_of_two_owners_wins,
    a_batch_is_all_or_nothing,
    a_long_batch_arrives_whole,
    a_batch_may_extend_a_stream_twice,
    a_refused_batch_takes_no_neighbour_along,
    rows_out_of_sequence_are_refused,
    an_append_without_rows_asks_for_the_end,
    streams_are_found_by_prefix,
    every_stream_is_read_with_its_rows,
    a_stream_is_folded_from_bodies_and_thinking_times,
    a_cancelled_append_is_carried_out_once,
    closing_carries_out_what_was_handed_in,
    a_closed_log_refuses_everything,
]


LOGS = ["memory", "sqlite", "sqlite at once", "filing sqlite", "held", "held sqlite", "failing"]


@pytest.fixture(params=LOGS)
async def log(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Log]:
    path = tmp_path / "klaverjas.db"

    def filing() -> Log:
        monkeypatch.setattr(store, "CHECKPOINT", 1)
        return SqliteLog(path, interval=0)

    makers: dict[str, Callable[[], Log]] = {
        "memory": MemoryLog,
        "sqlite": lambda: SqliteLog(path),
        "sqlite at once": lambda: SqliteLog(path, interval=0),
        "filing sqlite": filing,
        "held": lambda: HeldLog(MemoryLog(), holding=False),
        "held sqlite": lambda: HeldLog(SqliteLog(path), holding=False),
        "failing": lambda: FailingLog(MemoryLog()),
    }
    made = makers[request.param]()
    yield made
    await made.close()


@pytest.mark.parametrize("clause", CLAUSES)
async def test_every_log_keeps_the_contract(clause: Clause, log: Log) -> None:
    await clause(log)


class EarlyLog(MemoryLog):
    """Answer first and write when the loop comes round."""

    async def append(self, batch: Sequence[Append]) -> None:
        asyncio.ensure_future(super().append(batch))  # noqa: RUF006


class UnfencedLog(MemoryLog):
    """Let everybody append."""

    def _require_ends(self, batch: Sequence[Append]) -> None:
        pass


class KeyedLog(MemoryLog):
    """Fence by the key alone: a gap is no duplicate."""

    def _require_ends(self, batch: Sequence[Append]) -> None:
        for stream, expected, _ in batch:
            if expected < len(self._streams.get(stream, ())):
                raise Conflict(stream, expected)


class HalfLog(MemoryLog):
    """Write each append of a batch as it is checked."""

    async def append(self, batch: Sequence[Append]) -> None:
        for append in batch:
            await super().append([append])


class OnceCheckedLog(MemoryLog):
    """Check a batch against the ends before it, not against its own rows."""

    def _require_ends(self, batch: Sequence[Append]) -> None:
        for append in batch:
            super()._require_ends([append])


class SharedFateLog(MemoryLog):
    """Refuse whoever comes along with a refused batch."""

    refused = False

    async def append(self, batch: Sequence[Append]) -> None:
        if self.refused:
            raise Unavailable("a neighbour was refused")
        try:
            await super().append(batch)
        except Conflict:
            self.refused = True
            raise


class CarelessLog(MemoryLog):
    """Number nothing, check nothing."""

    async def append(self, batch: Sequence[Append]) -> None:
        self._require_ends(batch)
        for stream, _, added in batch:
            self._streams.setdefault(stream, []).extend(added)


class ShortLog(MemoryLog):
    """Keep no more of an append than fits a statement."""

    async def append(self, batch: Sequence[Append]) -> None:
        await super().append([append._replace(rows=append.rows[:64]) for append in batch])


class UnsortedLog(MemoryLog):
    """List streams as they were made."""

    async def streams(self, prefix: str = "") -> list[str]:
        self._require_open()
        return [name for name in self._streams if name.startswith(prefix)]


class WildcardLog(MemoryLog):
    """Take the prefix for the beginning of a word."""

    async def streams(self, prefix: str = "") -> list[str]:
        return [name for name in await super().streams() if name.startswith(prefix.rstrip("/"))]


class TextLog(MemoryLog):
    """Keep bodies as text."""

    async def read(self, stream: str, after: int = 0) -> list[Row]:
        found = await super().read(stream, after)
        return [each._replace(body=each.body.decode(errors="ignore").encode()) for each in found]


class ThoughtlessLog(MemoryLog):
    """Hand bodies out without the thought that went into them."""

    async def read_bodies(self, prefix: str = "") -> AsyncIterator[tuple[str, Bodies]]:
        async for stream, (bodies, spent_ms) in super().read_bodies(prefix):
            yield stream, Bodies(bodies, (None,) * len(spent_ms))


class LosingLog(MemoryLog):
    """Drop an append whose caller is gone."""

    async def append(self, batch: Sequence[Append]) -> None:
        await asyncio.sleep(0)
        await super().append(batch)


class RepeatingLog(MemoryLog):
    """Carry an append out again, behind the first, when its caller is gone."""

    async def append(self, batch: Sequence[Append]) -> None:
        await super().append(batch)
        try:
            await asyncio.sleep(0)
        except asyncio.CancelledError:
            for stream, _, added in batch:
                self._streams[stream].extend(added)
            raise


class AbruptLog(LosingLog):
    """Close without looking at what was handed in."""


class OpenLog(MemoryLog):
    """Go on after the end."""

    async def close(self) -> None:
        pass


PLANTED: list[tuple[type[MemoryLog], Clause]] = [
    (TextLog, rows_come_back_as_written),
    (EarlyLog, rows_are_there_on_return),
    (UnfencedLog, a_stream_is_extended_at_its_end_only),
    (KeyedLog, a_stream_is_extended_at_its_end_only),
    (UnfencedLog, one_of_two_owners_wins),
    (HalfLog, a_batch_is_all_or_nothing),
    (ShortLog, a_long_batch_arrives_whole),
    (OnceCheckedLog, a_batch_may_extend_a_stream_twice),
    (SharedFateLog, a_refused_batch_takes_no_neighbour_along),
    (CarelessLog, rows_out_of_sequence_are_refused),
    (CarelessLog, an_append_without_rows_asks_for_the_end),
    (UnsortedLog, streams_are_found_by_prefix),
    (WildcardLog, every_stream_is_read_with_its_rows),
    (ThoughtlessLog, a_stream_is_folded_from_bodies_and_thinking_times),
    (LosingLog, a_cancelled_append_is_carried_out_once),
    (RepeatingLog, a_cancelled_append_is_carried_out_once),
    (AbruptLog, closing_carries_out_what_was_handed_in),
    (OpenLog, a_closed_log_refuses_everything),
]


@pytest.mark.parametrize(("faulty", "clause"), PLANTED)
async def test_the_clause_catches_the_fault(faulty: type[MemoryLog], clause: Clause) -> None:
    with pytest.raises((AssertionError, pytest.fail.Exception, Conflict, Unavailable)):
        await clause(faulty())


def test_every_clause_has_a_fault() -> None:
    assert {clause.__name__ for _, clause in PLANTED} == {clause.__name__ for clause in CLAUSES}


def test_a_sequence_starts_behind_what_is_expected() -> None:
    require_sequence([Append("table/a", 4, rows(5, 9))])
    with pytest.raises(ValueError, match="table/a: row 5 where row 6 is due"):
        require_sequence([Append("table/a", 5, rows(5, 9))])
