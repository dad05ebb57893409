"""`klaverjas demo`: a server and a bot for every seat, and a whole match over TCP."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Final

import click
import structlog

from klaverjas import PACK, Ask, Card, RuleSet, Seat, Suit, View
from klaverjas.actions import PlayerAction
from klaverjas.events import Claimed, Finished, SeenEvent, Void, Written
from klaverjas_bots import Strategy, make
from klaverjas_cli.failure import failing
from klaverjas_cli.options import appearance, screen_of, strategy_option
from klaverjas_cli.rule_sources import load_rules
from klaverjas_client import Client, ClientError, Happened, Table, play
from klaverjas_client.console.screen import Screen
from klaverjas_client.terminal import Party
from klaverjas_server.app import App, build_app
from klaverjas_server.chance import SystemChance
from klaverjas_server.clock import SystemClock
from klaverjas_server.config import ServerConfig

__all__ = ["command"]

NAMES: Final = {Seat.N: "Riet", Seat.E: "Jan", Seat.S: "Toos", Seat.W: "Ed"}
TOLD: Final = (Written, Void, Claimed, Finished)
"""The events that the demonstration tells."""
HOST: Final = "127.0.0.1"
SEEDED_DAY_MS: Final = 946_728_000_000
"""The clock on the wall of a seeded demonstration: noon of 1 January 2000, in milliseconds."""


@click.command("demo")
@click.option(
    "--rules",
    metavar="RULES",
    default="amsterdam",
    show_default=True,
    help="A rule set by name, with switches, or in a TOML file.",
)
@strategy_option
@click.option("--seed", type=int, help="Play the same match every time.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    default=Path("klaverjas-demo.txt"),
    show_default=True,
    help="The file the record is written to.",
)
@appearance
def command(
    rules: str,
    strategy: str,
    seed: int | None,
    record: Path,
    lang: str | None,
    ascii: bool,
    plain: bool,
) -> None:
    """Show a whole match: a server, a bot for every seat, all of it over TCP."""
    screen = screen_of(lang, ascii, plain)
    chosen = load_rules(rules)
    with failing(ClientError, OSError):
        text = asyncio.run(_Demonstration(chosen, strategy, seed, screen).show())
        record.write_text(text, encoding="utf-8", newline="\n")
    screen.say("lobby.record", file=str(record))


class _Demonstration:
    """One match; what is seen of it is what a spectator sees."""

    def __init__(self, rules: RuleSet, strategy: str, seed: int | None, screen: Screen):
        self._rules = rules
        self._strategy = strategy
        self._seed = seed
        self._screen = screen

    async def show(self) -> str:
        """Play the match, tell it, and give its record."""
        structlog.configure(
            wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
            logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        )
        async with AsyncExitStack() as stack:
            app = self._build()
            await app.start()
            stack.push_async_callback(app.stop)
            spectator = await self._connect(stack, app, "Spectator")
            table = (await spectator.open(self._rules.name)).table
            await spectator.watch(table)
            bots = [await self._seat(stack, app, table, seat) for seat in self._rules.game.seats]
            strategies = [_Restrained(self._make(place)) for place in range(len(bots))]
            plays = (play(bot, strategy) for bot, strategy in zip(bots, strategies, strict=True))
            await asyncio.gather(self._tell(spectator.table(table)), *plays)
            return (await spectator.record(table)).text

    def _build(self) -> App:
        config = ServerConfig(HOST, 0, announce=False)
        if self._seed is None:
            return build_app(config)
        return build_app(config, clock=_SeededClock(), chance=_SeededChance(self._seed))

    def _make(self, place: int) -> Strategy:
        return make(self._strategy, None if self._seed is None else 4 * self._seed + place)

    async def _connect(self, stack: AsyncExitStack, app: App, name: str) -> Client:
        client = await Client.connect(HOST, app.port, name=name, program="klaverjas-demo")
        return await stack.enter_async_context(client)

    async def _seat(self, stack: AsyncExitStack, app: App, table: str, seat: Seat) -> Table:
        client = await self._connect(stack, app, NAMES[seat])
        await client.sit(table, seat)
        return client.table(table)

    async def _tell(self, table: Table) -> None:
        """Tell how each deal ended, and the match; then give the sheet."""
        async for happening in table:
            if isinstance(happening, Happened) and isinstance(happening.event, TOLD):
                self._screen.tell(happening.event, happening.view)
            if isinstance(happening, Happened) and isinstance(happening.event, Written):
                self._screen.write(f"    {self._totals(happening.view)}")
            if table.over and isinstance(happening, Happened) and happening.n == table.n:
                self._screen.sheet(happening.view)
                return

    def _totals(self, view: View) -> str:
        party = Party(self._screen.wording, view.game, None, view.players)
        first, second = view.game.sides
        names = {"first": party.side(first), "second": party.side(second)}
        a, b = view.totals[first], view.totals[second]
        return self._screen.wording.say("table.totals", a=a, b=b, **names)


class _Restrained(Strategy):
    """Leaves the roem to the winner of the trick, who is asked too: so nobody races for it.

    Of two partners who call at once the quicker is written down, and no seed decides that.
    """

    def __init__(self, player: Strategy):
        super().__init__(player.chance)
        self._player = player

    def choose(self, view: View, ask: Ask) -> PlayerAction | None:
        return self._player.choose(view, ask) if ask.must else None

    def notice(self, event: SeenEvent) -> None:
        self._player.notice(event)


class _SeededClock(SystemClock):
    """Time goes on as ever, but it is always the same day."""

    def wall_ms(self) -> int:
        return SEEDED_DAY_MS


class _SeededChance(SystemChance):
    """Packs and turned suits from a seed; tokens and keys are secrets as ever."""

    def __init__(self, seed: int):
        super().__init__()
        self._cards = Random(seed)

    def pack(self) -> tuple[Card, ...]:
        return tuple(self._cards.sample(PACK, len(PACK)))

    def suit(self, choices: Sequence[Suit]) -> Suit:
        return self._cards.choice(choices)
