"""All evenings of a server, by id."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import structlog

from klaverjas_server.chance import Chance
from klaverjas_server.clock import Clock
from klaverjas_server.drives import rows
from klaverjas_server.drives.desk import Desk
from klaverjas_server.drives.directing import check_settings
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.links import Who
from klaverjas_server.drives.pins import hash_pin
from klaverjas_server.drives.settings import Settings
from klaverjas_server.log import Append, Log, Row
from klaverjas_server.tables import Tables

__all__ = ["Evenings"]

log = structlog.get_logger()


class Evenings:
    """Finds, opens and recovers evenings. Iterating gives their desks, the first evening first."""

    def __init__(
        self, store: Log, clock: Clock, chance: Chance, key: bytes, tables: Tables | None = None
    ):
        self._store = store
        self._clock = clock
        self._chance = chance
        self._key = key
        self._tables = tables
        self._desks: dict[str, Desk] = {}
        self._opened = 0

    def __iter__(self) -> Iterator[Desk]:
        return iter(tuple(self._desks.values()))

    def __len__(self) -> int:
        return len(self._desks)

    def __getitem__(self, id: str) -> Desk:
        """Give an evening's desk; KeyError when there is none."""
        return self._desks[id]

    async def recover(self) -> None:
        """Fold every evening of the log."""
        found = {
            int(stream.removeprefix(rows.PREFIX)): entries
            async for stream, entries in self._store.read_all(rows.PREFIX)
        }
        for number, entries in sorted(found.items()):
            self._opened = number
            try:
                self._add(Evening.fold(str(number), entries))
            except Exception:
                # One evening that cannot be read must not keep the club from the others.
                log.exception("drive.unreadable", drive=number)

    def _add(self, evening: Evening) -> Desk:
        desk = Desk(evening, self._store, self._clock, self._chance, self._key, self._tables)
        self._desks[evening.id] = desk
        return desk

    async def open(
        self,
        name: str,
        settings: Settings | None = None,
        *,
        date: str = "",
        pin: str | None = None,
        by: Who | None = None,
    ) -> Desk:
        """Announce an evening; it is in the log when this returns. Without a PIN nobody directs
        it but from the server's own machine.

        Raises `Refused` for settings that do not go together.
        """
        check_settings(settings or Settings())
        bodies: list[rows.DriveRow] = [
            rows.Opened(name=name, date=date, settings=settings or Settings())
        ]
        if pin is not None:
            kept = await hash_pin(self._key, pin)
            bodies.append(rows.PinSet(role="director", salt=kept.salt, hash=kept.hash))
        return await self.restore(bodies, str(by or Who("director")))

    async def restore(self, bodies: Sequence[rows.DriveRow], by: str) -> Desk:
        """Take over an evening whose rows are known, under a new id and as of now."""
        at = self._clock.wall_ms()
        entries = [
            Row(seq, at, by, None, None, rows.encode_row(body))
            for seq, body in enumerate(bodies, 1)
        ]
        return await self.adopt(entries)

    async def adopt(self, entries: Sequence[Row]) -> Desk:
        """Take over an evening's whole stream under a new id, as from a backup."""
        self._opened += 1
        id = str(self._opened)
        await self._store.append([Append(rows.PREFIX + id, 0, tuple(entries))])
        return self._add(Evening.fold(id, entries))

    async def look(self) -> None:
        """See to the tables of every evening that is played; to be called once a second."""
        for desk in self:
            await desk.look()

    async def close(self) -> None:
        """Finish what is in hand at every desk."""
        for desk in self:
            await desk.close()
