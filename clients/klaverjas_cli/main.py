"""The console script: `klaverjas COMMAND`. Each command's module is loaded when it is used."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

from klaverjas_cli.policies import load_policies

__all__ = ["COMMANDS", "main"]

COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "serve": ("serve", "Run a server."),
    "play": ("play", "Play a match in this terminal."),
    "watch": ("watch", "Watch a table."),
    "bot": ("bot", "Let a bot play in a seat."),
    "demo": ("demo", "Show a whole match of four bots, over TCP."),
    "replay": ("replay", "Show a recorded match, trick by trick."),
    "rules": ("rules", "List the rule sets, or explain one."),
    "referee": ("referee", "Answer questions about the rules, a line of JSON each."),
    "backup": ("backup", "Copy a server's log while it is running."),
    "export": ("export", "Write an evening to one file."),
    "import": ("intake", "Take an exported evening in."),
    "drive": ("drive", "Run a club evening: presence, draws, results, standings."),
}
"""By command, the module it is in, and what it does."""


class _Commands(click.Group):
    """Knows the commands by name, and loads one only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"klaverjas_cli.{COMMANDS[cmd_name][0]}")
        command = module.command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


PLAYED_BY: Final = frozenset(COMMANDS) - {"backup"}
"""The commands that need to know all rules there are."""


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="klaverjas", message="%(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Klaverjas and Klaberjass: a table server, its clients, and the referee.

    Exit status: 0 when all went well, 1 when it did not, 2 for a command that is none.
    """
    if ctx.invoked_subcommand in PLAYED_BY:
        for complaint in load_policies():
            click.echo(complaint, err=True)
