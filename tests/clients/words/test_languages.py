"""The language is chosen from what browsers and terminals say."""

import pytest

from klaverjas_words import choose


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("nl", "nl"),
        ("nl-NL,nl;q=0.9,en;q=0.8", "nl"),
        ("fr-FR, de;q=0.7, en;q=0.9", "en"),
        ("en;q=0.5, fi ;q=0.8", "fi"),
        ("nl_NL.UTF-8", "nl"),
        ("sv_FI@euro", "sv"),
        ("nb-NO", "no"),
        ("nn:de", "no"),
        ("NL-be", "nl"),
        ("nl;q=0, de;q=0.1", "de"),
        ("nl;q=nan, de;q=0.1", "de"),
        ("nl;q=9, de;q=x, sv;q=0.1", "sv"),
    ],
)
def test_the_most_wanted_of_ours_is_chosen(wanted: str, language: str) -> None:
    assert choose(wanted) == language


@pytest.mark.parametrize("wanted", ["", "C", "POSIX", "C.UTF-8", "*", "fr, it", ";;;,,=", "nlx"])
def test_a_default_stands_in_where_nothing_fits(wanted: str) -> None:
    assert choose(wanted) == "en"
    assert choose(wanted, default="nl") == "nl"
