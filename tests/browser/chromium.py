"""The browser: Debian's Chromium without a window, which asks for nothing by itself."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser, Playwright

PATIENCE_MS: Final = 60_000
"""After how long a page that hangs is given up. Nothing is ever measured against it."""
QUIET: Final = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--mute-audio",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
)


def chromium_path() -> Path:
    """Find Chromium; where there is none, the test is skipped."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip("chromium is missing (Debian: apt-get install chromium)")
    return Path(found)


async def launch(playwright: Playwright) -> Browser:
    """Start Chromium. Its sandbox does not work for root, who runs tests in containers."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return await playwright.chromium.launch(
        executable_path=chromium_path(), args=[*QUIET, *(["--no-sandbox"] if root else [])]
    )
