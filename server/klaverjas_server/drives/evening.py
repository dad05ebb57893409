"""A club evening as a value: the fold of its stream's rows, and nothing else.

`Evening.apply` is the only way an evening changes. Whoever applies the rows of the log gets the
same evening, and with it the same seats, lists and standings. It folds whatever was written and
refuses nothing: what may be written is decided before (`drives.orders`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from klaverjas_server.drives import rows
from klaverjas_server.drives.acquaintance import Acquaintance, Season, pair_of
from klaverjas_server.drives.entrant import Entrant, Former
from klaverjas_server.drives.memory_draw import Wishes
from klaverjas_server.drives.round import DESK, HallTable, Round
from klaverjas_server.drives.score import Score
from klaverjas_server.drives.settings import Settings
from klaverjas_server.log import Row

__all__ = ["Adjustment", "Correction", "Evening", "Override", "Pin"]


class Adjustment(NamedTuple):
    """Points given to a player, or taken from him, outside of any result."""

    number: int
    points: int
    reason: str
    at: int
    by: str
    round: int | None = None
    member: int | None = None


class Correction(NamedTuple):
    """A result that was changed, and whom that moved."""

    round: int
    table: int
    old: Score | None
    new: Score
    reason: str
    at: int
    by: str
    moves: tuple[rows.Move, ...]


class Override(NamedTuple):
    """A refusal that a director set aside: what was done (a row's tag), and his reason."""

    what: str
    reason: str
    at: int
    by: str


class Pin(NamedTuple):
    """A PIN as it is kept."""

    salt: bytes
    hash: bytes


class Evening(NamedTuple):
    """One evening after `seq` rows."""

    id: str
    name: str = ""
    date: str = ""
    settings: Settings = Settings()
    seq: int = 0
    entrants: Mapping[int, Entrant] = {}  # never written to
    together: frozenset[tuple[int, int]] = frozenset()
    apart: frozenset[tuple[int, int]] = frozenset()
    season: Season = Season()
    rounds: tuple[Round, ...] = ()
    drawn: Round | None = None
    """The round that is drawn and not yet published."""
    placed: Mapping[int, bool] = {}  # never written to
    """By table of the hall, whether it plays with real cards, where that was said."""
    adjustments: tuple[Adjustment, ...] = ()
    corrections: tuple[Correction, ...] = ()
    overrides: tuple[Override, ...] = ()
    frozen: int | None = None
    """After which round the standings are shown no further."""
    ended: bool = False
    pins: Mapping[rows.Role, Pin] = {}  # never written to
    links: int = 0
    """How often the links to tables and players have been renewed."""

    @classmethod
    def fold(cls, id: str, entries: Iterable[Row]) -> Evening:
        """Make an evening of its whole stream."""
        evening = cls(id)
        for entry in entries:
            evening = evening.apply(entry)
        return evening

    def apply(self, entry: Row) -> Evening:
        """Fold one more row of the stream in."""
        row = rows.decode_row(entry.body)
        changed = _FOLDS[type(row)](self._replace(seq=entry.seq), row, entry)
        if not row.override:
            return changed
        tag = str(row.__struct_config__.tag)
        override = Override(tag, row.override, entry.at, entry.by)
        return changed._replace(overrides=(*changed.overrides, override))

    # Who

    def here(self) -> tuple[Entrant, ...]:
        """List who would play if the next round were drawn now."""
        return tuple(e for e in self.entrants.values() if e.present and not e.withdrawn)

    @property
    def wishes(self) -> Wishes:
        """What the draw must heed."""
        fixed = {e.number: e.table for e in self.entrants.values() if e.table is not None}
        return Wishes(self.apart, self.together, fixed)

    @property
    def acquaintance(self) -> Acquaintance:
        """Who has met whom, tonight and this season."""
        return Acquaintance.of(
            (([t.sides for t in r.tables], r.rests) for r in self.rounds), self.season
        )

    # Rounds

    @property
    def closed(self) -> int:
        """How many rounds are over, from the first on."""
        return sum(round.state == "closed" for round in self.rounds)

    @property
    def running(self) -> Round | None:
        """The round that is played now."""
        return next((round for round in self.rounds if round.state == "published"), None)

    def round(self, number: int) -> Round:
        """Find a published or closed round; KeyError for any other."""
        if not 1 <= number <= len(self.rounds):
            raise KeyError(number)
        return self.rounds[number - 1]

    def on_paper(self, table: int) -> bool:
        """Tell whether a table of the hall plays with real cards."""
        return self.placed.get(table, self.settings.paper)

    def put(self, changed: Round) -> Evening:
        """Exchange a round for its changed self."""
        place = changed.number - 1
        return self._replace(rounds=(*self.rounds[:place], changed, *self.rounds[place + 1 :]))

    def put_table(self, round: int, changed: HallTable) -> Evening:
        """Exchange a table of a round for its changed self."""
        return self.put(self.round(round).put(changed))


_Fold = Callable[[Evening, Any, Row], Evening]


def _entrant(evening: Evening, number: int, **changes: Any) -> Evening:
    changed = evening.entrants[number]._replace(**changes)
    return evening._replace(entrants={**evening.entrants, number: changed})


def _opened(evening: Evening, row: rows.Opened, entry: Row) -> Evening:
    return evening._replace(name=row.name, date=row.date, settings=row.settings)


def _settings(evening: Evening, row: rows.SettingsMade, entry: Row) -> Evening:
    return evening._replace(settings=row.settings)


def _pin(evening: Evening, row: rows.PinSet, entry: Row) -> Evening:
    return evening._replace(pins={**evening.pins, row.role: Pin(row.salt, row.hash)})


def _season(evening: Evening, row: rows.SeasonTold, entry: Row) -> Evening:
    return evening._replace(season=row.season)


def _entered(evening: Evening, row: rows.Entered, entry: Row) -> Evening:
    entrant = Entrant(row.number, row.names, row.short)
    return evening._replace(entrants={**evening.entrants, row.number: entrant})


def _renamed(evening: Evening, row: rows.Renamed, entry: Row) -> Evening:
    return _entrant(evening, row.number, names=row.names, short=row.short)


def _present(evening: Evening, row: rows.Present, entry: Row) -> Evening:
    came = evening.entrants[row.number].came
    if row.here and came is None:
        came = len(evening.rounds)
    return _entrant(evening, row.number, present=row.here, came=came)


def _noticed(evening: Evening, row: rows.Noticed, entry: Row) -> Evening:
    return _entrant(evening, row.number, notice=row.away)


def _withdrew(evening: Evening, row: rows.Withdrew, entry: Row) -> Evening:
    absences = evening.entrants[row.number].absences
    return _entrant(evening, row.number, absences=(*absences, (len(evening.rounds), None)))


def _returned(evening: Evening, row: rows.Returned, entry: Row) -> Evening:
    *before, (after, _) = evening.entrants[row.number].absences
    absences = (*before, (after, len(evening.rounds)))
    return _entrant(evening, row.number, absences=absences, present=True)


def _replaced(evening: Evening, row: rows.Replaced, entry: Row) -> Evening:
    old = evening.entrants[row.number]
    former = (*old.former, Former(old.names, len(evening.rounds)))
    return _entrant(evening, row.number, names=row.names, short=row.short, former=former)


def _fixed(evening: Evening, row: rows.Fixed, entry: Row) -> Evening:
    return _entrant(evening, row.number, table=row.table)


def _related(evening: Evening, row: rows.Related, entry: Row) -> Evening:
    pair = {pair_of(row.one, row.other)}
    together, apart = evening.together - pair, evening.apart - pair
    if row.how == "together":
        together |= pair
    elif row.how == "apart":
        apart |= pair
    return evening._replace(together=together, apart=apart)


def _placed(evening: Evening, row: rows.Placed, entry: Row) -> Evening:
    return evening._replace(placed={**evening.placed, row.table: row.paper})


def _drawn(evening: Evening, row: rows.Drawn, entry: Row) -> Evening:
    tables = tuple(HallTable(t.table, t.sides, evening.on_paper(t.table)) for t in row.tables)
    return evening._replace(
        drawn=Round(
            row.round, row.deals, row.method, row.seed, tables, row.rests, row.cost, row.unmet
        )
    )


def _swapped(evening: Evening, row: rows.Swapped, entry: Row) -> Evening:
    drawn = evening.drawn
    assert drawn is not None
    exchange = {row.one: row.other, row.other: row.one}

    def swap(numbers: Iterable[int]) -> tuple[int, ...]:
        return tuple(exchange.get(number, number) for number in numbers)

    tables = tuple(
        table._replace(sides=(swap(table.sides[0]), swap(table.sides[1]))) for table in drawn.tables
    )
    changed = drawn._replace(
        tables=tables,
        rests=tuple(sorted(swap(drawn.rests))),
        swaps=(*drawn.swaps, (row.one, row.other)),
    )
    return evening._replace(drawn=changed)


def _published(evening: Evening, row: rows.Published, entry: Row) -> Evening:
    drawn = evening.drawn
    assert drawn is not None
    tables = tuple(table._replace(paper=table.table in row.paper) for table in drawn.tables)
    shown = drawn._replace(tables=tables, state="published", published_at=entry.at)
    return evening._replace(rounds=(*evening.rounds, shown), drawn=None)


def _table_opened(evening: Evening, row: rows.TableOpened, entry: Row) -> Evening:
    table = evening.round(row.round).at(row.table)
    return evening.put_table(row.round, table._replace(id=row.id))


def _seated_late(evening: Evening, row: rows.SeatedLate, entry: Row) -> Evening:
    round = evening.round(row.round)
    table = HallTable(row.table.table, row.table.sides, row.paper)
    rests = tuple(number for number in round.rests if number not in table.numbers)
    return evening.put(round._replace(tables=(*round.tables, table), rests=rests))


def _stood_in(evening: Evening, row: rows.StoodIn, entry: Row) -> Evening:
    table = evening.round(row.round).at(row.table)
    stand_ins = (*table.stand_ins, (row.number, row.name))
    return evening.put_table(row.round, table._replace(stand_ins=stand_ins))


def _slipped(evening: Evening, row: rows.Slipped, entry: Row) -> Evening:
    table = evening.round(row.round).at(row.table)
    slips = {**table.slips, row.deal: row.slip}
    return evening.put_table(row.round, table._replace(slips=dict(sorted(slips.items()))))


def _reported(evening: Evening, row: rows.Reported, entry: Row) -> Evening:
    table = evening.round(row.round).at(row.table)
    said = DESK if row.side is None else row.side
    return evening.put_table(row.round, table._replace(told={**table.told, said: row.score}))


def _confirmed(evening: Evening, row: rows.Confirmed, entry: Row) -> Evening:
    table = evening.round(row.round).at(row.table)
    told = {**table.told, row.side: table.told[1 - row.side]}
    return evening.put_table(row.round, table._replace(told=told))


def _corrected(evening: Evening, row: rows.Corrected, entry: Row) -> Evening:
    correction = Correction(
        row.round, row.table, row.old, row.new, row.reason, entry.at, entry.by, row.moves
    )
    table = evening.round(row.round).at(row.table)
    changed = evening.put_table(row.round, table._replace(told={DESK: row.new}))
    return changed._replace(corrections=(*evening.corrections, correction))


def _voided(evening: Evening, row: rows.Voided, entry: Row) -> Evening:
    table = evening.round(row.round).at(row.table)
    return evening.put_table(row.round, table._replace(void=row.reason))


def _adjusted(evening: Evening, row: rows.Adjusted, entry: Row) -> Evening:
    adjustment = Adjustment(
        row.number, row.points, row.reason, entry.at, entry.by, row.round, row.member
    )
    return evening._replace(adjustments=(*evening.adjustments, adjustment))


def _closed(evening: Evening, row: rows.Closed, entry: Row) -> Evening:
    return evening.put(evening.round(row.round)._replace(state="closed"))


def _frozen(evening: Evening, row: rows.Frozen, entry: Row) -> Evening:
    return evening._replace(frozen=row.after)


def _ended(evening: Evening, row: rows.Ended, entry: Row) -> Evening:
    return evening._replace(ended=not row.again)


def _links_renewed(evening: Evening, row: rows.LinksRenewed, entry: Row) -> Evening:
    return evening._replace(links=row.epoch)


_FOLDS: Final[dict[type, _Fold]] = {
    rows.Opened: _opened,
    rows.SettingsMade: _settings,
    rows.PinSet: _pin,
    rows.SeasonTold: _season,
    rows.Entered: _entered,
    rows.Renamed: _renamed,
    rows.Present: _present,
    rows.Noticed: _noticed,
    rows.Withdrew: _withdrew,
    rows.Returned: _returned,
    rows.Replaced: _replaced,
    rows.Fixed: _fixed,
    rows.Related: _related,
    rows.Placed: _placed,
    rows.Drawn: _drawn,
    rows.Swapped: _swapped,
    rows.Published: _published,
    rows.TableOpened: _table_opened,
    rows.SeatedLate: _seated_late,
    rows.StoodIn: _stood_in,
    rows.Slipped: _slipped,
    rows.Reported: _reported,
    rows.Confirmed: _confirmed,
    rows.Corrected: _corrected,
    rows.Voided: _voided,
    rows.Adjusted: _adjusted,
    rows.Closed: _closed,
    rows.Frozen: _frozen,
    rows.Ended: _ended,
    rows.LinksRenewed: _links_renewed,
}
