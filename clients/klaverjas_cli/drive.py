"""`klaverjas drive`: a club evening from the command line."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from klaverjas_cli.drive_ledger import DEFAULT_SERVER, Ledger
from klaverjas_cli.drive_lists import lists
from klaverjas_cli.drive_terminal import (
    Terminal,
    find_entrant,
    round_lines,
    summary_lines,
    this_round,
)
from klaverjas_cli.failure import failing

if TYPE_CHECKING:
    from klaverjas_server.drives.evening import Evening
    from klaverjas_server.drives.orders import Order
    from klaverjas_server.drives.score import Score
    from klaverjas_server.drives.settings import Settings

__all__ = ["command"]

FORMATS: Final = click.Choice(("memory", "walk", "whist", "round-robin", "knock-out"))
FOURTHS: Final = click.Choice(("rest", "short", "stand-in", "bot"))
TIES: Final = click.Choice(("pits", "nats", "head-to-head", "best-round", "lot"))
SIDES: Final = {"ns": 0, "ew": 1}

side_option: Final = click.option(
    "--side", type=click.Choice(tuple(SIDES)), help="Who tells it; otherwise the desk."
)
round_option: Final = click.option(
    "--round", "number", type=int, help="Otherwise the one that is played."
)
override_option: Final = click.option(
    "--override", metavar="REASON", default="", help="Set a refusal aside; the reason is kept."
)
reason_option: Final = click.option("--reason", required=True, help="Is kept, and shown.")


@click.group("drive")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="The folder of the server's files.  [default: the current one]",
)
@click.option(
    "--server",
    metavar="URL",
    help=f"A running server.  [default, if the files are in use: {DEFAULT_SERVER}]",
)
@click.option("--pin", envvar="KLAVERJAS_PIN", help="The director's, for a server elsewhere.")
@click.option("--evening", metavar="ID", help="Which one.  [default: the last one announced]")
@click.pass_context
def command(
    ctx: click.Context, data: Path, server: str | None, pin: str | None, evening: str | None
) -> None:
    """Run a club evening.

    Works on the files in the data folder, and through the server when it has them open.
    """
    ctx.obj = Terminal(data, server, pin, evening)


@command.command("new")
@click.argument("name")
@click.option("--date", default="", help="As 2026-11-12.")
@click.option("--format", "format_", type=FORMATS, default="memory", show_default=True)
@click.option("--pairs", is_flag=True, help="Fixed pairs enter, and not players.")
@click.option("--rules", default="amsterdam", show_default=True)
@click.option("--rounds", type=click.IntRange(1, 99), default=4, show_default=True)
@click.option("--deals", type=click.IntRange(1, 64), default=16, show_default=True)
@click.option("--fourth", type=FOURTHS, default="rest", show_default=True)
@click.option("--rest", metavar="CUSTOM", default="own-average", show_default=True)
@click.option("--tie", type=TIES, multiple=True, help="A step of the tie-breaks, in order.")
@click.option("--paper", is_flag=True, help="Tables play with real cards.")
@click.option("--secret-pin", metavar="PIN", help="For directing it from a browser.")
@click.pass_obj
def new(terminal: Terminal, /, name: str, date: str, secret_pin: str | None, **chosen: Any) -> None:
    """Announce an evening, and print its id."""
    from klaverjas_server.drives.door import Opening

    opening = Opening(name, date, _settings(chosen), secret_pin)
    click.echo(terminal.run(lambda ledger: ledger.open(opening), anew=True))


def _settings(chosen: dict[str, Any]) -> Settings:
    from klaverjas_server.drives.settings import TARIFFS, Settings

    rest, format_, tie = chosen.pop("rest"), chosen.pop("format_"), chosen.pop("tie")
    if rest not in TARIFFS:
        raise click.BadParameter(f"{rest!r}; known: {', '.join(TARIFFS)}", param_hint="--rest")
    return Settings(format=format_, rest=TARIFFS[rest], ties=tie, **chosen)


@command.command("list")
@click.pass_obj
def list_(terminal: Terminal) -> None:
    """List the evenings."""
    for each in terminal.run(lambda ledger: ledger.announced()):
        ended = ", ended" if each.ended else ""
        click.echo(f"{each.id} {each.name} {each.date}".rstrip() + f": {each.rounds} rounds{ended}")


@command.command("show")
@click.pass_obj
def show(terminal: Terminal) -> None:
    """Tell how the evening stands."""
    _echo(summary_lines(terminal.look()))


def _echo(lines: Iterator[str]) -> None:
    for line in lines:
        click.echo(line)


# Entrants


@command.command("enter")
@click.argument("names", nargs=-1)
@click.option(
    "--file", type=click.File(encoding="utf-8-sig"), help="A list: CSV, or - for a paste."
)
@click.option("--short", default="", help="A short name for the screens.")
@click.option("--here", is_flag=True, help="They are in the hall.")
@click.pass_obj
def enter(terminal: Terminal, names: tuple[str, ...], file: Any, short: str, here: bool) -> None:
    """Enter players, or pairs as "Riet & Jan"; each of NAMES is one entrant."""
    from klaverjas_server.drives import orders
    from klaverjas_server.drives.sheets import read_entries

    text = file.read() if file is not None else "\n".join(names)

    def make(evening: Evening) -> list[Order]:
        import msgspec

        entries = [
            msgspec.structs.replace(entry, here=here, short=entry.short or short)
            for entry in read_entries(text, evening.settings.names)
        ]
        return [orders.EnterAll(entries=tuple(entries))]

    click.echo(f"{len(terminal.give(make).entrants)} entrants")


def _about_entrants(name: str, text: str, make: Any) -> None:
    """Add a command that says the same of everybody it is given."""

    @command.command(name, help=text)
    @click.argument("who", nargs=-1, required=True)
    @click.pass_obj
    def about(terminal: Terminal, who: tuple[str, ...]) -> None:
        _echo_here(terminal.give(lambda e: [make(find_entrant(e, each)) for each in who]))


def _echo_here(evening: Evening) -> None:
    click.echo(list(summary_lines(evening))[1])


def _present(number: int) -> Order:
    from klaverjas_server.drives import orders

    return orders.Present(number=number)


def _away(number: int) -> Order:
    from klaverjas_server.drives import orders

    return orders.Present(number=number, here=False)


def _notice(number: int) -> Order:
    from klaverjas_server.drives import orders

    return orders.Notice(number=number)


def _return(number: int) -> Order:
    from klaverjas_server.drives import orders

    return orders.Return(number=number)


_about_entrants("present", "Mark people as in the hall: numbers, or how names begin.", _present)
_about_entrants("away", "Mark people as not in the hall after all.", _away)
_about_entrants("notice", "Note that people stay away and have said so.", _notice)
_about_entrants("return", "Let people who went home play again.", _return)


@command.command("withdraw")
@click.argument("who")
@click.option("--reason", default="")
@click.pass_obj
def withdraw(terminal: Terminal, who: str, reason: str) -> None:
    """Let somebody go home; what he has played stays."""
    from klaverjas_server.drives import orders

    _echo_here(
        terminal.give(lambda e: [orders.Withdraw(number=find_entrant(e, who), reason=reason)])
    )


@command.command("replace")
@click.argument("who")
@click.argument("names", nargs=-1, required=True)
@click.option("--reason", default="")
@click.pass_obj
def replace(terminal: Terminal, who: str, names: tuple[str, ...], reason: str) -> None:
    """Let somebody else go on under a number; of a pair, give both NAMES."""
    from klaverjas_server.drives import orders

    terminal.give(
        lambda e: [orders.Replace(number=find_entrant(e, who), names=names, reason=reason)]
    )


@command.command("fix")
@click.argument("who")
@click.argument("table", type=int, required=False)
@click.pass_obj
def fix(terminal: Terminal, who: str, table: int | None) -> None:
    """Let somebody always sit at TABLE, or anywhere again."""
    from klaverjas_server.drives import orders

    terminal.give(lambda e: [orders.Fix(number=find_entrant(e, who), table=table)])


@command.command("relate")
@click.argument("one")
@click.argument("other")
@click.argument("how", type=click.Choice(("together", "apart", "free")))
@click.pass_obj
def relate(terminal: Terminal, one: str, other: str, how: Any) -> None:
    """Make two always partners, never at one table, or neither."""
    from klaverjas_server.drives import orders

    terminal.give(
        lambda e: [orders.Relate(one=find_entrant(e, one), other=find_entrant(e, other), how=how)]
    )


# Rounds


@command.command("draw")
@click.option("--seed", default="", help="The same seed gives the same seats.")
@click.option("--again", is_flag=True, help="Draw anew what is drawn and not published.")
@override_option
@click.pass_obj
def draw(terminal: Terminal, seed: str, again: bool, override: str) -> None:
    """Draw the next round, and print it."""
    from klaverjas_server.drives import orders

    order = orders.Draw(seed=seed, again=again, override=override)
    drawn = terminal.give(lambda e: [order])
    assert drawn.drawn is not None
    _echo(round_lines(drawn, drawn.drawn))


@command.command("swap")
@click.argument("one")
@click.argument("other")
@click.option("--reason", default="")
@click.pass_obj
def swap(terminal: Terminal, one: str, other: str, reason: str) -> None:
    """Let two exchange places in the round that is drawn."""
    from klaverjas_server.drives import orders

    swapped = terminal.give(
        lambda e: [
            orders.Swap(one=find_entrant(e, one), other=find_entrant(e, other), reason=reason)
        ]
    )
    assert swapped.drawn is not None
    _echo(round_lines(swapped, swapped.drawn))


@command.command("publish")
@override_option
@click.pass_obj
def publish(terminal: Terminal, override: str) -> None:
    """Publish the round that is drawn; from now on it stands."""
    from klaverjas_server.drives import orders

    shown = terminal.give(lambda e: [orders.Publish(round=len(e.rounds) + 1, override=override)])
    _echo(round_lines(shown, shown.rounds[-1]))


@command.command("seat-late")
@click.argument("who", nargs=-1, required=True)
@override_option
@click.pass_obj
def seat_late(terminal: Terminal, who: tuple[str, ...], override: str) -> None:
    """Seat late-comers with those who rest, at a table of their own."""
    from klaverjas_server.drives import orders

    shown = terminal.give(
        lambda e: [
            orders.SeatLate(numbers=tuple(find_entrant(e, each) for each in who), override=override)
        ]
    )
    _echo(round_lines(shown, shown.rounds[-1]))


@command.command("place")
@click.argument("table", type=int)
@click.argument("what", type=click.Choice(("paper", "server")))
@click.pass_obj
def place(terminal: Terminal, table: int, what: str) -> None:
    """Let a table play with real cards from the next round on, or on the server."""
    from klaverjas_server.drives import orders

    terminal.give(lambda e: [orders.Place(table=table, paper=what == "paper")])


@command.command("close")
@override_option
@click.pass_obj
def close(terminal: Terminal, override: str) -> None:
    """Close the round that is played."""
    from klaverjas_server.drives import orders

    terminal.give(lambda e: [orders.Close(round=this_round(e, None), override=override)])


# Results


def _score(ours: int, theirs: int, pits: tuple[int, int] | None) -> Score:
    from klaverjas_server.drives.score import Score

    return Score((ours, theirs)) if pits is None else Score((ours, theirs), pits, known=True)


@command.command("result")
@click.argument("table", type=int)
@click.argument("ours", type=int)
@click.argument("theirs", type=int)
@click.option("--pits", type=(int, int), help="Of either side.")
@click.option("--again", is_flag=True, help="The same side told otherwise before.")
@side_option
@round_option
@override_option
@click.pass_obj
def result(
    terminal: Terminal,
    table: int,
    ours: int,
    theirs: int,
    pits: tuple[int, int] | None,
    again: bool,
    side: str | None,
    number: int | None,
    override: str,
) -> None:
    """Tell the totals of a table's round: of north and south, then of east and west."""
    from klaverjas_server.drives import orders

    def make(evening: Evening) -> Iterator[Order]:
        yield orders.Report(
            round=this_round(evening, number),
            table=table,
            score=_score(ours, theirs, pits),
            side=None if side is None else SIDES[side],
            again=again,
            override=override,
        )

    told = terminal.give(make)
    click.echo(told.round(this_round(told, number)).at(table).status)


@command.command("slip")
@click.argument("table", type=int)
@click.argument("deal", type=int)
@click.argument("maker", type=click.Choice(tuple(SIDES)))
@click.argument("points", type=int)
@click.argument("roem", type=int, nargs=2, required=False)
@click.option("--trump", type=click.Choice(("C", "D", "H", "S")))
@click.option("--pit", type=click.Choice(tuple(SIDES)), help="Who took all eight tricks.")
@click.option("--again", is_flag=True, help="Write over an earlier one.")
@side_option
@override_option
@click.pass_obj
def slip(
    terminal: Terminal, /, table: int, deal: int, maker: str, points: int, **more: Any
) -> None:
    """Write one deal down: who made trump, the POINTS of north and south, ROEM of both sides."""
    from klaverjas_server.drives import orders
    from klaverjas_server.drives.score import Slip

    pit, side = more["pit"], more["side"]
    written = Slip(
        SIDES[maker],
        points,
        more["roem"] or (0, 0),
        more["trump"],
        None if pit is None else SIDES[pit],
    )

    def make(evening: Evening) -> Iterator[Order]:
        yield orders.WriteSlip(
            round=this_round(evening, None),
            table=table,
            deal=deal,
            slip=written,
            side=None if side is None else SIDES[side],
            again=more["again"],
            override=more["override"],
        )

    terminal.give(make)


@command.command("confirm")
@click.argument("table", type=int)
@click.option("--side", type=click.Choice(tuple(SIDES)), required=True, help="Who agrees.")
@click.pass_obj
def confirm(terminal: Terminal, table: int, side: str) -> None:
    """Agree with what the other side of a table told."""
    from klaverjas_server.drives import orders

    terminal.give(
        lambda e: [orders.Confirm(round=this_round(e, None), table=table, side=SIDES[side])]
    )


@command.command("correct")
@click.argument("table", type=int)
@click.argument("ours", type=int)
@click.argument("theirs", type=int)
@reason_option
@round_option
@override_option
@click.pass_obj
def correct(
    terminal: Terminal,
    table: int,
    ours: int,
    theirs: int,
    reason: str,
    number: int | None,
    override: str,
) -> None:
    """Put a result right, and tell whom that moves."""
    from klaverjas_server.drives import orders

    def make(evening: Evening) -> Iterator[Order]:
        round = this_round(evening, number)
        score = _score(ours, theirs, None)
        yield orders.Correct(
            round=round, table=table, score=score, reason=reason, override=override
        )

    corrected = terminal.give(make)
    for move in corrected.corrections[-1].moves if corrected.corrections else ():
        name = corrected.entrants[move.number].name
        click.echo(f"{name}: from {move.before} to {move.after}")


@command.command("void")
@click.argument("table", type=int)
@reason_option
@override_option
@click.pass_obj
def void(terminal: Terminal, table: int, reason: str, override: str) -> None:
    """End a table before its time; for its people it is a rest."""
    from klaverjas_server.drives import orders

    terminal.give(
        lambda e: [
            orders.Void(round=this_round(e, None), table=table, reason=reason, override=override)
        ]
    )


@command.command("adjust")
@click.argument("who")
@click.argument("points", type=int)
@reason_option
@click.pass_obj
def adjust(terminal: Terminal, who: str, points: int, reason: str) -> None:
    """Give somebody points; to take some, write -- before a negative number."""
    from klaverjas_server.drives import orders

    terminal.give(
        lambda e: [orders.Adjust(number=find_entrant(e, who), points=points, reason=reason)]
    )


# The evening


@command.command("season")
@click.argument("earlier", metavar="EVENING")
@click.pass_obj
def season(terminal: Terminal, earlier: str) -> None:
    """Let the draws remember an earlier EVENING, and what that one remembered."""
    from klaverjas_server.drives import orders
    from klaverjas_server.drives.season import season_after

    before = dataclasses.replace(terminal, evening=earlier).look()
    told = terminal.give(lambda e: [orders.TellSeason(season=season_after(before, e))])
    click.echo(f"{len(told.season.meetings)} pairs of people have met")


@command.command("freeze")
@click.option("--off", is_flag=True, help="Show everything again.")
@click.pass_obj
def freeze(terminal: Terminal, off: bool) -> None:
    """Show nobody the standings beyond the rounds that are closed now."""
    from klaverjas_server.drives import orders

    terminal.give(lambda e: [orders.Freeze(after=None if off else e.closed)])


@command.command("end")
@click.option("--again", is_flag=True, help="Go on with it after all.")
@override_option
@click.pass_obj
def end(terminal: Terminal, again: bool, override: str) -> None:
    """End the evening."""
    from klaverjas_server.drives import orders

    terminal.give(lambda e: [orders.End(again=again, override=override)])


@command.command("set-pin")
@click.argument("role", type=click.Choice(("director", "deputy")))
@click.password_option("--secret-pin", prompt="PIN", help="Asked for, if it is not given.")
@click.pass_obj
def set_pin(terminal: Terminal, role: Any, secret_pin: str) -> None:
    """Give the director, or his deputy, a PIN."""
    from klaverjas_server.drives import orders

    terminal.give(lambda e: [orders.SetPin(role=role, pin=secret_pin)])


@command.command("restore")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_obj
def restore(terminal: Terminal, file: Path) -> None:
    """Take an evening over from a backup, and print its new id."""
    with failing(OSError):
        archive = file.read_bytes()

    async def work(ledger: Ledger) -> str:
        return await ledger.adopt(archive)

    click.echo(terminal.run(work, anew=True))


for _list in lists:
    command.add_command(_list)
