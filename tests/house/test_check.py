"""`deploy/test` goes through every step, forgets no failure and skips nothing in silence."""

import pytest

from tests.house.machine import APT_GET, Machine

NOTHING = "#!/usr/bin/env bash\n"


@pytest.fixture
def equipped(machine: Machine) -> Machine:
    """Gives a machine that has every program the tests need."""
    machine.command("shellcheck", NOTHING)
    machine.command("strace", NOTHING)
    return machine


def verdicts(output: str) -> list[str]:
    """Returns the summary's lines, without the closing one."""
    return output.split("== summary\n")[1].splitlines()[:-1]


def test_every_step_is_summed_up(equipped: Machine) -> None:
    run = equipped.run("deploy/test")
    assert run.returncode == 0, run.stderr
    steps = ["needs", "ruff format", "ruff check", "mypy", "lint-imports", "pytest"]
    assert verdicts(run.stdout) == [f"ok      {step}" for step in steps]
    assert run.stdout.endswith("\n3 passed in 0.1s\n")
    assert equipped.noted == ["venv", f"pip .[test] in {equipped.checkout}"]


@pytest.mark.parametrize(("fact", "step"), [("untidy", "ruff format"), ("red", "pytest")])
def test_a_failed_step_is_remembered(equipped: Machine, fact: str, step: str) -> None:
    equipped.has(fact)
    run = equipped.run("deploy/test")
    assert run.returncode == 1
    assert [row for row in verdicts(run.stdout) if "FAILED" in row] == [f"FAILED  {step}"]
    assert "ok      mypy" in verdicts(run.stdout)


def test_pytest_gets_its_arguments(equipped: Machine) -> None:
    run = equipped.run("deploy/test", "--full", "tests/rules", "-k", "roem or stuk")
    assert "<tests/rules -k roem or stuk> ci: strict: full:1\n" in run.stdout


def test_integration_is_strict(equipped: Machine) -> None:
    run = equipped.run(".ci/run")
    assert run.returncode == 0, run.stderr
    assert "<> ci:true strict:1 full:\n" in run.stdout


def test_a_missing_program_is_said(machine: Machine) -> None:
    run = machine.run("deploy/test")
    assert run.returncode == 0
    assert "Skipped: the power-loss check, because strace is missing" in run.stderr


def test_a_missing_program_fails_integration(machine: Machine) -> None:
    run = machine.run(".ci/run")
    assert run.returncode == 1
    assert verdicts(run.stdout)[0] == "FAILED  needs"


def test_root_gets_the_programs_installed(machine: Machine) -> None:
    machine.has("lists")
    machine.command("apt-get", APT_GET)
    (machine.folder / "uid").write_text("0\n")
    assert machine.run(".ci/run").returncode == 0
    installed = [note.split()[-1] for note in machine.noted if note.startswith("apt-get")]
    assert installed == ["shellcheck", "strace"]


def test_serving_after_testing_installs_nothing(equipped: Machine) -> None:
    equipped.run("deploy/test")
    before = equipped.noted
    assert equipped.run("deploy/serve").stdout == "<serve>"
    assert equipped.noted == before


def test_testing_after_serving_adds_what_tests_need(equipped: Machine) -> None:
    equipped.run("deploy/serve")
    equipped.run("deploy/test")
    assert [note.split()[:2] for note in equipped.noted] == [
        ["venv"],
        ["pip", "."],
        ["pip", ".[test]"],
    ]
