"""TypeScript finds a wrong type in the browser's modules, where `deploy/test` lets it look."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

TSC: Final = Path(sys.prefix) / "node" / "node_modules" / ".bin" / "tsc"
WEB: Final = Path(__file__).parents[2] / "clients" / "klaverjas_web"


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


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        ("this.n = n;", "this.n = String(n);", "TS2322"),
        ("{Wire.Ask} ask", "{Wire.Aks} ask", "TS2694"),
    ],
)
def test_a_wrong_type_is_found(tmp_path: Path, right: str, wrong: str, fault: str) -> None:
    folder = shutil.copytree(WEB, tmp_path / "web")
    module = folder / "static" / "table.js"
    text = module.read_text(encoding="utf-8")
    assert right in text
    module.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    assert any(fault in complaint for complaint in complaints(folder))
