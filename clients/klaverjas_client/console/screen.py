"""What is written to the terminal, in its language and with the characters it has."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from typing import TextIO

from klaverjas import View
from klaverjas.actions import PlayerAction
from klaverjas_client.errors import ClientError, Refused, Unreachable
from klaverjas_client.terminal import (
    Party,
    Reader,
    ScoreSheet,
    Story,
    Style,
    Told,
    Wording,
    render,
    render_last_trick,
)
from klaverjas_client.terminal.question import question
from klaverjas_client.terminal.wording import capital
from klaverjas_words import Catalogue

__all__ = ["Screen"]


class Screen:
    """Writes lines to a terminal or a file; each is there at once."""

    def __init__(self, out: TextIO, words: Catalogue, style: Style):
        self.words = words
        self.style = style
        self.wording = Wording(words, style)
        self.reader = Reader(words, style)
        self._out = out

    @classmethod
    def on(
        cls, out: TextIO, words: Catalogue, *, ascii: bool = False, plain: bool = False
    ) -> Screen:
        """Make a screen that suits a file; `plain` wants no colours, whatever it could show."""
        colour = out.isatty() and not plain and "NO_COLOR" not in os.environ
        width = shutil.get_terminal_size().columns
        return cls(out, words, Style(width, out.encoding or "ascii", ascii, colour))

    def write(self, *lines: str) -> None:
        """Write lines."""
        self._out.write("".join(f"{line}\n" for line in lines))
        self._out.flush()

    def say(self, key: str, /, **values: object) -> None:
        """Write a text of the catalogue."""
        self.write(self.wording.say(key, **values))

    def plain(self, text: str) -> str:
        """Give a text with the characters the terminal has."""
        return self.style.plain(text)

    def draw(self, view: View) -> None:
        """Draw the table."""
        self.write("", *render(self._named(view), self.words, self.style))

    def tell(self, event: Told, view: View) -> None:
        """Tell of an event."""
        self.write(Story(self.words, self.style, self._named(view)).tell(event))

    def sheet(self, view: View) -> None:
        """Write the score sheet."""
        sheet = ScoreSheet.of(self._named(view))
        self.write("", *sheet.render(self.words, self.style), "")

    def last_trick(self, view: View) -> None:
        """Tell the last trick."""
        self.write(render_last_trick(self._named(view), self.words, self.style))

    def help(self, view: View) -> None:
        """Explain what can be typed."""
        self.write("", *self.reader.help(view), "")

    def option(self, view: View) -> None:
        """Put an option that one may let pass, in a line."""
        named = self._named(view)
        party = Party(self.wording, view.game, view.me, named.players)
        offers = self.wording.choice([self.reader.offer(action) for action in view.legal])
        self.write(f"{question(view, self.wording, party)} {offers}")

    def _named(self, view: View) -> View:
        """Call the server's own bots by their seats: they are all named after their strategy."""
        players = {
            seat: replace(player, name=capital(self.wording.say(f"seat.{seat}")))
            if player.name == player.bot
            else player
            for seat, player in view.players.items()
        }
        return replace(view, players=players)

    def explain(self, refusal: Refused) -> None:
        """Say why something was refused, and what may be done instead."""
        lines = [self._reason(refusal)]
        if refusal.legal:
            lines.append(self.wording.say("illegal.legal", options=self._offers(refusal.legal)))
        self.write(*lines)

    def reason(self, fault: ClientError) -> str:
        """Put what went wrong in a sentence, in this language where it has one."""
        if isinstance(fault, Refused):
            return self._reason(fault)
        if isinstance(fault, Unreachable):
            return self.wording.say("connection.refused", address=fault.address)
        code = getattr(fault, "code", None)
        return self.wording.say(f"bye.{code}") if f"bye.{code}" in self.words else str(fault)

    def _reason(self, refusal: Refused) -> str:
        for key in (f"illegal.{refusal.reason}", f"error.{refusal.code}"):
            if key in self.words:
                return self.wording.say(key) + self._detail(refusal)
        return self.plain(refusal.text)

    def _detail(self, refusal: Refused) -> str:
        """Add what only the server knows: which switch, which names there are."""
        detailed = refusal.code in ("bad-rules", "unknown-rules", "bad-message")
        return f" ({self.plain(refusal.text)})" if detailed else ""

    def _offers(self, actions: tuple[PlayerAction, ...]) -> str:
        return self.wording.choice([self.reader.offer(action) for action in actions])
