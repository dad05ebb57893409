"""`deploy/test` goes through every step, forgets no failure and skips nothing in silence."""

import pytest

from tests.house.machine import APT_GET, Machine

NOTHING = "#!/usr/bin/env bash\n"
NPM = """#!/usr/bin/env bash
[ ! -e "$MACHINE/unpublished" ] || exit 1
echo "npm $1 in $3" >>"$MACHINE/noted"
mkdir -p "$3/node_modules/.bin" && cp "$MACHINE/tsc" "$3/node_modules/.bin/tsc"
"""
TSC = """#!/usr/bin/env bash
[ ! -e "$MACHINE/mistyped" ]
"""
ON_ALL_CORES = "--numprocesses auto --dist worksteal"
FAULTS = [("untidy", "ruff format"), ("mistyped", "tsc"), ("red", "pytest")]
PACKAGES = {"shellcheck", "strace", "chromium", "poppler-utils", "nodejs"}
PROGRAMS = ("shellcheck", "strace", "chromium", "pdftotext", "node")


@pytest.fixture
def equipped(machine: Machine) -> Machine:
    """Gives a machine that has every program the tests need."""
    for program in PROGRAMS:
        machine.command(program, NOTHING)
    give_npm(machine)
    return machine


def give_npm(machine: Machine) -> None:
    """Puts npm on a machine, which installs a TypeScript that finds what it is told to."""
    machine.command("npm", NPM)
    (machine.folder / "tsc").write_text(TSC)
    (machine.folder / "tsc").chmod(0o755)


def verdicts(output: str) -> list[str]:
    """Returns the summary's lines, without the closing one."""
    return output.split("== summary\n")[1].splitlines()[:-1]


def test_every_step_is_summed_up(equipped: Machine) -> None:
    run = equipped.run("deploy/test")
    assert run.returncode == 0, run.stderr
    steps = ["needs", "ruff format", "ruff check", "mypy", "lint-imports", "tsc", "pytest"]
    assert verdicts(run.stdout) == [f"ok      {step}" for step in steps]
    assert run.stdout.endswith("\n3 passed in 0.1s\n")
    assert equipped.noted == [
        "venv",
        f"pip .[test] in {equipped.checkout}",
        f"npm ci in {equipped.checkout}/.venv/node",
    ]


@pytest.mark.parametrize(("fact", "step"), FAULTS)
def test_a_failed_step_is_remembered(equipped: Machine, fact: str, step: str) -> None:
    equipped.has(fact)
    run = equipped.run("deploy/test")
    assert run.returncode == 1
    assert [row for row in verdicts(run.stdout) if "FAILED" in row] == [f"FAILED  {step}"]
    assert "ok      mypy" in verdicts(run.stdout)


def test_what_a_step_says_stands_under_its_name(equipped: Machine) -> None:
    equipped.has("untidy")
    said = equipped.run("deploy/test").stdout
    assert "\n== ruff format\nWould reformat: it.py\n\n== ruff check\n" in said


def test_pytest_gets_its_arguments(equipped: Machine) -> None:
    run = equipped.run("deploy/test", "--full", "tests/rules", "-k", "roem or stuk")
    assert f"<{ON_ALL_CORES} tests/rules -k roem or stuk> ci: strict: full:1\n" in run.stdout


def test_integration_is_strict(equipped: Machine) -> None:
    run = equipped.run(".ci/run")
    assert run.returncode == 0, run.stderr
    assert f"<{ON_ALL_CORES}> ci:true strict:1 full:\n" in run.stdout


def test_a_missing_program_is_said(machine: Machine) -> None:
    run = machine.run("deploy/test")
    assert run.returncode == 0
    assert "Skipped: the power-loss check, because strace is missing" in run.stderr


def test_a_missing_program_fails_integration(machine: Machine) -> None:
    run = machine.run(".ci/run")
    assert run.returncode == 1
    assert verdicts(run.stdout)[0] == "FAILED  needs"


@pytest.fixture
def root(machine: Machine) -> Machine:
    """Gives a machine that lacks all programs but npm, and where they may be installed."""
    machine.has("lists")
    machine.command("apt-get", APT_GET)
    give_npm(machine)
    (machine.folder / "uid").write_text("0\n")
    return machine


def installs(machine: Machine) -> list[set[str]]:
    """Lists what was to be installed each time."""
    asked = [note for note in machine.noted if note.startswith("apt-get")]
    return [{*note.partition("recommends ")[2].split()} for note in asked if " update" not in note]


def test_root_gets_the_programs_installed_at_once(root: Machine) -> None:
    run = root.run(".ci/run")
    assert run.returncode == 0, run.stdout
    assert installs(root) == [PACKAGES]


def test_without_one_program_root_gets_the_others(root: Machine) -> None:
    root.has("without-chromium")
    run = root.run("deploy/test")
    assert "Skipped: the tests in a browser, because chromium is missing" in run.stderr
    assert run.stderr.count("Skipped: ") == 1
    assert PACKAGES in installs(root)
    assert {"nodejs"} in installs(root)
    assert verdicts(root.run(".ci/run").stdout)[0] == "FAILED  needs"


def test_npm_is_asked_again_only_for_other_versions(equipped: Machine) -> None:
    def installs() -> int:
        return sum(note.startswith("npm") for note in equipped.noted)

    for _ in range(2):
        equipped.run("deploy/test")
        assert installs() == 1
    (equipped.checkout / "deploy" / "package-lock.json").write_text("{}\n")
    equipped.run("deploy/test")
    assert installs() == 2


def test_what_npm_cannot_install_is_said(equipped: Machine) -> None:
    equipped.has("unpublished")
    run = equipped.run("deploy/test")
    assert run.returncode == 0
    assert "accessibility, because npm could not install TypeScript and axe" in run.stderr
    assert verdicts(equipped.run(".ci/run").stdout)[0] == "FAILED  needs"


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
        ["npm", "ci"],
    ]
