"""Accessibility, looked over by axe (the rules of WCAG 2.2 A and AA)."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from tests.browser.visitor import Visitor

SCRIPT: Final = Path(sys.prefix) / "node" / "node_modules" / "axe-core" / "axe.min.js"
RUN: Final = """
() => axe.run(document, {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations', 'incomplete'],
})
"""
GRAVE: Final = ("serious", "critical")


@cache
def axe() -> str:
    """Read axe; where it is not installed, the test is skipped."""
    if not SCRIPT.exists():
        pytest.skip("axe is missing (npm installs it: deploy/test)")
    return SCRIPT.read_text(encoding="utf-8")


async def violations(visitor: Visitor, name: str) -> list[str]:
    """Look a page over, keep the report, and list what is serious or critical."""
    await visitor.page.evaluate(axe())
    report = await visitor.page.evaluate(RUN)
    kept = {kind: report[kind] for kind in ("violations", "incomplete")}
    path = visitor.artefacts / f"axe-{name}.json"
    path.write_text(json.dumps(kept, indent=1), encoding="utf-8")
    return [line for found in report["violations"] for line in lines(found)]


def lines(found: dict[str, Any]) -> list[str]:
    """Tell where a rule is broken, if that is grave."""
    if found["impact"] not in GRAVE:
        return []
    return [f"{found['id']} ({found['impact']}): {node['html'][:160]}" for node in found["nodes"]]
