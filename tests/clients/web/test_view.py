"""The browser folds events into the same views as the rules give."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import msgspec
import pytest

from klaverjas import Match, RuleSet, Seat
from klaverjas_wire.forms import event_form, view_form
from tests.clients.web.node import answer, packaged, write_lines
from tests.rules.playout import steps

SETS = [
    *(rules.name for rules in RuleSet.all()),
    "amsterdam+trump_making=turned",
    "amsterdam+trump_making=dealer-first,show_last_trick=false",
    "klabberjass-500+schmeiss_round2=name-other",
    "klaberjass-500+schmeiss=both-rounds,declare_at=before-lead",
]


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The modules of the browser, where Node can import them."""
    return packaged(tmp_path_factory.mktemp("modules"))


def course(rules: RuleSet, viewer: Seat | None, seed: int) -> bytes:
    """Writes a match as one viewer was told it: the first view, events and what they lead to."""
    told = [
        {
            "events": [event_form(event.seen_by(viewer)) for event in step.events],
            "view": view_form(replace(step.after.view(viewer), legal=())),
        }
        for step in steps(rules, Random(seed))
    ]
    return msgspec.json.encode({"view": view_form(Match.start(rules).view(viewer)), "steps": told})


def courses(names: Iterable[str]) -> Iterator[bytes]:
    """Writes a match of every set, from a seat or from beside the table."""
    for place, name in enumerate(names):
        rules = RuleSet.load(name)
        viewers = (*rules.game.seats, None)
        yield course(rules, viewers[place % len(viewers)], place)


def test_every_match_can_be_followed(modules: Path, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "courses", courses(SETS))
    astray = answer("fold.mjs", modules, path)
    assert astray == [None] * len(SETS)


@pytest.mark.parametrize(
    "kind", ["dealt", "passed", "named", "played", "trick", "written", "turned"]
)
def test_a_fold_that_misses_an_event_goes_astray(modules: Path, tmp_path: Path, kind: str) -> None:
    path = write_lines(tmp_path / "courses", courses(["amsterdam+trump_making=turned"]))
    assert answer("fold.mjs", modules, path, kind) != [None]
