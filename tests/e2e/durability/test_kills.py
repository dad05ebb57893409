"""The kill campaign: whatever the moment, nothing that was answered is lost."""

import os
from pathlib import Path

import pytest

from tests.e2e.durability.campaign import Campaign, Report

KILLS = 60
EVENINGS = 50 if os.environ.get("KLAVERJAS_FULL") else 1


@pytest.mark.parametrize("seed", range(EVENINGS))
async def test_nothing_answered_is_lost(
    tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    report = await Campaign(tmp_path, seed).run(KILLS)
    with capsys.disabled():
        print(f"\n{report}")
    require_clean(report)
    assert report.kills == KILLS
    assert report.findings.matches == report.books.counts["record → record"] > 10
    assert report.books.counts["record → error"] == 0


def require_clean(report: Report) -> None:
    """Fail with the first of whatever is not as promised."""
    found = report.findings
    assert found.lost[:1] == []
    assert found.unlogged[:1] == []
    assert found.sums[:1] == []
    assert report.books.wrong[:1] == []


async def test_a_server_that_answers_before_it_commits_is_caught(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lost, unlogged, kills = 0, 0, 0
    for seed in range(KILLS):
        folder = tmp_path / str(seed)
        folder.mkdir()
        report = await Campaign(folder, seed, fault="early").run(KILLS - kills)
        lost += len(report.findings.lost)
        unlogged += len(report.findings.unlogged)
        kills += report.kills
        if (lost and unlogged) or kills == KILLS:
            break
    with capsys.disabled():
        print(f"\ncaught after {kills} kills: lost {lost}, shown and not in the log {unlogged}")
    assert lost > 0
    assert unlogged > 0
