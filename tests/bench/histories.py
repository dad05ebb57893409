"""A log as a long evening leaves it: running tables, each at a random card of one deal."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

from klaverjas import RuleSet, Seat
from klaverjas_server import rows
from klaverjas_server.config import KEY_FILE, LOG_FILE
from klaverjas_server.course import Deed, acted, entries_of, play_out
from klaverjas_server.log import Append, Row, SqliteLog
from klaverjas_server.sessions import keyed_hash
from klaverjas_server.table_state import TableState
from klaverjas_server.token_key import write_key
from tests.bench.load import RULES
from tests.server.seeded_chance import SeededChance

__all__ = ["write_evening"]

DISTINCT: Final = 50
"""How many different matches are played; the tables take turns with them."""
CARDS_A_DEAL: Final = 32
KEY: Final = bytes(range(32))
THOUGHT_MS: Final = 1_500


async def write_evening(folder: Path, tables: int, deal: int, seed: int) -> list[list[str]]:
    """Write a log with so many tables into a folder; the tokens of their seats.

    The log is left as a crash leaves it as far as its content goes: nothing but answered rows.
    """
    write_key(folder / KEY_FILE, KEY)
    log = SqliteLog(folder / LOG_FILE, interval=0.0)
    chance = Random(seed)
    matches = [_match(chance, deal) for _ in range(min(DISTINCT, tables))]
    tokens = [[f"token-{table}-{seat}" for seat in Seat] for table in range(1, tables + 1)]
    for table, four in enumerate(tokens, 1):
        await log.append([_session(token) for token in four])
        head = _head(four)
        played = matches[table % len(matches)]
        await log.append([Append(f"table/{table}", 0, (*head, *played[len(head) :]))])
    await log.close()
    return tokens


def _session(token: str) -> Append:
    body = rows.encode_row(rows.SessionOpened(keyed_hash(KEY, token), token))
    return Append(f"session/{token}", 0, (Row(1, 0, token, None, None, body),))


def _opening(four: list[str]) -> tuple[rows.Opened, list[Deed]]:
    """Open a table, and seat four sessions, whose ids are their tokens here."""
    rules = RuleSet.named(RULES)
    key = keyed_hash(KEY, four[0])
    opened = rows.Opened(rules.game, rules.name, rules.full, four[0], key)
    seated = zip(Seat, four, strict=True)
    return opened, [Deed(rows.Sat(seat, id, id), str(seat)) for seat, id in seated]


def _head(four: list[str]) -> tuple[Row, ...]:
    opened, sits = _opening(four)
    return entries_of([Deed(opened, four[0]), *sits], 0, 0)


def _match(chance: Random, deal: int) -> tuple[Row, ...]:
    """Play a match at a table of its own up to a random card of this deal; all of its rows."""
    opened, deeds = _opening(["one", "two", "three", "four"])
    house = SeededChance(chance.getrandbits(32))
    course = play_out(TableState.open("0", opened), deeds, house)
    state, done = course.state, [Deed(opened, "one"), *course.deeds]
    stop = chance.randrange(CARDS_A_DEAL)
    while not _has_come_to(state, deal, stop):
        course = play_out(state, [_choose(state, chance)], house)
        state = course.state
        done += course.deeds
    return entries_of(done, 0, 0)


def _has_come_to(state: TableState, deal: int, cards: int) -> bool:
    assert state.match is not None
    view = state.match.view(None)
    left = sum(view.counts.values())
    return state.match.number == deal and view.trump is not None and left <= CARDS_A_DEAL - cards


def _choose(state: TableState, chance: Random) -> Deed:
    ask = state.asks[0]
    return Deed(acted(ask.seat, chance.choice(ask.legal)), str(ask.seat), ask.ask, THOUGHT_MS)
