"""The screen says everything in its language, and asks its catalogue for nothing it lacks."""

import ast
from pathlib import Path

import pytest

from klaverjas.actions import Play
from klaverjas.cards import Card
from klaverjas_client import Disconnected, Dismissed, Refused, Unreachable
from klaverjas_client.console import lobby as lobby_module
from klaverjas_wire.faults import ByeCode, ErrorCode
from klaverjas_wire.forms import action_forms
from klaverjas_wire.messages import Error
from klaverjas_words import LANGUAGES, load
from tests.clients.client.console.stage import ENGLISH, Paper

CONSOLE = Path(lobby_module.__file__).parent
FAMILIES = {"connection", "lobby", "note", "prompt", "entry", "error", "table"}


def keys_used() -> set[str]:
    """Finds every text of the catalogue that the console names in full."""
    nodes = (
        node for path in CONSOLE.glob("*.py") for node in ast.walk(ast.parse(path.read_text()))
    )
    texts = (node.value for node in nodes if isinstance(node, ast.Constant))
    return {
        text
        for text in texts
        if isinstance(text, str)
        and text.partition(".")[0] in FAMILIES
        and text.partition(".")[2].replace("-", "").isalpha()
    }


def test_every_text_is_there_in_every_language() -> None:
    used = keys_used()
    assert "lobby.goodbye" in used
    for language in LANGUAGES:
        assert used - set(load(language)) == set()


@pytest.mark.parametrize("code", list(ErrorCode))
def test_every_refusal_is_explained(code: ErrorCode) -> None:
    paper = Paper()
    paper.screen.explain(Refused(Error(code, "as the server says")))
    assert ENGLISH.text(f"error.{code}") in paper.text


def test_the_reason_and_what_is_legal_are_told() -> None:
    paper = Paper()
    legal = action_forms([Play(Card.HJ), Play(Card.H9)])
    paper.screen.explain(Refused(Error("illegal", "no", reason="beat", legal=legal)))
    assert paper.text.splitlines() == [
        ENGLISH.text("illegal.beat"),
        "You may: ♥J (hj) or ♥9 (h9).",
    ]


def test_a_code_of_a_later_server_is_told_in_its_words() -> None:
    paper = Paper()
    paper.screen.explain(Refused(Error("too-late-at-night", "the hall is closed")))
    assert paper.text == "the hall is closed\n"


@pytest.mark.parametrize("code", list(ByeCode))
def test_every_goodbye_is_explained(code: ByeCode) -> None:
    assert Paper().screen.reason(Dismissed("as the server says", code)) == ENGLISH.text(
        f"bye.{code}"
    )


def test_other_ends_are_told_too() -> None:
    screen = Paper().screen
    assert screen.reason(Disconnected("the connection broke")) == "the connection broke"
    assert screen.reason(Unreachable("laptop:7321", "no")) == (
        "laptop:7321 does not answer. Is the server running?"
    )
    assert screen.reason(Refused(Error("bad-rules", "pit may not be x"))) == (
        "Something is wrong with those rules. (pit may not be x)"
    )
