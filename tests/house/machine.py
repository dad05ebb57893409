"""Machines that lack this or that: a checkout, and a path on which little is to be found.

Their `python3` only notes what it is told; beside it there are the few tools of the system
that the scripts call, and nothing else. A fact is an empty file in the machine's folder.
"""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

TOOLS = (
    "bash cat chmod cp cut dirname env flock grep mkdir mktemp readlink rm sed sha256sum tail tee"
)
PYTHON = """#!/usr/bin/env bash
case "$*" in
  *version_info\\ \\<*) [ ! -e "$MACHINE/old" ] ;;
  *venv\\"*) echo python3.11-venv ;;
  *ensurepip*) [ ! -e "$MACHINE/bare" ] ;;
  "-m venv"*) mkdir -p "$4/bin" && cp "$0" "$4/bin/python" && echo venv >>"$MACHINE/noted" ;;
  *"import pip") ;;
  "-m pip"*)
    [ ! -e "$MACHINE/offline" ] || exit 1
    echo "pip ${!#} in $PWD" >>"$MACHINE/noted"
    cp "$MACHINE/klaverjas" "$(dirname "$0")/klaverjas" ;;
  "-m pytest"*)
    echo "<${*:3}> ci:$CI strict:$KLAVERJAS_NO_SKIPS full:$KLAVERJAS_FULL"
    echo "3 passed in 0.1s"
    [ ! -e "$MACHINE/red" ] ;;
  "-m ruff format"*) [ ! -e "$MACHINE/untidy" ] || { echo "Would reformat: it.py" && exit 1; } ;;
  "-m "* | *importlinter*) ;;
  *) exit 64 ;;
esac
"""
KLAVERJAS = """#!/usr/bin/env bash
printf '<%s>' "$@"
"""
ID = """#!/usr/bin/env bash
cat "$MACHINE/uid"
"""
APT_GET = """#!/usr/bin/env bash
echo "apt-get $*" >>"$MACHINE/noted"
case "$*" in
  *update*) : >"$MACHINE/lists" ;;
  *chromium*) [ -e "$MACHINE/lists" ] && [ ! -e "$MACHINE/without-chromium" ] ;;
  *) [ -e "$MACHINE/lists" ] ;;
esac || exit
rm -f "$MACHINE/bare"
packages=" $* "
for name in shellcheck strace chromium pdftotext:poppler-utils node:nodejs; do
  case $packages in
    *" ${name#*:} "*) : >"$MACHINE/bin/${name%:*}" && chmod +x "$MACHINE/bin/${name%:*}" ;;
  esac
done
"""


@dataclass(frozen=True)
class Machine:
    """A checkout, the commands that exist beside it, and notes of what they were told."""

    folder: Path
    checkout: Path

    def has(self, *facts: str) -> None:
        for fact in facts:
            (self.folder / fact).touch()

    def command(self, name: str, text: str) -> None:
        path = self.folder / "bin" / name
        path.write_text(text)
        path.chmod(0o755)

    def run(self, script: str, *arguments: str, cwd: str = "/") -> subprocess.CompletedProcess[str]:
        """Starts a script of the checkout's, with nothing but this machine's own commands."""
        path = str(self.folder / "bin")
        return subprocess.run(
            [self.checkout / script, *arguments],
            cwd=cwd,
            env={"PATH": path, "HOME": str(self.folder), "MACHINE": str(self.folder)},
            check=False,
            capture_output=True,
            text=True,
        )

    @property
    def noted(self) -> list[str]:
        notes = self.folder / "noted"
        return notes.read_text().splitlines() if notes.exists() else []


def make_machine(folder: Path, repository: Path) -> Machine:
    """Makes a machine with Python, where nothing is installed and nobody is root."""
    checkout = folder / "card table"
    shutil.copytree(repository / "deploy", checkout / "deploy")
    shutil.copytree(repository / ".ci", checkout / ".ci")
    shutil.copy(repository / "pyproject.toml", checkout)
    made = Machine(folder, checkout)
    (folder / "bin").mkdir()
    for tool in TOOLS.split():
        (folder / "bin" / tool).symlink_to(shutil.which(tool) or "missing")
    made.command("id", ID)
    made.command("python3", PYTHON)
    (folder / "uid").write_text("1000\n")
    (folder / "klaverjas").write_text(KLAVERJAS)
    (folder / "klaverjas").chmod(0o755)
    return made
