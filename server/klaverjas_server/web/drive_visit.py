"""Somebody who looks at an evening: which one, who he is, and what he sends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from aiohttp import web

from klaverjas_server.drives.desk import Desk
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.evenings import Evenings
from klaverjas_server.drives.links import Who, find_link
from klaverjas_server.drives.refused import Refused
from klaverjas_server.web.answers import NOT_AT_ALL
from klaverjas_server.web.drive_door import form_mark, holder, is_form_mark
from klaverjas_server.web.drive_form import Form
from klaverjas_server.web.language import language_of
from klaverjas_server.web.rendering import render
from klaverjas_words import load

__all__ = [
    "Visit",
    "desk_of",
    "explain",
    "keep_secret",
    "show",
    "visit_director",
    "visit_seat",
]

DAY_SECONDS: Final = 24 * 3_600
LISTING: Final = ("unconfirmed", "gone")
"""The refusals whose sentence ends with a list of tables or of people."""


@dataclass(frozen=True)
class Visit:
    """One request of somebody who is known: `secret` is his ticket, or his link."""

    request: web.Request
    desk: Desk
    who: Who
    secret: str

    @property
    def evening(self) -> Evening:
        """The evening as it is now."""
        return self.desk.evening

    @property
    def root(self) -> str:
        """The path of the evening's pages."""
        return f"/drive/{self.evening.id}"

    @property
    def mark(self) -> str:
        """What his forms bring back."""
        return form_mark(self.desk.key, self.secret)

    def require_own(self, form: Form) -> None:
        """Refuse a form that did not come from his own page."""
        mark = form.raw("mark")
        if not is_form_mark(self.desk.key, self.secret, mark):
            raise web.HTTPForbidden

    def back(self, form: Form) -> str:
        """Give the page to go on to, which is one of this evening's."""
        wanted = urlsplit(form.raw("back"))
        parts = [part for part in wanted.path.split("/") if part.replace("-", "").isalnum()]
        return "/".join((self.root, *parts))


def desk_of(request: web.Request, evenings: Evenings) -> Desk:
    """Find the evening of an address; 404 when there is none."""
    try:
        return evenings[request.match_info["drive"]]
    except KeyError:
        raise web.HTTPNotFound from None


def visit_director(request: web.Request, evenings: Evenings) -> Visit | None:
    """Know a director by his ticket; None when there is none, or a bad one."""
    desk = desk_of(request, evenings)
    ticket = request.cookies.get(f"drive-{desk.evening.id}", "")
    who = holder(desk.key, desk.evening, ticket)
    return None if who is None else Visit(request, desk, who, ticket)


def visit_seat(request: web.Request, evenings: Evenings) -> Visit | None:
    """Know a player, or the device of a table, by the link it once came with."""
    desk = desk_of(request, evenings)
    secret = request.cookies.get(f"seat-{desk.evening.id}", "")
    who = find_link(desk.key, desk.evening, secret)
    return None if who is None else Visit(request, desk, who, secret)


def keep_secret(request: web.Request, answer: web.Response, name: str, secret: str) -> None:
    """Let the browser keep a ticket or a link, for this evening's pages and no other site's."""
    evening = request.match_info["drive"]
    answer.set_cookie(
        f"{name}-{evening}",
        secret,
        max_age=DAY_SECONDS,
        path=f"/drive/{evening}",
        samesite="Strict",
        httponly=True,
        secure=request.secure,
    )


def show(request: web.Request, template: str, **values: Any) -> web.Response:
    """Answer with a page that no browser keeps: it may hold names, links and marks."""
    page = render(request, f"drive/{template}.html", **values)
    page.headers["Cache-Control"] = NOT_AT_ALL
    return page


def explain(visit: Visit, form: Form, refused: Refused, target: str) -> web.Response:
    """Say why a form was not taken and, to a director who may, how it would be all the same."""
    key = f"drive.refused.{refused.code}"
    words = load(language_of(visit.request))
    why = words.text(key) if key in words else str(refused)
    page = show(
        visit.request,
        "refused",
        evening=visit.evening,
        why=f"{why} {_particulars(refused)}".strip(),
        fields=form.fields,
        may_override=refused.may_override and visit.who.directs,
        target=target,
        back=visit.back(form),
    )
    if page.status == 200:
        page.set_status(409)
    return page


def _particulars(refused: Refused) -> str:
    """Take out of the English sentence the tables or names that it ends with."""
    if refused.code not in LISTING:
        return ""
    return str(refused).partition(": ")[2].removeprefix("table ")
