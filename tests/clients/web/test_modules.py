"""The browser's modules by themselves: conversation, table, pace, hand and replay."""

import re
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
import pytest

from klaverjas import PACK, Card, Match, RuleSet, Suit
from klaverjas.events import Dealing, Event, PacketDealing
from klaverjas_client.terminal.choices import sorted_hand
from klaverjas_wire.forms import event_form, view_form
from tests.clients.web.node import MODULES, answer, node, packaged, write_lines
from tests.rules.playout import steps


class Fault(NamedTuple):
    """A piece of a module, what stands there instead, and the tests that must notice."""

    tests: str
    module: str
    right: str
    wrong: str


FAULTS = (
    Fault("connection", "connection.js", "FINAL.includes(this._bye || '')", "false"),
    Fault("connection", "connection.js", "2 * pause", "pause"),
    Fault("connection", "connection.js", "if (this._heard < asked)", "if (false)"),
    Fault("connection", "connection.js", "keep('token', null);", ""),
    Fault("table", "table.js", "n <= this.n", "n < this.n"),
    Fault("table", "table.js", "if (n > this.n + 1)", "if (false)"),
    Fault("table", "table.js", "|| this._sent) return", ") return"),
    Fault("table", "table.js", "if (fault.code === 'disconnected') return;", ""),
    Fault("pace", "pace.js", "trick: 1200", "trick: 0"),
    Fault("pace", "pace.js", "while (this._waiting.length && !this._held) this._next();", ""),
    Fault("pace", "pace.js", "!this._held && !this._timer", "!this._timer"),
)
NEWER = re.compile(
    r"\?\.[\w\[(]|\?\?|\|\|=|&&=|\*\*=|catch \{|(?<![\w'])#\w+[ =;(]|\bimport\(|\d_\d"
    r"|\.(?:flat|flatMap|fromEntries|replaceAll|matchAll|at|replaceChildren|randomUUID)\("
)
"""What browsers of 2018 do not understand."""


def run(tests: str, modules: Path) -> int:
    """Runs a file of tests on some modules, and gives the number Node ends with."""
    return node(f"{tests}.test.mjs", MODULES=str(modules)).returncode


def newer(text: str) -> list[str]:
    """Finds in a module what is younger than ES2018, comments and strings left out."""
    code = re.sub(r"/\*.*?\*/|//[^\n]*|'[^'\n]*'", "", text, flags=re.DOTALL)
    return NEWER.findall(code)


@pytest.mark.parametrize("tests", ["connection", "table", "pace"])
def test_the_modules_do_what_their_tests_say(tests: str, tmp_path: Path) -> None:
    assert run(tests, packaged(tmp_path)) == 0


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.module}-{fault.right[:24]}")
def test_a_planted_fault_is_noticed(fault: Fault, tmp_path: Path) -> None:
    module = packaged(tmp_path) / fault.module
    text = module.read_text(encoding="utf-8")
    assert fault.right in text
    module.write_text(text.replace(fault.right, fault.wrong), encoding="utf-8")
    assert run(fault.tests, module.parent) != 0


def test_a_hand_is_sorted_as_in_the_terminal(tmp_path: Path) -> None:
    chance = Random(3)
    hands: list[tuple[list[Card], Suit | None]] = [
        (chance.sample(PACK, chance.randint(1, 9)), chance.choice((None, *Suit)))
        for _ in range(200)
    ]
    path = write_lines(tmp_path / "hands", (msgspec.json.encode(hand) for hand in hands))
    expected = [[str(card) for card in sorted_hand(hand, trump)] for hand, trump in hands]
    assert answer("sort.mjs", packaged(tmp_path), path) == expected


def open_form(event: Event) -> dict[str, object]:
    """Writes an event as a replay has it: with all hands."""
    form: dict[str, object] = msgspec.to_builtins(event_form(event.seen_by(None)))
    if isinstance(event, Dealing | PacketDealing):
        form["hands"] = {
            str(seat): [str(card) for card in hand] for seat, hand in event.hands.items()
        }
    return form


def record(rules: RuleSet, seed: int) -> tuple[bytes, dict[str, int]]:
    """Plays a match, and writes it as a replay has it; gives its totals too."""
    *course, last = steps(rules, Random(seed))
    events = [open_form(event) for step in (*course, last) for event in step.events]
    view = view_form(Match.start(rules).view(None))
    body = {"table": "1", "view": msgspec.to_builtins(view), "events": events}
    return msgspec.json.encode(body), dict(last.after.view(None).totals)


@pytest.mark.parametrize(("name", "dealt"), [("amsterdam+deals=4", 32), ("clobyosh-501", 18)])
def test_a_replay_opens_all_hands_to_the_end(name: str, dealt: int, tmp_path: Path) -> None:
    body, totals = record(RuleSet.load(name), 5)
    path = write_lines(tmp_path / "records", [body])
    seen = answer("replay.mjs", packaged(tmp_path), path)
    assert seen == [{"most": dealt, "wrong": 0, "totals": totals}]


@pytest.mark.parametrize("path", list(MODULES.glob("*.js")), ids=lambda path: path.name)
def test_a_browser_of_2018_understands_the_modules(path: Path) -> None:
    assert newer(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "text",
    [
        "a?.b",
        "a ?? b",
        "try { } catch { }",
        "list.flat()",
        "this.#count = 1",
        "import('x')",
        "1_000",
    ],
)
def test_newer_words_are_noticed(text: str) -> None:
    assert newer(text) != [] or newer(f"({text})") != []
