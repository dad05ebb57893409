"""The bench of draws runs, and tells a draw from plain lots."""

import pytest

from tests.bench.drives import by_lot, from_memory, measure


def test_a_draw_beats_plain_lots() -> None:
    drawn, lots = from_memory([24] * 4, 1), by_lot([24] * 4, 1)
    assert drawn.seconds > 0
    assert (drawn.partners, drawn.people) == (0, 0)
    assert lots.people > 0


def test_every_field_is_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.bench.drives.FIELDS", [(16, 2), (20, 2)])
    monkeypatch.setattr("tests.bench.drives.CHANGING", [17, 19])
    measure(1)
    lines = capsys.readouterr().out.splitlines()
    assert [line[:8].strip() for line in lines[2:5]] == ["16 × 2", "20 × 2", "33 35 36"]
    assert lines[5].startswith("a draw of 80: ")
