"""A visitor: somebody with a browser of his own, who notes whatever it complains about."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from types import TracebackType
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, Request

from tests.browser.chromium import PATIENCE_MS

ON_VIOLATION: Final = """
addEventListener('securitypolicyviolation', (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
"""
PHONE: Final = (360, 740)


class Visitor:
    """A browser with nothing stored, and one page in it.

    `complaints` are errors and warnings in the console, exceptions, and requests to any other
    site than `address`; a test fails that leaves one unforgiven.
    """

    def __init__(self, browser: Browser, address: str, artefacts: Path, **context: Any):
        self._browser = browser
        self.address = address
        self.artefacts = artefacts
        self.complaints: list[str] = []
        self.fetched: list[str] = []
        """The addresses of everything that was asked for."""
        self._complained = asyncio.Event()
        self._forgiven: list[re.Pattern[str]] = []
        self._options = context
        self.context: BrowserContext
        self.page: Page

    async def __aenter__(self) -> Visitor:
        width, height = self._options.pop("size", PHONE)
        self._options.setdefault("locale", "nl-NL")
        self._options.setdefault("reduced_motion", "reduce")
        self.context = await self._browser.new_context(
            base_url=self.address,
            viewport={"width": width, "height": height},
            service_workers="block",
            **self._options,
        )
        self.context.set_default_timeout(PATIENCE_MS)
        await self.context.add_init_script(ON_VIOLATION)
        self.context.on("console", self._note)
        self.context.on("weberror", lambda fault: self._complain(str(fault.error)))
        self.context.on("request", self._note_request)
        self.page = await self.context.new_page()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.context.close()

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complain(f"{message.type}: {message.text}")

    def _complain(self, complaint: str) -> None:
        self.complaints.append(complaint)
        self._complained.set()

    def _note_request(self, request: Request) -> None:
        self.fetched.append(request.url)
        parts, own = urlsplit(request.url), urlsplit(self.address)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != own.netloc:
            self._complain(f"asked elsewhere: {request.url}")

    async def expect_complaint(self, words: str) -> None:
        """Wait for a complaint with these words: the browser tells of it in its own time."""
        async with asyncio.timeout(PATIENCE_MS / 1_000):
            while not any(words in complaint for complaint in self.complaints):
                self._complained.clear()
                await self._complained.wait()

    def forgive(self, pattern: str) -> None:
        """Expect complaints of a kind, such as those about a connection that the test cuts."""
        self._forgiven.append(re.compile(pattern))

    @property
    def unforgiven(self) -> list[str]:
        """The complaints that nobody expected."""
        return [
            complaint
            for complaint in self.complaints
            if not any(pattern.search(complaint) for pattern in self._forgiven)
        ]

    async def visit(self, path: str) -> None:
        """Go to a page of the site."""
        await self.page.goto(path)

    async def introduce(self, name: str) -> None:
        """Let the device remember a name, as if it had been given in the hall."""
        await self._remember({"name": name})

    async def hurry(self) -> None:
        """Let the device remember that things are to go fast."""
        await self._remember({"setting.quick": "on"})

    async def take_over(self, name: str, token: str) -> None:
        """Let the device remember the session of somebody who has been here before."""
        await self._remember({"name": name, "token": token})

    async def _remember(self, kept: dict[str, str]) -> None:
        script = "".join(
            f"localStorage['klaverjas.{key}'] ??= {json.dumps(value)};"
            for key, value in kept.items()
        )
        await self.context.add_init_script(f"if (location.host) {{ {script} }}")

    async def picture(self, name: str, whole: bool = False) -> None:
        """Keep a picture of the page."""
        await self.page.screenshot(
            path=self.artefacts / f"{name}.png", full_page=whole, animations="disabled"
        )
