"""Pages from templates: what every template may use, and how a page is answered."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import aiohttp_jinja2
from aiohttp import web
from jinja2 import PackageLoader, StrictUndefined

from klaverjas_server.network import lan_addresses
from klaverjas_server.rule_sets import summary
from klaverjas_server.web.address import public_address
from klaverjas_server.web.answers import answer
from klaverjas_server.web.assets import Assets
from klaverjas_server.web.language import language_of
from klaverjas_words import LANGUAGES, Catalogue, Faces, load

__all__ = ["ADDRESS", "ASSETS", "address_of", "render", "set_up_templates"]

ASSETS: Final = web.AppKey("assets", Assets)
ADDRESS: Final = web.AppKey("address", str)
"""The address people are told; empty where it is to be found out."""

LANGUAGE_NAMES: Final = {name: load(name).text("language") for name in LANGUAGES}


def set_up_templates(site: web.Application) -> None:
    """Let the site find its templates; everything in them is escaped."""
    environment = aiohttp_jinja2.setup(
        site,
        loader=PackageLoader("klaverjas_web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.globals["static"] = site[ASSETS].address
    environment.globals["modules"] = site[ASSETS].modules
    environment.globals["languages"] = LANGUAGE_NAMES


def address_of(request: web.Request) -> str:
    """Give the address of this site that other people can type."""
    return request.app[ADDRESS] or public_address(request.scheme, request.host, lan_addresses())


def render(request: web.Request, template: str, **values: Any) -> web.Response:
    """Answer with a page in the visitor's language.

    Templates have `language`, `say(key, …)`, `rules_name(name)`, `rules_text(set)`, `faces`,
    `static(file)`, `modules(file)`, `languages`, `path` and `address`, and these values.
    """
    language = language_of(request)
    words = load(language)
    context = {
        "language": language,
        "say": words.text,
        "rules_name": partial(_rules_name, words),
        "rules_text": partial(summary, language=language),
        "faces": Faces(words),
        "path": request.path,
        "address": address_of(request),
        **values,
    }
    html = aiohttp_jinja2.render_string(template, request, context)
    page = answer(request, html.encode(), "text/html; charset=utf-8")
    page.headers["Vary"] = "Accept-Language, Cookie"
    return page


def _rules_name(words: Catalogue, rules: str) -> str:
    """Name a rule set; one with switches by its base, a club's own as the club does."""
    base, _, switches = rules.partition("+")
    key = f"rules.{base}.name"
    title = words.text(key) if key in words else base
    return words.text("rules.custom.name", base=title) if switches else title
