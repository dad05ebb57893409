"""A table whose rows cannot be folded: it keeps no other from coming back."""

from collections.abc import Awaitable, Callable

import pytest

from klaverjas import Seat, Suit
from klaverjas.actions import Name, Pass
from klaverjas_server import rows
from klaverjas_server.course import acted
from klaverjas_server.log import Append, MemoryLog, Row
from klaverjas_server.tables import Tables
from klaverjas_wire.messages import Error, Ok, Sync, Watch
from tests.server.evening import Evening
from tests.server.packs import QUIET, packs_of

Hold = Callable[[Evening], Awaitable[Evening]]

SPOILT = {
    "no cards": rows.encode_row(rows.Dealt("??" * 32)),
    "one card alone": rows.encode_row(rows.Dealt("C7" * 32)),
    "a card before the deal": rows.encode_row(acted(Seat.N, Pass())),
    "nobody is back": rows.encode_row(rows.Back(Seat.N)),
    "no row at all": b"\xc1",
}
"""What cannot follow the first row of a table."""


async def reopened(hold: Hold, spoilt: bytes) -> Evening:
    """Spoil the second of two tables in the log, and start another server on it."""
    log = MemoryLog()
    before = await hold(Evening(log=log))
    party = await before.party(packs=packs_of(QUIET))
    await party.act(Seat.N, Name(Suit.H))
    opened = (await log.read("table/1"))[0]
    second = Row(2, 0, "house", None, None, spoilt)
    await log.append([Append("table/2", 0, (opened, second))])
    return await hold(Evening(log=log))


@pytest.mark.parametrize("spoilt", SPOILT.values(), ids=SPOILT)
async def test_the_others_come_back(hold: Hold, spoilt: bytes) -> None:
    evening = await reopened(hold, spoilt)
    assert evening.table("1").state.match is not None
    watcher = await evening.watcher("1")
    assert isinstance(await watcher.request(Sync(table="1", after=0)), Ok)


@pytest.mark.parametrize("spoilt", SPOILT.values(), ids=SPOILT)
async def test_whoever_asks_for_it_is_told(hold: Hold, spoilt: bytes) -> None:
    evening = await reopened(hold, spoilt)
    refusal = await (await evening.guest()).request(Watch(table="2"))
    assert isinstance(refusal, Error)
    assert refusal.code == "internal"


async def test_a_server_that_one_table_keeps_from_starting_is_caught(
    hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Tables, "_recover_one", Tables._wake)
    with pytest.raises(KeyError):
        await reopened(hold, SPOILT["nobody is back"])
