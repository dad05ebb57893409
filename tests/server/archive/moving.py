"""An evening in a data folder, which is closed, exported, imported and opened somewhere else."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from klaverjas import Seat, Suit
from klaverjas.actions import Name
from klaverjas_server.archive import Exported, Head, Imported, export_log, import_archive
from klaverjas_server.config import KEY_FILE, LOG_FILE
from klaverjas_server.log import SqliteLog
from klaverjas_server.token_key import read_key, write_key
from klaverjas_wire.messages import Act
from tests.server.evening import KEY, Evening, Party
from tests.server.hand_clock import EPOCH_MS, HandClock
from tests.server.packs import QUIET, packs_of
from tests.server.seeded_chance import SeededChance

SHORT: Final[dict[str, object]] = {"base": "amsterdam", "deals": 4}
BY: Final = "klaverjas/test"


async def open_at(data: Path, seed: int = 1) -> Evening:
    """Open a server on the files of a data folder."""
    _make_ready(data)
    log, key = SqliteLog(data / LOG_FILE), read_key(data / KEY_FILE)
    return await Evening(log=log, key=key, chance=SeededChance(seed)).begin()


def _make_ready(data: Path) -> None:
    data.mkdir(exist_ok=True)
    if not (data / KEY_FILE).exists():
        write_key(data / KEY_FILE, KEY)


async def export(data: Path, target: Path, *, running: bool = False) -> Exported:
    """Export what a stopped server has."""
    store = SqliteLog(data / LOG_FILE)
    try:
        return await export_log(store, target, Head(EPOCH_MS, BY, KEY if running else None))
    finally:
        await store.close()


async def take_in(source: Path, data: Path) -> Imported:
    """Import an archive, with chance that makes other secrets than those of `open_at`."""
    chance = SeededChance(99)
    for _ in range(1_000):
        chance.name()
    return await import_archive(source, data, clock=HandClock(), chance=chance)


async def middle_of_deal_two(evening: Evening, **more: Any) -> Party:
    """Play a deal, and a trick and two cards of the next one."""
    party = await evening.party(SHORT, packs_of(*[QUIET] * 4), **more)
    state = evening.table(party.table)
    await party.act(Seat.N, Name(Suit.H))
    await party.play_out(lambda: state.state.view(None).deal == 2)
    await party.act(party.turn.seat, Name(Suit.H))
    for _ in range(6):
        await play_one(party)
    return party


async def play_one(party: Party) -> None:
    """Answer the ask that must be, and wait until all have heard."""
    ask = party.turn
    act = Act(table=party.table, ask=ask.ask, action=ask.legal[-1])
    await party.players[ask.seat].request(act)
    await party.settle()
