"""`klaverjas referee`: questions about the rules, for programs in any language."""

from __future__ import annotations

import os
import sys

import click

from klaverjas.referee import answer_line

__all__ = ["command"]


@click.command("referee")
def command() -> None:
    """Answer questions about the rules: a JSON object a line in, a JSON object a line out.

    Each answer is written before the next question is read. A line that is no question gets an
    error, and the next one is read.
    """
    for line in sys.stdin.buffer:
        answer = answer_line(line.decode("utf-8", "replace"))
        try:
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()
        except BrokenPipeError:
            # Nobody listens any more; what is left in the buffer must not complain at the end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return
