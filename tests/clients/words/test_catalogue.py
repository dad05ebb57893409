"""Every language says everything, with the same values in it; nothing falls back in silence."""

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from klaverjas import Game, Phase, Rank, Reason, RuleSet, Seat, Suit
from klaverjas.actions import PLAYER_ACTIONS
from klaverjas_wire.faults import ByeCode, ErrorCode
from klaverjas_words import LANGUAGES, Catalogue, MissingText, load

TERMINAL = Path(__file__).parents[3] / "clients" / "klaverjas_client" / "terminal"


def differences(one: Catalogue, other: Catalogue) -> list[str]:
    """Finds keys that only one has, and texts that take other values."""
    lacking = sorted(set(one) ^ set(other))
    return lacking + [
        key for key in one if key in other and one.placeholders(key) != other.placeholders(key)
    ]


def required() -> Iterator[str]:
    """Lists what the game and the wire can say or ask, by key."""
    yield from (f"phase.{phase}" for phase in Phase)
    yield from (f"illegal.{reason}" for reason in Reason)
    yield from (f"error.{code}" for code in ErrorCode)
    yield from (f"bye.{code}" for code in ByeCode)
    yield from (f"option.{kind.a}" for kind in PLAYER_ACTIONS)
    yield from (f"typed.{kind.a}" for kind in PLAYER_ACTIONS if kind.a not in ("name", "play"))
    yield from (
        f"rules.{rules.name}.{part}" for rules in RuleSet.all() for part in ("name", "text")
    )
    yield from (f"suit.{suit}{part}" for suit in Suit for part in ("", ".stem", ".letters"))
    yield from (f"{what}.{rank}" for rank in Rank for what in ("face", "rank"))
    yield from (f"seat.{seat}{part}" for seat in Seat for part in ("", ".short"))
    yield from (f"side.{side}" for side in Game.KLAVERJAS.sides)


def test_a_language_is_a_file_and_a_file_a_language() -> None:
    names = {path.name for path in files("klaverjas_words").iterdir()}
    assert {name for name in names if name.endswith(".json")} == {f"{x}.json" for x in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_texts(language: str) -> None:
    assert differences(load("nl"), load(language)) == []


def test_a_missing_key_or_another_value_is_found() -> None:
    whole = Catalogue("nl", {"a": "{x}", "b": {"one": "{n}", "other": "{n}"}})
    assert differences(whole, Catalogue("en", {"a": "{x}"})) == ["b"]
    changed = Catalogue("en", {"a": "{y}", "b": {"one": "1", "other": "{n}"}})
    assert differences(whole, changed) == ["a"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_has_a_stray_brace(language: str) -> None:
    words = load(language)
    for key in words:
        for count in (1, 2):
            pattern = words.pattern(key, count)
            assert pattern.strip() == pattern != ""
            assert not set("{}") & set(re.sub(r"\{\w+\}", "", pattern)), key


@pytest.mark.parametrize("key", sorted(set(required())))
def test_everything_that_can_be_said_has_a_text(key: str) -> None:
    assert key in load("nl")


def named(source: str, words: Catalogue) -> set[str]:
    """Finds the keys that a module names whole: strings that begin as keys do."""
    sections = "|".join({key.partition(".")[0] for key in words if "." in key})
    return set(re.findall(rf'[^f]"((?:{sections})\.[\w.-]+)"', source))


def test_every_key_the_terminal_names_exists() -> None:
    keys = {
        key
        for path in TERMINAL.glob("*.py")
        for key in named(path.read_text(encoding="utf-8"), load("nl"))
    }
    assert len(keys) > 80
    assert {key for key in keys if key not in load("nl")} == set()


def test_a_key_that_is_named_is_found() -> None:
    source = 'self.say("event.danced", name=name); say(f"event.{event.k}"); "other.key"'
    assert named(source, load("nl")) == {"event.danced"}


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 slagen"), (1, "1 slag"), (2, "2 slagen"), (21, "21 slagen")]
)
def test_a_plural_follows_the_count(count: int, text: str) -> None:
    assert load("nl").text("table.tricks", count=count) == text


def test_what_is_missing_raises() -> None:
    words = load("nl")
    with pytest.raises(MissingText, match=r"no text 'event\.danced' in 'nl'"):
        words.text("event.danced")
    with pytest.raises(MissingText, match="needs a 'name'"):
        words.text("event.passed")
    with pytest.raises(MissingText, match="whole number"):
        words.text("table.tricks")
    with pytest.raises(MissingText, match="no language 'fr'"):
        load("fr")


def test_a_value_is_never_read_as_a_text() -> None:
    assert load("en").text("event.passed", name="{name}") == "{name} passes."
