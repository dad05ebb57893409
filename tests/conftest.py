"""Sets up the whole test session: hypothesis' profiles, long campaigns, skips that count."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("default", deadline=None)
settings.register_profile("full", deadline=None, max_examples=1000)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)


def profile_name() -> str:
    """Names the hypothesis profile that the environment asks for."""
    if os.environ.get("CI"):
        return "ci"
    return "full" if os.environ.get("KLAVERJAS_FULL") else "default"


settings.load_profile(profile_name())


class NoSkips:
    """Fails the session in which anything was skipped, and says what."""

    def __init__(self) -> None:
        self.skipped: list[str] = []

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.note(report)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.note(report)

    def note(self, report: pytest.CollectReport | pytest.TestReport) -> None:
        """Keeps the reason of a skip; an expected failure is none."""
        if report.skipped and not hasattr(report, "wasxfail"):
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
            self.skipped.append(f"{report.nodeid}: {reason}")

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Iterator[None]:
        if self.skipped and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        yield

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.skipped:
            terminalreporter.section("skips, of which none is allowed here")
            for line in self.skipped:
                terminalreporter.line(line)


@pytest.fixture
def alone_on_the_network() -> Iterator[None]:
    """Lets only one test at a time announce a server: whoever looks for one finds all there are."""
    import fcntl

    with Path(__file__).open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("KLAVERJAS_NO_SKIPS"):
        config.pluginmanager.register(NoSkips())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves the long campaigns out unless they are asked for."""
    if os.environ.get("KLAVERJAS_FULL"):
        return
    long = [item for item in items if item.get_closest_marker("full")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]
