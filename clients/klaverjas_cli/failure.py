"""A command that failed: one plain sentence on standard error, and exit status 1."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import click

__all__ = ["Failure", "failing"]


class Failure(click.ClickException):
    """Ends the program with exit status 1."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Write the sentence, and nothing before it."""
        click.echo(self.format_message(), file=file, err=file is None)


@contextmanager
def failing(*kinds: type[Exception]) -> Iterator[None]:
    """Turn errors of these kinds into a `Failure` with their text."""
    try:
        yield
    except kinds as fault:
        raise Failure(str(fault)) from fault
