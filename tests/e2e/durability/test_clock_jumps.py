"""The clock on the wall is set while people play: nobody's time changes, and nothing breaks."""

from pathlib import Path
from typing import Final

import pytest

from klaverjas import Seat, Suit
from klaverjas.actions import Name
from klaverjas.record import check
from klaverjas_server import timekeeper
from klaverjas_server.log import SqliteLog
from klaverjas_server.table import PREFIX
from klaverjas_wire.messages import Done, ReadRecord
from tests.e2e.durability.nights import Hold, Night, crash, night, on_disk
from tests.server.evening import Evening
from tests.server.hand_clock import HandClock
from tests.server.packs import QUIET, packs_of

N, E, S, W = Seat
SHORT: Final = {"base": "amsterdam", "deals": 4}
YEAR_MS: Final = 365 * 86_400_000
JUMPS: Final = {"back": -YEAR_MS, "forward": 10 * YEAR_MS, "an-hour-back": -3_600_000}

jumping = pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS)


class WallClock(HandClock):
    """A clock of which the one on the wall may be set."""

    def __init__(self, jumped: int = 0) -> None:
        super().__init__()
        self.jumped = jumped

    def wall_ms(self) -> int:
        return super().wall_ms() + self.jumped


async def clocked(hold: Hold, evening: Evening) -> tuple[Night, WallClock]:
    """Open a table at which there are twenty seconds to think."""
    clock = evening.clock = WallClock()
    options = {"think": 20, "away": 60, "at_zero": "bot"}
    return await night(await hold(evening), SHORT, packs_of(*[QUIET] * 4), **options), clock


@jumping
async def test_nobody_is_charged(hold: Hold, jump: int) -> None:
    table, clock = await clocked(hold, Evening())
    await table.pass_time(5)
    clock.jumped = jump
    await table.pass_time(5)
    await table.come(N)
    assert table.ms(N) == 10_000
    assert isinstance(await table.act(N, Name(Suit.H)), Done)
    assert "stand-in" not in table.kinds(E)


async def test_a_clock_that_is_read_off_the_wall_is_caught(
    hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = timekeeper.Timekeeper.__init__

    def by_the_wall(self: timekeeper.Timekeeper, clock: HandClock, *more: object) -> None:
        keep(self, clock, *more)  # type: ignore[arg-type]
        self._clock = _Wall(clock)

    monkeypatch.setattr(timekeeper.Timekeeper, "__init__", by_the_wall)
    with pytest.raises(AssertionError):
        await test_nobody_is_charged(hold, -YEAR_MS)


class _Wall:
    """The wrong clock to measure with."""

    def __init__(self, clock: HandClock) -> None:
        self.call_later = clock.call_later
        self.wall_ms = clock.wall_ms

    def now(self) -> float:
        return self.wall_ms() / 1000


@jumping
async def test_the_table_comes_back_after_a_crash(hold: Hold, tmp_path: Path, jump: int) -> None:
    before, clock = await clocked(hold, on_disk(tmp_path / "a"))
    await before.act(N, Name(Suit.H))
    await before.pass_time(5)
    clock.jumped = jump
    await before.play("C7 D7")
    await before.pass_time(10)
    await before.noted()
    table = await crash(hold, before, tmp_path / "b", WallClock(-jump))
    assert table.state == before.state
    await table.come(*Seat)
    assert table.ms(S) == 10_000
    await table.play_out(lambda: table.state.over)


@jumping
async def test_a_finished_match_is_found_whatever_the_time(
    hold: Hold, tmp_path: Path, jump: int
) -> None:
    before, _ = await clocked(hold, on_disk(tmp_path / "a"))
    await before.act(N, Name(Suit.H))
    await before.play_out(lambda: before.state.over)
    table = await crash(hold, before, tmp_path / "b", WallClock(jump))
    again = await table.evening.guest(None, table.players[N].token)
    record = check((await again.request(ReadRecord(table="1"))).text)
    assert record.tags["Date"].startswith("2030")


async def test_rows_are_in_order_though_their_times_are_not(hold: Hold, tmp_path: Path) -> None:
    table, clock = await clocked(hold, on_disk(tmp_path / "a"))
    await table.act(N, Name(Suit.H))
    clock.jumped = -YEAR_MS
    await table.play("C7 D7")
    assert isinstance(table.evening.log, SqliteLog)
    entries = await table.evening.log.read(PREFIX + "1")
    assert [row.seq for row in entries] == list(range(1, len(entries) + 1))
    assert entries[-1].at < entries[0].at
