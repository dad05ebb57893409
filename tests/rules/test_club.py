"""A club's own set, from TOML: what it becomes, and what is said of every mistake."""

import pytest

from klaverjas import InvalidRules, RuleSet
from klaverjas.club import read_club_set

FILE = """\
# Our rules
name = "De Vrije Slag"
base = "rotterdam"
pit = "either"
deals = 12

[texts]
nl = "Rotterdams, twaalf spellen."
en = "Rotterdam, twelve deals."
"""


def test_a_file_becomes_a_set() -> None:
    club = read_club_set(FILE)
    assert club.rules.name == "De Vrije Slag"
    assert club.rules == RuleSet.load({"base": "rotterdam", "pit": "either", "deals": 12})
    assert club.rules.hash == RuleSet.load("rotterdam+pit=either,deals=12").hash
    assert club.texts["nl"] == "Rotterdams, twaalf spellen."


def test_either_game_may_be_the_base() -> None:
    club = read_club_set('name = "Kroeg"\nbase = "klaberjass-500"\nschmeiss = true\ntie = "pot"')
    assert club.rules.switches["tie"] == "pot"
    assert club.rules.game == "klaberjass"


def test_a_city_stands_for_its_two_policies() -> None:
    club = read_club_set('name = "Dom"\nbase = "rotterdam"\ncity = "utrecht"')
    assert club.rules == RuleSet.named("utrecht")


@pytest.mark.parametrize(
    ("text", "line", "key", "says"),
    [
        (FILE.replace('"either"', '"both"'), 4, "pit", "allowed: none, makers, either"),
        (FILE.replace("deals = 12", "deals = 13"), 5, "deals", "4, 8, … 64"),
        (FILE.replace("deals = 12", "deals = true"), 5, "deals", "may not be true"),
        (FILE.replace("pit =", "pitt ="), 4, "pitt", "unknown switch"),
        (FILE.replace('"rotterdam"', '"groningen"'), 3, "base", "known: amsterdam"),
        (FILE.replace('base = "rotterdam"\n', ""), 1, "base", "one of amsterdam"),
        (FILE.replace('"De Vrije Slag"', '"a+b"'), 2, "name", "1 to 40 characters"),
        (FILE.replace('"De Vrije Slag"', f'"{"x" * 41}"'), 2, "name", "1 to 40 characters"),
        (FILE.replace('name = "De Vrije Slag"\n', ""), 1, "name", "1 to 40 characters"),
        (FILE.replace("nl =", "dutch ="), 8, "dutch", "no language"),
        (FILE.replace('nl = "Rotterdams, twaalf spellen."', "nl = 3"), 8, "nl", "in quotes"),
        (FILE.replace("deals = 12", "deals = 12\ntarget = 1500"), 6, "target", "exclude"),
        (FILE.replace("deals = 12", "deals = = 12"), 5, None, "not TOML"),
    ],
)
def test_a_mistake_is_told_with_its_line(text: str, line: int, key: str, says: str) -> None:
    with pytest.raises(InvalidRules, match=f"^line {line}: ") as told:
        read_club_set(text)
    assert told.value.key == key
    assert says in str(told.value)
