"""A terminal is given only what it can show."""

import pytest

from klaverjas_client.terminal import Style


@pytest.mark.parametrize(
    ("encoding", "text", "plain"),
    [
        ("utf-8", "‘Ää’ – ♥…", "‘Ää’ – ♥…"),
        ("latin-1", "Ä ø – ‘x’ …", "Ä ø - 'x' ..."),
        ("ascii", "Ä ø ß é «x» · │", 'A o ss e "x" - |'),
        ("ascii", "李🙂", "??"),
        ("ascii", "e\u0301", "e"),
        ("no such encoding", "aé", "??"),
    ],
)
def test_what_cannot_be_shown_gets_a_likeness(encoding: str, text: str, plain: str) -> None:
    assert Style(encoding=encoding).plain(text) == plain


@pytest.mark.parametrize(
    ("style", "signs"),
    [
        (Style(), True),
        (Style(ascii=True), False),
        (Style(encoding="latin-1"), False),
        (Style(encoding="cp1252"), False),
    ],
)
def test_signs_need_an_encoding_that_has_them(style: Style, signs: bool) -> None:
    assert style.signs is signs
