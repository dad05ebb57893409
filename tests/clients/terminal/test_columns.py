"""Text is measured by the columns it takes, not by its characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas_client.terminal.columns import centre, clip, flow, left, right, width


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("Ed", 2),
        ("李小龍", 6),
        ("e\u0301", 1),
        ("🂡", 1),
        ("🙂", 2),
        ("Ａ", 2),
        ("♥B", 2),
        ("\u200d", 0),
    ],
)
def test_width_is_that_on_the_screen(text: str, columns: int) -> None:
    assert width(text) == columns


@pytest.mark.parametrize(
    ("text", "columns", "clipped"),
    [
        ("Riet", 4, "Riet"),
        ("Riet!", 4, "Rie…"),
        ("李小龍", 6, "李小龍"),
        ("李小龍", 5, "李小…"),
        ("李小龍", 4, "李…"),
        ("ab cd", 4, "ab…"),
        ("ab", 0, ""),
    ],
)
def test_clipping_never_cuts_a_character_in_two(text: str, columns: int, clipped: str) -> None:
    assert clip(text, columns) == clipped


@given(st.text(max_size=30), st.integers(0, 20))
def test_clipped_text_fits(text: str, columns: int) -> None:
    assert width(clip(text, columns)) <= columns


def test_text_is_set_left_right_and_centred() -> None:
    assert left("李", 4) == "李  "
    assert right("李", 4) == "  李"
    assert centre("李", 5) == " 李  "


def test_parts_flow_over_lines() -> None:
    assert flow(["aa", "bb", "cc"], 5) == ["aa bb", "cc"]
    assert flow(["aa", "bb", "cc"], 6, ", ") == ["aa, bb", "cc"]
    assert flow(["aaaaaa", "b"], 4) == ["aaa…", "b"]
    assert flow([], 5) == []
