"""The floor: a bare uvloop server that answers every frame with the next step of a reel.

    python -m tests.bench.floor REEL [DATABASE]

Connections say in their first frame which table and seat they are; the fourth of a table makes the
first step be told. Every later frame of a table, whatever it says, makes the server write the next
step to the four seats, the second after the last: the frames of the real server, already encoded.
With a database, a row of the real size is made durable first, by the bare group-committing writer
of `tests/bench/log.py`.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path
from typing import Final, cast

import msgspec
import uvloop

from klaverjas_wire.framing import Framer
from tests.bench.log import BareWriter
from tests.bench.process import lift_open_files
from tests.bench.reel import Reel, read_reel

SEATS: Final = 4
FRAME_BYTES: Final = 4_096


class _Table:
    """Four transports, and where the reel stands."""

    __slots__ = ("_number", "_reel", "_step", "_writer", "seats")

    def __init__(self, number: int, reel: Reel, writer: BareWriter | None):
        self.seats: dict[int, asyncio.Transport] = {}
        self._number = number
        self._reel = reel
        self._writer = writer
        self._step = 0

    def take(self) -> None:
        """Take a frame: tell the next step, once it is durable where that is asked for."""
        if self._writer is None:
            self.tell()
        else:
            self._writer.put(self._number, self._step + 1).add_done_callback(self.tell)

    def tell(self, _: object = None) -> None:
        frames = self._reel[self._step and (self._step - 1) % (len(self._reel) - 1) + 1]
        self._step += 1
        for seat, transport in self.seats.items():
            transport.write(frames[seat])


class _Door(asyncio.Protocol):
    """One connection of a table."""

    __slots__ = ("_framer", "_house", "_table", "_transport")

    def __init__(self, house: _House):
        self._house = house
        self._framer = Framer(FRAME_BYTES)
        self._table: _Table | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        for payload in self._framer.receive_data(data):
            if self._table is None:
                self._table = self._house.seat(self._transport, *msgspec.msgpack.decode(payload))
            else:
                self._table.take()


class _House:
    """All tables of the floor."""

    def __init__(self, reel: Reel, writer: BareWriter | None):
        self._reel = reel
        self._writer = writer
        self._tables: dict[int, _Table] = {}

    def seat(self, transport: asyncio.Transport, number: int, seat: int) -> _Table:
        """Seat a connection; the fourth one at a table is what starts the reel there."""
        table = self._tables.get(number)
        if table is None:
            table = self._tables[number] = _Table(number, self._reel, self._writer)
        table.seats[seat] = transport
        if len(table.seats) == SEATS:
            table.tell()
        return table


async def _serve(reel: Path, database: Path | None) -> None:
    writer = None if database is None else BareWriter(database)
    house = _House(read_reel(reel), writer)
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stopped.set)
    server = await loop.create_server(lambda: _Door(house), "127.0.0.1", 0, backlog=1024)
    print(f"listening on 127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    await stopped.wait()
    if writer is not None:
        writer.close()


if __name__ == "__main__":
    lift_open_files()
    uvloop.run(_serve(Path(sys.argv[1]), Path(sys.argv[2]) if sys.argv[2:] else None))
