"""TypeScript finds a wrong type in the browser's modules, where `deploy/test` lets it look."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

TSC: Final = Path(sys.prefix) / "node" / "node_modules" / ".bin" / "tsc"
WEB: Final = Path(__file__).parents[2] / "clients" / "klaverjas_web"
FAULTS: Final = [
    ("this.n = n;", "this.n = String(n);", "TS2322"),
    ("{Wire.Ask} ask", "{Wire.Aks} ask", "TS2694"),
]


def complaints(folder: Path) -> list[str]:
    """Lists what TypeScript has to say about the modules of a folder."""
    if not TSC.exists():
        pytest.skip("TypeScript is missing (npm installs it: deploy/test)")
    run = subprocess.run(
        [TSC, "--project", folder / "jsconfig.json", "--pretty", "false"],
        check=False,
        capture_output=True,
        text=True,
    )
    return run.stdout.splitlines()


def test_wrong_types_are_found(tmp_path: Path) -> None:
    folder = shutil.copytree(WEB, tmp_path / "web")
    module = folder / "static" / "table.js"
    text = module.read_text(encoding="utf-8")
    for right, wrong, _ in FAULTS:
        assert right in text
        text = text.replace(right, wrong, 1)
    module.write_text(text, encoding="utf-8")
    found = complaints(folder)
    assert [fault for *_, fault in FAULTS if not any(fault in line for line in found)] == []
