"""The demonstration plays a whole match, and with a seed always the same one."""

from pathlib import Path
from typing import Final

import pytest

from klaverjas.record import check
from tests.clients.cli.program import run

SHORT: Final = "amsterdam+deals=4"


@pytest.mark.parametrize("rules", ["amsterdam", "klabberjass-500"])
def test_a_whole_match_is_shown_and_recorded(tmp_path: Path, rules: str) -> None:
    done = run(tmp_path, "demo", "--rules", rules, "--seed", "3")
    assert (done.returncode, done.stderr) == (0, "")
    record = check((tmp_path / "klaverjas-demo.txt").read_text(encoding="utf-8"))
    assert record.rules.name == rules
    shown = [line for line in done.stdout.splitlines() if " written: " in line]
    assert len(shown) == len([deal for deal in record.deals if deal.sums])
    last = done.stdout.splitlines()[-1]
    assert last == "The record is in klaverjas-demo.txt."
    for total in record.totals.values():
        assert str(total) in done.stdout


def test_a_seed_always_gives_the_same_match(tmp_path: Path) -> None:
    for name in ("first", "second"):
        run(tmp_path, "demo", "--rules", SHORT, "--seed", "1", "--record", name)
    first, second = ((tmp_path / name).read_bytes() for name in ("first", "second"))
    assert first == second


def test_another_seed_gives_another_match(tmp_path: Path) -> None:
    for seed in ("1", "2"):
        run(tmp_path, "demo", "--rules", SHORT, "--seed", seed, "--record", seed)
    assert (tmp_path / "1").read_bytes() != (tmp_path / "2").read_bytes()


def test_rules_that_are_none_fail(tmp_path: Path) -> None:
    done = run(tmp_path, "demo", "--rules", "amsterdam+pit=never")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("pit may not be never")
    assert list(tmp_path.iterdir()) == []
