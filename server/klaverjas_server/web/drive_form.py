"""A form that was sent: its fields, read as what they should be."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import parse_qsl

from aiohttp import web

from klaverjas_server.drives.refused import Refused
from klaverjas_wire.limits import NAME_CHARACTERS

__all__ = ["FORM_BYTES", "Form", "read_form", "read_names"]

FORM_BYTES: Final = 65_536
"""The longest form: a list of names, pasted from a spreadsheet."""
REASON_CHARACTERS: Final = 200
UNSEEN: Final = re.compile(r"[\x00-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]+")
"""What nobody sees, and what turns the letters after it round."""
AMPERSAND: Final = re.compile(r"\s*[&/+]\s*|\s+(?:en|und|and|och|og|ja)\s+")


class Form:
    """The fields of one form. What cannot be read is `Refused`, with a word to the reader."""

    def __init__(self, fields: Sequence[tuple[str, str]]):
        self._fields = tuple(fields)
        self._first: Mapping[str, str] = dict(reversed(self._fields))

    def __contains__(self, name: object) -> bool:
        return bool(self._first.get(str(name), "").strip())

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """All fields as they came, to be shown again."""
        return self._fields

    def raw(self, name: str) -> str:
        """Give a field as it came, empty if it did not."""
        return self._first.get(name, "")

    def text(self, name: str, limit: int = NAME_CHARACTERS) -> str:
        """Give a field on one line, without what cannot be seen."""
        return " ".join(UNSEEN.sub(" ", self.raw(name)).split())[:limit]

    def number(self, name: str, least: int = 0, most: int = 99_999) -> int:
        """Read a whole number."""
        text = self.text(name).replace(".", "").replace("−", "-").replace(" ", "")
        try:
            number = int(text) if text.isascii() else None
        except ValueError:
            number = None
        if number is None or not least <= number <= most:
            text = f"a whole number from {least} to {most} is wanted, not {self.text(name)!r}"
            raise Refused("no-number", text)
        return number

    def maybe_number(self, name: str, least: int = 0, most: int = 99_999) -> int | None:
        """Read a whole number, None where nothing was typed."""
        return self.number(name, least, most) if name in self else None

    def numbers(self, name: str) -> tuple[int, ...]:
        """Read all numbers of a field that may come several times."""
        texts = [value for key, value in self._fields if key == name]
        return tuple(int(text) for text in texts if text.isascii() and text.isdecimal())

    def ticked(self, name: str) -> bool:
        """Tell whether a box was ticked."""
        return self.raw(name) in ("1", "on", "true")

    @property
    def override(self) -> str:
        """Why a director sets a refusal aside; empty if he does not."""
        return self.text("override", REASON_CHARACTERS)

    def reason(self) -> str:
        """Read a reason, which must be there."""
        reason = self.text("reason", REASON_CHARACTERS)
        if not reason:
            raise Refused("no-reason", "say why")
        return reason

    def names(self, people: int, name: str = "names") -> tuple[str, ...]:
        """Read the name of an entrant: one, or both of a pair."""
        return read_names(self.text(name, 2 * NAME_CHARACTERS + 5), people)


def read_names(text: str, people: int) -> tuple[str, ...]:
    """Split a pair's name in two at ``&``, ``/`` or ``en``; a player's is one name."""
    names = (text,) if people == 1 else tuple(AMPERSAND.split(text))
    if len(names) != people or not all(name.strip() for name in names):
        raise Refused(("no-name", "pair-names")[people - 1], f"an entrant has {people} names")
    return tuple(name.strip() for name in names)


async def read_form(request: web.Request) -> Form:
    """Read a form that was posted as browsers do; 413 and 400 for any other body."""
    body = await request.content.read(FORM_BYTES + 1)
    while len(body) <= FORM_BYTES and not request.content.at_eof():
        body += await request.content.read(FORM_BYTES + 1)
    if len(body) > FORM_BYTES:
        raise web.HTTPRequestEntityTooLarge(FORM_BYTES, len(body))
    if request.content_type != "application/x-www-form-urlencoded":
        raise web.HTTPBadRequest
    try:
        text = body.decode()
        return Form(parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=400))
    except ValueError:
        raise web.HTTPBadRequest from None
