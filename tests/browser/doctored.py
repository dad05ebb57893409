"""Modules with a fault planted in them, handed to one visitor in place of the real ones."""

from pathlib import Path
from typing import Final

from playwright.async_api import BrowserContext

STATIC: Final = Path(__file__).parents[2] / "clients" / "klaverjas_web" / "static"
KINDS: Final = {".js": "text/javascript", ".css": "text/css"}


async def doctor(context: BrowserContext, name: str, right: str, wrong: str) -> None:
    """Replace a piece of a module or style; it must be there to be replaced."""
    text = (STATIC / name).read_text(encoding="utf-8")
    assert right in text, f"{name} has no {right!r} any more"
    body, kind = text.replace(right, wrong), KINDS[Path(name).suffix]
    await context.route(f"**/{name}", lambda route: route.fulfill(body=body, content_type=kind))
