"""`deploy/serve` starts on machines that lack this or that, and installs no more than once."""

import os
import select
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.house.machine import APT_GET, PYTHON, Machine
from tests.house.tree import files


def test_the_first_start_installs_and_serves(machine: Machine) -> None:
    run = machine.run("deploy/serve", "--port", "0", "--data", "an evening")
    assert run.returncode == 0, run.stderr
    assert run.stdout == "<serve><--port><0><--data><an evening>"
    assert machine.noted == ["venv", f"pip . in {machine.checkout}"]
    assert f"'{machine.checkout}/.venv/bin/klaverjas' play" in run.stderr


def test_the_second_start_installs_nothing(machine: Machine) -> None:
    machine.run("deploy/serve")
    before = machine.noted
    again = machine.run("deploy/serve", cwd=str(machine.checkout / "deploy"))
    assert (again.stdout, machine.noted) == ("<serve>", before)


def test_changed_needs_are_installed(machine: Machine) -> None:
    machine.run("deploy/serve")
    with (machine.checkout / "pyproject.toml").open("a") as settings:
        settings.write("# one more\n")
    machine.run("deploy/serve")
    assert [note.split()[0] for note in machine.noted] == ["venv", "pip", "pip"]


def test_a_moved_checkout_is_installed_again(machine: Machine) -> None:
    machine.run("deploy/serve")
    moved = Machine(machine.folder, machine.checkout.rename(machine.folder / "moved"))
    assert moved.run("deploy/serve").stdout == "<serve>"
    assert moved.noted[-1] == f"pip . in {moved.checkout}"


def test_a_failed_installation_is_tried_again(machine: Machine) -> None:
    machine.has("offline")
    failed = machine.run("deploy/serve")
    assert (failed.returncode, failed.stdout) == (1, "")
    assert "Installing failed" in failed.stderr
    (machine.folder / "offline").unlink()
    assert machine.run("deploy/serve").stdout == "<serve>"


def test_a_symbolic_link_finds_the_checkout(machine: Machine) -> None:
    link = machine.folder / "bin" / "club"
    link.symlink_to(machine.checkout / "deploy" / "serve")
    run = subprocess.run(
        ["club"],
        env={"PATH": str(link.parent), "MACHINE": str(machine.folder)},
        executable=link,
        check=False,
        capture_output=True,
        text=True,
    )
    assert run.stdout == "<serve>", run.stderr


@pytest.mark.parametrize("without", ["old", "none"])
def test_a_machine_without_recent_python_is_told(machine: Machine, without: str) -> None:
    if without == "none":
        (machine.folder / "bin" / "python3").unlink()
    machine.has("old")
    run = machine.run("deploy/serve")
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith("Python 3.11 or newer is needed")


def test_a_python_that_can_make_environments_is_preferred(machine: Machine) -> None:
    machine.has("bare")
    machine.command("python3", PYTHON.replace("/bare", "/elsewhere"))
    machine.command("python3.12", PYTHON)
    assert machine.run("deploy/serve").stdout == "<serve>"
    assert machine.noted[0] == "venv"


@pytest.mark.parametrize("root", [False, True])
def test_without_apt_get_or_root_the_line_is_said(machine: Machine, root: bool) -> None:
    machine.has("bare")
    if root:
        (machine.folder / "uid").write_text("0\n")
    else:
        machine.command("apt-get", APT_GET)
    run = machine.run("deploy/serve")
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.endswith("  sudo apt-get install python3.11-venv\n")
    assert machine.noted == []


def test_root_installs_what_debian_lacks(machine: Machine) -> None:
    machine.has("bare")
    machine.command("apt-get", APT_GET)
    (machine.folder / "uid").write_text("0\n")
    run = machine.run("deploy/serve")
    assert run.stdout == "<serve>", run.stderr
    installed, updated, again = [note for note in machine.noted if note.startswith("apt-get")]
    assert "update" in updated
    assert installed == again
    assert installed.endswith("install -y --no-install-recommends python3.11-venv")


@pytest.mark.full
def test_a_fresh_copy_serves(repository: Path, tmp_path: Path) -> None:
    """Installs for real, in a folder with a space in its name, with an empty home."""
    root = tmp_path / "card table"
    for path in files(repository):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(repository / path, root / path)
    server = subprocess.Popen(
        [root / "deploy" / "serve", "--port", "0", "--no-announce", "--data", tmp_path / "data"],
        cwd=tmp_path,
        env={**os.environ, "HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    try:
        assert select.select([server.stdout], [], [], 300)[0]
        assert server.stdout.readline().startswith("listening on ")
    finally:
        server.send_signal(signal.SIGTERM)
    assert server.wait(timeout=30) == 0
