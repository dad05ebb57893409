"""The test session itself: skips that count, long campaigns, hypothesis' profiles."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

SKIPPED = "import pytest\ndef test_a(): pass\ndef test_b(): pytest.skip('no strace here')\n"
SKIPPED_WHOLE = "import pytest\npytest.importorskip('no_such_module')\n"
EXPECTED = "import pytest\n@pytest.mark.xfail\ndef test_a(): assert False\n"
LONG = "import pytest\n@pytest.mark.full\ndef test_a(): assert False\ndef test_b(): pass\n"
TOLD = "skips, of which none is allowed here"
DERANDOMISED = (
    "from hypothesis import settings\n"
    "def test_a(): assert settings().derandomize and settings().deadline is None\n"
)


@pytest.fixture
def run(repository: Path, tmp_path: Path) -> Run:
    """Gives a function that runs one test module in a session set up like this one."""
    shutil.copy(repository / "tests" / "conftest.py", tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = full\n")
    ours = {"CI", "KLAVERJAS_FULL", "KLAVERJAS_NO_SKIPS"}
    clean = {name: value for name, value in os.environ.items() if name not in ours}
    clean["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # they take as long as all the rest

    def session(text: str, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "test_it.py").write_text(text)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
        return subprocess.run(
            command,
            cwd=tmp_path,
            env={**clean, **environment},
            check=False,
            capture_output=True,
            text=True,
        )

    return session


def test_a_skip_fails_the_strict_session(run: Run) -> None:
    strict = run(SKIPPED, KLAVERJAS_NO_SKIPS="1")
    assert strict.returncode == pytest.ExitCode.TESTS_FAILED
    assert "no strace here" in strict.stdout
    assert "1 passed, 1 skipped" in strict.stdout.splitlines()[-1]


@pytest.mark.parametrize("text", [SKIPPED, SKIPPED_WHOLE])
def test_a_skip_counts_in_whichever_process(run: Run, text: str) -> None:
    spread = ("-p", "xdist", "--numprocesses", "1")
    strict = run(text, *spread, KLAVERJAS_NO_SKIPS="1")
    assert strict.returncode != pytest.ExitCode.OK
    assert TOLD in strict.stdout
    assert run(EXPECTED, *spread, KLAVERJAS_NO_SKIPS="1").returncode == pytest.ExitCode.OK


def test_a_skipped_module_fails_the_strict_session(run: Run) -> None:
    strict = run(SKIPPED_WHOLE, KLAVERJAS_NO_SKIPS="1")
    assert strict.returncode != pytest.ExitCode.OK
    assert TOLD in strict.stdout


def test_a_skip_passes_otherwise(run: Run) -> None:
    loose = run(SKIPPED)
    assert loose.returncode == pytest.ExitCode.OK
    assert TOLD not in loose.stdout


def test_an_expected_failure_is_no_skip(run: Run) -> None:
    assert run(EXPECTED, KLAVERJAS_NO_SKIPS="1").returncode == pytest.ExitCode.OK


def test_long_campaigns_wait_to_be_asked_for(run: Run) -> None:
    short = run(LONG, KLAVERJAS_NO_SKIPS="1")
    assert short.returncode == pytest.ExitCode.OK
    assert "1 passed, 1 deselected" in short.stdout
    assert "1 failed, 1 passed" in run(LONG, KLAVERJAS_FULL="1").stdout


def test_integration_repeats_the_same_examples(run: Run) -> None:
    assert run(DERANDOMISED, CI="true").returncode == pytest.ExitCode.OK
    assert run(DERANDOMISED).returncode == pytest.ExitCode.TESTS_FAILED
