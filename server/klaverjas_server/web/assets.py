"""The static files of the web client, under an address that changes when any of them does.

A module is fetched from ``/static/DIGEST/table.js`` and imports its neighbours relatively, so that
all of a page's modules are of one make; browsers may keep them for ever.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from aiohttp import web

from klaverjas_server.web.answers import FOR_EVER, answer, digest

__all__ = ["CONTENT_TYPES", "Assets", "load_assets"]

CONTENT_TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
}
"""By the end of a file's name; files of other kinds are not handed out."""

REMARK: Final = re.compile(rb"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n", re.DOTALL | re.MULTILINE)
"""A remark on lines of its own: a quarter of the modules, and nothing a phone need load."""

IMPORT: Final = re.compile(rb"\bfrom '\./([\w.]+)'")


class Assets:
    """Files in memory, by their path below ``static``."""

    def __init__(self, contents: Mapping[str, bytes]):
        self._contents = dict(contents)
        whole = b"".join(name.encode() + b"\0" + contents[name] for name in sorted(contents))
        self.digest = digest(whole)

    def __iter__(self) -> Iterator[str]:
        return iter(self._contents)

    def address(self, name: str) -> str:
        """Give the address of a file; `KeyError` when there is none of that name."""
        if name not in self._contents:
            raise KeyError(f"no static file {name!r}")
        return f"/static/{self.digest}/{name}"

    def modules(self, name: str) -> list[str]:
        """List the addresses of a module and of all that it imports, for a page to ask at once.

        Left to itself a browser learns of each only from the one that imports it: a way there and
        back for every level.
        """
        found = [name]
        for module in found:
            imported = (match.decode() for match in IMPORT.findall(self._contents[module]))
            found += [each for each in dict.fromkeys(imported) if each not in found]
        return [self.address(each) for each in found]

    async def handle(self, request: web.Request) -> web.Response:
        """Hand a file out; 404 for another one, and for one of another make."""
        name = request.match_info["name"]
        if request.match_info["digest"] != self.digest or name not in self._contents:
            raise web.HTTPNotFound
        kind = CONTENT_TYPES[_ending(name)]
        return answer(request, self._contents[name], kind, FOR_EVER)


def load_assets() -> Assets:
    """Read the web client's files, wherever it is installed."""
    return Assets(dict(_walk(files("klaverjas_web") / "static", "")))


def _walk(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _walk(entry, f"{path}{entry.name}/")
        elif _ending(entry.name) in CONTENT_TYPES:
            yield path + entry.name, _as_handed_out(entry.name, entry.read_bytes())


def _as_handed_out(name: str, content: bytes) -> bytes:
    return REMARK.sub(b"", content) if _ending(name) == "js" else content


def _ending(name: str) -> str:
    return name.rpartition(".")[2]
